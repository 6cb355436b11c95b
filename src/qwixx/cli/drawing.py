"""Sheets, dice and cards as lines of text."""

from collections.abc import Collection

from qwixx.cli.terminal import Terminal
from qwixx.rules.cards import Card
from qwixx.rules.chance import Roll
from qwixx.rules.choices import Cross
from qwixx.rules.colours import COLOURS, Colour
from qwixx.rules.scoring import penalty_points, row_points, total
from qwixx.rules.sheet import PENALTY_BOXES, Sheet
from qwixx.rules.view import View

LEGEND = "x crossed   . skipped   [7] you may cross it   L lock"


def sheet_lines(
    terminal: Terminal, name: str, sheet: Sheet, closed: Collection[Colour], offered: Collection[Cross]
) -> list[str]:
    """A sheet in six lines; numbers that may be crossed now stand in brackets."""
    lines = [f"{terminal.bold(name)}, {points(total(sheet))}"]
    for colour in COLOURS:
        cells = "".join(_cell(terminal, sheet, Cross(colour, number), offered) for number in colour.numbers)
        lock = "x" if sheet.has_lock(colour) else "-" if colour in closed else "L"
        label = terminal.coloured(colour, f"{colour.letter} {colour!s:6}")
        note = "  closed" if colour in closed else ""
        lines.append(f"  {label}{cells} |{lock}|{row_points(sheet, colour):4}{note}")
    boxes = " ".join("x" if box < sheet.penalties else "_" for box in range(PENALTY_BOXES))
    lines.append(f"  penalties {boxes}{penalty_points(sheet):43}")
    return lines


def _cell(terminal: Terminal, sheet: Sheet, cell: Cross, offered: Collection[Cross]) -> str:
    row = sheet.rows[cell.colour]
    if cell.number in row:
        return terminal.coloured(cell.colour, "  x ")
    if row and cell.colour.place(cell.number) < cell.colour.place(row[-1]):
        return terminal.dim("  . ")
    if cell in offered:
        return terminal.coloured(cell.colour, f"{f'[{cell.number}]':>4}")
    return f"{cell.number:>3} "


def short_sheet(terminal: Terminal, name: str, sheet: Sheet) -> str:
    """A sheet in one line: only what is crossed."""
    rows = [
        terminal.coloured(colour, colour.letter) + " " + _crossed(sheet, colour)
        for colour in COLOURS
        if sheet.rows[colour]
    ]
    penalties = [f"{sheet.penalties} of {PENALTY_BOXES} penalties"] if sheet.penalties else []
    return f"{name}, {points(total(sheet))}: {'  '.join(rows + penalties) or 'nothing yet'}"


def _crossed(sheet: Sheet, colour: Colour) -> str:
    numbers = " ".join(map(str, sheet.rows[colour]))
    return f"{numbers} L" if sheet.has_lock(colour) else numbers


def points(total: int) -> str:
    return f"{total} point{'' if total == 1 else 's'}"


def dice_line(terminal: Terminal, dice: Roll) -> str:
    """The dice as they lie: ``white [4] [1]  red [3] …``."""
    coloured = (terminal.coloured(colour, f"{colour} [{die}]") for colour, die in dice.coloured.items())
    return "  ".join([terminal.bold(f"white [{dice.white[0]}] [{dice.white[1]}]"), *coloured])


def card_text(terminal: Terminal, card: Card) -> str:
    return terminal.coloured(card.colour, str(card))


def table_lines(terminal: Terminal, view: View, names: tuple[str, ...]) -> list[str]:
    """The display and the deck with their open numbers, and the backs in the other hands."""
    places = "   ".join(f"{place}: [{number}]" for place, number in enumerate(view.display, start=1))
    deck = f"[{view.deck_top}] and {view.deck_count - 1} below"
    lines = [f"display  {places}     deck  {deck}     discards  {view.discard_count}"]
    for seat, name in enumerate(names):
        if seat != view.seat:
            backs = (
                view.hand_numbers[seat] if view.hand_numbers is not None else ("?",) * view.hand_sizes[seat]
            )
            lines.append(f"{name} holds  {' '.join(f'[{number}]' for number in backs)}")
    if view.hand:
        hand = " ".join(card_text(terminal, card) for card in view.hand)
        lines.append(f"your hand  {hand}")
    return lines
