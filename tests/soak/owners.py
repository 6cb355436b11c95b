"""Matches facts on disk with commands: each acknowledged command has one fact, and each fact has a cause."""

from bisect import bisect_left
from collections.abc import Iterator

from qwixx.notation import ParseError, parse_choice
from qwixx.rules.choices import PASS, Choice
from qwixx.rules.ruleset import Phase
from qwixx.tables.game import facts
from tests.soak.replay import Replay
from tests.soak.story import Command, Conversation, Story
from tests.soak.violation import Violation

# The maximum delay until a client receives an update.
NOTICING_SECONDS = 4.0
# The table's clock follows that of the store, in tenths of a second.
CLOCK_SECONDS = 0.2


def fact_of(conversation: Conversation, command: Command) -> facts.AnyFact | None:
    """The fact that a command appends; None for commands without a fact of their own."""
    seat = conversation.seat
    if seat is None:
        return None
    match command.kind:
        case "choose":
            choice = meant(command.choice)
            return facts.Chose(seat, choice) if choice is not None else None
        case "withdraw":
            return facts.Withdrew(seat)
        case "rematch":
            return facts.RematchRequested(seat)
    return None


def meant(text: str) -> Choice | None:
    """The parsed choice; None if the server cannot parse it."""
    try:
        return parse_choice(text)
    except ParseError:
        return None


