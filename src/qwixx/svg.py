"""Pictures as SVG: sheets, states, games and records, in light and dark, without scripts.

>>> from qwixx.rules.sheet import Sheet
>>> sheet(Sheet(), name="Ann").startswith("<svg ")
True
"""

from collections.abc import Collection, Sequence
from html import escape
from os import PathLike
from pathlib import Path
from typing import NamedTuple

from qwixx.gameplay import Game
from qwixx.notation.conversions import record_of, sheet_of, state_of
from qwixx.record import Record, result
from qwixx.rules.cards import Card
from qwixx.rules.chance import Roll
from qwixx.rules.colours import COLOURS, Colour
from qwixx.rules.errors import FileError, InputError
from qwixx.rules.game import State
from qwixx.rules.scoring import total
from qwixx.rules.sheet import PENALTY_BOXES, Sheet
from qwixx.rules.view import View
from qwixx.system.files import replace_file

CELL, GAP, BAND, MARGIN = 32, 2, 40, 12
STRIP = 30
LABEL_ROOM, LOCK_ROOM = 34, 36
WIDTH = 2 * MARGIN + LABEL_ROOM + 11 * (CELL + GAP) + LOCK_ROOM
SHEET_HEIGHT = STRIP + 4 * (BAND + GAP) + STRIP + MARGIN
TABLE_HEIGHT = 58
LONGEST_SHOWN_NAME = 24
STYLESHEET = Path(__file__).with_name("svg.css")

# A shape for each row, as in the browser: colour is never the only mark. In a box from -10 to 10.
SHAPES = {
    Colour.RED: "M0 8C-12-1-8-9-3.5-8-1.5-7.6 0-5.5 0-4.5 0-5.5 1.5-7.6 3.5-8 8-9 12-1 0 8Z",
    Colour.YELLOW: "M0-9 2.6-2.9 9.2-2.3 4.2 2 5.7 8.5 0 5-5.7 8.5-4.2 2-9.2-2.3-2.6-2.9Z",
    Colour.GREEN: "M-1.2 9 0 3 1.2 9ZM0-9a4 4 0 0 1 3.4 6A4 4 0 1 1 0 2.5 4 4 0 1 1-3.4-3 4 4 0 0 1 0-9Z",
    Colour.BLUE: "M0-9C3-4 6-1 6 3A6 6 0 0 1-6 3C-6-1-3-4 0-9Z",
}
LOCK = (
    '<path d="M-4-1v-3a4 4 0 0 1 8 0v3" class="shackle"/>'
    '<rect x="-6.5" y="-1" width="13" height="10" rx="2"/>'
)
EMPTY_PLACE = "."
PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}

__all__ = ["Rings", "game", "picture", "record", "sheet", "state", "style", "view", "write"]

CellSet = Collection[tuple[Colour, int]]


class Rings(NamedTuple):
    """Cells with a ring around them: a solid one for the best choice, a dashed one for what was chosen."""

    best: CellSet = ()
    chosen: CellSet = ()


NO_RINGS = Rings()


def sheet(
    sheet: Sheet | str,
    name: str = "",
    closed: Collection[Colour] = (),
    rings: Rings = NO_RINGS,
    *,
    styled: bool = True,
) -> str:
    """A sheet, or its text, as a picture; rows that are ``closed`` for everyone are pale.

    A page with many pictures has their ``style()`` once, and pictures that are not ``styled``.
    """
    shown = sheet_of(sheet)
    title = f"{name or 'Sheet'}: {shown}, {total(shown)} points"
    body = _sheet(shown, name, MARGIN, closed, rings)
    return _svg(WIDTH, MARGIN + SHEET_HEIGHT, title, body, styled=styled)


def state(state: State | str, names: Sequence[str] | None = None) -> str:
    """A state, or its text: the public dice or cards, and every sheet."""
    shown = state_of(state)
    known = names or [f"Seat {seat + 1}" for seat in range(shown.players)]
    return _table(shown.view(None), known, _heading(shown, known))


def view(view: View, names: Sequence[str] | None = None) -> str:
    """A view: the same with the hand of its seat."""
    known = names or [f"Seat {seat + 1}" for seat in range(len(view.sheets))]
    return _table(view, known, f"{view.ruleset.title.capitalize()}, {view.phase}")


def record(record: Record | str) -> str:
    """The last state of a record, or of the record's text, with the result if the game is over."""
    shown = record_of(record)
    last = shown.state
    heading = result(last, shown.names) if last.is_over else _heading(last, shown.names)
    return _table(last.view(None), shown.names, heading)


def game(game: Game) -> str:
    """The current state of a game."""
    return record(game.record)


