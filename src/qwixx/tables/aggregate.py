"""The base of tables and score pads: commands become facts, and stored facts become state.

An aggregate plans: a command becomes facts, or a refusal. Its host appends the facts to a store and only
then applies them, so that no subscriber sees what is not stored. An aggregate has no transport and no clock.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Generic, NamedTuple, Protocol, TypeVar

import msgspec

from qwixx.rules.choices import Choice
from qwixx.rules.errors import OperationalError
from qwixx.rules.game import State
from qwixx.tables.presence import Presence


class Fact(
    msgspec.Struct,
    frozen=True,
    tag=True,
    tag_field="fact",
    omit_defaults=True,
    forbid_unknown_fields=True,
    gc=False,
):
    """A stored event of a table or a pad."""


# The stored form of facts; a change of any of them is a new one, with a migration of the stores.
FACT_FORMAT = 1
T = TypeVar("T")


class FactFormatError(OperationalError):
    """A stored fact is not of the format of this version."""


def read_fact(decode: Callable[[bytes], T], data: bytes) -> T:
    """The result of a decoder of facts; FactFormatError if it refuses them."""
    try:
        return decode(data)
    except msgspec.DecodeError as error:
        raise FactFormatError(f"a stored fact is not of format {FACT_FORMAT}: {error}") from error


class Versioned(Protocol):
    """A state with the number of facts that led to it, and of happenings."""

    @property
    def version(self) -> int: ...
    @property
    def last_seq(self) -> int: ...


S = TypeVar("S", bound=Versioned)
F = TypeVar("F", bound=Fact)
C = TypeVar("C", bound=msgspec.Struct)


class SeatCommand(NamedTuple, Generic[C]):
    """A command with the seat that sent it; None for a spectator."""

    seat: int | None
    command: C


class BotQuestion(NamedTuple):
    """Slow bots have to choose: the decision, the state of the game, and the bot of each seat."""

    decision: int
    state: State
    bots: dict[int, str]


class Broadcast(Protocol):
    """One version of an aggregate for all its subscribers."""

    def update(self, seat: int | None, since: int) -> bytes:
        """The JSON for a subscriber at a seat, which knows all happenings up to a sequence number."""


class Plan(Generic[S, F]):
    """Facts to append, and the state they lead to."""

    def __init__(self, now: S, after: Callable[[S, F], S]) -> None:
        self.begun: S = now
        self.now: S = now
        self.facts: list[F] = []
        self._after = after

    def add(self, fact: F) -> None:
        self.now = self._after(self.now, fact)
        self.facts.append(fact)

    def extend(self, part: "Plan[S, F]") -> None:
        """Append a plan that begins where this one ends."""
        self.now = part.now
        self.facts += part.facts


class Aggregate(ABC, Generic[S, F, C]):
    """The authority over one table or pad, in memory."""

    def __init__(self, name: str, now: S) -> None:
        self.name = name
        self.now: S = now
        self.presence: Presence = Presence()
        self._last_plan: Plan[S, F] | None = None

    @property
    @abstractmethod
    def path(self) -> str:
        """The path of its page in the client."""

    @property
    def is_public(self) -> bool:
        """Whether it appears in the list of public tables."""
        return False

    @abstractmethod
    def seat_of(self, secret: str) -> int | None:
        """The seat that a secret belongs to."""

    @abstractmethod
    def encode(self, fact: F) -> bytes:
        """The stored form of a fact."""

    @abstractmethod
    def decode(self, data: bytes) -> F:
        """The fact of a stored form."""

    def game_starts(self, new: Sequence[F], first: int) -> list[int]:
        """The numbers of the new facts that begin a game; the first fact has the number ``first``."""
        return []

    @abstractmethod
    def broadcast(self, at: float) -> Broadcast:
        """The current version for all subscribers."""

    # Commands

    def plan(self, seat: int | None, command: C) -> list[F]:
        """The facts that a command of a seat leads to; Refusal or IllegalChoice if it is not allowed."""
        self._last_plan = self._plan_command(self.now, seat, command)
        return self._last_plan.facts

    def plan_all(self, commands: Sequence[SeatCommand[C]]) -> tuple[list[F], list[int | Exception]]:
        """The facts that commands lead to in turn, and for each the version it leads to or its error."""
        whole, outcomes = Plan(self.now, self._after), list[int | Exception]()
        self._last_plan = whole
        for seat, command in commands:
            try:
                whole.extend(self._plan_command(whole.now, self._seat_in(whole.now, seat), command))
            except Exception as error:
                outcomes.append(error)
            else:
                outcomes.append(whole.now.version)
        return whole.facts, outcomes

    def apply(self, new: list[F], at: float) -> None:
        """Apply facts that were stored at a time, in seconds."""
        plan = self._last_plan
        if plan is not None and plan.facts is new and plan.begun is self.now:
            self.now = plan.now  # computed by planning
        else:
            for fact in new:
                self.now = self._after(self.now, fact)

    @abstractmethod
    def cost(self, seat: int | None, command: C) -> float:
        """The tokens that a command takes from its seat's rate limit; 0 if it advances the game."""

    @abstractmethod
    def _plan_command(self, now: S, seat: int | None, command: C) -> Plan[S, F]:
        """The plan for a command of a seat in a state."""

    @abstractmethod
    def _after(self, now: S, fact: F, /) -> S: ...

    def _seat_in(self, now: S, seat: int | None) -> int | None:
        """The seat, in a later state, of the player of a seat."""
        return seat

    def reseated(self, before: S) -> Mapping[int, int | None]:
        """The new seats of players who changed theirs, by old seat; None for a player who left."""
        return {}

    # People, time and bots: by default nothing happens by itself

    @abstractmethod
    def to_advise(self, seat: int | None) -> State:
        """The state in which a seat wants a hint; Refusal if it cannot have one."""

    def plan_arrival(self, seat: int) -> list[F]:
        """The facts that the arrival of a person leads to."""
        return []

    def notice(self, at: float) -> bool:
        """Note the time; whether the update for subscribers changes by it."""
        return False

    def plan_tick(self, at: float) -> list[F]:
        """The facts that the passing of time leads to."""
        return []

    def bot_question(self) -> BotQuestion | None:
        """The question for slow bots; None if the game waits for none."""
        return None

    def plan_answer(self, question: BotQuestion, choices: Mapping[int, Choice]) -> list[F]:
        """The facts that the choices of slow bots lead to; none if their decision has been made."""
        return []

    def seconds_open(self, at: float) -> float:
        """The seconds since the open decisions began."""
        return 0.0