class Owners:
    """Finds the command behind each fact of a table; facts up to ``known`` were checked before."""

    def __init__(self, story: Story, replay: Replay, known: int) -> None:
        self._story = story
        self._replay = replay
        self._known = known
        self._claimed: dict[int, Command] = {}
        # When a client first received each version.
        self._told_at: dict[int, float] = {}
        self._unanswered = [
            (fact, command)
            for conversation, command in story.commands()
            if command.is_unanswered and (fact := fact_of(conversation, command)) is not None
        ]

    def note(self, version: int, at: float) -> None:
        self._told_at[version] = min(at, self._told_at.get(version, at))

    def claim(self, conversation: Conversation, command: Command) -> Iterator[Violation]:
        """Match an acknowledged command with its fact: the last player's fact up to the resulting version."""
        assert command.done is not None
        told = f"{conversation}: {command}"
        if command.done > self._replay.version:
            yield self._violation("an acknowledged command is not on disk", told, command.done)
        elif (problem := self._why_not_after(conversation, command)) is not None:
            yield self._violation(problem, told, command.done)
        expected = fact_of(conversation, command)
        if expected is None:
            return
        number = command.done
        while self._went_on_by_itself(number):
            number -= 1
        if self._replay.fact(number) != expected or number <= command.known:
            yield self._violation("an acknowledged command is not where it belongs on disk", told, number)
        elif number in self._claimed:
            other = self._claimed[number]
            yield self._violation(f"one fact was acknowledged twice, also as {other}", told, number)
        else:
            self._claimed[number] = command

    def _went_on_by_itself(self, number: int) -> bool:
        """Whether a fact was caused by chance or by a bot, after a player's command."""
        before = self._replay.state(number - 1)
        match self._replay.fact(number):
            case facts.Started() | facts.ChanceDrawn() | facts.Committed():
                return True
            case facts.Covered() if before is not None and before.stage == "over":
                return True  # for a player who does not join the rematch
            case facts.Chose(seat) if before is not None:
                return before.seats[seat].bot is not None or before.seats[seat].covered
            case _:
                return False

    def _why_not_after(self, conversation: Conversation, command: Command) -> str | None:
        """What is wrong with the state that a command led to."""
        now = self._replay.state(command.done or 0)
        if now is None or conversation.seat is None:
            return None
        if command.kind == "choose" and meant(command.choice) is None:
            return "a choice that cannot be read was acknowledged"
        if command.kind == "leave" and not now.seats[conversation.seat].covered:
            return "a seat that was left is not covered"
        if command.kind == "start" and now.state is None:
            return "a game that was started has not begun"
        return None

    def unowned(self) -> Iterator[Violation]:
        """New facts that no command and no rule of the table explains."""
        for number in range(self._known + 1, self._replay.version + 1):
            fact = self._replay.facts[number - 1]
            match fact:
                case facts.Chose() | facts.Withdrew() | facts.RematchRequested():
                    if not self._is_owned(number, fact):
                        yield self._violation("nobody asked for this", self._told_about(fact), number)
                case facts.Covered() | facts.Returned():
                    yield from self._check_cover(number, fact)
                case facts.SeatTaken():
                    yield from self._check_seat(number, fact)

    def _is_owned(self, number: int, fact: facts.Chose | facts.Withdrew | facts.RematchRequested) -> bool:
        before = self._replay.state(number - 1)
        if number in self._claimed or before is None:
            return True
        seat = before.seats[fact.seat]
        # After a bot has chosen, or the table for a player who was late, the choice is never made again.
        is_due = before.state is not None and fact.seat in before.state.to_act
        if isinstance(fact, facts.Chose) and (seat.bot is not None or seat.covered) and is_due:
            return True
        for place, (expected, command) in enumerate(self._unanswered):
            if expected == fact and command.known < number:
                del self._unanswered[place]
                return True
        return isinstance(fact, facts.Chose) and is_due and self._was_late(number, fact)

    def _was_late(self, number: int, fact: facts.Chose) -> bool:
        """Whether the table may have chosen because the time limit ran out.

        The decision was not yet open when a client received an earlier version.
        """
        before = self._replay.state(number - 1)
        assert before is not None
        assert before.state is not None
        limit = before.settings.time_limit
        if limit is None:
            return False
        if fact.choice != PASS and before.state.phase in (Phase.COMMON, Phase.OWN):
            return False
        open_for = self._replay.seconds_open(number)
        if open_for is not None and open_for < limit - CLOCK_SECONDS:
            return False
        told = sorted(self._told_at)
        earlier, later = bisect_left(told, before.decision) - 1, bisect_left(told, number)
        if earlier < 0 or later == len(told):
            return True  # no client was connected that could tell
        seconds = self._told_at[told[later]] - self._told_at[told[earlier]]
        return seconds >= limit - NOTICING_SECONDS

    def _check_cover(self, number: int, fact: facts.Covered | facts.Returned) -> Iterator[Violation]:
        before = self._replay.state(number - 1)
        is_return = isinstance(fact, facts.Returned)
        if before is not None and before.seats[fact.seat].covered != is_return:
            yield self._violation("a bot comes, or a person returns, twice", "", number)

    def _check_seat(self, number: int, fact: facts.SeatTaken) -> Iterator[Violation]:
        joins = [join for join in self._story.joins if join.name == fact.name and not join.was_refused]
        if not any(join.seat in (fact.seat, None) for join in joins):
            yield self._violation("nobody was given this seat", f"{self._story.joins}", number)

    def lost_seats(self) -> Iterator[Violation]:
        """Seats that were assigned but are not on disk exactly once."""
        sat = [(fact.name, fact.seat) for fact in self._replay.facts if isinstance(fact, facts.SeatTaken)]
        for join in self._story.joins:
            if join.seat is not None and sat.count((join.name, join.seat)) != 1:
                yield self._violation("a seat that was given is not on disk once", f"{join}", 0)

    def _told_about(self, fact: facts.Chose | facts.Withdrew | facts.RematchRequested) -> str:
        """The commands of that seat that resemble the fact."""
        alike = [
            f"{conversation}: {command}"
            for conversation, command in self._story.commands()
            if fact_of(conversation, command) == fact
        ]
        return "; ".join(alike[-5:]) or "nothing like it was sent"

    def _violation(self, what: str, told: str, number: int) -> Violation:
        first, last = max(1, number - 2), min(self._replay.version, number + 2)
        around = "; ".join(f"{n} {self._replay.fact(n)}" for n in range(first, last + 1))
        return Violation(str(self._story), what, told, around or "nothing there", number)
