"""Rooms for tests: subscribers that record what they receive, and a lobby for one scene."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from qwixx.server.queues import WorkerPool
from qwixx.server.rooms.lobby import Lobby
from qwixx.server.rooms.room import TableRoom
from qwixx.server.single_flight import BackgroundTask
from qwixx.server.stores.sqlite.store import SqliteStore
from qwixx.server.stores.store import Store
from qwixx.tables import protocol
from qwixx.tables.credentials import NewSecret
from qwixx.tables.game import facts

Message = dict[str, Any]
TABLE = protocol.NewTable("dice", (protocol.NewSeat(), protocol.NewSeat()), "Ann")


class FakeSubscriber:
    """A client at a seat, or a spectator, that records the updates it receives."""

    def __init__(self, seat: int | None = None) -> None:
        self.seat = seat
        self.since = 0
        self.address = "192.0.2.1"
        self.updates: list[Message] = []
        # The seats assigned to it since it subscribed.
        self.reseated: list[int | None] = []
        self.is_disconnected = False

    @property
    def last(self) -> Message:
        return self.updates[-1]

    def send(self, data: bytes) -> None:
        self.updates.append(json.loads(data))

    def reseat(self, seat: int | None) -> None:
        self.seat = seat
        self.reseated.append(seat)

    def disconnect(self) -> None:
        self.is_disconnected = True


def happened(subscriber: FakeSubscriber) -> list[Message]:
    """All events that the subscriber received."""
    return [each["what"] for update in subscriber.updates for each in update["happened"]]


class Clock:
    """A clock that stands still until a test moves it."""

    def __init__(self, now: float = 1000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


def in_lobby(store: SqliteStore, scene: Callable[[Lobby], Awaitable[None]]) -> None:
    """Run a scene in a lobby on this store."""

    async def run() -> None:
        pool = WorkerPool()
        lobby = Lobby(store, pool)
        await scene(lobby)
        lobby.close()
        pool.close()

    asyncio.run(asyncio.wait_for(run(), 60))


async def join(room: TableRoom, name: str, *, contributes: bool = False, key: str | None = None) -> NewSecret:
    """Take a seat at a table."""
    return await room.join(lambda: room.aggregate.plan_join(name, contributes, key))


async def append(store: Store, table: str, past: Sequence[facts.AnyFact]) -> None:
    """Store all facts of a table."""
    starts = [number for number, fact in enumerate(past, start=1) if isinstance(fact, facts.Started)]
    await store.append(table, 1, list(map(facts.encode, past)), game_starts=starts)


async def finished(task: BackgroundTask) -> None:
    """Wait until a background task has nothing to do."""
    while task.is_running:
        await asyncio.sleep(0.001)


async def until(condition: Callable[[], bool]) -> None:
    """Wait for a condition. The first choice of a slow bot may have to wait for compilation."""
    async with asyncio.timeout(200):
        while not condition():
            await asyncio.sleep(0.005)


async def pass_time(clock: Clock, condition: Callable[[], bool], seconds: float = 20.0) -> None:
    """Advance the clock of a running lobby until a condition holds."""
    async with asyncio.timeout(seconds):
        while not condition():
            clock.now += 1.0
            await asyncio.sleep(0.005)


async def ticked(room: TableRoom) -> None:
    """Tick a room and wait until the resulting work is done."""
    room.tick()
    await finished(room._ticking)
