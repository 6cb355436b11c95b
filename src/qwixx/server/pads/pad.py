"""A score pad: the only authority over its sheets. Like a table it knows no transport and no clock."""

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import assert_never

from qwixx.rules.choices import Choice
from qwixx.rules.game import State
from qwixx.rules.reasons import Reason
from qwixx.server import refusals
from qwixx.server.pads.checks import check_mark, check_sheet, roll_of
from qwixx.server.pads.position import position_for
from qwixx.server.pads.state import PadState, after_pad, is_same, opened_pad, was_done, why_not
from qwixx.server.refusals import Refusal
from qwixx.server.tables import facts, pad_facts
from qwixx.server.tables.plan import BotQuestion
from qwixx.server.tables.presence import Presence
from qwixx.server.tables.sitting import NewSecret, check_new_name, hashed, seat_with, secret_by
from qwixx.server.tables.table import SeatCommand
from qwixx.server.wire import protocol


class PadBroadcast:
    """One version of a pad for all who listen to it."""

    def __init__(self, now: PadState, info: protocol.PadInfo) -> None:
        self._now = now
        self._info = info
        self._updates: dict[int, bytes] = {}

    def update(self, seat: int | None, since: int) -> bytes:
        """The JSON for somebody who knows everything up to a number; nothing is hidden from anybody."""
        if since not in self._updates:
            self._updates[since] = protocol.encode(self._update(since))
        return self._updates[since]

    def _update(self, since: int) -> protocol.PadUpdate:
        now = self._now
        fresh = not now.remembers_since(since)
        return protocol.PadUpdate(now.version, fresh, now.happened_since(0 if fresh else since), self._info)


