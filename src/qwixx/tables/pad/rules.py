"""The rules of a score pad: why a mark may not be written.

A locked row, and a game that has ended, take no more marks from a seat that knows of it, with two exceptions.
Undone marks may be written again, so that a seat never has more crosses than before. And a ``late`` cross
belongs to the common action of the same roll, in which every player may cross one number.
"""

from collections.abc import Iterator
from typing import NamedTuple, assert_never

from qwixx.rules import reasons
from qwixx.rules.chance import Roll
from qwixx.rules.colours import COLOURS, Colour, colour_named
from qwixx.rules.errors import IllegalChoice
from qwixx.rules.reasons import Reason
from qwixx.rules.ruleset import LockScope
from qwixx.rules.sheet import PENALTY_BOXES
from qwixx.tables import refusals
from qwixx.tables.pad.marks import (
    MOST_MARKS,
    Log,
    Mark,
    Written,
    crossed_cell,
    in_force,
    locked_by,
    sheet_of_log,
)
from qwixx.tables.pad.state import EnteredRoll, PadState

# Marks that use up an action of their seat.
ACTION_KINDS = ("cross", "penalty")


class Stop(NamedTuple):
    """The lock of a row, or the end of the game: its version, and the mark that caused it with its seat."""

    at: int
    row: Colour | None
    seat: int
    mark: Mark

    @property
    def reason(self) -> Reason:
        return reasons.GAME_OVER if self.row is None else reasons.ROW_CLOSED(colour=self.row)


def was_done(pad: PadState, seat: int, mark: Mark) -> bool:
    """Whether another device has made an equivalent mark that this one had not seen."""
    match mark.kind:
        case "undo":
            return any(written.mark.undone == mark.undone for written in pad.logs[seat])
        case "close":
            closed_at = pad.closed_at[colour_named(mark.colour or "")]
            return closed_at is not None and mark.seen < closed_at
        case "end":
            return any(
                each.mark.kind == "end" and mark.seen < each.seq for log in pad.logs for each in in_force(log)
            )
        case _:
            return False


def why_not(pad: PadState, seat: int, mark: Mark) -> Reason | None:
    """Why a seat may not write a mark, or None if it may."""
    if pad.finished is not None and mark.seen >= pad.finished:
        return reasons.GAME_OVER
    if len(pad.logs[seat]) >= MOST_MARKS:
        return refusals.TOO_MANY_MARKS(most=MOST_MARKS)
    match mark.kind:
        case "cross":
            return _why_not_cross(pad, seat, mark)
        case "penalty":
            return _why_not_penalty(pad, seat, mark)
        case "undo":
            return _why_not_undo(pad.logs[seat], mark)
        case "close":
            return _why_not_close(pad, seat, mark)
        case "end":
            return reasons.GAME_OVER if _known_end(pad, seat, mark) else None
        case _:
            assert_never(mark.kind)


def _why_not_cross(pad: PadState, seat: int, mark: Mark) -> Reason | None:
    colour, number = crossed_cell(mark)
    for stop in _stops(pad, seat, mark):
        if _replaces(pad.logs[seat], stop, mark):
            continue
        if not mark.late:
            return stop.reason
        if not _is_in_common_action(pad, seat, stop, mark):
            return refusals.NOT_SAME_ROLL
    return pad.sheets[seat].why_not(colour, number)


def _why_not_penalty(pad: PadState, seat: int, mark: Mark) -> Reason | None:
    if pad.sheets[seat].penalties >= PENALTY_BOXES:
        return refusals.PENALTIES_FULL(most=PENALTY_BOXES)
    end = _known_end(pad, seat, mark)
    return None if end is None or _replaces(pad.logs[seat], end, mark) else end.reason


def _why_not_close(pad: PadState, seat: int, mark: Mark) -> Reason | None:
    if pad.rules.lock_scope is not LockScope.TABLE:
        return refusals.NOTHING_TO_CLOSE
    colour = colour_named(mark.colour or "")
    if pad.closed_at[colour] is not None:
        return reasons.ROW_CLOSED(colour=colour)
    end = _known_end(pad, seat, mark)
    return None if end is None or _number_of(end.mark) == colour.last else end.reason


