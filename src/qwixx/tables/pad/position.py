"""The position of the game that a pad records, from its sheets and the entered roll."""

from qwixx.rules.choices import CROSSES, Cross
from qwixx.rules.errors import IllegalChoice, SetupError
from qwixx.rules.game import State
from qwixx.rules.position import closed_rows, no_choices
from qwixx.rules.ruleset import DICE, SOLO, Phase
from qwixx.rules.sheet import Sheet
from qwixx.rules.validity import check_state
from qwixx.tables import protocol, refusals
from qwixx.tables.pad.marks import Log, Written, crossed_cell, in_force, sheet_of_log
from qwixx.tables.pad.state import EnteredRoll, PadState
from qwixx.tables.pad.views import check_number, check_sheet, mark_of, roll_of
from qwixx.tables.refusals import Refusal, with_problem


def position_for(pad: PadState, seat: int) -> State:
    """The state in which a seat decides after the entered roll; Refusal if it is unknown."""
    roll = pad.roll
    if roll is None or pad.rules.has_cards:
        raise Refusal(refusals.NO_ROLL)
    if any(written.mark.kind in ("close", "end") for log in pad.logs for written in in_force(log)):
        raise Refusal(refusals.SHEETS_UNKNOWN)
    since = _since(pad.logs[seat], roll)
    if not _has_choices_left(since, seat, roll):
        raise Refusal(refusals.NOTHING_TO_CHOOSE)
    try:
        state = _own(pad, roll, since) if since else _first_choice(pad, seat, roll)
        if state.dice is not None and not set(state.dice_in_game) <= set(state.dice.coloured):
            raise Refusal(refusals.NO_ROLL)
        check_state(state)
    except (SetupError, IllegalChoice) as error:
        raise Refusal(with_problem(refusals.NO_POSITION, error)) from error
    return state


def _has_choices_left(since: Log, seat: int, roll: EnteredRoll) -> bool:
    """Whether a seat may cross again: the sum once, and the active player another number after it."""
    if not since:
        return True
    first = since[0].mark
    return len(since) == 1 and seat == roll.seat and first.kind == "cross" and first.number == roll.dice.sum


def _since(log: Log, roll: EnteredRoll) -> Log:
    """The marks that were made after a roll was seen."""
    return tuple(written for written in in_force(log) if written.mark.seen >= roll.seq)


def _first_choice(pad: PadState, seat: int, roll: EnteredRoll) -> State:
    """The common action; the second action for an active player who can cross nothing in it."""
    common = _common(pad, roll)
    has_one = seat == roll.seat and len(common.choices(seat)) == 1
    return _own(pad, roll, ()) if has_one else common


def _common(pad: PadState, roll: EnteredRoll) -> State:
    """The common action without any choice: what others wrote since the roll was simultaneous (D5)."""
    sheets = tuple(_before(log, roll) for log in pad.logs)
    return _state(pad, sheets, roll, Phase.COMMON, pending=no_choices(len(sheets)))


def _before(log: Log, roll: EnteredRoll) -> Sheet:
    later = {written.seq for written in _since(log, roll)}
    return sheet_of_log(tuple(written for written in log if written.seq not in later))


def _own(pad: PadState, roll: EnteredRoll, since: Log) -> State:
    """The second action of the active player, who has crossed the white sum or not (D6)."""
    crossed = None
    for written in since:
        colour, number = crossed_cell(written.mark)
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


# Pads that are only on a device


def position_asked(asked: protocol.PadQuestion) -> State:
    """The state in which a seat has to decide, of a pad that is only on a device; Refusal without one."""
    try:
        pad = _pad(asked)
    except IllegalChoice as error:
        raise Refusal(with_problem(refusals.NO_POSITION, error)) from error
    return position_for(pad, asked.seat)


def _pad(asked: protocol.PadQuestion) -> PadState:
    """The part of a pad that determines its position; IllegalChoice for an invalid sheet or roll."""
    players = len(asked.logs)
    if not 1 <= players <= DICE.max_players:
        raise Refusal(refusals.BAD_MESSAGE(problem=f"a pad has 1 to {DICE.max_players} sheets"))
    for seat in (asked.seat, asked.active):
        check_sheet(seat, players)
    check_number(asked.rolled)
    logs = tuple(map(_log, asked.logs))
    roll = EnteredRoll(asked.rolled, asked.active, roll_of(asked.dice))
    return PadState("dice", logs=logs, sheets=tuple(map(sheet_of_log, logs)), roll=roll)


def _log(marks: tuple[protocol.PadMark, ...]) -> Log:
    return tuple(Written(place, mark_of(mark)) for place, mark in enumerate(marks))
