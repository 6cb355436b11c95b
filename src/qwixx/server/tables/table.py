"""A table: the only authority over its game. It knows no transport and no clock.

A table plans: what somebody asks for becomes facts, or a refusal. Whoever holds the table stores the
facts and only then lets them take effect (`take`), so that nothing is seen that is not on disk.
"""

import random
from collections.abc import Mapping, Sequence
from typing import NamedTuple, Never, assert_never

import msgspec

from qwixx.bots.levels import character_of
from qwixx.gameplay import Player
from qwixx.notation import parse_choice
from qwixx.record import Record
from qwixx.rules.choices import Choice
from qwixx.rules.game import State
from qwixx.rules.reasons import Reason
from qwixx.server import refusals
from qwixx.server.refusals import Refusal
from qwixx.server.tables import facts
from qwixx.server.tables.broadcast import Broadcast, encoded
from qwixx.server.tables.contributions import commitments, has_contributed, why_not_contribute
from qwixx.server.tables.plan import BotQuestion, Plan, plays_here
from qwixx.server.tables.presence import Presence
from qwixx.server.tables.sitting import NewSecret, check_new_name, hashed, seat_with, secret_by
from qwixx.server.tables.state import TableState, after, replayed
from qwixx.server.tables.talk import LONGEST_TEXT, WORDS_PER_SEAT, one_line
from qwixx.server.tables.tally import Tally, tally
from qwixx.server.wire import protocol

# How long the first draw of a game waits for contributions that were promised, once somebody looks on.
CONTRIBUTION_SECONDS = 2.0