class Pad:
    """One pad in memory, made from the state to which its facts led."""

    def __init__(self, name: str, now: PadState) -> None:
        self.name = name
        self.now = now
        self.presence = Presence()

    @property
    def path(self) -> str:
        """Where the client shows it."""
        return f"pad/{self.name}"

    # What is known

    def seat_of(self, secret: str) -> int | None:
        """The seat that a secret belongs to."""
        return seat_with(secret, self.now.seats)

    def info(self) -> protocol.PadInfo:
        seats = tuple(
            protocol.PadSeat(seat.name or "", number in self.presence)
            for number, seat in enumerate(self.now.seats)
        )
        return protocol.PadInfo(self.name, self.now.rules.name, seats, self.now.games)  # type: ignore[arg-type]

    def broadcast(self, at: float) -> PadBroadcast:
        """What the pad has to tell now."""
        return PadBroadcast(self.now, self.info())

    # What may be asked

    def plan_join(self, name: str, key: str | None = None) -> tuple[list[facts.AnyFact], NewSecret]:
        """A person gets the next sheet; also in the middle of a game, since nobody waits for anybody.

        With the same key again it is the sheet that they have.
        """
        secret = secret_by(key, self.name)
        own = self.seat_of(secret)
        if own is not None:
            return [], NewSecret(own, secret)
        if len(self.now.seats) >= self.now.rules.max_players:
            raise Refusal(refusals.TABLE_FULL)
        people = [seat.name for seat in self.now.seats if seat.name is not None]
        check_new_name(name, people)
        seat = len(people)
        return [facts.Sat(seat, name, hashed(secret))], NewSecret(seat, secret)

    def plan(self, seat: int | None, message: protocol.Command) -> list[facts.AnyFact]:
        """The facts that a command of a seat leads to: none if it was carried out already."""
        if not isinstance(message, protocol.PadCommand):
            raise Refusal(refusals.BAD_MESSAGE(problem="it is for a table, and this is a score pad"))
        if seat is None:
            raise Refusal(refusals.NOT_SEATED)
        if message.game < self.now.games and isinstance(message, protocol.Renew):
            return []  # others wanted it, too, and were faster
        if message.game != self.now.games:
            raise Refusal(refusals.STALE)
        match message:
            case protocol.Write(mark=mark):
                return self._plan_mark(seat, mark)
            case protocol.EnterRoll(seat=active, dice=dice):
                return [self._entered(active, dice)]
            case protocol.Finish():
                if self.now.ending is None:
                    raise Refusal(refusals.NOT_OVER)
                return [] if self.now.is_over else [pad_facts.PadFinished(seat)]
            case protocol.Reopen():
                return [pad_facts.PadReopened(seat)] if self.now.is_over else []
            case protocol.Renew():
                if not self.now.is_over:
                    raise Refusal(refusals.NOT_OVER)
                return [pad_facts.PadRenewed(seat)]
            case _:
                assert_never(message)

    def plan_all(self, commands: Sequence[SeatCommand]) -> tuple[list[facts.AnyFact], list[int | Exception]]:
        """The facts that commands lead to in turn; and of each the version, or what is against it."""
        then, planned, outcomes = self.now, list[facts.AnyFact](), list[int | Exception]()
        for seat, message in commands:
            try:
                new = Pad(self.name, then).plan(seat, message)
            except Exception as error:
                outcomes.append(error)
            else:
                planned += new
                then = reduce(after_pad, new, then)
                outcomes.append(then.version)
        return planned, outcomes

    def _plan_mark(self, seat: int, mark: protocol.PadMark) -> list[facts.AnyFact]:
        check_mark(mark)
        if mark.seen > self.now.version:
            later = f"what it has seen, {mark.seen}, is yet to come, the pad is at {self.now.version}"
            raise Refusal(refusals.BAD_MESSAGE(problem=later))
        log = self.now.logs[seat]
        if 1 <= mark.n <= len(log) and is_same(log[mark.n - 1].mark, mark):
            return []  # it was sent before
        if mark.n != len(log) + 1:
            raise Refusal(refusals.MARK_NUMBER(n=mark.n, next=len(log) + 1))
        if was_done(self.now, seat, mark):
            return []
        reason = why_not(self.now, seat, mark)
        if reason is not None:
            raise Refusal(reason)
        return [pad_facts.PadMarked(seat, mark)]

    def _entered(self, active: int, dice: protocol.Dice) -> pad_facts.PadRolled:
        if self.now.rules.has_cards:
            raise Refusal(refusals.BAD_MESSAGE(problem="there are no dice in this game"))
        check_sheet(active, len(self.now.seats))
        roll_of(dice)
        return pad_facts.PadRolled(active, dice)

    def is_change_of_mind(self, seat: int, message: protocol.Command) -> bool:
        """Whether a command could be sent for ever; marks are counted."""
        return not isinstance(message, protocol.Write)

    def why_not(self, seat: int | None, text: str) -> Reason | None:
        raise Refusal(refusals.BAD_MESSAGE(problem="it is for a table, and this is a score pad"))

    def to_advise(self, seat: int | None) -> State:
        """The state in which a seat wants advice; Refusal if there is none."""
        if seat is None:
            raise Refusal(refusals.NOT_SEATED)
        found = position_for(self.now, seat)
        if isinstance(found, Reason):
            raise Refusal(found)
        return found

    # No bots, no time limit: nothing happens by itself

    def bot_question(self) -> BotQuestion | None:
        return None

    def plan_answer(self, question: BotQuestion, choices: Mapping[int, Choice]) -> list[facts.AnyFact]:
        return []

    def seconds_open(self, at: float) -> float:
        return 0.0

    def plan_arrival(self, seat: int) -> list[facts.AnyFact]:
        """A person is here (again)."""
        self.presence.arrive(seat)
        return []

    def plan_tick(self, at: float) -> list[facts.AnyFact]:
        return []

    def take(self, new: list[facts.AnyFact], at: float) -> None:
        """Let facts take effect; they are on disk."""
        self.now = reduce(after_pad, new, self.now)


def new_pad(name: str, wanted: protocol.NewPad) -> tuple[Pad, pad_facts.PadOpened]:
    """A pad that nobody has a sheet of yet, and the fact that opens it."""
    fact = pad_facts.PadOpened(wanted.game)
    return Pad(name, opened_pad(fact)), fact
