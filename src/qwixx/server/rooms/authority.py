"""What a room needs of whoever decides in it: a table and a score pad have it in common, and nothing else."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from qwixx.rules.choices import Choice
from qwixx.server.tables import facts
from qwixx.server.tables.plan import BotQuestion
from qwixx.server.tables.presence import Presence
from qwixx.server.tables.table import SeatCommand
from qwixx.server.wire import protocol


class Versioned(Protocol):
    """A state that counts the facts behind it, and what happened."""

    @property
    def version(self) -> int: ...
    @property
    def last_seq(self) -> int: ...


class News(Protocol):
    """What is told at one moment, to each in the form that they need."""

    def update(self, seat: int | None, since: int) -> bytes: ...


class Authority(Protocol):
    """Whoever decides what happens in a room: a table, or a score pad."""

    name: str
    presence: Presence

    @property
    def now(self) -> Versioned: ...
    def seat_of(self, secret: str) -> int | None: ...
    def plan_all(
        self, commands: Sequence[SeatCommand]
    ) -> tuple[list[facts.AnyFact], list[int | Exception]]: ...
    def is_change_of_mind(self, seat: int, message: protocol.Command) -> bool: ...
    def plan_arrival(self, seat: int) -> list[facts.AnyFact]: ...
    def plan_tick(self, at: float) -> list[facts.AnyFact]: ...
    def bot_question(self) -> BotQuestion | None: ...
    def plan_answer(self, question: BotQuestion, choices: Mapping[int, Choice]) -> list[facts.AnyFact]: ...
    def seconds_open(self, at: float) -> float: ...
    def take(self, new: list[facts.AnyFact], at: float) -> None: ...
    def broadcast(self, at: float) -> News: ...
