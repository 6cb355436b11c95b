"""Sheets, dice and cards as lines of text, drawn from what a table sends."""

from collections.abc import Collection, Sequence

from qwixx.cli.terminal import Terminal
from qwixx.rules.cards import card_named, in_pack_order
from qwixx.rules.colours import COLOURS, Colour
from qwixx.rules.sheet import PENALTY_BOXES
from qwixx.server.wire import protocol

LEGEND = "x crossed   . skipped   [7] you may cross it   L lock"


def sheet_lines(
    terminal: Terminal,
    name: str,
    sheet: protocol.Sheet,
    closed: Collection[str] = (),
    offered: Collection[str] = (),
) -> list[str]:
    """A sheet in six lines; numbers that may be crossed now stand in brackets."""
    lines = [f"{terminal.bold(name)} ({points(sheet.total)})"]
    for colour in COLOURS:
        cells = "".join(_cell(terminal, sheet, colour, number, offered) for number in colour.numbers)
        is_closed = str(colour) in closed
        lock = "x" if str(colour) in sheet.locks else "-" if is_closed else "L"
        label = terminal.coloured(colour, f"{colour.letter} {colour!s:6}")
        note = "  closed" if is_closed else ""
        lines.append(f"  {label}{cells} |{lock}|{sheet.points[colour]:4}{note}")
    boxes = " ".join("x" if box < sheet.penalties else "_" for box in range(PENALTY_BOXES))
    lines.append(f"  penalties {boxes}{sheet.total - sum(sheet.points):43}")
    return lines


def _cell(
    terminal: Terminal, sheet: protocol.Sheet, colour: Colour, number: int, offered: Collection[str]
) -> str:
    row = sheet.rows[colour]
    if number in row:
        return terminal.coloured(colour, "  x ")
    if row and colour.place(number) < colour.place(row[-1]):
        return terminal.dim("  . ")
    if f"{colour.letter.lower()}{number}" in offered:
        return terminal.coloured(colour, f"{f'[{number}]':>4}")
    return f"{number:>3} "


def short_sheet(terminal: Terminal, name: str, sheet: protocol.Sheet) -> str:
    """A sheet in one line: only what is crossed."""
    rows = [
        terminal.coloured(colour, colour.letter) + " " + _crossed(sheet, colour)
        for colour in COLOURS
        if sheet.rows[colour]
    ]
    penalties = [f"{sheet.penalties} of {PENALTY_BOXES} penalties"] if sheet.penalties else []
    return f"{name} ({points(sheet.total)}): {'  '.join(rows + penalties) or 'nothing yet'}"


def _crossed(sheet: protocol.Sheet, colour: Colour) -> str:
    numbers = " ".join(map(str, sheet.rows[colour]))
    return f"{numbers} L" if str(colour) in sheet.locks else numbers


def points(total: int) -> str:
    return f"{total} point{'' if total == 1 else 's'}"


def dice_line(terminal: Terminal, dice: protocol.Dice) -> str:
    """The dice as they lie: ``white [4] [1]  red [3] …``."""
    first, second = dice.white
    coloured = [
        terminal.coloured(colour, f"{colour} [{die}]")
        for colour, die in zip(COLOURS, dice.coloured, strict=True)
        if die is not None
    ]
    return "  ".join([terminal.bold(f"white [{first}] [{second}]"), *coloured])


def cards_text(terminal: Terminal, cards: Sequence[str]) -> str:
    """Cards sorted and in their colours: ``R4 G11 J2``."""
    sorted_cards = in_pack_order(map(card_named, cards))
    return " ".join(terminal.coloured(card.colour, str(card)) for card in sorted_cards)


def table_lines(terminal: Terminal, view: protocol.View, names: Sequence[str]) -> list[str]:
    """What lies on the table: the dice, or the cards as far as the seat may see them."""
    if view.public.dice is not None:
        return [f"dice  {dice_line(terminal, view.public.dice)}"]
    return _card_lines(terminal, view, names) if view.public.hand_sizes else []


def _card_lines(terminal: Terminal, view: protocol.View, names: Sequence[str]) -> list[str]:
    """The display and the deck with their open numbers, the backs in the other hands, and the own hand."""
    public = view.public
    lines = {f"{name} holds": _backs(public, seat) for seat, name in enumerate(names) if seat != view.seat}
    display = enumerate(public.display, start=1)
    lines["display"] = "  ".join(f"{place}: [{number}]" for place, number in display)
    lines["deck"] = f"[{public.deck_top}] and {public.deck_count - 1} below; discards: {public.discard_count}"
    if view.hand:
        lines["your hand"] = cards_text(terminal, view.hand)
    width = max(map(len, lines))
    return [f"{label:{width}}  {text}" for label, text in lines.items()]


def _backs(view: protocol.PublicView, seat: int) -> str:
    numbers = view.hand_numbers[seat] if view.hand_numbers is not None else "?" * view.hand_sizes[seat]
    return " ".join(f"[{number}]" for number in numbers)
