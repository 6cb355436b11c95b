"""Line wrapping to the width of the terminal, between columns or words."""

import re
import shutil
from collections.abc import Iterator
from typing import NamedTuple

# The width of a pipe or a file, which get whole lines.
UNLIMITED = 10_000
# The least width, even if the terminal reports less.
MIN_WIDTH = 20
ANSI_STYLE = re.compile("\x1b\\[[0-9;]*m")
_GAP = re.compile(r"(?<=\S) {2,}(?=\S)")


class _Piece(NamedTuple):
    """A piece of a line, and its indentation in the output."""

    start: int
    end: int
    indent: int


def output_width() -> int:
    """The columns of the terminal, or of COLUMNS; without either, ``UNLIMITED``."""
    columns = shutil.get_terminal_size((UNLIMITED, 0)).columns
    return max(columns, MIN_WIDTH)


def wrapped(line: str, width: int) -> list[str]:
    """The lines of a wrapped line; styles, which have no width, stay with their words.

    >>> wrapped("  Red 12 needs five crosses before it.", 24)
    ['  Red 12 needs five', '    crosses before it.']
    >>> wrapped("random   chooses any legal choice, all equally likely", 30)
    ['random   chooses any legal', '         choice, all equally', '         likely']
    """
    shown = [at for at, character in _characters(line)]
    plain = "".join(line[at] for at in shown)
    if len(plain) <= width:
        return [line]
    # Styles before and after a character belong to its piece.
    starts, ends = [0, *(at + 1 for at in shown[:-1])], [*shown, len(line)]
    return [" " * p.indent + line[starts[p.start] : ends[p.end]] for p in _pieces(plain, width)]


def _characters(line: str) -> Iterator[tuple[int, str]]:
    """The visible characters, with their places in the line."""
    styled = {at for style in ANSI_STYLE.finditer(line) for at in range(*style.span())}
    return ((at, character) for at, character in enumerate(line) if at not in styled)


def _pieces(line: str, width: int) -> Iterator[_Piece]:
    own = len(line) - len(line.lstrip())
    gaps = list(_GAP.finditer(line))
    start, indent, hanging = 0, 0, own + 2 if own or gaps else 0
    if len(gaps) == 1:
        # A term with its meaning in a second column, or below it if the term is long.
        hanging = gaps[0].end()
        if hanging > width // 2 and gaps[0].start() <= width:
            hanging = min(own + 4, width // 2)
            yield _Piece(0, gaps[0].start(), 0)
            start, indent = gaps[0].end(), hanging
    hanging = min(hanging, width // 2)
    while start < len(line):
        end = _end(line, start, width - indent)
        yield _Piece(start, end, indent)
        start = end + len(line[end:]) - len(line[end:].lstrip())
        indent = hanging


def _end(line: str, start: int, room: int) -> int:
    """The end of a piece: between columns if one ends far enough, otherwise between words."""
    if len(line) - start <= room:
        return len(line)
    gaps = [gap.start() for gap in _GAP.finditer(line, start, start + room + 2)]
    if gaps and room // 2 <= gaps[-1] - start <= room:
        return gaps[-1]
    word = line.rfind(" ", start, start + room + 1)
    return len(line[:word].rstrip()) if line[start : max(word, start)].strip() else start + room
