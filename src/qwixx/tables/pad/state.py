"""The state of a score pad as the replay of its facts.

Every sheet is the log of its owner's marks. A cross that was made before its device knew of a lock stays; a
seat that knows of the lock finds the row locked. So changes of devices without a network never conflict, and
the sheets do not depend on the order in which marks of different seats arrive.
"""

from typing import Literal, NamedTuple, assert_never

import msgspec
from msgspec.structs import replace

from qwixx.rules.chance import Roll
from qwixx.rules.colours import COLOURS, Colour
from qwixx.rules.errors import OperationalError
from qwixx.rules.ruleset import RULESETS, LockScope, PadGame, Ruleset
from qwixx.rules.scoring import EndReason
from qwixx.rules.sheet import PENALTY_BOXES, Sheet
from qwixx.tables.pad import facts
from qwixx.tables.pad.marks import Log, Mark, Written, in_force, locked_by, sheet_of_log, undo_of

PAPER: Literal["paper"] = "paper"
# The number of games that a pad can go back.
EARLIER_GAMES = 20


class EnteredRoll(NamedTuple):
    """A roll that was entered for a seat, and the version of the pad that it led to."""

    seq: int
    seat: int
    dice: Roll


class PadEnd(NamedTuple):
    """The version in which the game ended, and the reason: the sheets here, or a player on paper."""

    at: int
    reason: EndReason | Literal["paper"]


class SheetOwner(NamedTuple):
    """The person a sheet belongs to."""

    name: str
    secret_hash: str


class PadHappened(NamedTuple):
    """A happening with its sequence number at this pad; only the last roll is kept."""

    seq: int
    what: facts.PadHappening


class PadState(msgspec.Struct, frozen=True):
    """The state after all facts; ``version`` counts them, and numbers the happenings.

    ``games`` is the number of the running game, ``newest`` the highest one used so far; ``begun`` is the
    last version before the running game.
    """

    game: PadGame
    version: int = 1
    seats: tuple[SheetOwner, ...] = ()
    logs: tuple[Log, ...] = ()
    # Derived from the logs: the sheets, the version in which each row was locked for all, and the end.
    sheets: tuple[Sheet, ...] = ()
    closed_at: tuple[int | None, ...] = (None,) * len(COLOURS)
    end: PadEnd | None = None
    games: int = 1
    newest: int = 1
    begun: int = 0
    roll: EnteredRoll | None = None
    # The versions in which the result was shown, and in which the sheets were first reopened after the end.
    finished: int | None = None
    reopened: int | None = None
    happened: tuple[PadHappened, ...] = ()
    # The latest of the earlier games; the last of them can be restored.
    earlier: tuple["PadState", ...] = ()

    @property
    def rules(self) -> Ruleset:
        return RULESETS[self.game]

    @property
    def last_seq(self) -> int:
        return self.version

    @property
    def ending(self) -> EndReason | Literal["paper"] | None:
        """Why the game ends after the current action, if it does."""
        return None if self.end is None else self.end.reason

    @property
    def is_over(self) -> bool:
        """Whether the result is shown."""
        return self.finished is not None

    def happened_since(self, seq: int) -> tuple[PadHappened, ...]:
        return tuple(numbered for numbered in self.happened if numbered.seq > seq)

    def remembers_since(self, seq: int) -> bool:
        """Whether the log since ``seq`` is complete for the running game."""
        return self.begun <= seq <= self.version


def opened_pad(fact: facts.PadOpened) -> PadState:
    """A new pad, without sheets."""
    return PadState(fact.game)


def after_pad(pad: PadState, fact: facts.AnyPadFact) -> PadState:
    """The state after one more fact."""
    match fact:
        case facts.SheetTaken(_, name, secret_hash):
            return _next(_seated(pad, (*pad.seats, SheetOwner(name, secret_hash))), fact)
        case facts.PadMarked(seat, mark):
            return _next(_with_mark(pad, seat, mark), fact)
        case facts.PadRetracted(_, owner, n):
            return _next(_with_mark(pad, owner, undo_of(n, pad.logs[owner], pad.version)), fact)
        case facts.PadRolled(seat, white, coloured):
            entered = EnteredRoll(pad.version + 1, seat, Roll(white, coloured))
            earlier = tuple(each for each in pad.happened if not isinstance(each.what, facts.PadRolled))
            return _next(replace(pad, roll=entered, happened=earlier), fact)
        case facts.PadFinished():
            return _next(replace(pad, finished=None if pad.end is None else pad.version + 1), fact)
        case facts.PadReopened():
            first = None if pad.end is None else (pad.reopened or pad.version + 1)
            return _next(replace(pad, finished=None, reopened=first), fact)
        case facts.PadRenewed():
            return _next(_renewed(pad), fact)
        case facts.PadRestored():
            return _next(_restored(pad), fact)
        case facts.PadOpened():
            raise OperationalError("a pad is opened once")
        case _:
            assert_never(fact)