def _why_not_undo(log: Log, mark: Mark) -> Reason | None:
    if mark.undone is None or not any(
        each.mark.n == mark.undone and each.mark.kind != "undo" for each in log
    ):
        return refusals.NOTHING_TO_UNDO(n=mark.undone or 0)
    try:
        sheet_of_log((*log, Written(0, mark)))
    except IllegalChoice as error:
        return error.reason
    return None


# Knowledge of a seat


def _stops(pad: PadState, seat: int, mark: Mark) -> Iterator[Stop]:
    """The lock of the row of a cross, and the end of the game, if its seat knows of them."""
    colour, _ = crossed_cell(mark)
    at = pad.closed_at[colour]
    if at is not None and not pad.sheets[seat].has_lock(colour) and _knows(pad, seat, at, mark):
        yield _stop(pad, at, colour)
    end = _known_end(pad, seat, mark)
    if end is not None:
        yield end


def _known_end(pad: PadState, seat: int, mark: Mark) -> Stop | None:
    """The end of the game, unless the seat does not know it, or knows that the sheets were reopened."""
    if pad.end is None or not _knows(pad, seat, pad.end.at, mark):
        return None
    if pad.reopened is not None and mark.seen >= pad.reopened:
        return None
    return _stop(pad, pad.end.at, None)


def _stop(pad: PadState, at: int, row: Colour | None) -> Stop:
    return next(
        Stop(at, row, seat, written.mark)
        for seat, log in enumerate(pad.logs)
        for written in log
        if written.seq == at
    )


def _is_own(log: Log, at: int) -> bool:
    return any(written.seq == at for written in log)


def _knows(pad: PadState, seat: int, at: int, mark: Mark) -> bool:
    """Whether a seat knew of a version when it made a mark: it had seen it, or caused it."""
    return mark.seen >= at or _is_own(pad.logs[seat], at)


def _since(log: Log, at: int) -> Log:
    """The marks that a seat made knowing of a version, including the mark that caused it."""
    own = _is_own(log, at)
    return tuple(each for each in log if each.mark.seen >= at or (own and each.seq >= at))


# Marks after a lock or the end


def _replaces(log: Log, stop: Stop, mark: Mark) -> bool:
    """Whether a mark replaces one that was undone since; a lock replaces only a lock."""
    free, numbers = 0, set[int | None]()
    for _, each in _since(log, stop.at):
        if each.undone is not None:
            undone = log[each.undone - 1].mark
            if (undone.kind, undone.colour) == (mark.kind, mark.colour):
                free += 1
                numbers.add(undone.number)
        elif free and (each.kind, each.colour) == (mark.kind, mark.colour):
            free -= 1
    return free > 0 and (locked_by(mark) is None or mark.number in numbers)


def _is_in_common_action(pad: PadState, seat: int, stop: Stop, mark: Mark) -> bool:
    """Whether a late cross may belong to the common action of the roll in which it stopped (D5, D13, A5)."""
    roll = pad.roll
    if roll is not None and stop.at < roll.seq <= mark.seen:
        return False
    if not _fits(roll, stop, mark):
        roll = None
    if _has_acted(pad.logs[seat], roll and roll.seq, stop, mark) or _is_roll_over(
        pad, seat, roll, stop, mark
    ):
        return False
    number = _crossed_late(pad, seat, stop, mark) if roll is None else roll.dice.sum
    return number in (None, mark.number) and not _ends_before(pad, seat, stop, mark)


def _fits(roll: EnteredRoll | None, stop: Stop, mark: Mark) -> bool:
    """Whether the stop happened in the entered roll: people need not enter every roll."""
    if roll is None or not roll.seq < stop.at or roll.seq > mark.seen:
        return False
    match stop.mark.kind:
        case "cross":
            colour, number = crossed_cell(stop.mark)
            return number in rings(roll.dice, stop.seat, roll.seat)[colour]
        case "close":
            return _number_of(stop.mark) == roll.dice.sum
        case kind:
            return kind == "penalty" and stop.seat == roll.seat


