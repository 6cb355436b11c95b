"""The dice of all games on a server, counted when games end and told to whoever asks."""

import asyncio
from contextlib import closing
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from qwixx.notation import format_choice
from qwixx.rules.chance import FirstSeat, Roll
from qwixx.server.app import create_app
from qwixx.server.rooms.lobby import Lobby
from qwixx.server.rooms.room import Room
from qwixx.server.rooms.statistics import StatisticsDesk, statistics
from qwixx.server.stores.sqlite.store import SqliteStore
from qwixx.server.tables.tally import COLUMNS, Tallied, tally
from qwixx.server.thinking.worker_pool import WorkerPool
from qwixx.server.wire import protocol


def test_a_game_is_counted_by_its_faces() -> None:
    rolls = [Roll((1, 2), (3, None, 4, 5)), Roll((1, 2), (3, None, None, 6)), Roll((6, 6), (1, 1, 1, 1))]
    found = tally("t", 1, [FirstSeat(0), *rolls])
    assert found is not None
    counts = {name: count for name, count in zip(COLUMNS, found.counts, strict=True) if count}
    assert counts == {
        "white_12": 2,
        "white_66": 1,
        "red_3": 2,
        "red_1": 1,
        "yellow_1": 1,
        "green_4": 1,
        "green_1": 1,
        "blue_5": 1,
        "blue_6": 1,
        "blue_1": 1,
    }
    assert tally("t", 1, [FirstSeat(0)]) is None, "a card game rolls no dice"
    assert len({found.game, tally("t", 2, rolls).game, tally("u", 1, rolls).game}) == 3  # type: ignore[union-attr]


def test_what_is_told_adds_up() -> None:
    counts = tuple(7 if name == "white_36" else 2 if name == "blue_4" else 0 for name in COLUMNS)
    told = statistics(Tallied(3, counts))
    assert (told.games, told.rolls) == (3, 7)
    assert told.dice["white"].counts == (0, 0, 7, 0, 0, 7)
    assert told.dice["blue"].counts == (0, 0, 0, 2, 0, 0)
    assert told.dice["red"].p == 1.0
    assert told.white_pairs.counts[2 * 6 + 5] == 7
    assert (told.white_pairs.degrees, told.dice["white"].degrees) == (35, 5)
    assert told.white_pairs.p < 0.01


async def play_out(room: Room, seat: int) -> None:
    while (state := room.table.now.state) is not None and not state.is_over:
        choice = format_choice(state.choices(seat)[0])
        await room.command(seat, protocol.Choose(1, room.table.now.version, choice))


def test_a_game_is_counted_when_it_ends(tmp_path: Path) -> None:
    new = protocol.NewTable("solo", (protocol.NewSeat(),), "Ann")

    async def scene(store: SqliteStore) -> None:
        pool = WorkerPool()
        tables = Lobby(store, pool)
        name, secret = await tables.open_table(new)
        room = await tables.find(name)
        for game in (1, 2):
            assert (await store.tallied()).games == game - 1, "a running game is not counted"
            await play_out(room, secret.seat)
            counting = room._counting
            assert counting is not None
            await counting
            rolls = sum((await store.tallied()).counts[:36])
            assert rolls >= room.table.now.draws > 0
            await room.command(secret.seat, protocol.Rematch(1))
        tables.close()
        pool.close()

    with closing(SqliteStore.open(tmp_path / "tables.sqlite")) as store:
        asyncio.run(asyncio.wait_for(scene(store), 60))


def test_figures_are_added_up_once_a_minute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = 0

    async def scene(store: SqliteStore) -> None:
        tallied = store.tallied

        async def counted() -> Tallied:
            nonlocal asked
            asked += 1
            return await tallied()

        monkeypatch.setattr(store, "tallied", counted)
        desk = StatisticsDesk(store)
        answers = await asyncio.gather(*(desk.answer() for _ in range(5)))
        assert len(set(answers)) == asked == 1

    with closing(SqliteStore.open(tmp_path / "tables.sqlite")) as store:
        asyncio.run(scene(store))


def test_whoever_asks_is_told(tmp_path: Path) -> None:
    with (
        closing(SqliteStore.open(tmp_path / "tables.sqlite")) as store,
        TestClient(create_app(store)) as client,
    ):
        answer = client.get("/api/statistics")
    assert answer.status_code == 200
    assert answer.json()["games"] == 0
    assert set(answer.json()["dice"]) == {"white", "red", "yellow", "green", "blue"}
