"""The dice of all games on a server, counted when they are rolled and served on request."""

import asyncio
from contextlib import closing
from pathlib import Path
from statistics import fmean

import pytest
from starlette.testclient import TestClient

from qwixx.notation import format_choice
from qwixx.record import ChanceStep
from qwixx.rules.chance import FirstSeat, Roll
from qwixx.server.app import create_app
from qwixx.server.dice_statistics import DiceStatistics, game_dice, statistics_of
from qwixx.server.queues import WorkerPool
from qwixx.server.rooms.lobby import Lobby
from qwixx.server.rooms.room import TableRoom
from qwixx.server.stores.sqlite.store import SqliteStore
from qwixx.server.stores.store import DICE_COLUMNS, PAIR_COLUMNS, DiceTotals, StoreError
from qwixx.tables import protocol
from tests.server.listening_server import listening


def test_the_dice_of_a_game_are_counted_by_face() -> None:
    rolls = [Roll((1, 2), (3, None, 4, 5)), Roll((1, 2), (3, None, None, 6)), Roll((6, 6), (1, 1, 1, 1))]
    found = game_dice("t", 1, [FirstSeat(0), *rolls])
    assert found is not None
    counts = {name: count for name, count in zip(DICE_COLUMNS, found.counts, strict=True) if count}
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
    assert game_dice("t", 1, [FirstSeat(0)]) is None, "a card game rolls no dice"
    assert len({found.game, game_dice("t", 2, rolls).game, game_dice("u", 1, rolls).game}) == 3  # type: ignore[union-attr]


def test_marginal_counts_are_sums_of_the_stored_counts() -> None:
    counts = tuple(7 if name == "white_36" else 2 if name == "blue_4" else 0 for name in DICE_COLUMNS)
    told = statistics_of(DiceTotals(3, counts))
    assert (told.games, told.rolls) == (3, 7)
    assert told.dice["white"].counts == (0, 0, 7, 0, 0, 7)
    assert told.dice["blue"].counts == (0, 0, 0, 2, 0, 0)
    assert told.dice["red"].p == 1.0
    assert told.white_pairs.counts[2 * 6 + 5] == 7
    assert (told.white_pairs.degrees, told.dice["white"].degrees) == (35, 5)
    assert told.white_pairs.p < 0.01


async def play_out(room: TableRoom, seat: int) -> None:
    while (state := room.aggregate.now.state) is not None and not state.is_over:
        choice = format_choice(state.choices(seat)[0])
        await room.command(seat, protocol.Choose(1, room.aggregate.now.version, choice))


NEW = protocol.NewTable("solo", (protocol.NewSeat(),), "Ann")


async def counted(store: SqliteStore, lobby: Lobby) -> tuple[int, int]:
    """The number of games and of rolls, after all pending counts are saved."""
    await lobby.dice_counter.count()
    games, counts = await store.dice_totals()
    return games, sum(counts[: len(PAIR_COLUMNS)])


def rolls_of(room: TableRoom) -> int:
    return len(drawn_rolls(room))


def drawn_rolls(room: TableRoom) -> list[Roll]:
    steps = room.aggregate.now.steps
    return [step.outcome for step in steps if isinstance(step, ChanceStep) and isinstance(step.outcome, Roll)]


def test_a_roll_is_counted_when_it_is_drawn_even_if_its_game_never_ends(tmp_path: Path) -> None:
    async def scene(store: SqliteStore) -> None:
        pool = WorkerPool()
        lobby = Lobby(store, pool)
        name, secret = await lobby.open_table(NEW)
        room = await lobby.find(name)
        assert await counted(store, lobby) == (1, 1), "the first roll was shown"
        await play_out(room, secret.seat)
        first = rolls_of(room)
        await room.command(secret.seat, protocol.Rematch(1))
        assert await counted(store, lobby) == (2, first + 1), "the counts grow, and each roll is counted once"
        lobby.close()
        pool.close()

    with closing(SqliteStore.open(tmp_path / "tables.sqlite")) as store:
        asyncio.run(asyncio.wait_for(scene(store), 200))


