"""Score pads in rooms of two processes."""

import asyncio

from qwixx.server.rooms.room import PadRoom
from qwixx.server.stores.sqlite.store import SqliteStore
from qwixx.tables import protocol
from tests.server.rooms.processes import Person, at_one_table
from tests.server.rooms.scenes import FakeSubscriber, finished, happened


def test_two_processes_serve_devices_of_the_same_score_pad() -> None:
    async def scene(store: SqliteStore, people: list[Person], name: str) -> None:
        name, _ = await people[0].lobby.open_pad(protocol.NewPad("dice", "Ann"))
        rooms = [await person.lobby.find_pad(name) for person in people]
        await rooms[1].join(lambda: rooms[1].aggregate.plan_join("Ben"))
        devices = [FakeSubscriber(seat) for seat in range(2)]
        for device, room in zip(devices, rooms, strict=True):
            await room.subscribe(device)
        await asyncio.gather(*(write(room, seat, n) for n in range(1, 5) for seat, room in enumerate(rooms)))
        for room in rooms:
            room.mark_stale()
            await finished(room._syncing)
        assert rooms[0].aggregate.now == rooms[1].aggregate.now
        assert [sheet.rows[0] for sheet in rooms[0].aggregate.now.sheets] == [(2, 3, 4, 5)] * 2
        assert happened(devices[0]) == happened(devices[1])

    at_one_table(scene)


async def write(room: PadRoom, seat: int, n: int) -> None:
    await room.command(seat, protocol.Write(n, 1, protocol.PadMark(n, "cross", 2, "red", n + 1)))