def picture(value: object) -> str:
    """The picture of a sheet, state, view, record or game."""
    match value:
        case Sheet():
            return sheet(value)
        case State():
            return state(value)
        case View():
            return view(value)
        case Record():
            return record(value)
        case Game():
            return game(value)
        case _:
            raise InputError(f"a picture shows a Sheet, State, View, Record or Game, not {value!r}")


def style() -> str:
    """The style of all pictures, scoped so that it affects nothing else on a page."""
    return STYLESHEET.read_text(encoding="utf-8")


def write(path: str | PathLike[str], value: object) -> None:
    """Write the picture of a value, or an SVG text, into a file; FileError if that fails."""
    if Path(path).suffix.lower() != ".svg":
        raise FileError(f"cannot write {path}: a picture is an .svg file")
    text = value if isinstance(value, str) else picture(value)
    try:
        replace_file(Path(path), [text.encode()])
    except OSError as error:
        raise FileError(f"cannot write {path}: {error.strerror or error}") from error


# A page of paper: everything of one picture


def _svg(width: int, height: int, title: str, body: str, *, styled: bool = True) -> str:
    css = f"<style>{style()}</style>" if styled else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="qwixx" viewBox="0 0 {width} {height}"'
        f' width="{width}" height="{height}" role="img"><title>{escape(title)}</title>'
        f'{css}<rect class="paper" width="{width}" height="{height}" rx="12"/>{body}</svg>\n'
    )


def _heading(state: State, names: Sequence[str]) -> str:
    if state.outcome is not None:
        return result(state, tuple(names))
    return f"{state.ruleset.title.capitalize()}: {names[state.active]}'s turn, {state.phase}"


def _table(view: View, names: Sequence[str], heading: str) -> str:
    top = MARGIN + STRIP + TABLE_HEIGHT
    height = top + len(view.sheets) * SHEET_HEIGHT
    title = "; ".join([heading, *(f"{name} {sheet}" for name, sheet in zip(names, view.sheets, strict=True))])
    body = [f'<text class="heading" x="{MARGIN}" y="{MARGIN + 16}">{escape(heading)}</text>']
    body.append(_felt(view, MARGIN + STRIP))
    for seat, (name, each) in enumerate(zip(names, view.sheets, strict=True)):
        y = top + MARGIN + seat * SHEET_HEIGHT
        is_active = seat == view.active and view.outcome is None
        body.append(_sheet(each, name, y, view.closed_rows, NO_RINGS, is_active=is_active))
    return _svg(WIDTH, height + MARGIN, title, "".join(body))


# Dice and cards, on felt