def test_players_who_only_finish_games_with_high_dice_do_not_bias_the_statistics(tmp_path: Path) -> None:
    """They pass until one more penalty ends the game, and end it only after high dice."""

    async def scene(store: SqliteStore) -> None:
        pool = WorkerPool()
        lobby = Lobby(store, pool)
        rolled = 0
        for _ in range(150):
            name, secret = await lobby.open_table(NEW)
            room = await lobby.find(name)
            for _ in range(3):
                await take_penalty(room, secret.seat)
            if fmean(face for roll in drawn_rolls(room) for face in roll.white) >= 4:
                await take_penalty(room, secret.seat)
            rolled += rolls_of(room)
        games, rolls = await counted(store, lobby)
        assert (games, rolls) == (150, rolled)
        assert statistics_of(await store.dice_totals()).dice["white"].p > 1e-6
        lobby.close()
        pool.close()

    with closing(SqliteStore.open(tmp_path / "tables.sqlite")) as store:
        asyncio.run(asyncio.wait_for(scene(store), 200))


async def take_penalty(room: TableRoom, seat: int) -> None:
    state = room.aggregate.now.state
    assert state is not None
    before = state.sheets[seat].penalties
    while state is not None and not state.is_over and state.sheets[seat].penalties == before:
        await room.command(seat, protocol.Choose(1, room.aggregate.now.version, "-"))
        state = room.aggregate.now.state


def test_rolls_before_a_crash_or_during_a_disk_failure_are_counted_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(_: object) -> None:
        raise StoreError("the disk is full")

    async def scene(store: SqliteStore) -> None:
        pool = WorkerPool()
        lobby = Lobby(store, pool)
        name, secret = await lobby.open_table(NEW)
        room = await lobby.find(name)
        with monkeypatch.context() as broken:
            broken.setattr(store, "save_dice", fail)
            await lobby.dice_counter.count()
        assert await counted(store, lobby) == (1, 1)
        await take_penalty(room, secret.seat)
        # The process is killed now, and another process loads the table.
        other = Lobby(store, pool)
        await other.find(name)
        assert await counted(store, other) == (1, rolls_of(room)) != (1, 1)
        assert await counted(store, lobby) == (1, rolls_of(room)), "counted once, whichever process counts it"
        for each in (lobby, other):
            each.close()
        pool.close()

    with closing(SqliteStore.open(tmp_path / "tables.sqlite")) as store:
        asyncio.run(asyncio.wait_for(scene(store), 200))


def test_the_last_rolls_are_counted_at_shutdown(tmp_path: Path) -> None:
    with listening(tmp_path) as server:
        server.open_table(game="solo")
    with closing(SqliteStore.open(tmp_path / "tables.sqlite")) as store:
        assert asyncio.run(store.dice_totals()).games == 1


def test_statistics_are_computed_once_for_concurrent_requests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = 0

    async def scene(store: SqliteStore) -> None:
        totals = store.dice_totals

        async def counted() -> DiceTotals:
            nonlocal asked
            asked += 1
            return await totals()

        monkeypatch.setattr(store, "dice_totals", counted)
        figures = DiceStatistics(store)
        answers = await asyncio.gather(*(figures.answer() for _ in range(5)))
        assert len(set(answers)) == asked == 1

    with closing(SqliteStore.open(tmp_path / "tables.sqlite")) as store:
        asyncio.run(scene(store))


def test_the_statistics_are_public(tmp_path: Path) -> None:
    with (
        closing(SqliteStore.open(tmp_path / "tables.sqlite")) as store,
        TestClient(create_app(store)) as client,
    ):
        answer = client.get("/api/statistics")
    assert answer.status_code == 200
    assert answer.json()["games"] == 0
    assert set(answer.json()["dice"]) == {"white", "red", "yellow", "green", "blue"}
