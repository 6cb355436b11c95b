"""The state of a score pad as the replay of its facts.

Every sheet is the log of its owner's own marks. A cross that was made before its device heard of a lock
stays; whoever knows of the lock finds the row closed. So what devices did without a network never clashes,
and the sheets are the same in whatever order the marks of different seats arrive.
"""

from typing import NamedTuple, assert_never

import msgspec
from msgspec.structs import replace

from qwixx.rules import reasons
from qwixx.rules.chance import Roll
from qwixx.rules.colours import COLOURS, Colour, colour_named
from qwixx.rules.errors import IllegalChoice, OperationalError
from qwixx.rules.reasons import Reason
from qwixx.rules.ruleset import RULESETS, LockScope, Ruleset
from qwixx.rules.scoring import EndReason
from qwixx.rules.sheet import PENALTY_BOXES, Sheet
from qwixx.rules.turn import end_reason
from qwixx.server import refusals
from qwixx.server.tables import facts, pad_facts
from qwixx.server.tables.facts import Seat
from qwixx.server.wire import protocol
from qwixx.server.wire.protocol import PadMark

# A sheet takes 48 marks; the rest is for what is taken back.
MOST_MARKS = 200


class Written(NamedTuple):
    """A mark in the log of its seat, and the version of the pad that it led to."""

    seq: int
    mark: PadMark


Log = tuple[Written, ...]


class EnteredRoll(NamedTuple):
    """What a seat has rolled, as somebody entered it, and the version of the pad that it led to."""

    seq: int
    seat: int
    dice: Roll


class PadState(msgspec.Struct, frozen=True):
    """Everything the facts say; ``version`` counts them, and numbers what happened.

    ``begun`` is the version before the running game, ``finished`` the one in which somebody ended it.
    """

    rules: Ruleset
    version: int = 1
    seats: tuple[Seat, ...] = ()
    logs: tuple[Log, ...] = ()
    # Where the logs lead: the sheets, and of each row the version in which it was closed for everybody.
    sheets: tuple[Sheet, ...] = ()
    closed_at: tuple[int | None, ...] = (None,) * len(COLOURS)
    games: int = 1
    begun: int = 0
    roll: EnteredRoll | None = None
    finished: int | None = None
    happened: tuple[protocol.PadNumbered, ...] = ()

    @property
    def last_seq(self) -> int:
        return self.version

    @property
    def ending(self) -> EndReason | None:
        """Why the game ends after the action in which people are, if it does."""
        if not self.sheets:
            return None
        closed = len(COLOURS) - self.closed_at.count(None)
        return EndReason.TWO_ROWS if closed >= self.rules.rows_to_end else end_reason(self.rules, self.sheets)

    @property
    def is_over(self) -> bool:
        """Whether the result is shown. Who takes back what ended the game opens it again."""
        return self.finished is not None and self.ending is not None

    def happened_since(self, seq: int) -> tuple[protocol.PadNumbered, ...]:
        return tuple(numbered for numbered in self.happened if numbered.seq > seq)

    def remembers_since(self, seq: int) -> bool:
        """Whether somebody who knows everything up to a number misses nothing but a game that is gone."""
        return self.begun <= seq <= self.version


def in_force(log: Log) -> Log:
    """The marks of a log that were not taken back, without those that take others back."""
    undone = {written.mark.undone for written in log}
    return tuple(each for each in log if each.mark.kind != "undo" and each.mark.n not in undone)


def sheet_of(log: Log) -> Sheet:
    """The sheet that a log leads to; IllegalChoice if it cannot be."""
    sheet = Sheet()
    for _, mark in in_force(log):
        if mark.kind == "close":
            continue
        sheet = sheet.with_penalty() if mark.kind == "penalty" else sheet.cross(*cell_of(mark))
    return sheet


def cell_of(mark: PadMark) -> tuple[Colour, int]:
    """What a cross crosses."""
    assert mark.colour is not None
    assert mark.number is not None
    return colour_named(mark.colour), mark.number


def is_same(mark: PadMark, other: PadMark) -> bool:
    """Whether two marks do the same: when they were made does not count."""
    return replace(mark, seen=0, late=False) == replace(other, seen=0, late=False)


def was_done(pad: PadState, seat: int, mark: PadMark) -> bool:
    """Whether another device did the same, and this one had not heard of it: it is done once."""
    if mark.kind == "undo":
        return any(written.mark.undone == mark.undone for written in pad.logs[seat])
    if mark.kind != "close" or mark.colour is None:
        return False
    closed_at = pad.closed_at[colour_named(mark.colour)]
    return closed_at is not None and mark.seen < closed_at


# What is refused


def why_not(pad: PadState, seat: int, mark: PadMark) -> Reason | None:
    """Why a seat may not write a mark, or None if it may."""
    log = pad.logs[seat]
    if pad.is_over and pad.finished is not None and mark.seen >= pad.finished:
        return reasons.GAME_OVER
    if len(log) >= MOST_MARKS:
        return refusals.TOO_MANY_MARKS(most=MOST_MARKS)
    match mark.kind:
        case "cross":
            return _why_not_cross(pad, seat, mark)
        case "penalty":
            full = pad.sheets[seat].penalties >= PENALTY_BOXES
            return refusals.PENALTIES_FULL(most=PENALTY_BOXES) if full else None
        case "undo":
            return _why_not_undo(log, mark)
        case "close":
            return _why_not_close(pad, mark)
        case _:
            assert_never(mark.kind)


