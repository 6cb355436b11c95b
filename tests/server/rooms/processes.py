"""One table served by two processes."""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from qwixx.notation import format_choice
from qwixx.server.queues import WorkerPool
from qwixx.server.rooms.lobby import Lobby
from qwixx.server.rooms.room import TableRoom
from qwixx.server.stores.sqlite.store import SqliteStore
from qwixx.tables import protocol
from qwixx.tables.refusals import Refusal
from tests.server.rooms.scenes import TABLE, FakeSubscriber, finished, join
from tests.server.stores.shared_store import SharedStore, shared


class Person(FakeSubscriber):
    """A player connected to one of the processes."""

    def __init__(self, seat: int | None, lobby: Lobby, store: SharedStore) -> None:
        super().__init__(seat)
        self.lobby = lobby
        self.store = store
        self.chosen: list[str] = []

    async def subscribe(self, name: str) -> None:
        self.room: TableRoom = await self.lobby.find(name)
        await self.room.subscribe(self)

    async def choose(self, number: int) -> None:
        """Choose by the state that this process knows, and record the choice if it is acknowledged."""
        assert self.seat is not None
        now = self.room.aggregate.now
        if now.state is None or not now.state.choices(self.seat):
            return
        choices = now.state.choices(self.seat)
        text = format_choice(choices[number % len(choices)])
        try:
            await self.room.command(self.seat, protocol.Choose(1, now.version, text))
        except Refusal:
            return
        self.chosen.append(text)


Scene = Callable[[SqliteStore, list[Person], str], Awaitable[None]]


def at_one_table(scene: Scene) -> None:
    """Run a scene with Ann connected to one process and Ben to another."""

    async def run(store: SqliteStore) -> None:
        pool = WorkerPool()
        here, there = shared(store, "a", "b")
        people = [Person(0, Lobby(here, pool), here), Person(1, Lobby(there, pool), there)]
        for person in people:
            await person.store.begin(person.lobby)
        name, _ = await people[0].lobby.open_table(TABLE)
        await people[0].subscribe(name)
        await join(await people[1].lobby.find(name), "Ben")
        await people[1].subscribe(name)
        for person in people:
            await settled(person)
        await scene(store, people, name)
        for person in people:
            person.lobby.close()
        pool.close()

    with (
        tempfile.TemporaryDirectory() as folder,
        closing(SqliteStore.open(Path(folder) / "t.sqlite")) as store,
    ):
        asyncio.run(asyncio.wait_for(run(store), 60))


async def settled(person: Person) -> None:
    """Deliver all notifications and wait until their background work is done."""
    while person.store.cluster.waiting:
        person.store.deliver()
    await finished(person.lobby._resyncing)
    await finished(person.room._syncing)


def delayed(work: Callable[..., Awaitable[Any]], go_on: asyncio.Event) -> Callable[..., Awaitable[Any]]:
    """Wrap work so that it runs at once but returns only after the event is set."""

    async def done(*args: Any, **kwargs: Any) -> Any:
        found = await work(*args, **kwargs)
        await go_on.wait()
        return found

    return done
