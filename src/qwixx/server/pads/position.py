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
    if any(written.mark.kind == "close" for log in pad.logs for written in in_force(log)):
        return refusals.SHEETS_UNKNOWN
    since = _since(pad.logs[seat], roll)
    if not _has_choices_left(since, seat, roll):
        return refusals.NOTHING_TO_CHOOSE
    try:
        state = _own(pad, roll, since) if since else _first_choice(pad, seat, roll)
        if state.dice is not None and not set(state.dice_in_game) <= set(state.dice.coloured):
            return refusals.NO_ROLL
        check_position(state)
    except (SetupError, IllegalChoice) as error:
        return refusals.NO_POSITION(problem=str(error).rstrip("."))
    return state


def _has_choices_left(since: Log, seat: int, roll: EnteredRoll) -> bool:
    """Whether a seat may cross something more: the sum once, and who rolled something else after it."""
    if not since:
        return True
    first = since[0].mark
    return len(since) == 1 and seat == roll.seat and first.kind == "cross" and first.number == roll.dice.sum


def _since(log: Log, roll: EnteredRoll) -> Log:
    """The marks that were made in sight of a roll."""
    return tuple(written for written in in_force(log) if written.mark.seen >= roll.seq)


def _first_choice(pad: PadState, seat: int, roll: EnteredRoll) -> State:
    """The common action; for who rolled and can cross nothing there it is the second one."""
    common = _common(pad, roll)
    has_one = seat == roll.seat and len(common.choices(seat)) == 1
    return _own(pad, roll, ()) if has_one else common


def _common(pad: PadState, roll: EnteredRoll) -> State:
    """Nobody has chosen yet: what others have written since the roll they did at the same time (D5)."""
    sheets = tuple(_before(log, roll) for log in pad.logs)
    return _state(pad, sheets, roll, Phase.COMMON, pending=(None,) * len(sheets))


def _before(log: Log, roll: EnteredRoll) -> Sheet:
    later = {written.seq for written in _since(log, roll)}
    return sheet_of(tuple(written for written in log if written.seq not in later))


def _own(pad: PadState, roll: EnteredRoll, since: Log) -> State:
    """Who rolled is done with the sum of the white dice, crossed or not, and may cross once more (D6)."""
    crossed = None
    for written in since:
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