def _why_not_cross(pad: PadState, seat: int, mark: PadMark) -> Reason | None:
    colour, number = cell_of(mark)
    sheet, closed_at = pad.sheets[seat], pad.closed_at[colour]
    if closed_at is not None and _knows(pad, seat, closed_at, mark.seen) and not sheet.has_lock(colour):
        if not mark.late:
            return reasons.ROW_CLOSED(colour=colour)
        if not is_same_roll(pad, seat, closed_at, mark.seen):
            return refusals.NOT_SAME_ROLL(colour=colour)
    return sheet.why_not(colour, number)


def _why_not_close(pad: PadState, mark: PadMark) -> Reason | None:
    assert mark.colour is not None
    colour = colour_named(mark.colour)
    if pad.rules.lock_scope is not LockScope.TABLE:
        return refusals.NOTHING_TO_CLOSE
    return None if pad.closed_at[colour] is None else reasons.ROW_CLOSED(colour=colour)


def _is_own(pad: PadState, seat: int, closed_at: int) -> bool:
    """Whether a seat closed a row itself, for somebody on paper."""
    return any(written.seq == closed_at for written in pad.logs[seat])


def _knows(pad: PadState, seat: int, closed_at: int, seen: int) -> bool:
    """Whether a seat knew that a row was closed: it heard of it, or did it."""
    return seen >= closed_at or _is_own(pad, seat, closed_at)


def is_same_roll(pad: PadState, seat: int, closed_at: int, seen: int) -> bool:
    """Whether a row that was closed may still belong to the roll in which a seat is (D13).

    It does not once the seat went on to something else, or a roll was entered since.
    """
    if pad.roll is not None and closed_at < pad.roll.seq <= seen:
        return False
    own = _is_own(pad, seat, closed_at)
    return all(
        mark.late or (seq <= closed_at if own else mark.seen < closed_at)
        for seq, mark in in_force(pad.logs[seat])
    )


def _why_not_undo(log: Log, mark: PadMark) -> Reason | None:
    if mark.undone is None or not any(
        each.mark.n == mark.undone and each.mark.kind != "undo" for each in log
    ):
        return refusals.NOTHING_TO_UNDO(n=mark.undone or 0)
    try:
        sheet_of((*log, Written(0, mark)))
    except IllegalChoice as error:
        return error.reason
    return None


# What facts lead to


def opened_pad(fact: pad_facts.PadOpened) -> PadState:
    """A pad just made: nobody has a sheet yet."""
    return PadState(RULESETS[fact.game])


def after_pad(pad: PadState, fact: facts.AnyFact) -> PadState:
    """The state after one more fact."""
    match fact:
        case facts.Sat(seat, name, secret_hash):
            seats = (*pad.seats, Seat(name, secret_hash=secret_hash))
            there = replace(pad, seats=seats, logs=(*pad.logs, ()), sheets=(*pad.sheets, Sheet()))
            return _next(there, protocol.Joined(seat, name))
        case pad_facts.PadMarked(seat, mark):
            log = (*pad.logs[seat], Written(pad.version + 1, mark))
            return _next(_with_log(pad, seat, log), protocol.Marked(seat, mark))
        case pad_facts.PadRolled(seat, dice):
            entered = EnteredRoll(pad.version + 1, seat, Roll(dice.white, dice.coloured))
            earlier = tuple(each for each in pad.happened if not isinstance(each.what, protocol.RollEntered))
            return _next(replace(pad, roll=entered, happened=earlier), protocol.RollEntered(seat, dice))
        case pad_facts.PadFinished(seat):
            return _next(replace(pad, finished=pad.version + 1), protocol.Finished(seat))
        case pad_facts.PadReopened(seat):
            return _next(replace(pad, finished=None), protocol.Reopened(seat))
        case pad_facts.PadRenewed(seat):
            empty = replace(
                pad,
                logs=((),) * len(pad.seats),
                sheets=(Sheet(),) * len(pad.seats),
                closed_at=(None,) * len(COLOURS),
                games=pad.games + 1,
                begun=pad.version,
                roll=None,
                finished=None,
                happened=(),
            )
            return _next(empty, protocol.Renewed(seat))
        case _:
            raise OperationalError(f"a score pad has no {type(fact).__name__}")


def _with_log(pad: PadState, seat: int, log: Log) -> PadState:
    logs = (*pad.logs[:seat], log, *pad.logs[seat + 1 :])
    sheets = (*pad.sheets[:seat], sheet_of(log), *pad.sheets[seat + 1 :])
    closed_at = tuple(_closed_at(pad.rules, logs, colour) for colour in COLOURS)
    return replace(pad, logs=logs, sheets=sheets, closed_at=closed_at)


def _closed_at(rules: Ruleset, logs: tuple[Log, ...], colour: Colour) -> int | None:
    """The version in which the first lock of a row was crossed, here or by somebody without a sheet."""
    if rules.lock_scope is not LockScope.TABLE:
        return None
    closing = (
        written.seq
        for log in logs
        for written in in_force(log)
        if written.mark.colour == str(colour)
        and (written.mark.kind == "close" or written.mark.number == colour.last)
    )
    return min(closing, default=None)


def _next(pad: PadState, what: protocol.PadHappening) -> PadState:
    """One version later."""
    version = pad.version + 1
    return replace(pad, version=version, happened=(*pad.happened, protocol.PadNumbered(version, what)))


def rings(roll: Roll, seat: int, active: int) -> dict[Colour, frozenset[int]]:
    """The numbers that a roll offers a seat in each row: the sum for all, more for who rolled (D4, D6)."""
    return {
        colour: frozenset({roll.sum, *(roll.sums(colour) if seat == active else ())}) for colour in COLOURS
    }
