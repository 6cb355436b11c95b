"""Views and outcomes as plain dictionaries and lists, ready for JSON."""

from collections.abc import Sequence
from typing import Any

from qwixx.rules.cards import card_named
from qwixx.rules.chance import Roll
from qwixx.rules.choices import Cross
from qwixx.rules.colours import COLOURS
from qwixx.rules.pieces import parse_choice
from qwixx.rules.ruleset import Phase, ruleset_with
from qwixx.rules.scoring import EndReason, GameOutcome
from qwixx.rules.sheet import Sheet
from qwixx.rules.view import View

Plain = dict[str, object]


def plain_sheet(sheet: Sheet) -> Plain:
    rows: Plain = {str(colour): list(row) for colour, row in zip(COLOURS, sheet.rows, strict=True)}
    return {**rows, "locks": [str(lock) for lock in sheet.locks], "penalties": sheet.penalties}


def plain_roll(dice: Roll) -> Plain:
    return {"white": list(dice.white), **{str(colour): die for colour, die in dice.coloured.items()}}


def plain_outcome(outcome: GameOutcome) -> Plain:
    return {
        "reason": str(outcome.reason),
        "totals": list(outcome.totals),
        "places": list(outcome.places),
        "winners": list(outcome.winners),
    }


def plain_view(view: View) -> Plain:
    """A view as plain values: all that may be sent to its seat."""
    numbers = view.hand_numbers
    return {
        "game": view.ruleset.name,
        "options": view.ruleset.option_words,
        "seat": view.seat,
        "active": view.active,
        "phase": str(view.phase),
        "sheets": [plain_sheet(sheet) for sheet in view.sheets],
        "totals": list(view.totals),
        "closed_rows": [str(colour) for colour in view.closed_rows],
        "dice": plain_roll(view.dice) if view.dice is not None else None,
        "common_number": view.common_number,
        "crossed": view.crossed is not None,
        "crossed_cell": str(view.crossed) if view.crossed is not None else None,
        "to_act": sorted(view.to_act),
        "chosen": str(view.chosen) if view.chosen is not None else None,
        "choices": [str(choice) for choice in view.choices],
        "outcome": plain_outcome(view.outcome) if view.outcome is not None else None,
        "hand": [str(card) for card in view.hand],
        "hand_sizes": list(view.hand_sizes),
        "hand_numbers": [list(hand) for hand in numbers] if numbers is not None else None,
        "display": list(view.display),
        "deck_top": view.deck_top,
        "deck_count": view.deck_count,
        "discard_count": view.discard_count,
        "shown": [str(card) for card in view.shown],
    }


def read_view(message: Plain, choices: Sequence[str]) -> View:
    """The view that ``plain_view`` wrote, with its choices; KeyError for a missing field."""
    seen: Any = message
    crossed, chosen, outcome, dice = seen["crossed_cell"], seen["chosen"], seen["outcome"], seen["dice"]
    numbers = seen["hand_numbers"]
    cross = parse_choice(crossed) if crossed is not None else None
    assert cross is None or isinstance(cross, Cross)
    return View(
        ruleset=ruleset_with(seen["game"], seen["options"]),
        seat=seen["seat"],
        active=seen["active"],
        phase=Phase(seen["phase"]),
        sheets=tuple(map(read_plain_sheet, seen["sheets"])),
        dice=read_plain_roll(dice) if dice is not None else None,
        common_number=seen["common_number"],
        crossed=cross,
        to_act=frozenset(seen["to_act"]),
        chosen=parse_choice(chosen) if chosen is not None else None,
        choices=tuple(map(parse_choice, choices)),
        outcome=_read_outcome(outcome) if outcome is not None else None,
        hand=tuple(map(card_named, seen["hand"])),
        hand_sizes=tuple(seen["hand_sizes"]),
        hand_numbers=tuple(map(tuple, numbers)) if numbers is not None else None,
        display=tuple(seen["display"]),
        deck_top=seen["deck_top"],
        deck_count=seen["deck_count"],
        discard_count=seen["discard_count"],
        shown=tuple(map(card_named, seen["shown"])),
    )


def read_plain_sheet(message: Plain) -> Sheet:
    seen: Any = message
    red, yellow, green, blue = (tuple(seen[str(colour)]) for colour in COLOURS)
    return Sheet((red, yellow, green, blue), seen["penalties"])


def read_plain_roll(message: Plain) -> Roll:
    seen: Any = message
    first, second = seen["white"]
    return Roll((first, second), tuple(seen.get(str(colour)) for colour in COLOURS))


def _read_outcome(message: Plain) -> GameOutcome:
    seen: Any = message
    return GameOutcome(EndReason(seen["reason"]), tuple(seen["totals"]), tuple(seen["places"]))
