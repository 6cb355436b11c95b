"""What somebody asks the coach about a pad that only their own device knows."""

from qwixx.rules.errors import IllegalChoice
from qwixx.rules.game import State
from qwixx.rules.reasons import Reason
from qwixx.rules.ruleset import DICE
from qwixx.server import refusals
from qwixx.server.pads.checks import check_mark, check_sheet, roll_of
from qwixx.server.pads.position import position_for
from qwixx.server.pads.state import EnteredRoll, Log, PadState, Written, sheet_of
from qwixx.server.refusals import Refusal
from qwixx.server.wire import protocol


def position_asked(asked: protocol.PadQuestion) -> State:
    """The state in which a seat of such a pad has to decide; Refusal if there is none."""
    try:
        found = position_for(_pad(asked), asked.seat)
    except IllegalChoice as error:
        raise Refusal(refusals.NO_POSITION(problem=str(error).rstrip("."))) from error
    if isinstance(found, Reason):
        raise Refusal(found)
    return found


def _pad(asked: protocol.PadQuestion) -> PadState:
    """As much of a pad as its position follows from; IllegalChoice if there can be no such sheet or roll."""
    players = len(asked.logs)
    if not 1 <= players <= DICE.max_players:
        raise Refusal(refusals.BAD_MESSAGE(problem=f"a pad has 1 to {DICE.max_players} sheets"))
    for seat in (asked.seat, asked.active):
        check_sheet(seat, players)
    logs = tuple(map(_log, asked.logs))
    roll = EnteredRoll(asked.rolled, asked.active, roll_of(asked.dice))
    return PadState(DICE, logs=logs, sheets=tuple(map(sheet_of, logs)), roll=roll)


def _log(marks: tuple[protocol.PadMark, ...]) -> Log:
    for mark in marks:
        check_mark(mark)
    return tuple(Written(place, mark) for place, mark in enumerate(marks))