class SeatCommand(NamedTuple):
    """What a seat asks for, or somebody without one."""

    seat: int | None
    message: protocol.Command


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
        # Since when the first draw of a game has waited.
        self._waits_since: float | None = None

    @property
    def path(self) -> str:
        """Where the client shows it."""
        return f"t/{self.name}"

    # What is known

    def seat_of(self, secret: str) -> int | None:
        """The seat that a secret belongs to."""
        return seat_with(secret, self.now.seats)

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
            commitments=commitments(self.now),
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

    def tally(self) -> Tally | None:
        """How often each face came in the last game, where its dice were fair."""
        now = self.now
        if now.seed is None:
            return None
        drawn = [fact.outcome for fact in now.past if isinstance(fact, facts.Chanced)]
        return tally(self.name, now.games, drawn)

    def broadcast(self, at: float) -> Broadcast:
        """What the table has to tell now."""
        self._told = Broadcast(self.now, self._encoded_info(), self._seconds_left(at), self._told)
        return self._told

    def _encoded_info(self) -> protocol.TableInfo:
        """Put together anew only when something of it has changed, which is seldom while people play."""
        present = tuple(map(self.presence.__contains__, range(len(self.now.seats))))
        now = self.now
        source = now.seats, now.stage, now.games, now.seed, now.next_seed, present
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

    def plan_join(
        self, name: str, contributes: bool = False, key: str | None = None
    ) -> tuple[list[facts.AnyFact], NewSecret]:
        """A person takes the first open seat, or with the same key again the one they have."""
        secret = secret_by(key, self.name)
        own = self.seat_of(secret)
        if own is not None:
            return [], NewSecret(own, secret)
        if self.now.state is not None:
            raise Refusal(refusals.TABLE_FULL)
        number = next((n for n, seat in enumerate(self.now.seats) if seat.is_open), None)
        if number is None:
            raise Refusal(refusals.TABLE_FULL)
        people = [seat.name for seat in self.now.seats if seat.bot is None and seat.name is not None]
        check_new_name(name, people)
        plan = self._plan()
        plan.add(facts.Sat(number, name, hashed(secret), contributes))
        if not any(seat.is_open for seat in plan.now.seats):
            plan.start()
        return plan.facts, NewSecret(number, secret)

    def plan(self, seat: int | None, message: protocol.Command) -> list[facts.AnyFact]:
        """The facts that a command of a seat leads to; Refusal or IllegalChoice if it may not be."""
        plan = self._plan()
        self._plan_command(plan, seat, message)
        return plan.facts

    def plan_all(self, commands: Sequence[SeatCommand]) -> tuple[list[facts.AnyFact], list[int | Exception]]:
        """The facts that commands lead to in turn; and of each the version, or what is against it."""
        whole, outcomes = self._plan(), list[int | Exception]()
        for seat, message in commands:
            part = Plan(whole.now, self.rng, self._players)
            try:
                self._plan_command(part, seat, message)
            except Exception as error:
                outcomes.append(error)
            else:
                whole.go_on(part)
                outcomes.append(whole.now.version)
        return whole.facts, outcomes

    def _plan_command(self, plan: Plan, seat: int | None, message: protocol.Command) -> None:
        if seat is None:
            raise Refusal(refusals.NOT_SEATED)
        if isinstance(message, protocol.PadCommand):
            raise Refusal(refusals.BAD_MESSAGE(problem="it is for a score pad, and this is a table"))
        now = plan.now
        # Clients contribute by themselves, which is no sign of a person.
        if now.seats[seat].covered and not isinstance(message, protocol.Leave | protocol.Contribute):
            plan.add(facts.Returned(seat))
        match message:
            case protocol.Choose(version=version, choice=text):
                _check_in_time(now, version)
                plan.choose(seat, parse_choice(text))
            case protocol.Withdraw(version=version):
                _check_in_time(now, version)
                plan.add(facts.Withdrew(seat))
            case protocol.Start():
                if now.state is not None:
                    raise Refusal(refusals.ALREADY_STARTED)
                plan.start()
            case protocol.Leave():
                _plan_leaving(plan, seat)
            case protocol.Rematch():
                self._plan_rematch(plan, seat)
            case protocol.Contribute():
                self._plan_contribution(plan, seat, message)
            case _:
                _refuse_unhandled(message)
        plan.run()

    def is_change_of_mind(self, seat: int, message: protocol.Command) -> bool:
        """Whether a command does not move the game on: a choice is changed, or a seat left to a bot."""
        if isinstance(message, protocol.PadCommand):
            return True
        match message:
            case protocol.Withdraw() | protocol.Leave():
                return True
            case protocol.Choose():
                return self.now.state is not None and seat not in self.now.state.to_act
            case protocol.Start() | protocol.Rematch() | protocol.Contribute():
                return False
            case _:
                assert_never(message)

    def plan_word(self, seat: int | None, message: protocol.Word) -> list[facts.AnyFact]:
        """What somebody tells the others; it changes nothing else, not even whether a bot plays for them."""
        if seat is None:
            raise Refusal(refusals.NOT_SEATED)
        if self.now.words.count(seat) >= WORDS_PER_SEAT:
            raise Refusal(refusals.ENOUGH_SAID(most=WORDS_PER_SEAT))
        plan = self._plan()
        plan.add(_word(seat, message))
        return plan.facts

    def _plan_rematch(self, plan: "Plan", seat: int) -> None:
        if plan.now.state is None or not plan.now.state.is_over:
            raise Refusal(refusals.NOT_OVER)
        plan.add(facts.Wished(seat))
        people = [
            number
            for number, each in enumerate(plan.now.seats)
            if each.bot is None and (number in self.presence or number == seat)
        ]
        if all(plan.now.seats[number].wants_rematch for number in people):
            plan.start()

    def _plan_contribution(self, plan: "Plan", seat: int, message: protocol.Contribute) -> None:
        if has_contributed(plan.now, seat, message):
            return
        refusal = why_not_contribute(plan.now, seat, message)
        if refusal is not None:
            raise Refusal(refusal)
        plan.add(facts.Contributed(seat, message.value))

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
        plan.is_patient = not self._has_waited(at)
        for number, seat in enumerate(self.now.seats):
            is_asked = seat.bot is None and not seat.covered
            if is_asked and self.presence.seconds_away(number, at) >= self.now.settings.patience:
                plan.add(facts.Covered(number))
        plan.run()
        if self._seconds_left(at) == 0:
            plan.choose_for_late(self.now.decision)
        return plan.facts

    def _has_waited(self, at: float) -> bool:
        """Whether the first draw has waited long enough. The wait begins when time first passes, since that
        is when somebody looks on: a client that has just taken its seat is still on its way here.
        """
        if not self.now.owes_contributions:
            self._waits_since = None
            return False
        if self._waits_since is None:
            self._waits_since = at
        return at - self._waits_since >= CONTRIBUTION_SECONDS

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


def _plan_leaving(plan: Plan, seat: int) -> None:
    if not plan.now.is_playing:
        raise Refusal(refusals.NOT_STARTED)
    if not plan.now.seats[seat].covered:
        plan.add(facts.Covered(seat))


def _check_in_time(now: TableState, version: int) -> None:
    """Refuse what was decided against a version that is over, or before a game."""
    if now.state is None:
        raise Refusal(refusals.NOT_STARTED)
    if version > now.version:
        later = f"its version {version} is yet to come, the table is at {now.version}"
        raise Refusal(refusals.BAD_MESSAGE(problem=later))
    if version < now.decision and not now.state.is_over:
        raise Refusal(refusals.STALE)


def _word(seat: int, message: protocol.Word) -> facts.WordFact:
    match message:
        case protocol.Say(text=text):
            line = one_line(text)
            if line is None:
                raise Refusal(refusals.BAD_TEXT(longest=LONGEST_TEXT))
            return facts.Said(seat, line)
        case protocol.React(reaction=reaction):
            return facts.Reacted(seat, reaction)
        case _:
            assert_never(message)


def _refuse_unhandled(message: Never) -> Never:
    """Refuse a command that has no case; mypy finds it before, since nothing is a Never.

    ``assert_never`` would be told as trouble with the table, which then rests for a while.
    """
    kind = type(message).__name__
    raise Refusal(refusals.BAD_MESSAGE(problem=f"this table knows no command {kind}"))