def _felt(view: View, y: int) -> str:
    width, height = WIDTH - 2 * MARGIN, TABLE_HEIGHT - 8
    felt = f'<rect class="felt" x="{MARGIN}" y="{y}" width="{width}" height="{height}" rx="8"/>'
    if view.ruleset.has_cards:
        return felt + _cards(view, y)
    if view.dice is None:
        return felt + _said("the dice are to be rolled", y)
    return felt + _dice(view.dice, y + height // 2)


def _said(text: str, y: int) -> str:
    return f'<text class="said" x="{MARGIN + 12}" y="{y + 30}">{escape(text)}</text>'


def _dice(dice: Roll, middle: int) -> str:
    faces: list[tuple[str, int, Colour | None]] = [("white", face, None) for face in dice.white]
    faces += [(str(colour), face, colour) for colour, face in dice.coloured.items()]
    return "".join(
        _die(name, face, colour, MARGIN + 28 + place * 48, middle)
        for place, (name, face, colour) in enumerate(faces)
    )


def _die(name: str, face: int, colour: Colour | None, x: int, y: int) -> str:
    mark = '<circle r="3.400"/>' if colour is None else f'<path d="{SHAPES[colour]}" transform="scale(.42)"/>'
    pips = "".join(f'<g transform="translate({9 * dx} {9 * dy})">{mark}</g>' for dx, dy in PIPS[face])
    box = '<rect x="-18" y="-18" width="36" height="36" rx="7"/>'
    return f'<g class="die {name}" transform="translate({x} {y})"><title>{name} {face}</title>{box}{pips}</g>'


def _cards(view: View, y: int) -> str:
    """The numbers that all see, and the own hand; by colour only what the seat knows."""
    display = " ".join(EMPTY_PLACE if number is None else str(number) for number in view.display)
    words = [f"display {display}"] if view.display else ["the cards are to be dealt"]
    if view.common_number is not None:
        words.append(f"{view.common_number} for everyone")
    said = _said(", ".join(words), y)
    return said + "".join(_card(card, WIDTH - MARGIN - 26 - 32 * at, y) for at, card in enumerate(view.hand))


def _card(card: Card, x: int, y: int) -> str:
    colour = str(card.colour) if card.colour is not None else "white"
    return (
        f'<g class="card {colour}" transform="translate({x} {y + 25})"><title>{card}</title>'
        f'<rect x="-13" y="-18" width="26" height="36" rx="4"/><text y="6">{card.number}</text></g>'
    )


# A sheet


def _sheet(
    sheet: Sheet, name: str, y: int, closed: Collection[Colour], rings: Rings, *, is_active: bool = False
) -> str:
    parts = [_strip(sheet, name, y, is_active=is_active)]
    for place, colour in enumerate(COLOURS):
        parts.append(_row(sheet, colour, y + STRIP + place * (BAND + GAP), colour in closed, rings))
    parts.append(_penalties(sheet, y + STRIP + 4 * (BAND + GAP) + 6))
    return f'<g class="sheet">{"".join(parts)}</g>'


def _strip(sheet: Sheet, name: str, y: int, *, is_active: bool) -> str:
    shown = name if len(name) <= LONGEST_SHOWN_NAME else f"{name[: LONGEST_SHOWN_NAME - 1].rstrip()}…"
    turn = " ▸" if is_active else ""
    points = f'<text class="points" x="{WIDTH - MARGIN}" y="{y + 19}">{total(sheet)}</text>'
    return f'<text class="name" x="{MARGIN}" y="{y + 19}">{escape(shown)}{turn}</text>{points}'


def _row(sheet: Sheet, colour: Colour, y: int, is_closed: bool, rings: Rings) -> str:
    width = WIDTH - 2 * MARGIN
    parts = [
        f'<rect class="band" x="{MARGIN}" y="{y}" width="{width}" height="{BAND}" rx="9"/>',
        f'<path class="shape" d="{SHAPES[colour]}" transform="translate({MARGIN + 18} {y + BAND // 2})"/>',
    ]
    row = sheet.rows[colour]
    for place, number in enumerate(colour.numbers):
        x = MARGIN + LABEL_ROOM + place * (CELL + GAP)
        cell = (colour, number)
        ring = " best" if cell in rings.best else ""
        ring += " chosen" if cell in rings.chosen else ""
        parts.append(_cell(number, _cell_state(row, colour, number) + ring, x, y + 4))
    parts.append(_lock(sheet.has_lock(colour), WIDTH - MARGIN - LOCK_ROOM // 2, y + BAND // 2))
    return f'<g class="row {colour}{" closed" if is_closed else ""}">{"".join(parts)}</g>'


def _cell_state(row: Sequence[int], colour: Colour, number: int) -> str:
    if number in row:
        return "crossed"
    return "skipped" if row and colour.place(number) < colour.place(row[-1]) else "free"


def _cell(number: int, what: str, x: int, y: int) -> str:
    middle, centre = x + CELL // 2, y + CELL // 2
    mark = ""
    if what.startswith("crossed"):
        mark = f'<path class="cross" d="M{x + 7} {y + 7}l18 18m0-18l-18 18"/>'
    elif what.startswith("skipped"):
        mark = f'<path class="strike" d="M{x + 7} {centre}h18"/>'
    said = "" if what == "free" else f"<title>{number} {what}</title>"
    return (
        f'<g class="cell {what}">{said}<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" rx="6"/>'
        f'<text x="{middle}" y="{centre + 5}">{number}</text>{mark}</g>'
    )


def _lock(is_crossed: bool, x: int, y: int) -> str:
    if not is_crossed:
        return f'<g class="lock" transform="translate({x} {y})">{LOCK}</g>'
    tile = '<rect class="tile" x="-14" y="-16" width="28" height="32" rx="6"/>'
    cross = '<path class="cross" d="M-9-9l18 18m0-18l-18 18"/>'
    return f'<g class="locked" transform="translate({x} {y})"><title>locked</title>{tile}{cross}</g>'


def _penalties(sheet: Sheet, y: int) -> str:
    boxes = []
    for box in range(PENALTY_BOXES):
        x = WIDTH - MARGIN - 20 - 26 * (PENALTY_BOXES - 1 - box)
        boxes.append(f'<rect class="box" x="{x}" y="{y}" width="20" height="20" rx="4"/>')
        if box < sheet.penalties:
            boxes.append(f'<path class="cross" d="M{x + 4} {y + 4}l12 12m0-12l-12 12"/>')
    label = f'<text class="small" x="{WIDTH - MARGIN - 26 * PENALTY_BOXES - 6}" y="{y + 15}">penalties</text>'
    return label + "".join(boxes)
