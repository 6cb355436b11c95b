"""What is asked of a room: commands that wait until they are carried out together."""

import asyncio
from collections import defaultdict
from collections.abc import Callable
from typing import NamedTuple

from qwixx.server import refusals
from qwixx.server.limits import Bucket
from qwixx.server.refusals import Refusal
from qwixx.server.tables.table import SeatCommand

# Changes of mind of a seat: each is a fact on disk, and no game needs more.
CHANGES_PER_SECOND = 1.0
CHANGES_AT_ONCE = 10.0


class Asked(NamedTuple):
    """A command, and what comes of it: the version it led to, or why it was not done."""

    command: SeatCommand
    done: asyncio.Future[int]

    def succeed(self, version: int) -> None:
        if not self.done.done():  # whoever asked may be gone
            self.done.set_result(version)

    def fail(self, error: Exception) -> None:
        if not self.done.done():
            self.done.set_exception(error)


class Requests:
    """Commands in the order in which they were asked for."""

    def __init__(self, is_change_of_mind: Callable[[SeatCommand], bool]) -> None:
        self._waiting: list[Asked] = []
        self._is_change_of_mind = is_change_of_mind
        self._changes: defaultdict[int | None, Bucket] = defaultdict(
            lambda: Bucket(CHANGES_PER_SECOND, CHANGES_AT_ONCE)
        )

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def add(self, command: SeatCommand) -> asyncio.Future[int]:
        """What will come of a command: a version, or an exception."""
        asked = Asked(command, asyncio.get_running_loop().create_future())
        self._waiting.append(asked)
        return asked.done

    def next_group(self, at: float) -> list[Asked]:
        """What was asked until now, one command of each seat: what another one means depends on that."""
        group: dict[int | None, Asked] = {}
        waiting: list[Asked] = []
        for each in self._waiting:
            if each.command.seat in group:
                waiting.append(each)
            elif self._is_too_fast(each.command, at):
                each.fail(Refusal(refusals.TOO_FAST))
            else:
                group[each.command.seat] = each
        self._waiting = waiting
        return list(group.values())

    def _is_too_fast(self, command: SeatCommand, at: float) -> bool:
        return self._is_change_of_mind(command) and not self._changes[command.seat].take(at)
