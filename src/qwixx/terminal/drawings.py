"""Sheets, dice and cards as lines of text, drawn from what a seat may see."""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from qwixx.rules.cards import Card, in_pack_order
from qwixx.rules.chance import Roll
from qwixx.rules.colours import COLOURS, Colour
from qwixx.rules.scoring import penalty_points, row_points, total
from qwixx.rules.sheet import PENALTY_BOXES, Sheet
from qwixx.rules.view import View
from qwixx.terminal.console import Console


class _Layout(NamedTuple):
    """The format of a row, and its width."""

    width: int
    label: str
    cell: str
    # A number that may be crossed out now: brackets take the place of spaces.
    offered: str
    end: str
    penalties: str


WIDE = _Layout(62, "  {letter} {colour:6}", "{:>3} ", "[{}]", " |{lock}|{points:4}", "  penalties {}")
NARROW = _Layout(40, "{letter}", "{:>3}", ">{}", "|{lock}|{points:3}", "penalties {}")
LOCKED = "  locked"


def _layout(console: Console) -> _Layout:
    return WIDE if console.width >= WIDE.width else NARROW


def legend(console: Console) -> str:
    """The meaning of the marks on a sheet."""
    offered = _layout(console).offered.format(7)
    return f"x crossed out   . skipped   {offered} you may cross it out   L lock   - locked row"


def sheet_lines(
    console: Console,
    name: str,
    sheet: Sheet,
    closed: Collection[Colour] = (),
    offered: Collection[str] = (),
) -> list[str]:
    """A sheet in six lines; numbers that may be crossed out now are marked."""
    layout = _layout(console)
    lines = [f"{console.bold(name)} ({points_text(total(sheet))})"]
    for colour in COLOURS:
        label = console.coloured(colour, layout.label.format(letter=colour.letter, colour=str(colour)))
        cells = "".join(_cell(console, layout, sheet, colour, number, offered) for number in colour.numbers)
        lock = "x" if sheet.has_lock(colour) else "-" if colour in closed else "L"
        row = label + cells + layout.end.format(lock=lock, points=row_points(sheet, colour))
        has_room = console.width >= layout.width + len(LOCKED)
        lines.append(row + (LOCKED if colour in closed and has_room else ""))
    boxes = " ".join("x" if box < sheet.penalties else "_" for box in range(PENALTY_BOXES))
    penalties = layout.penalties.format(boxes)
    lines.append(f"{penalties}{penalty_points(sheet):{layout.width - len(penalties)}}")
    return lines


def _cell(
    console: Console, layout: _Layout, sheet: Sheet, colour: Colour, number: int, offered: Collection[str]
) -> str:
    row = sheet.rows[colour]
    if number in row:
        return console.coloured(colour, layout.cell.format("x"))
    if row and colour.place(number) < colour.place(row[-1]):
        return console.dim(layout.cell.format("."))
    if f"{colour.letter.lower()}{number}" in offered:
        width = len(layout.cell.format(number))
        return console.coloured(colour, f"{layout.offered.format(number):>{width}}")
    return layout.cell.format(number)


def short_sheet(console: Console, name: str, sheet: Sheet) -> str:
    """A sheet in one line: only what is crossed."""
    rows = [
        console.coloured(colour, colour.letter) + " " + _crossed(sheet, colour)
        for colour in COLOURS
        if sheet.rows[colour]
    ]
    penalties = [f"{sheet.penalties} of {PENALTY_BOXES} penalties"] if sheet.penalties else []
    return f"{name} ({points_text(total(sheet))}): {'  '.join(rows + penalties) or 'nothing yet'}"


def _crossed(sheet: Sheet, colour: Colour) -> str:
    numbers = " ".join(map(str, sheet.rows[colour]))
    return f"{numbers} L" if sheet.has_lock(colour) else numbers


def points_text(number: int) -> str:
    return f"{number} point{'' if number == 1 else 's'}"


def dice_line(console: Console, dice: Roll) -> str:
    """The dice: ``white [4] [1]  red [3] …``."""
    first, second = dice.white
    coloured = [
        console.coloured(colour, f"{colour} [{die}]")
        for colour, die in zip(COLOURS, dice.colours, strict=True)
        if die is not None
    ]
    return "  ".join([console.bold(f"white [{first}] [{second}]"), *coloured])


def cards_text(console: Console, cards: Iterable[Card]) -> str:
    """Cards sorted and in their colours: ``R4 G11 J2``."""
    return " ".join(console.coloured(card.colour, str(card)) for card in in_pack_order(cards))


def dice_or_card_lines(console: Console, view: View, names: Sequence[str]) -> list[str]:
    """The dice, or the cards that the seat may see."""
    if view.dice is not None:
        return [f"dice  {dice_line(console, view.dice)}"]
    return _card_lines(console, view, names) if view.hand_sizes else []


def _card_lines(console: Console, view: View, names: Sequence[str]) -> list[str]:
    """The display, the deck, the backs of the other hands, and the own hand."""
    lines = {f"{name} holds": _backs(view, seat) for seat, name in enumerate(names) if seat != view.seat}
    display = enumerate(view.display, start=1)
    lines["display"] = "  ".join(f"{place}: [{number}]" for place, number in display)
    lines["deck"] = f"[{view.deck_top}] and {view.deck_count - 1} below; discards: {view.discard_count}"
    if view.hand:
        lines["your hand"] = cards_text(console, view.hand)
    width = max(map(len, lines))
    return [f"{label:{width}}  {text}" for label, text in lines.items()]


def _backs(view: View, seat: int) -> str:
    numbers = view.hand_numbers[seat] if view.hand_numbers is not None else "?" * view.hand_sizes[seat]
    return " ".join(f"[{number}]" for number in numbers)
