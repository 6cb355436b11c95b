"""Messages of the protocol, built from the state of a pad, and back."""

from typing import assert_never

from qwixx.rules.chance import Roll
from qwixx.tables import protocol, refusals
from qwixx.tables.pad import facts
from qwixx.tables.pad.marks import Mark
from qwixx.tables.pad.state import PadHappened, PadState
from qwixx.tables.presence import Presence
from qwixx.tables.refusals import Refusal

COLOURED_DICE = 4


def pad_info(name: str, now: PadState, presence: Presence) -> protocol.PadInfo:
    seats = tuple(protocol.PadSeat(seat.name, number in presence) for number, seat in enumerate(now.seats))
    return protocol.PadInfo(name, now.game, seats, now.games, bool(now.earlier))


class PadBroadcast:
    """One version of a pad for all subscribers; nothing is hidden."""

    def __init__(self, now: PadState, info: protocol.PadInfo) -> None:
        self._now = now
        self._info = info
        self._updates: dict[int, bytes] = {}

    def update(self, seat: int | None, since: int) -> bytes:
        """The JSON of an update."""
        if since not in self._updates:
            self._updates[since] = protocol.encode(self._update(since))
        return self._updates[since]

    def _update(self, since: int) -> protocol.PadUpdate:
        now = self._now
        fresh = not now.remembers_since(since)
        happened = tuple(map(_numbered, now.happened_since(0 if fresh else since)))
        return protocol.PadUpdate(now.version, fresh, happened, self._info)


def _numbered(happened: PadHappened) -> protocol.PadHappeningWithSeq:
    return protocol.PadHappeningWithSeq(happened.seq, _happening(happened.what))


def _happening(what: facts.PadHappening) -> protocol.PadHappening:
    match what:
        case facts.SheetTaken(seat, name):
            return protocol.Joined(seat, name)
        case facts.PadMarked(seat, mark):
            return protocol.Marked(seat, mark_message(mark))
        case facts.PadRetracted(seat, owner, n):
            return protocol.Retracted(seat, owner, n)
        case facts.PadRolled(seat, white, coloured):
            return protocol.RollEntered(seat, protocol.Dice(white, coloured))
        case facts.PadFinished(seat):
            return protocol.Finished(seat)
        case facts.PadReopened(seat):
            return protocol.Reopened(seat)
        case facts.PadRenewed(seat):
            return protocol.Renewed(seat)
        case facts.PadRestored(seat):
            return protocol.Restored(seat)
        case _:
            assert_never(what)


def mark_message(mark: Mark) -> protocol.PadMark:
    return protocol.PadMark(mark.n, mark.kind, mark.seen, mark.colour, mark.number, mark.undone, mark.late)


# Validation of what a device sends


def mark_of(message: protocol.PadMark) -> Mark:
    """The mark of a message; Refusal if its fields do not fit its kind."""
    cell = message.colour is not None and message.number is not None
    bare = message.colour is None and message.number is None and not message.late
    is_row = message.colour is not None and message.number is None and not message.late
    fits = {
        "cross": cell and message.undone is None,
        "penalty": bare and message.undone is None,
        "undo": bare and message.undone is not None,
        "close": is_row and message.undone is None,
        "end": bare and message.undone is None,
    }
    if not fits[message.kind]:
        needs = (
            "a cross has a colour and a number, a close a colour, an undo what is undone; a penalty and an "
            "end have nothing"
        )
        raise Refusal(refusals.BAD_MESSAGE(problem=needs))
    check_number(message.seen)
    return Mark(
        message.n, message.kind, message.seen, message.colour, message.number, message.undone, message.late
    )


def check_number(seq: int) -> None:
    """Refuse an impossible sequence number."""
    if seq < 0:
        raise Refusal(refusals.BAD_MESSAGE(problem=f"sequence numbers begin at 0, and {seq} is negative"))


def check_sheet(seat: int, sheets: int) -> None:
    """Refuse a sheet that does not exist."""
    if not 0 <= seat < sheets:
        raise Refusal(refusals.BAD_MESSAGE(problem=f"sheet {seat} does not exist"))


def roll_of(dice: protocol.Dice) -> Roll:
    """The roll of a message; IllegalChoice for an impossible face."""
    if len(dice.coloured) != COLOURED_DICE:
        raise Refusal(refusals.BAD_MESSAGE(problem="a roll has four coloured dice, null for one that is out"))
    return Roll(dice.white, dice.coloured)
