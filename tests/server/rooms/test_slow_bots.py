"""Slow bots block nothing else, and a game that waits for them continues."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from qwixx.server.rooms.lobby import Lobby
from qwixx.server.rooms.room import TableRoom
from qwixx.server.stores.sqlite.store import SqliteStore
from qwixx.tables import protocol
from qwixx.tables.game.plan import COVER_BOT
from qwixx.worker import Worker
from tests.server.rooms.scenes import FakeSubscriber, until
from tests.server.workers import BrokenWorker, LocalWorker, SlowWorker, pool_of


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    opened = SqliteStore.open(tmp_path / "tables.sqlite")
    yield opened
    opened.close()


async def opened(lobby: Lobby, *bots: str | None) -> TableRoom:
    seats = (protocol.NewSeat(), *map(protocol.NewSeat, bots))
    name, _ = await lobby.open_table(protocol.NewTable("dice", seats, "Ann"))
    return await lobby.find(name)


def waits_for(room: TableRoom) -> frozenset[int]:
    assert room.aggregate.now.state is not None
    return room.aggregate.now.state.to_act


def in_lobby(
    store: SqliteStore, worker: Callable[[], Worker], scene: Callable[[Lobby], Awaitable[None]]
) -> None:
    async def run() -> None:
        lobby = Lobby(store, pool_of(worker()))
        await scene(lobby)
        lobby.close()

    asyncio.run(run())


def passing(room: TableRoom, number: int) -> protocol.Choose:
    return protocol.Choose(number, room.aggregate.now.version, "-")


def test_other_tables_and_players_continue_while_a_bot_thinks(store: SqliteStore) -> None:
    workers: list[SlowWorker] = []

    def slow() -> Worker:
        workers.append(SlowWorker())
        return workers[0]

    async def scene(lobby: Lobby) -> None:
        room, other = await opened(lobby, "master"), await opened(lobby, COVER_BOT)
        assert waits_for(room) == {0, 1}
        for number in range(4):
            assert 0 in waits_for(other)
            await other.command(0, passing(other, number))
        await room.command(0, passing(room, 1))
        assert waits_for(room) == {1}
        await room.command(0, protocol.Withdraw(2, room.aggregate.now.version))
        await room.command(0, passing(room, 3))
        workers[0].may_answer.set()
        await until(lambda: 0 in waits_for(room))

    in_lobby(store, slow, scene)


def test_a_game_against_a_slow_bot_can_be_finished(store: SqliteStore) -> None:
    async def scene(lobby: Lobby) -> None:
        room = await opened(lobby, "solid")
        number = 0
        while room.aggregate.now.is_playing:
            await until(lambda: 0 in waits_for(room) or not room.aggregate.now.is_playing)
            if room.aggregate.now.is_playing:
                number += 1
                await room.command(0, passing(room, number))
        assert room.aggregate.now.state is not None
        assert room.aggregate.now.state.sheets[1].rows != ((),) * 4

    in_lobby(store, LocalWorker, scene)


def test_a_simple_bot_replaces_a_bot_that_fails(store: SqliteStore, caplog: pytest.LogCaptureFixture) -> None:
    async def scene(lobby: Lobby) -> None:
        room = await opened(lobby, "strong")
        await until(lambda: waits_for(room) == {0})
        assert "missing" in caplog.text

    in_lobby(store, BrokenWorker, scene)


def test_a_bot_is_asked_again_after_a_restart(store: SqliteStore) -> None:
    names: list[str] = []

    async def before(lobby: Lobby) -> None:
        room = await opened(lobby, "solid")
        names.append(room.aggregate.name)
        assert waits_for(room) == {0, 1}

    async def afterwards(lobby: Lobby) -> None:
        room = await lobby.find(names[0])
        assert waits_for(room) == {0, 1}
        await room.subscribe(FakeSubscriber())
        room.tick()
        await until(lambda: waits_for(room) == {0})

    in_lobby(store, SlowWorker, before)
    in_lobby(store, LocalWorker, afterwards)
