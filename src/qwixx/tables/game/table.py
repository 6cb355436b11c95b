"""The aggregate of a table."""

import random
from collections.abc import Mapping, Sequence
from typing import Never, assert_never

from qwixx.gameplay import Player
from qwixx.notation import parse_choice
from qwixx.record import Record
from qwixx.rules.choices import Choice
from qwixx.rules.game import State
from qwixx.rules.reasons import Reason
from qwixx.tables import protocol, refusals
from qwixx.tables.aggregate import Aggregate, BotQuestion
from qwixx.tables.chat import LONGEST_TEXT, MESSAGES_PER_SEAT, one_line
from qwixx.tables.credentials import NewSecret, derive_secret, hashed, seat_with
from qwixx.tables.game import facts
from qwixx.tables.game.contributions import ContributionWait, plan_contribution
from qwixx.tables.game.plan import GamePlan, slow_bot_question
from qwixx.tables.game.rematch import RematchWait, plan_agreed, plan_request, plan_without_others
from qwixx.tables.game.seating import Host, check_host, plan_seating, seat_after
from qwixx.tables.game.state import TableState, after_fact, replayed
from qwixx.tables.game.views import LiveInfo, TableBroadcast, encoded, seat_info, table_info, table_summary
from qwixx.tables.refusals import Refusal
from qwixx.tables.seats import Face, check_new_name, face_for
from qwixx.tables.views import reason_message


