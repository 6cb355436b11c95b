"""Loading tables from the store: from their last game on, once for concurrent requests, without blocking."""

import asyncio
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from qwixx.notation import format_choice
from qwixx.rules.choices import PASS
from qwixx.server.rooms.loader import FACTS_AT_ONCE, load, load_game
from qwixx.server.rooms.lobby import Lobby
from qwixx.server.rooms.room import Room
from qwixx.server.stores.sqlite.store import SqliteStore
from qwixx.tables import protocol
from qwixx.tables.game import facts
from qwixx.tables.game.loaded import LoadedTable
from qwixx.tables.game.state import TableState, replayed
from qwixx.tables.game.table import Table
from tests.server.rooms.scenes import append, in_lobby
from tests.tables.game.scenes import at_the_table, do, play_out, played, update


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    with closing(SqliteStore.open(tmp_path / "tables.sqlite")) as opened:
        yield opened


def loaded(store: SqliteStore, past: list[facts.AnyFact]) -> LoadedTable:
    """Store these facts and load the table."""

    async def scene() -> LoadedTable:
        name = f"t{len(past)}"
        await append(store, name, past)
        found = await load(store, name)
        assert isinstance(found, LoadedTable)
        return found

    return asyncio.run(scene())


def without_past(table: TableState) -> dict[str, object]:
    """Every field except the events before the last game."""
    return {name: getattr(table, name) for name in table.__struct_fields__ if name != "happened"}


def test_loading_from_the_last_game_on_gives_the_same_state(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    past = played(games=3)
    whole, decoded = replayed(past), 0
    decode = facts.decode

    def counting(data: bytes) -> facts.AnyFact:
        nonlocal decoded
        decoded += 1
        return decode(data)

    monkeypatch.setattr(facts, "decode", counting)
    found = loaded(store, past).state
    assert without_past(found) == without_past(whole)
    assert whole.happened[-len(found.happened) :] == found.happened
    assert decoded < len(past) / 2


def test_the_start_of_every_game_is_stored(store: SqliteStore) -> None:
    async def scene(lobby: Lobby) -> None:
        name, ann = await lobby.open_table(protocol.NewTable("solo", (protocol.NewSeat(),), "Ann"))
        room = await lobby.find(name)
        while (game := room.aggregate.now.state) is not None and not game.is_over:
            choice = protocol.Choose(1, room.aggregate.now.version, format_choice(game.choices(0)[0]))
            await room.command(ann.seat, choice)
        await room.command(ann.seat, protocol.Rematch(1))
        past = [facts.decode(stored.fact) for stored in await store.load(name)]
        starts = [number for number, fact in enumerate(past, start=1) if isinstance(fact, facts.Started)]
        assert len(starts) == 2
        assert await store.game_starts(name) == starts

    in_lobby(store, scene)


def test_a_game_ends_where_the_next_one_begins_even_if_that_just_happened(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    past = played(games=2)
    game_starts = store.game_starts

    async def scene() -> list[LoadedTable | None]:
        await append(store, "t", past)
        starts = await game_starts("t")
        # The third game begins after these starts were read.
        answers = iter([starts[:2], starts])

        async def asked(table: str) -> list[int]:
            return next(answers)

        second = await load_game(store, "t", 2)
        monkeypatch.setattr(store, "game_starts", asked)
        return [second, await load_game(store, "t", 2)]

    second, same = asyncio.run(scene())
    assert second is not None
    assert second.state.stage == "over"
    assert same == second


def test_a_client_that_missed_earlier_games_gets_a_fresh_update(store: SqliteStore) -> None:
    found = loaded(store, played(games=1)).state
    missed = update(Table("t", found), None, since=1)
    assert missed.fresh
    assert missed.happened[0].seq > 2
    known = update(Table("t", found), None, since=found.last_seq - 1)
    assert (known.fresh, [each.seq for each in known.happened]) == (False, [found.last_seq])


def test_an_unknown_table_is_not_found(store: SqliteStore) -> None:
    assert asyncio.run(load(store, "none")) is None


def test_chat_survives_a_restart_and_ends_with_its_game(store: SqliteStore) -> None:
    table = at_the_table("Ann", "Ben")
    do(table, 0, protocol.Say(1, '{"fact":"Started",'))
    found = loaded(store, table.past).state
    assert facts.Said(0, '{"fact":"Started",') in [each.what for each in found.happened]
    assert found.chat_seats == table.now.chat_seats == (0,)
    play_out(table)
    for seat in (0, 1):
        do(table, seat, protocol.Rematch(1))
    found = loaded(store, table.past).state
    assert not any(isinstance(each.what, facts.Said) for each in found.happened)
    assert found.chat_seats == ()


def test_the_seed_of_a_game_survives_a_restart(store: SqliteStore) -> None:
    table = at_the_table("Ann", "Ben")
    play_out(table)
    table.apply([facts.Committed("ab" * 32)], 0.0)
    do(table, 1, protocol.Contribute(1, 2, "cd" * 16))
    for seat in (0, 1):
        do(table, seat, protocol.Rematch(1))
    seed = loaded(store, table.past).state.seed
    assert seed == table.now.seed
    assert seed is not None
    assert (seed.secret, seed.contributions) == ("ab" * 32, {1: "cd" * 16})


def test_other_tasks_run_while_a_long_table_is_loaded(store: SqliteStore) -> None:
    past = at_the_table("Ann", "Ben").past
    changes: list[facts.AnyFact] = [facts.Chose(0, PASS), facts.Withdrew(0)] * 2000

    async def scene(lobby: Lobby) -> None:
        await append(store, "t", [*past, *changes])
        loading, turns = asyncio.create_task(lobby.find("t")), 0
        while not loading.done():
            await asyncio.sleep(0)
            turns += 1
        assert turns > len(changes) / FACTS_AT_ONCE
        now = loading.result().aggregate.now
        assert now.version == len(past) + len(changes)
        assert len(now.steps) == 2, "withdrawn choices are not in the record"

    in_lobby(store, scene)


def test_concurrent_requests_load_a_table_once(store: SqliteStore) -> None:
    async def scene(lobby: Lobby) -> None:
        await append(store, "t", played(games=0))
        rooms = await asyncio.gather(*(lobby.find("t") for _ in range(10)))
        assert len({id(room) for room in rooms}) == 1

    in_lobby(store, scene)


def test_a_cancelled_request_does_not_cancel_loading_for_others(store: SqliteStore) -> None:
    async def scene(lobby: Lobby) -> None:
        await append(store, "t", played(games=0))
        first, second = (asyncio.create_task(lobby.find("t")) for _ in range(2))
        await asyncio.sleep(0)
        first.cancel()
        assert isinstance(await second, Room)

    in_lobby(store, scene)
