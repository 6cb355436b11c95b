"""A table: the only authority over its game. It knows no transport and no clock.

A table plans: what somebody asks for becomes facts, or a refusal. Whoever holds the table stores the
facts and only then lets them take effect (`take`), so that nothing is seen that is not on disk.
"""

import hashlib
import hmac
import random
import secrets
from collections.abc import Mapping
from typing import NamedTuple, Never, assert_never

import msgspec

from qwixx.bots import make_bot
from qwixx.bots.levels import character_of
from qwixx.gameplay import Player
from qwixx.notation import parse_choice
from qwixx.record import LONGEST_NAME, Record, checked_names
from qwixx.rules.choices import Choice
from qwixx.rules.errors import InputError, QwixxError
from qwixx.rules.game import State
from qwixx.rules.reasons import Reason
from qwixx.server import facts, protocol, refusals
from qwixx.server.broadcast import Broadcast, encoded
from qwixx.server.plan import BotQuestion, Plan, plays_here
from qwixx.server.presence import Presence
from qwixx.server.table_state import TableState, after, opened, replayed

SECRET_BYTES = 24


class Refusal(InputError):
    """Something asked of a table that it does not do."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.sentence)
        self.reason = reason


class NewSecret(NamedTuple):
    """A seat's secret: shown once to its owner, remembered as its hash."""

    seat: int
    secret: str