class Table(Aggregate[TableState, facts.AnyFact, protocol.TableCommand]):
    """One table in memory, from its facts or from their state."""

    _after = staticmethod(after_fact)

    @staticmethod
    def read(data: str | bytes) -> protocol.TableMessage:
        """A message of a client; ProtocolError says what is wrong with it."""
        return protocol.read_table_message(data)

    def __init__(
        self,
        name: str,
        past: list[facts.AnyFact] | TableState,
        rng: random.Random | None = None,
        players: Mapping[int, Player] | None = None,
        *,
        opened_at: float | None = None,
    ) -> None:
        super().__init__(name, past if isinstance(past, TableState) else replayed(past))
        self.rng: random.Random = rng or random.SystemRandom()
        # Bots that live for the whole game; any other is created when it has to choose.
        self._players = players or {}
        self._rematch_wait = RematchWait()
        self._last_broadcast: TableBroadcast | None = None
        self._last_info: tuple[object, protocol.TableInfo] | None = None
        # When the current decisions were opened, if that is known.
        self._opened_at = opened_at
        self._contribution_wait = ContributionWait()
        self._host = Host()

    @property
    def path(self) -> str:
        return f"t/{self.name}"

    @property
    def is_public(self) -> bool:
        return self.now.settings.public

    def seat_of(self, secret: str) -> int | None:
        return seat_with(secret, (seat.secret_hash for seat in self.now.seats))

    def encode(self, fact: facts.AnyFact) -> bytes:
        return facts.encode(fact)

    def decode(self, data: bytes) -> facts.AnyFact:
        return facts.decode(data)

    def game_starts(self, new: Sequence[facts.AnyFact], first: int) -> list[int]:
        return [number for number, fact in enumerate(new, start=first) if isinstance(fact, facts.Started)]

    # Queries

    def info(self) -> protocol.TableInfo:
        """The public information about the table."""
        seats = tuple(
            seat_info(seat, is_here=number in self.presence, is_played=number in self._players)
            for number, seat in enumerate(self.now.seats)
        )
        return table_info(self.name, self.now, seats, self._host.seat(self.now))

    def summary(self) -> protocol.TableSummary:
        """The table as a visitor with its link sees it."""
        return table_summary(self.info(), self.now)

    def record(self) -> Record:
        """The running or last game."""
        return self.now.record()

    def broadcast(self, at: float) -> TableBroadcast:
        live = LiveInfo(self._seconds_left(at), self._away(at), self._rematch_wait.is_overdue)
        self._last_broadcast = TableBroadcast(self.now, self._encoded_info(), live, self._last_broadcast)
        return self._last_broadcast

    def _encoded_info(self) -> protocol.TableInfo:
        """The encoded info, cached until it changes, which is rare during a game."""
        now, present = self.now, self.presence.seats
        source = now.seats, now.stage, now.games, now.seed, now.next_seed, present, self._host.absent
        if self._last_info is None or self._last_info[0] != source:
            self._last_info = source, encoded(self.info())
        return self._last_info[1]

    def _seconds_left(self, at: float) -> float | None:
        """Until the time limit of the open decisions; withdrawing a choice gives no extra time."""
        limit = self.now.settings.time_limit
        if limit is None or self._opened_at is None:
            return None
        return max(0.0, round(limit - self.seconds_open(at), 1))

    def _away(self, at: float) -> tuple[protocol.Away, ...]:
        """The people who are away, and when a bot takes over."""
        if not self.presence.away:
            return ()
        away = sorted(self.presence.away.intersection(self.now.people))
        return tuple(protocol.Away(seat, self._seconds_to_cover(seat, at)) for seat in away)

    def _seconds_to_cover(self, seat: int, at: float) -> float | None:
        if not self.now.is_playing or self.now.seats[seat].covered:
            return None
        return max(0.0, round(self.now.settings.patience - self.presence.seconds_away(seat, at), 1))

    def seconds_open(self, at: float) -> float:
        return 0.0 if self._opened_at is None else at - self._opened_at

    def restart_decision_clock(self, at: float) -> None:
        """Give the open decisions their whole time again."""
        if self._opened_at is not None:
            self._opened_at = at

    # Commands

    def plan_join(
        self, name: str, contributes: bool = False, key: str | None = None, face: Face | None = None
    ) -> tuple[list[facts.AnyFact], NewSecret]:
        """A person takes the first open seat, or with the same key again the one they have."""
        secret = derive_secret(key, self.name)
        own = self.seat_of(secret)
        if own is not None:
            return [], NewSecret(own, secret)
        number = next((n for n, seat in enumerate(self.now.seats) if seat.is_open), None)
        if self.now.state is not None or number is None:
            raise Refusal(refusals.TABLE_FULL)
        check_new_name(name, [self.now.names[person] for person in self.now.people])
        plan = self._begin_plan()
        face = face_for(face, self.now.seats, self.rng)
        plan.add(facts.SeatTaken(number, name, hashed(secret), face, contributes))
        if not any(seat.is_open for seat in plan.now.seats):
            plan.start()
        return plan.facts, NewSecret(number, secret)

    def cost(self, seat: int | None, command: protocol.TableCommand) -> float:
        match command:
            case protocol.Choose():
                state = self.now.state
                return 1 if state is not None and seat not in state.to_act else 0
            case protocol.Say() | protocol.React():
                return 2
            case protocol.Withdraw() | protocol.Rematch():
                return 1
            case protocol.Introduce() | protocol.Move() | protocol.Remove():
                return 1
            case protocol.Start() | protocol.Leave() | protocol.Cover() | protocol.Contribute():
                return 0
            case _:
                assert_never(command)

    def _plan_command(self, now: TableState, seat: int | None, command: protocol.TableCommand) -> GamePlan:
        if seat is None:
            raise Refusal(refusals.NOT_SEATED)
        plan = GamePlan(now, self.rng, self._players)
        if isinstance(command, (protocol.Say, protocol.React)):
            _plan_chat(plan, seat, command)
            return plan
        # Clients contribute automatically, which does not mean that the person is back.
        if not isinstance(command, (protocol.Leave, protocol.Contribute)):
            plan.welcome_back(seat)
        match command:
            case protocol.Choose(version=version, choice=text):
                _check_in_time(plan.now, version)
                plan.choose(seat, parse_choice(text))
            case protocol.Withdraw(version=version):
                _check_in_time(plan.now, version)
                plan.add(facts.Withdrew(seat))
            case protocol.Start():
                self._plan_start(plan, seat)
            case protocol.Leave():
                _plan_leaving(plan, seat)
            case protocol.Cover(seat=other):
                self._plan_cover_of(plan, seat, other)
            case protocol.Rematch(wanted=wanted):
                plan_request(plan, seat, wanted, self.presence.away)
            case protocol.Contribute():
                plan_contribution(plan, seat, command)
            case protocol.Introduce() | protocol.Move() | protocol.Remove():
                plan_seating(plan, seat, self._host.seat(plan.now), command)
            case _:
                _refuse_unhandled(command)
        plan.run()
        return plan

    def _plan_start(self, plan: GamePlan, seat: int) -> None:
        if plan.now.is_playing:
            raise Refusal(refusals.ALREADY_STARTED)
        if plan.now.state is None:
            check_host(plan.now, seat, self._host.seat(plan.now))
            plan.start()
        else:
            is_overdue = self._rematch_wait.is_overdue
            plan_without_others(plan, seat, self.presence.away, is_overdue=is_overdue)

    def _plan_cover_of(self, plan: GamePlan, seat: int, other: int) -> None:
        """A player lets a bot play for another person who is away."""
        if other == seat or other not in self.presence.away:
            raise Refusal(refusals.NOT_AWAY)
        _plan_cover(plan, other)

    def why_not(self, seat: int | None, text: str) -> Reason | None:
        """Why a choice is not allowed; None if it is."""
        if seat is None:
            return refusals.NOT_SEATED
        if self.now.state is None:
            return refusals.NOT_STARTED
        return self.now.state.why_not(seat, parse_choice(text))

    def answer(self, seat: int | None, question: protocol.Ask) -> protocol.Answer:
        """The message that says why a choice is not allowed, or that it is."""
        refused = self.why_not(seat, question.choice)
        reason = reason_message(refused) if refused is not None else None
        return protocol.Answer(question.id, question.choice, reason)

    def to_advise(self, seat: int | None) -> State:
        if seat is None:
            raise Refusal(refusals.NOT_SEATED)
        if self.now.state is None:
            raise Refusal(refusals.NOT_STARTED)
        if not self.now.settings.hints:
            raise Refusal(refusals.NO_HINTS)
        if seat not in self.now.state.to_act:
            raise Refusal(refusals.NOTHING_TO_CHOOSE)
        return self.now.state

    # Slow bots

    def bot_question(self) -> BotQuestion | None:
        return slow_bot_question(self.now, self._players)

    def plan_answer(self, question: BotQuestion, choices: Mapping[int, Choice]) -> list[facts.AnyFact]:
        plan = self._begin_plan()
        if question.decision == self.now.decision and self.now.state is not None:
            for seat in sorted(self.now.state.to_act & choices.keys()):
                plan.choose(seat, choices[seat])
            plan.run()
        return plan.facts

    # Time and presence

    def plan_arrival(self, seat: int) -> list[facts.AnyFact]:
        """A bot that covers the seat gives it back."""
        plan = self._begin_plan()
        if self.now.seats[seat].covered:
            plan.welcome_back(seat)
            plan.run()
        return plan.facts

    def notice(self, at: float) -> bool:
        """Update who is away, who is the host, and whether a rematch is overdue."""
        is_overdue = self._rematch_wait.note(self.now, at)
        is_away = self.presence.notice(self.now.people, at)
        is_host = self._host.note_absence(self.now, self.presence, at)
        return is_away or is_overdue or is_host

    def plan_tick(self, at: float) -> list[facts.AnyFact]:
        """Cover absent people, enforce the time limit, begin a rematch that waited only for them."""
        plan = self._begin_plan()
        if not self.now.is_playing:
            if self.now.stage == "over":
                plan_agreed(plan, self.presence.away)
            return plan.facts
        self._note_decisions(at)
        plan.awaits_contributions = not self._contribution_wait.is_over(self.now, at)
        for number, seat in enumerate(self.now.seats):
            is_asked = seat.bot is None and not seat.covered
            if is_asked and self.presence.seconds_away(number, at) >= self.now.settings.patience:
                plan.add(facts.Covered(number))
        plan.run()
        if self._seconds_left(at) == 0:
            plan.choose_for_late(self.now.decision)
        return plan.facts

    def apply(self, new: list[facts.AnyFact], at: float) -> None:
        before = self.now
        super().apply(new, at)
        if self.now.decision != before.decision:
            self._opened_at = None
            self._note_decisions(at)
        self._rematch_wait.note(self.now, at)

    def _note_decisions(self, at: float) -> None:
        """Note when the current decisions were opened."""
        if self.now.state is None or not self.now.state.to_act:
            self._opened_at = None
        elif self._opened_at is None:
            self._opened_at = at

    def _begin_plan(self) -> GamePlan:
        plan = GamePlan(self.now, self.rng, self._players)
        self._last_plan = plan
        return plan

    def _seat_in(self, now: TableState, seat: int | None) -> int | None:
        """The seat of a player after earlier commands of the same group changed seats."""
        return seat if seat is None or now is self.now else seat_after(seat, self.now, now)

    def reseated(self, before: TableState) -> Mapping[int, int | None]:
        if before.state is not None:
            return {}  # people change seats only before the first game
        seats = {seat: seat_after(seat, before, self.now) for seat in before.people}
        return {seat: now for seat, now in seats.items() if seat != now}


