"""Views and outcomes as plain dictionaries and lists, ready for JSON."""

from qwixx.notation.pieces import format_choice
from qwixx.rules.chance import Roll
from qwixx.rules.colours import COLOURS
from qwixx.rules.scoring import Outcome
from qwixx.rules.sheet import Sheet
from qwixx.rules.view import View

Plain = dict[str, object]


def plain_sheet(sheet: Sheet) -> Plain:
    rows: Plain = {str(colour): list(row) for colour, row in zip(COLOURS, sheet.rows, strict=True)}
    return {**rows, "locks": [str(lock) for lock in sheet.locks], "penalties": sheet.penalties}


def plain_roll(dice: Roll) -> Plain:
    return {"white": list(dice.white), **{str(colour): die for colour, die in dice.coloured.items()}}


def plain_outcome(outcome: Outcome) -> Plain:
    return {
        "reason": str(outcome.reason),
        "totals": list(outcome.totals),
        "places": list(outcome.places),
        "winners": list(outcome.winners),
    }


def plain_view(view: View) -> Plain:
    """Everything a view holds: the whole of what may be sent to its seat."""
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
        "to_act": sorted(view.to_act),
        "chosen": format_choice(view.chosen) if view.chosen is not None else None,
        "choices": [format_choice(choice) for choice in view.choices],
        "outcome": plain_outcome(view.outcome) if view.outcome is not None else None,
        "hand": [str(card) for card in view.hand],
        "hand_sizes": list(view.hand_sizes),
        "hand_numbers": [list(hand) for hand in numbers] if numbers is not None else None,
        "display": list(view.display),
        "deck_top": view.deck_top,
        "deck_count": view.deck_count,
        "discard_count": view.discard_count,
    }