def hashed(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


class Table:
    """One table in memory, made from its facts or from the state to which they led."""

    def __init__(
        self,
        name: str,
        past: list[facts.AnyFact] | TableState,
        rng: random.Random | None = None,
        players: Mapping[int, Player] | None = None,
        *,
        opened_at: float | None = None,
    ) -> None:
        self.name = name
        self.rng = rng or random.SystemRandom()
        # Bots that stay at their seats for the whole game; any other is made when it has to choose.
        self._players = players or {}
        self.now = past if isinstance(past, TableState) else replayed(past)
        self.presence = Presence()
        self._last_plan: Plan | None = None
        self._told: Broadcast | None = None
        self._last_info: tuple[object, protocol.TableInfo] | None = None
        self._last_record: tuple[int, Record] | None = None
        # When the decisions that are owed were opened, as far as that is known.
        self._opened_at = opened_at

    # What is known

    def seat_of(self, secret: str) -> int | None:
        """The seat that a secret belongs to."""
        digest = hashed(secret)
        found = None
        for number, seat in enumerate(self.now.seats):
            # Every seat is compared, in constant time, so that timing tells nothing.
            if seat.secret_hash is not None and hmac.compare_digest(seat.secret_hash, digest):
                found = number
        return found

    def info(self) -> protocol.TableInfo:
        seats = tuple(
            protocol.SeatInfo(
                name=seat.name,
                bot=seat.bot,
                character=None if seat.bot is None else character_of(seat.bot),
                present=number in self.presence or seat.bot is not None,
                covered=seat.covered or not (number in self._players or plays_here(seat.bot)),
                rematch=seat.wants_rematch,
            )
            for number, seat in enumerate(self.now.seats)
        )
        return protocol.TableInfo(
            table=self.name,
            game=self.now.rules.name,  # type: ignore[arg-type]
            options=self.now.rules.option_words,
            seats=seats,
            settings=self.now.settings,
            state=self.now.stage,
            games_played=self.now.games,
        )

    def record(self) -> Record:
        """The running or last game; of one that is over it is put together once."""
        now = self.now
        if self._last_record is None or self._last_record[0] != now.games:
            found = now.record()
            if now.is_playing:
                return found
            self._last_record = now.games, found
        return self._last_record[1]

    def broadcast(self, at: float) -> Broadcast:
        """What the table has to tell now."""
        self._told = Broadcast(self.now, self._encoded_info(), self._seconds_left(at), self._told)
        return self._told

    def _encoded_info(self) -> protocol.TableInfo:
        """Put together anew only when something of it has changed, which is seldom while people play."""
        present = tuple(map(self.presence.__contains__, range(len(self.now.seats))))
        source = self.now.seats, self.now.stage, self.now.games, present
        if self._last_info is None or self._last_info[0] != source:
            self._last_info = source, encoded(self.info())
        return self._last_info[1]

    def update(self, seat: int | None, since: int, at: float) -> protocol.Update:
        """What a seat, or a spectator, reads who knows everything up to a number."""
        return msgspec.json.decode(self.broadcast(at).update(seat, since), type=protocol.Update)

    def _seconds_left(self, at: float) -> float | None:
        """Until those who owe a decision are late; a choice that is taken back wins no time."""
        limit = self.now.settings.time_limit
        if limit is None or self._opened_at is None:
            return None
        return max(0.0, round(limit - self.seconds_open(at), 1))

    def seconds_open(self, at: float) -> float:
        """For how long somebody has owed a decision."""
        return 0.0 if self._opened_at is None else at - self._opened_at

    # What may be asked

    def plan_join(self, name: str) -> tuple[list[facts.AnyFact], NewSecret]:
        """A person takes the first open seat."""
        if self.now.state is not None:
            raise Refusal(refusals.TABLE_FULL)
        number = next((n for n, seat in enumerate(self.now.seats) if seat.is_open), None)
        if number is None:
            raise Refusal(refusals.TABLE_FULL)
        people = [seat.name for seat in self.now.seats if seat.bot is None and seat.name is not None]
        try:
            checked_names([name])
        except QwixxError as error:
            raise Refusal(refusals.BAD_NAME(longest=LONGEST_NAME)) from error
        try:
            checked_names([*people, name])
        except QwixxError as error:
            raise Refusal(refusals.NAME_TAKEN(name=name)) from error
        secret = NewSecret(number, secrets.token_urlsafe(SECRET_BYTES))
        plan = self._plan()
        plan.add(facts.Sat(number, name, hashed(secret.secret)))
        if not any(seat.is_open for seat in plan.now.seats):
            plan.start()
        return plan.facts, secret

    def plan(self, seat: int | None, message: protocol.Command) -> list[facts.AnyFact]:
        """The facts that a command of a seat leads to; Refusal or IllegalChoice if it may not be."""
        if seat is None:
            raise Refusal(refusals.NOT_SEATED)
        plan = self._plan()
        if self.now.seats[seat].covered and not isinstance(message, protocol.Leave):
            plan.add(facts.Returned(seat))
        match message:
            case protocol.Choose(version=version, choice=text):
                self._check_in_time(version)
                plan.choose(seat, parse_choice(text))
            case protocol.Withdraw(version=version):
                self._check_in_time(version)
                plan.add(facts.Withdrew(seat))
            case protocol.Start():
                if self.now.state is not None:
                    raise Refusal(refusals.ALREADY_STARTED)
                plan.start()
            case protocol.Leave():
                if not self.now.is_playing:
                    raise Refusal(refusals.NOT_STARTED)
                if not self.now.seats[seat].covered:
                    plan.add(facts.Covered(seat))
            case protocol.Rematch():
                self._plan_rematch(plan, seat)
            case _:
                _refuse_unhandled(message)
        plan.run()
        return plan.facts

    def _check_in_time(self, version: int) -> None:
        """Refuse what was decided against a version that is over, or before a game."""
        if self.now.state is None:
            raise Refusal(refusals.NOT_STARTED)
        if version > self.now.version:
            later = f"its version {version} is yet to come, the table is at {self.now.version}"
            raise Refusal(refusals.BAD_MESSAGE(problem=later))
        if version < self.now.decision and not self.now.state.is_over:
            raise Refusal(refusals.STALE)

    def is_change_of_mind(self, seat: int, message: protocol.Command) -> bool:
        """Whether a command does not move the game on: a choice is changed, or a seat left to a bot."""
        match message:
            case protocol.Withdraw() | protocol.Leave():
                return True
            case protocol.Choose():
                return self.now.state is not None and seat not in self.now.state.to_act
            case protocol.Start() | protocol.Rematch():
                return False
            case _:
                assert_never(message)

    def _plan_rematch(self, plan: "Plan", seat: int) -> None:
        if self.now.state is None or not self.now.state.is_over:
            raise Refusal(refusals.NOT_OVER)
        plan.add(facts.Wished(seat))
        people = [
            number
            for number, each in enumerate(plan.now.seats)
            if each.bot is None and (number in self.presence or number == seat)
        ]
        if all(plan.now.seats[number].wants_rematch for number in people):
            plan.start()

    def why_not(self, seat: int | None, text: str) -> Reason | None:
        """Why a choice may not be made."""
        if seat is None:
            return refusals.NOT_SEATED
        if self.now.state is None:
            return refusals.NOT_STARTED
        return self.now.state.why_not(seat, parse_choice(text))

    def to_advise(self, seat: int | None) -> State:
        """The state in which a seat wants advice; Refusal if it may have none."""
        if seat is None:
            raise Refusal(refusals.NOT_SEATED)
        if self.now.state is None:
            raise Refusal(refusals.NOT_STARTED)
        if not self.now.settings.hints:
            raise Refusal(refusals.NO_HINTS)
        if seat not in self.now.state.to_act:
            raise Refusal(refusals.NOTHING_TO_CHOOSE)
        return self.now.state

    # Bots that take their time

    def bot_question(self) -> BotQuestion | None:
        """What bots have to be asked for the game to go on; None if it does not wait for any."""
        return Plan(self.now, self.rng, self._players).bot_question()

    def plan_answer(self, question: BotQuestion, choices: Mapping[int, Choice]) -> list[facts.AnyFact]:
        """What bots chose; nothing if their decision is over."""
        plan = self._plan()
        if question.decision == self.now.decision and self.now.state is not None:
            for seat in sorted(self.now.state.to_act & choices.keys()):
                plan.choose(seat, choices[seat])
            plan.run()
        return plan.facts

    # Time and presence

    def plan_arrival(self, seat: int) -> list[facts.AnyFact]:
        """A person is here (again); a bot that covered the seat gives it back."""
        self.presence.arrive(seat)
        plan = self._plan()
        if self.now.seats[seat].covered:
            plan.add(facts.Returned(seat))
            plan.run()
        return plan.facts

    def plan_tick(self, at: float) -> list[facts.AnyFact]:
        """What the passing of time leads to: covers for people who are gone, and time limits."""
        if not self.now.is_playing:
            return []
        self._note_decisions(at)
        plan = self._plan()
        for number, seat in enumerate(self.now.seats):
            is_asked = seat.bot is None and not seat.covered
            if is_asked and self.presence.seconds_away(number, at) >= self.now.settings.patience:
                plan.add(facts.Covered(number))
        plan.run()
        if self._seconds_left(at) == 0:
            plan.choose_for_late(self.now.decision)
        return plan.facts

    def take(self, new: list[facts.AnyFact], at: float) -> None:
        """Let facts take effect; they are on disk."""
        before, plan = self.now, self._last_plan
        if plan is not None and plan.facts is new and plan.begun is before:
            self.now = plan.now  # where they lead was found out when they were planned
        else:
            for fact in new:
                self.now = after(self.now, fact)
        if self.now.decision != before.decision:
            self._opened_at = None
        self._note_decisions(at)

    def _note_decisions(self, at: float) -> None:
        """Remember since when decisions are owed."""
        if self.now.state is None or not self.now.state.to_act:
            self._opened_at = None
        elif self._opened_at is None:
            self._opened_at = at

    def _plan(self) -> "Plan":
        self._last_plan = Plan(self.now, self.rng, self._players)
        return self._last_plan


def _refuse_unhandled(message: Never) -> Never:
    """Refuse a command that has no case; mypy finds it before, since nothing is a Never.

    ``assert_never`` would be told as trouble with the table, which then rests for a while.
    """
    kind = type(message).__name__
    raise Refusal(refusals.BAD_MESSAGE(problem=f"this table knows no command {kind}"))


def plan_opening(new: protocol.NewTable) -> facts.Opened:
    """The fact that opens a new table; Refusal if there can be no such table."""
    bots = [seat.bot for seat in new.seats]
    try:
        for bot in filter(None, bots):
            make_bot(bot, game=new.game, players=len(bots))
    except QwixxError as error:
        raise Refusal(refusals.BAD_BOT(problem=str(error).rstrip("."))) from error
    try:
        fact = facts.Opened(
            game=new.game,
            options=new.options,
            seats=tuple(bots),
            settings=_settled(new.settings, people=bots.count(None)),
        )
        table = opened(fact)
        if not any(seat.is_open for seat in table.seats):
            raise InputError("at least one seat is for a person")
    except QwixxError as error:
        raise Refusal(refusals.BAD_TABLE(problem=str(error).rstrip("."))) from error
    return fact


def _settled(asked: protocol.TableSettings, people: int) -> protocol.TableSettings:
    """The settings of a table for so many people; InputError if there can be no such settings."""
    if asked.time_limit is not None and not 5 <= asked.time_limit <= 3600:
        raise InputError("the time limit is 5 to 3600 seconds, or none")
    if not 5 <= asked.patience <= 86400:
        raise InputError("the patience is 5 to 86400 seconds")
    # With a single person nobody else could mind.
    hints = people == 1 if asked.hints is None else asked.hints
    return msgspec.structs.replace(asked, hints=hints)