def _seated(pad: PadState, seats: tuple[SheetOwner, ...]) -> PadState:
    """The pad with these seats: new ones have empty sheets."""
    new = len(seats) - len(pad.logs)
    return replace(pad, seats=seats, logs=pad.logs + ((),) * new, sheets=pad.sheets + (Sheet(),) * new)


def _renewed(pad: PadState) -> PadState:
    """The pad with empty sheets; the previous game is kept."""
    empty = PadState(
        pad.game,
        pad.version,
        games=pad.newest + 1,
        newest=pad.newest + 1,
        begun=pad.version,
        earlier=(*pad.earlier, _left(pad))[-EARLIER_GAMES:],
    )
    return _seated(empty, pad.seats)


def _restored(pad: PadState) -> PadState:
    """The previous game. The current one becomes the oldest of the earlier games, unless it is empty."""
    *others, back = pad.earlier
    left = (_left(pad),) if any(pad.logs) else ()
    game = replace(
        back, version=pad.version, newest=pad.newest, begun=pad.version + 1, earlier=(*left, *others)
    )
    return _seated(game, pad.seats)


def _left(pad: PadState) -> PadState:
    return replace(pad, earlier=())


def _with_mark(pad: PadState, seat: int, mark: Mark) -> PadState:
    log = (*pad.logs[seat], Written(pad.version + 1, mark))
    logs = (*pad.logs[:seat], log, *pad.logs[seat + 1 :])
    sheets = (*pad.sheets[:seat], sheet_of_log(log), *pad.sheets[seat + 1 :])
    closed_at = tuple(_closed_at(pad.rules, logs, colour) for colour in COLOURS)
    then = replace(pad, logs=logs, sheets=sheets, closed_at=closed_at, end=_end(pad.rules, logs, closed_at))
    # A game that continues has no result, and its next end is a new one.
    return then if then.end is not None else replace(then, finished=None, reopened=None)


def _closed_at(rules: Ruleset, logs: tuple[Log, ...], colour: Colour) -> int | None:
    """The version in which a row was first locked for all, here or on paper."""
    if rules.lock_scope is not LockScope.TABLE:
        return None
    locking = (each.seq for log in logs for each in in_force(log) if locked_by(each.mark) is colour)
    return min(locking, default=None)


def _end(rules: Ruleset, logs: tuple[Log, ...], closed_at: tuple[int | None, ...]) -> PadEnd | None:
    """The first end that the marks in force lead to (D16, D17, C20, C21)."""
    found = [(sorted(at for at in closed_at if at is not None), rules.rows_to_end, EndReason.TWO_ROWS)]
    for log in map(in_force, logs):
        locks = [each.seq for each in log if locked_by(each.mark) is not None]
        found.append(
            (locks if rules.lock_scope is LockScope.OWNER else [], rules.rows_to_end, EndReason.TWO_ROWS)
        )
        penalties = [each.seq for each in log if each.mark.kind == "penalty"]
        found.append((penalties, PENALTY_BOXES, EndReason.FOUR_PENALTIES))
    ends = [PadEnd(seqs[needed - 1], reason) for seqs, needed, reason in found if len(seqs) >= needed]
    ends += [PadEnd(each.seq, PAPER) for log in logs for each in in_force(log) if each.mark.kind == "end"]
    return min(ends, key=lambda end: end.at, default=None)


def _next(pad: PadState, what: facts.PadHappening) -> PadState:
    """The next version."""
    version = pad.version + 1
    return replace(pad, version=version, happened=(*pad.happened, PadHappened(version, what)))
