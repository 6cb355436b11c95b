"""A failure in one room does not affect others: it is logged, reported to the client and retried."""

import asyncio
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from qwixx.server.failures import TableFailed
from qwixx.server.queues import WorkerPool
from qwixx.server.rooms import lobby as lobby_module
from qwixx.server.rooms.lobby import Lobby
from qwixx.server.stores.sqlite.store import SqliteStore
from qwixx.server.stores.store import Conflict, StoreError
from qwixx.tables import protocol
from tests.server.rooms.scenes import Clock, FakeSubscriber, in_lobby, join, pass_time, ticked


def new_table(*bots: str | None) -> protocol.NewTable:
    seats = (protocol.NewSeat(), *map(protocol.NewSeat, bots))
    return protocol.NewTable("dice", seats, "Ann", settings=protocol.TableSettings(patience=5))


@pytest.fixture(autouse=True)
def quick_ticks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby_module, "TICK_SECONDS", 0.01)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(tmp_path: Path, clock: Clock) -> Iterator[SqliteStore]:
    with closing(SqliteStore.open(tmp_path / "tables.sqlite", steady=clock)) as opened:
        yield opened


# Rooms that raise an exception


def test_a_room_that_raises_does_not_stop_the_clock_and_is_logged_once(
    store: SqliteStore, clock: Clock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene(tables: Lobby) -> None:
        bad, _ = await tables.open_table(new_table("gap:1,2"))
        good, _ = await tables.open_table(new_table(None))
        await join(await tables.find(good), "Ben")
        broken, sound = await tables.find(bad), await tables.find(good)
        await broken.subscribe(FakeSubscriber())
        await sound.subscribe(FakeSubscriber())

        def fail(at: float) -> None:
            raise ZeroDivisionError("a mistake of ours")

        monkeypatch.setattr(broken.aggregate, "plan_tick", fail)
        running = asyncio.create_task(tables.run())
        await pass_time(clock, lambda: all(seat.covered for seat in sound.aggregate.now.seats))
        assert not running.done()
        running.cancel()

    in_lobby(store, scene)
    lines = [record.message for record in caplog.records if "table_failed" in record.message]
    assert len(lines) == 1
    assert "ZeroDivisionError: a mistake of ours" in lines[0]


def test_after_a_success_the_same_failure_is_logged_and_retried_from_scratch(
    store: SqliteStore, clock: Clock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene(tables: Lobby) -> None:
        name, _ = await tables.open_table(new_table("gap:1,2"))
        room = await tables.find(name)
        await room.subscribe(FakeSubscriber())
        tries: list[float] = []

        def fail(at: float) -> None:
            tries.append(at)
            raise ZeroDivisionError("a mistake of ours")

        def fail_for(seconds: int) -> list[float]:
            tries.clear()
            monkeypatch.setattr(room.aggregate, "plan_tick", fail)
            began = store.now()
            for _ in range(seconds):
                room.tick()
                clock.now += 1.0
            monkeypatch.undo()
            return [round(at - began) for at in tries]

        assert fail_for(10) == [0, 1, 3, 7]
        clock.now += 60.0
        await ticked(room)
        assert fail_for(3) == [0, 1]

    in_lobby(store, scene)
    assert sum("table_failed" in record.message for record in caplog.records) == 2


def test_a_room_with_a_slow_append_does_not_delay_others(
    store: SqliteStore, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(tables: Lobby) -> None:
        slow, _ = await tables.open_table(new_table("gap:1,2"))
        quick, _ = await tables.open_table(new_table("gap:1,2"))
        store_append = store.append

        async def append_some(table: str, first: int, data: list[bytes], **starts: Any) -> float:
            if table == slow:
                await asyncio.Event().wait()
            return await store_append(table, first, data, **starts)

        room = await tables.find(quick)
        for name in (slow, quick):
            await (await tables.find(name)).subscribe(FakeSubscriber())
        monkeypatch.setattr(store, "append", append_some)
        running = asyncio.create_task(tables.run())
        await pass_time(clock, lambda: room.aggregate.now.seats[0].covered)
        running.cancel()

    in_lobby(store, scene)


def test_a_command_that_raises_is_refused_with_an_error_message(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(tables: Lobby) -> None:
        name, secret = await tables.open_table(new_table("gap:1,2"))
        room = await tables.find(name)

        def fail(now: object, seat: int, message: object) -> None:
            raise KeyError("a mistake of ours")

        monkeypatch.setattr(room.aggregate, "_plan_command", fail)
        with pytest.raises(TableFailed) as failed:
            await room.command(secret.seat, protocol.Leave(1))
        assert failed.value.reason.code == "table_failed"
        monkeypatch.undo()
        await room.command(secret.seat, protocol.Leave(2))
        assert room.aggregate.now.seats[0].covered

    in_lobby(store, scene)


# Appends that fail


def test_a_room_goes_on_after_a_request_is_cancelled_during_its_append(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(tables: Lobby) -> None:
        name, secret = await tables.open_table(new_table(None))
        room = await tables.find(name)
        store_append = store.append

        is_stored = asyncio.Event()

        async def append_and_never_return(table: str, first: int, data: list[bytes], **starts: Any) -> None:
            await store_append(table, first, data, **starts)
            is_stored.set()
            await asyncio.Event().wait()

        monkeypatch.setattr(store, "append", append_and_never_return)
        joining = asyncio.create_task(join(room, "Ben"))
        await is_stored.wait()
        joining.cancel()
        await asyncio.wait([joining])
        monkeypatch.undo()
        version = room.aggregate.now.version
        await room.command(secret.seat, protocol.Leave(1))
        assert room.aggregate.now.names[1] == "Ben", "the stored seat is taken"
        assert room.aggregate.now.version > version + 1
        assert len(await store.load(name)) == room.aggregate.now.version

    in_lobby(store, scene)


def test_facts_are_replanned_after_a_conflict(store: SqliteStore) -> None:
    async def scene(tables: Lobby) -> None:
        name, secret = await tables.open_table(new_table(None, None))
        here, elsewhere = await tables.find(name), Lobby(store, WorkerPool())
        player = FakeSubscriber(secret.seat)
        await here.subscribe(player)
        await join(await elsewhere.find(name), "Ben")
        assert (await join(here, "Cy")).seat == 2
        assert here.aggregate.now.version == len(await store.load(name))
        assert [seat["name"] for seat in player.last["info"]["seats"]] == ["Ann", "Ben", "Cy"]

    in_lobby(store, scene)


def test_endless_conflicts_become_a_store_error(store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(tables: Lobby) -> None:
        name, secret = await tables.open_table(new_table("gap:1,2"))
        room = await tables.find(name)

        async def conflict(table: str, first: int, data: list[bytes], **starts: Any) -> None:
            raise Conflict("another append came first")

        monkeypatch.setattr(store, "append", conflict)
        with pytest.raises(StoreError):
            await room.command(secret.seat, protocol.Leave(1))

    in_lobby(store, scene)


def test_clients_can_watch_while_the_store_fails(store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(tables: Lobby) -> None:
        name, secret = await tables.open_table(new_table("gap:1,2"))
        room = await tables.find(name)
        await room.command(secret.seat, protocol.Leave(1))

        async def fail(table: str, first: int, data: list[bytes], **starts: Any) -> None:
            raise StoreError("the disk is full")

        monkeypatch.setattr(store, "append", fail)
        player = FakeSubscriber(secret.seat)
        await room.subscribe(player)
        assert player.last["info"]["seats"][0]["covered"]
        assert player.last["info"]["seats"][0]["present"]
        monkeypatch.undo()
        version = room.aggregate.now.version
        await room.command(secret.seat, protocol.Choose(2, version, "-"))
        assert not room.aggregate.now.seats[0].covered

    in_lobby(store, scene)
