"""The contract of every engine: the same tests for SQLite and a real PostgreSQL."""

import asyncio
import time
from math import inf
from typing import Any

import pytest

from qwixx.server.stores.postgres.store import PostgresStore
from qwixx.server.stores.store import DICE_COLUMNS, Conflict, DiceTotals, GameDice, StoredFact, StoreError
from tests.server.stores.engines import Engine
from tests.server.stores.stored_facts import first_of, loaded

# Appending and loading


def test_facts_are_loaded_in_order(engine: Engine) -> None:
    async def use() -> None:
        async with engine.opened() as store:
            assert await loaded(store, "t") == []
            await store.append("t", 1, [b"one", b"two"])
            await store.append("u", 1, [b"other"])
            await store.append("t", 3, [b"", b"\0\xff"])
            await store.append("t", 5, [b"%d" % number for number in range(5, 25)])
        async with engine.opened() as store:
            numbers = [b"%d" % number for number in range(5, 25)]
            assert await loaded(store, "t") == [b"one", b"two", b"", b"\0\xff", *numbers]
            assert await loaded(store, "u") == [b"other"]
            assert await loaded(store, "v") == []

    asyncio.run(use())


def test_appending_nothing_does_nothing(engine: Engine) -> None:
    async def use() -> None:
        async with engine.opened() as store:
            await store.append("t", 7, [])
            assert await store.tables() == []
            assert store.commits == 0

    asyncio.run(use())


def test_facts_have_the_time_of_their_append(engine: Engine) -> None:
    async def use() -> None:
        async with engine.opened() as store:
            before = store.now()
            first = await store.append("t", 1, [b"one", b"two"])
            second = await store.append("t", 3, [b"three"])
            # The clock of a database is only known to within the duration of a query.
            assert before - 5 < first < second < store.now() + 5
            assert abs(store.now() - time.time()) < 60
        async with engine.opened() as store:
            kept = [StoredFact(b"one", first), StoredFact(b"two", first), StoredFact(b"three", second)]
            assert await store.load("t") == kept
            assert await store.first("t") == kept[0]
            assert await store.load("t", after=2) == [kept[2]]
            (row,) = await store.tables()
            assert row[:2] == ("t", 3)
            assert row.touched == await store.newest()
            assert abs(row.touched - second) < 5

    asyncio.run(use())


def test_game_starts_are_stored(engine: Engine) -> None:
    async def use() -> None:
        async with engine.opened() as store:
            await store.append("t", 1, [b"open", b"start", b"move"], game_starts=[2])
            await store.append("t", 4, [b"move"])
            await store.append("u", 1, [b"start"], game_starts=[1])
            await asyncio.gather(
                store.append("t", 5, [b"start", b"move", b"start"], game_starts=[5, 7]),
                store.append("v", 1, [b"open", b"move"]),
            )
        async with engine.opened() as store:
            assert await store.game_starts("t") == [2, 5, 7]
            assert await store.game_starts("u") == [1]
            assert await store.game_starts("v") == await store.game_starts("unknown") == []

    asyncio.run(use())


def test_an_append_at_a_taken_number_is_a_conflict_and_writes_nothing(engine: Engine) -> None:
    async def use() -> None:
        async with engine.opened() as store:
            await store.append("t", 1, [b"one", b"two"])
            for first in (1, 2):
                message = f"'t' already has facts up to number 2; load it before adding {first}"
                with pytest.raises(Conflict, match=message):
                    await store.append("t", first, [b"x", b"y", b"z"], game_starts=[first])
            assert await loaded(store, "t") == [b"one", b"two"]
            assert await store.game_starts("t") == []

    asyncio.run(use())


def test_a_gap_is_refused(engine: Engine) -> None:
    async def use() -> None:
        async with engine.opened() as store:
            await store.append("t", 1, [b"one"])
            message = "'t' has facts up to number 1, so its next is 2, not 3"
            with pytest.raises(StoreError, match=message) as caught:
                await store.append("t", 3, [b"three"])
            assert not isinstance(caught.value, Conflict)
            for first in (0, 2):
                with pytest.raises(
                    StoreError, match=f"'u' has no facts, so its next is number 1, not {first}"
                ):
                    await store.append("u", first, [b"x"])
            await store.append("t", 2, [b"two"])
            assert await loaded(store, "t") == [b"one", b"two"]
            assert await loaded(store, "u") == []

    asyncio.run(use())


def test_an_append_with_invalid_data_leaves_nothing_behind(engine: Engine) -> None:
    bad: Any = [b"one", "text"]

    async def use() -> None:
        async with engine.opened() as store:
            for table, facts in (("t", bad), ("\ud800", [b"one"])):
                with pytest.raises(StoreError, match="does not take this"):
                    await store.append(table, 1, facts)
            with pytest.raises(StoreError, match="does not take this"):
                await store.load("\ud800")
            assert await loaded(store, "t") == []

    asyncio.run(use())


# Deleting


def test_deleting_a_table_removes_all_its_data(engine: Engine) -> None:
    async def use() -> None:
        async with engine.opened() as store:
            for table in ("a", "b", "c"):
                await store.append(table, 1, [b"x", b"y"], game_starts=[2])
            assert await store.delete([], inf) == 0
            assert await store.delete(["a", "c", "a", "unknown"], inf) == 2
            assert await loaded(store, "a") == []
            assert [row.table for row in await store.tables()] == ["b"]
            with pytest.raises(StoreError, match="'a' has no facts"):
                await store.append("a", 3, [b"of a game that is deleted"])
            await store.append("a", 1, [b"again"])
        async with engine.opened() as store:
            assert await loaded(store, "a") == [b"again"]
            assert await store.game_starts("a") == []
            assert await loaded(store, "b") == [b"x", b"y"]

    asyncio.run(use())


