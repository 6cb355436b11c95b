"""Appends whose database reply is lost: their commands are acknowledged and take effect once."""

import asyncio
from collections.abc import Coroutine
from typing import Any

from qwixx.notation import format_choice
from qwixx.server.queues import WorkerPool
from qwixx.server.rooms.lobby import Lobby
from qwixx.server.rooms.room import TableRoom
from qwixx.server.stores.postgres.address import DatabaseAddress
from qwixx.server.stores.postgres.schema import prepare_database
from qwixx.server.stores.postgres.store import PostgresStore
from qwixx.tables import protocol
from tests.postgres import PostgresServer
from tests.server.stores.engines import AnyStore, PostgresEngine
from tests.server.stores.postgres.front import Deafness
from tests.server.stores.postgres.scenes import until_found

TABLE = protocol.NewTable("solo", (protocol.NewSeat(),), "Ann")
CHOICES = 3


class Page:
    """Ann's connection."""

    seat: int | None = 0
    since = 0
    address = ""

    def reseat(self, seat: int | None) -> None:
        raise AssertionError("nobody moves")

    def send(self, data: bytes) -> None:
        pass

    def disconnect(self) -> None:
        raise AssertionError("the database is back at once")


def passed(room: TableRoom) -> Coroutine[Any, Any, int]:
    now = room.aggregate.now
    assert now.state is not None
    return room.command(0, protocol.Choose(1, now.version, format_choice(now.state.choices(0)[0])))


async def pass_unanswered(room: TableRoom, deafness: Deafness, other: AnyStore) -> int:
    """Pass, drop the database's reply once another process sees the choice, and return Ann's result."""
    version, name = room.aggregate.now.version, room.aggregate.name
    choosing = asyncio.create_task(passed(room))

    async def is_stored() -> bool:
        return (await other.last_versions([name]))[name] > version

    await deafness.lose_answers(lambda: until_found(is_stored, True))
    return await choosing


def test_choices_with_lost_replies_are_acknowledged_and_stored_once(
    postgres: PostgresServer, url: str
) -> None:
    async def scene() -> None:
        await prepare_database(DatabaseAddress(url))
        deafness, pool = Deafness(postgres.port), WorkerPool()
        async with deafness.listening() as port, PostgresEngine(url).opened() as other:
            store = PostgresStore(DatabaseAddress(url.replace(str(postgres.port), str(port))))
            lobby = Lobby(store, pool)
            await store.begin(lobby)
            name, _ = await lobby.open_table(TABLE)
            room = await lobby.find(name)
            await room.subscribe(Page())
            for _ in range(CHOICES):
                await passed(room)
                version = await pass_unanswered(room, deafness, other)
                assert await other.last_versions([name]) == {name: version}
            lobby.close()
            await store.end()
        pool.close()

    asyncio.run(scene())
