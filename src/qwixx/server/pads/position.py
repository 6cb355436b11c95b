"""The position of a game in which the people at a score pad are, as far as their sheets and the roll tell."""

from qwixx.rules.choices import CROSSES, Cross
from qwixx.rules.errors import IllegalChoice, SetupError
from qwixx.rules.game import State
from qwixx.rules.position import closed_rows
from qwixx.rules.reasons import Reason
from qwixx.rules.ruleset import DICE, SOLO, Phase
from qwixx.rules.sheet import Sheet
from qwixx.rules.validity import check_position
from qwixx.server import refusals
from qwixx.server.pads.state import EnteredRoll, Log, PadState, cell_of, in_force, sheet_of


def position_for(pad: PadState, seat: int) -> State | Reason:
    """What a seat has to decide after the roll that was entered, or why nothing can be said about it."""
    roll = pad.roll
    if roll is None or pad.rules.has_cards:
        return refusals.NO_ROLL
    since = _since(pad.logs[seat], roll)
    if len(since) > (seat == roll.seat):
        return refusals.NOTHING_TO_CHOOSE
    try:
        state = _own(pad, roll, since) if since else _common(pad, roll)
        check_position(state)
    except (SetupError, IllegalChoice) as error:
        return refusals.NO_POSITION(problem=str(error).rstrip("."))
    return state


def _since(log: Log, roll: EnteredRoll) -> Log:
    """The marks that were made in sight of a roll."""
    return tuple(written for written in in_force(log) if written.mark.seen >= roll.seq)


def _common(pad: PadState, roll: EnteredRoll) -> State:
    """Nobody has chosen yet: what others have written since the roll they did at the same time (D5)."""
    sheets = tuple(_before(log, roll) for log in pad.logs)
    return _state(pad, sheets, roll, Phase.COMMON, pending=(None,) * len(sheets))


def _before(log: Log, roll: EnteredRoll) -> Sheet:
    later = {written.seq for written in _since(log, roll)}
    return sheet_of(tuple(written for written in log if written.seq not in later))


def _own(pad: PadState, roll: EnteredRoll, since: Log) -> State:
    """Who rolled has crossed the sum of the white dice, and may cross once more (D6)."""
    (written,) = since
    crossed = None
    if written.mark.kind == "cross":
        colour, number = cell_of(written.mark)
        crossed = CROSSES[colour][number]
    return _state(pad, pad.sheets, roll, Phase.OWN, crossed=crossed)


def _state(
    pad: PadState,
    sheets: tuple[Sheet, ...],
    roll: EnteredRoll,
    phase: Phase,
    *,
    crossed: Cross | None = None,
    pending: tuple[None, ...] = (),
) -> State:
    rules = SOLO if len(sheets) == 1 else DICE
    dice = roll.dice.without(closed_rows(rules, sheets))
    return State(rules, sheets, roll.seat, phase, dice=dice, crossed=crossed, pending=pending)