def test_a_table_used_since_is_not_deleted(engine: Engine) -> None:
    async def use() -> None:
        async with engine.opened() as store:
            await store.append("t", 1, [b"one"])
            (row,) = await store.tables()
            await store.append("t", 2, [b"two"])
            assert await store.delete(["t"], row.touched) == 0
            assert await loaded(store, "t") == [b"one", b"two"]

    asyncio.run(use())


# Partial reads


def test_load_accepts_a_range_of_numbers(engine: Engine) -> None:
    async def use() -> None:
        async with engine.opened() as store:
            await store.append("t", 1, [b"1", b"2", b"3", b"4"])
            await store.append("another", 1, [b"x"] * 9)
            assert await loaded(store, "t", 0) == [b"1", b"2", b"3", b"4"]
            assert await loaded(store, "t", 1) == [b"2", b"3", b"4"]
            assert await loaded(store, "t", after=3) == [b"4"]
            assert await loaded(store, "t", 4) == await loaded(store, "t", 5) == []
            assert await loaded(store, "t", until=2) == [b"1", b"2"]
            assert await loaded(store, "t", after=1, until=3) == [b"2", b"3"]
            assert await loaded(store, "t", after=3, until=9) == [b"4"]
            assert await loaded(store, "t", after=3, until=3) == []
            assert await loaded(store, "unknown", 1) == []

    asyncio.run(use())


def test_first_returns_the_first_fact(engine: Engine) -> None:
    async def use() -> None:
        async with engine.opened() as store:
            await store.append("t", 1, [b"one", b"two"])
            await store.append("empty", 1, [b"", b"x"])
            assert await first_of(store, "t") == b"one"
            assert await first_of(store, "empty") == b""
            assert await first_of(store, "unknown") is None

    asyncio.run(use())


def test_versions_and_times_of_all_tables(engine: Engine) -> None:
    async def use() -> None:
        async with engine.opened() as store:
            assert await store.newest() is None
            await store.append("b", 1, [b"1", b"2"])
            await store.append("B", 1, [b"1"])
            await store.append("a", 1, [b"1", b"2", b"3"])
            assert await store.last_versions(["a", "b", "B", "unknown"]) == {"a": 3, "b": 2, "B": 1}
            assert await store.last_versions([]) == {}
            rows = await store.tables()
            assert [(row.table, row.version) for row in rows] == [("B", 1), ("a", 3), ("b", 2)]
            assert await store.newest() == max(rows, key=lambda row: row.touched).touched

    asyncio.run(use())


# A single process


def test_a_single_process_sees_no_remote_presence(engine: Engine) -> None:
    async def use() -> None:
        async with engine.opened() as store:
            cluster = store.cluster
            cluster.publish_presence("t", frozenset({0, 1}))
            assert await cluster.remote_presence("t") == {}
            cluster.publish_presence("u", frozenset({0}), listed_for="192.0.2.1")
            assert await cluster.remote_listed() == []
            assert await cluster.other_processes() == 0
            assert cluster.unreachable_for() == 0
            assert cluster.is_shared == isinstance(store, PostgresStore)

    asyncio.run(use())


# Dice


def test_the_larger_of_two_dice_counts_is_kept_and_counts_survive_deletion_of_their_table(
    engine: Engine,
) -> None:
    none, some = (0,) * len(DICE_COLUMNS), tuple(range(len(DICE_COLUMNS)))

    async def use() -> None:
        async with engine.opened() as store:
            assert await store.dice_totals() == DiceTotals(0, none)
            await store.append("t", 1, [b"one"])
            await asyncio.gather(*(store.save_dice([GameDice(game, some)]) for game in ("a", "b", "a")))
            await store.save_dice([GameDice("a", none), GameDice("b", none)])
            assert await store.delete(["t"], inf) == 1
        async with engine.opened() as store:
            assert await store.dice_totals() == DiceTotals(2, tuple(2 * count for count in some))
            more = tuple(count + 1 for count in some)
            await store.save_dice([GameDice("b", more), GameDice("c", more)])
            assert await store.dice_totals() == DiceTotals(3, tuple(3 * count + 2 for count in some))

    asyncio.run(use())


# Join codes


def test_only_one_of_many_concurrent_claims_of_a_code_succeeds(engine: Engine) -> None:
    async def use() -> None:
        async with engine.opened() as here, engine.beside(here) as there:
            claims = [(here, "a"), (there, "b"), (here, "c"), (there, "d")]
            claimed = await asyncio.gather(*(store.claim_code("TOMILA", table) for store, table in claims))
            assert claimed.count(True) == 1
            owner = claims[claimed.index(True)][1]
            assert await there.table_with_code("TOMILA") == owner
            assert await there.table_with_code("BADENO") is None
            await there.release_code(owner)
            assert await here.table_with_code("TOMILA") is None
            assert await here.claim_code("TOMILA", "e")

    asyncio.run(use())


def test_a_code_is_available_again_after_its_table_is_deleted(engine: Engine) -> None:
    async def use() -> None:
        async with engine.opened() as store:
            await store.append("a", 1, [b"x"])
            assert await store.claim_code("TOMILA", "a")
        async with engine.opened() as store:
            assert await store.table_with_code("TOMILA") == "a"
            assert await store.delete(["a"], inf) == 1
            assert await store.claim_code("TOMILA", "b")

    asyncio.run(use())