def _has_acted(log: Log, rolled: int | None, stop: Stop, mark: Mark) -> bool:
    """Whether a seat has acted since the stop or the roll, or was late in another row."""
    since = _since(log, stop.at)
    late = any(each.kind == "cross" and each.late and each.colour != mark.colour for _, each in since)
    return late or any(
        each.mark.kind in ACTION_KINDS
        and (each in since or (rolled is not None and each.mark.seen >= rolled))
        for each in in_force(log)
    )


def _is_roll_over(pad: PadState, seat: int, roll: EnteredRoll | None, stop: Stop, mark: Mark) -> bool:
    """Whether others have written more since the stop than belongs to one roll (D4, D6, D9).

    In a roll every player crosses one number, but the active player two, or none and takes a penalty.
    """
    active = set[int]() if roll is None else {roll.seat}
    for other, log in enumerate(pad.logs):
        if other == seat:
            continue
        since = tuple(each for each in _since(log, stop.at) if each.seq <= mark.seen)
        crosses, penalties = _added(log, since, "cross"), _added(log, since, "penalty")
        if crosses + 2 * penalties > 2:
            return True
        if crosses > 1 or penalties > 0:
            active.add(other)
    return len(active) > 1


def _added(log: Log, since: Log, kind: str) -> int:
    """The number of marks of a kind in the latest part of a log, without replacements of undone ones."""
    undone = {each.mark.undone for each in since}
    earlier = [each for each in log if each not in since]
    made = sum(each.mark.kind == kind and each.mark.n not in undone for each in since)
    return made - sum(each.mark.kind == kind and each.mark.n in undone for each in earlier)


def _crossed_late(pad: PadState, seat: int, stop: Stop, mark: Mark) -> int | None:
    """The number of the common action, if it follows from crosses that the seat knows."""
    locks = 0
    for other, log in enumerate(pad.logs):
        for written in in_force(log) if other != seat else ():
            each = written.mark
            if each.kind != "cross" or written.seq > mark.seen:
                continue
            if each.late and written in _since(log, stop.at) and _is_about(stop, each):
                return each.number
            locks += each.colour == stop.mark.colour and locked_by(each) is not None
    # Two players lock the same row only in the common action.
    return _number_of(stop.mark) if locks > 1 and pad.rules.lock_scope is LockScope.TABLE else None


def _is_about(stop: Stop, mark: Mark) -> bool:
    """Whether a late cross belongs to a stop: after the end each does, else those in the same row."""
    return stop.row is None or mark.colour == str(stop.row)


def _ends_before(pad: PadState, seat: int, stop: Stop, mark: Mark) -> bool:
    """Whether a lock in the common action would have ended the game before the stop (D15, D18, C22)."""
    colour = locked_by(mark)
    if colour is None or stop.row is not None or _number_of(stop.mark) == mark.number:
        return False
    if pad.rules.lock_scope is LockScope.OWNER:
        # A player who ended the game on paper may have locked a row in the same action.
        locks = 0 if stop.mark.kind == "end" else len(pad.sheets[seat].locks)
        return locks + 1 >= pad.rules.rows_to_end
    before = [each for each in COLOURS if (pad.closed_at[each] or stop.at) < stop.at]
    return colour not in before and len(before) + 1 >= pad.rules.rows_to_end


def _number_of(mark: Mark) -> int | None:
    """The number by which a mark locks a row."""
    colour = locked_by(mark)
    return None if colour is None else colour.last


def rings(roll: Roll, seat: int, active: int) -> dict[Colour, frozenset[int]]:
    """The numbers that a roll offers a seat in each row: more for the active player (D4, D6)."""
    return {
        colour: frozenset({roll.sum, *(roll.sums(colour) if seat == active else ())}) for colour in COLOURS
    }
