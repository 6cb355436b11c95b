"""Tables as lines of text."""

from collections.abc import Iterable, Sequence


def aligned(rows: Sequence[Sequence[str]], left: Iterable[int] = (0,)) -> list[str]:
    """The lines of a table: the columns in ``left`` are flush left, all others flush right, as numbers are.

    >>> aligned([["bot", "games", "result"], ["gap:1,2", "60", "won"]], left=(0, -1))
    ['bot      games  result', 'gap:1,2     60  won']
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    to_left = {column % len(widths) for column in left}
    return [
        "  ".join(
            cell.ljust(width) if column in to_left else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