def _plan_chat(plan: GamePlan, seat: int, command: protocol.ChatCommand) -> None:
    """Send a chat message. It changes nothing else, not even whether a bot covers the seat."""
    if plan.now.chat_seats.count(seat) >= MESSAGES_PER_SEAT:
        raise Refusal(refusals.CHAT_LIMIT(most=MESSAGES_PER_SEAT))
    match command:
        case protocol.Say(text=text):
            line = one_line(text)
            if line is None:
                raise Refusal(refusals.BAD_TEXT(longest=LONGEST_TEXT))
            plan.add(facts.Said(seat, line))
        case protocol.React(reaction=reaction):
            plan.add(facts.Reacted(seat, reaction))
        case _:
            assert_never(command)


def _plan_leaving(plan: GamePlan, seat: int) -> None:
    """A person leaves: before the first game the seat becomes free, later a bot plays on."""
    if plan.now.state is None:
        plan.add(facts.Left(seat, plan.now.names[seat]))
    else:
        _plan_cover(plan, seat)


def _plan_cover(plan: GamePlan, seat: int) -> None:
    """A bot plays on for a person."""
    if not plan.now.is_playing:
        raise Refusal(refusals.NOT_STARTED)
    if not plan.now.seats[seat].covered:
        plan.add(facts.Covered(seat))


def _check_in_time(now: TableState, version: int) -> None:
    """Refuse a choice against an outdated or future version, or before a game."""
    if now.state is None:
        raise Refusal(refusals.NOT_STARTED)
    if version > now.version:
        later = f"its version {version} is in the future, the table is at {now.version}"
        raise Refusal(refusals.BAD_MESSAGE(problem=later))
    if version < now.decision and not now.state.is_over:
        raise Refusal(refusals.STALE)


def _refuse_unhandled(command: Never) -> Never:
    """Refuse a command without a case, which mypy reports.

    ``assert_never`` would count as a failure of the table, which then backs off for a while.
    """
    kind = type(command).__name__
    raise Refusal(refusals.BAD_MESSAGE(problem=f"unknown command {kind}"))
