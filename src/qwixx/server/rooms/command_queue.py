"""Commands that wait until a room carries them out together."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from qwixx.server.rate_limits import TokenBucket
from qwixx.tables import refusals
from qwixx.tables.aggregate import SeatCommand
from qwixx.tables.refusals import Refusal

# Rate limit of commands of a seat that do not move the game on: each may be a fact on disk.
COSTS_PER_SECOND = 1.0
COSTS_AT_ONCE = 10.0

Command = SeatCommand[Any]


@dataclass
class PendingCommand:
    """A command, and its outcome: the version it led to, or why it was not carried out."""

    command: Command
    outcome: asyncio.Future[int]

    def succeed(self, version: int) -> None:
        if not self.outcome.done():  # the client may be gone
            self.outcome.set_result(version)

    def fail(self, error: Exception) -> None:
        if not self.outcome.done():
            self.outcome.set_exception(error)


class CommandQueue:
    """Commands in the order of arrival, with a rate limit for each seat."""

    def __init__(self, cost: Callable[[int | None, Any], float]) -> None:
        self._waiting: list[PendingCommand] = []
        # Those that are being carried out.
        self._group: list[PendingCommand] = []
        self._cost = cost
        self._buckets: defaultdict[int | None, TokenBucket] = defaultdict(
            lambda: TokenBucket(COSTS_PER_SECOND, COSTS_AT_ONCE)
        )

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def add(self, command: Command) -> asyncio.Future[int]:
        """The future outcome of a command: a version, or an exception."""
        pending = PendingCommand(command, asyncio.get_running_loop().create_future())
        self._waiting.append(pending)
        return pending.outcome

    def next_group(self, at: float) -> list[PendingCommand]:
        """The next command of each seat; the meaning of a second one depends on the first."""
        group: dict[int | None, PendingCommand] = {}
        waiting: list[PendingCommand] = []
        for each in self._waiting:
            if each.command.seat in group:
                waiting.append(each)
            elif not self._is_within_limit(each.command, at):
                each.fail(Refusal(refusals.TOO_FAST))
            else:
                group[each.command.seat] = each
        self._waiting, self._group = waiting, list(group.values())
        return self._group

    def reseat(self, seats: Mapping[int, int | None]) -> None:
        """Players changed seats: their commands go with them, and do not stay with the seat."""
        for each in (*self._waiting, *self._group):
            seat, command = each.command
            if seat is not None and seat in seats:
                each.command = SeatCommand(seats[seat], command)

    def _is_within_limit(self, command: Command, at: float) -> bool:
        cost = self._cost(*command)
        return not cost or self._buckets[command.seat].take(at, cost)
