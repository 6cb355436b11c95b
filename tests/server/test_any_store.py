"""What every engine promises: the same tests for SQLite and for a real PostgreSQL."""

import asyncio
import random
import time
from math import inf
from pathlib import Path
from typing import Any

import pytest

from qwixx.server.stores.store import Conflict, Kept, StoreError
from qwixx.server.tables.tally import COLUMNS, Tallied, Tally
from tests.postgres import PostgresServer
from tests.server.engines import AnyStore, Engine, PostgresEngine, SqliteEngine
from tests.server.kept_facts import first_of, loaded, loaded_from_last


@pytest.fixture(params=["sqlite", "postgres"])
def engine(request: pytest.FixtureRequest, tmp_path: Path, postgres: PostgresServer, database: str) -> Engine:
    if request.param == "sqlite":
        return SqliteEngine(tmp_path / "store.db")
    return PostgresEngine(postgres.emptied(database))


async def outcomes(*work: Any) -> list[Any]:
    """What comes of things that are done at the same time; of times only that there are some."""
    found = await asyncio.gather(*work, return_exceptions=True)
    return [float if isinstance(each, float) else type(each) for each in found]


# Appending and loading


def test_facts_come_back_in_order(engine: Engine) -> None:
    async def use() -> None:
        async with engine.opened() as store:
            assert await loaded(store, "t") == []
            await store.append("t", 0, [b"zero", b"one"])
            await store.append("u", 1, [b"other"])
            await store.append("t", 2, [b"", b"\0\xff"])
            await store.append("t", 4, [b"%d" % number for number in range(4, 25)])
        async with engine.opened() as store:
            numbers = [b"%d" % number for number in range(4, 25)]
            assert await loaded(store, "t") == [b"zero", b"one", b"", b"\0\xff", *numbers]
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


def test_facts_bear_the_time_they_were_appended_at(engine: Engine) -> None:
    async def use() -> None:
        async with engine.opened() as store:
            before = store.now()
            first = await store.append("t", 1, [b"one", b"two"])
            second = await store.append("t", 3, [b"three"])
            # The clock of a database is known as well as the time that a question takes.
            assert before - 5 < first < second < store.now() + 5
            assert abs(store.now() - time.time()) < 60
        async with engine.opened() as store:
            kept = [Kept(b"one", first), Kept(b"two", first), Kept(b"three", second)]
            assert await store.load("t") == kept
            assert await store.first("t") == kept[0]
            assert await store.load_from_last("t", b"th") == [(3, kept[2])]
            (row,) = await store.tables()
            assert row[:2] == ("t", 3)
            assert row.touched == await store.newest()
            assert abs(row.touched - second) < 5

    asyncio.run(use())


def test_a_part_is_loaded_from_its_beginning_to_the_next(engine: Engine) -> None:
    async def use() -> None:
        async with engine.opened() as store:
            await store.append("t", 1, [b"open", b"!1", b"a", b"x!", b"!2", b"!3", b"c"])
            await store.append("u", 0, [b"open"])

            async def part(number: int, table: str = "t") -> list[bytes]:
                return [kept.fact for kept in await store.load_part(table, b"!", number)]

            assert [await part(number) for number in (1, 2, 3, 4)] == [
                [b"!1", b"a", b"x!"],
                [b"!2"],
                [b"!3", b"c"],
                [],
            ]
            assert await part(1, "u") == await part(1, "none") == []

    asyncio.run(use())


def test_a_taken_number_is_a_conflict_and_writes_nothing(engine: Engine) -> None:
    async def use() -> None:
        async with engine.opened() as store:
            await store.append("t", 0, [b"zero", b"one"])
            for first in (0, 1):
                told = f"'t' already has facts up to number 1; load it before adding {first}"
                with pytest.raises(Conflict, match=told):
                    await store.append("t", first, [b"x", b"y", b"z"])
            assert await loaded(store, "t") == [b"zero", b"one"]

    asyncio.run(use())


def test_a_gap_is_refused(engine: Engine) -> None:
    async def use() -> None:
        async with engine.opened() as store:
            await store.append("t", 1, [b"one"])
            told = "'t' has facts up to number 1, so its next is 2, not 3"
            with pytest.raises(StoreError, match=told) as caught:
                await store.append("t", 3, [b"three"])
            assert not isinstance(caught.value, Conflict)
            with pytest.raises(StoreError, match="'u' has no facts, so its next is number 0 or 1, not 2"):
                await store.append("u", 2, [b"two"])
            await store.append("t", 2, [b"two"])
            assert await loaded(store, "t") == [b"one", b"two"]
            assert await loaded(store, "u") == []

    asyncio.run(use())


def test_what_cannot_be_kept_leaves_nothing(engine: Engine) -> None:
    bad: Any = [b"zero", "text"]

    async def use() -> None:
        async with engine.opened() as store:
            for table, facts in (("t", bad), ("\ud800", [b"zero"])):
                with pytest.raises(StoreError, match="does not take this"):
                    await store.append(table, 0, facts)
            with pytest.raises(StoreError, match="does not take this"):
                await store.load("\ud800")
            assert await loaded(store, "t") == []

    asyncio.run(use())


# Many at once


def test_one_bad_append_among_many_disturbs_nobody(engine: Engine) -> None:
    bad: Any = ["text"]

    async def use() -> None:
        async with engine.opened() as store:
            found = await outcomes(
                store.append("t", 0, [b"first"]),
                store.append("t", 0, [b"second", b"too late"]),
                store.append("bad", 0, bad),
                store.append("u", 0, [b"other"]),
                store.append("t", 1, [b"next"]),
                store.append("v", 5, [b"gap"]),
            )
            assert found == [float, Conflict, StoreError, float, float, StoreError]
            assert await loaded(store, "t") == [b"first", b"next"]
            assert await store.heads(["t", "u", "v", "bad"]) == {"t": 1, "u": 0}

    asyncio.run(use())


def test_appenders_share_commits(engine: Engine) -> None:
    async def one(store: AnyStore, table: str) -> None:
        for seq in range(10):
            await store.append(table, seq, [b"%d" % seq])

    async def use() -> None:
        async with engine.opened() as store:
            await asyncio.gather(*(one(store, f"t{number}") for number in range(64)))
            assert [row.facts for row in await store.tables()] == [10] * 64
            assert store.commits <= 640 / 4

    asyncio.run(use())


def test_of_two_who_write_the_same_number_one_succeeds(engine: Engine) -> None:
    async def write(store: AnyStore, table: str, name: bytes) -> list[int]:
        """The numbers somebody wrote, who loads what is newer after every conflict."""
        own, next_number = [], 1
        while next_number <= 30:
            try:
                await store.append(table, next_number, [name + b"%d" % next_number])
                own.append(next_number)
            except Conflict:
                pass
            next_number = len(await store.load(table)) + 1
        return own

    async def race(store: AnyStore, other: AnyStore, table: str) -> None:
        ann, ben = await asyncio.gather(write(store, table, b"ann"), write(other, table, b"ben"))
        assert set(ann) | set(ben) == set(range(1, 31))
        assert not set(ann) & set(ben)
        expected = [(b"ann" if number in ann else b"ben") + b"%d" % number for number in range(1, 31)]
        assert await loaded(store, table) == expected

    async def use() -> None:
        async with engine.opened() as store, engine.beside(store) as other:
            await asyncio.gather(*(race(store, other, f"t{number}") for number in range(5)))

    asyncio.run(use())


def test_whether_a_cancelled_append_is_kept_is_for_load_to_tell(engine: Engine) -> None:
    chance = random.Random(7)

    async def use() -> None:
        async with engine.opened() as store:
            expected: list[bytes] = []
            for number in range(40):
                task = asyncio.create_task(store.append("t", len(expected) + 1, [b"%d" % number, b"both"]))
                for _ in range(chance.randrange(12)):
                    await asyncio.sleep(0)
                if chance.random() < 0.3:
                    await asyncio.sleep(0.001)
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
                # Nothing that is queued later can overtake it.
                await store.append("u", number + 1, [b"later"])
                found = await loaded(store, "t")
                assert found in (expected, [*expected, b"%d" % number, b"both"])
                expected = found

    asyncio.run(use())


def test_many_read_at_once(engine: Engine) -> None:
    async def use() -> None:
        async with engine.opened() as store:
            for number in range(20):
                await store.append(f"t{number}", 1, [b"%d" % number])
            found = await asyncio.gather(*(loaded(store, f"t{number % 20}") for number in range(200)))
            assert found == [[b"%d" % (number % 20)] for number in range(200)]

    asyncio.run(use())


# Beginning and end


def test_the_end_finishes_what_is_queued(engine: Engine) -> None:
    async def use() -> None:
        async with engine.opened() as store:
            writes = [asyncio.create_task(store.append(f"t{number}", 0, [b"x"])) for number in range(8)]
            await asyncio.sleep(0)
        assert await outcomes(*writes) == [float] * 8
        with pytest.raises(StoreError, match="is closed"):
            await store.append("late", 0, [b"x"])
        with pytest.raises(StoreError, match="is closed"):
            await store.load("late")
        async with engine.opened() as again:
            assert len(await again.tables()) == 8

    asyncio.run(use())


# Forgetting


def test_forget_deletes_whole_tables(engine: Engine) -> None:
    async def use() -> None:
        async with engine.opened() as store:
            for table in ("a", "b", "c"):
                await store.append(table, 0, [b"x", b"y"])
            assert await store.forget([], inf) == 0
            assert await store.forget(["a", "c", "a", "unknown"], inf) == 2
            assert await loaded(store, "a") == []
            assert [row.table for row in await store.tables()] == ["b"]
            with pytest.raises(StoreError, match="'a' has no facts"):
                await store.append("a", 2, [b"of a game that is forgotten"])
            await store.append("a", 0, [b"anew"])
        async with engine.opened() as store:
            assert await loaded(store, "a") == [b"anew"]
            assert await loaded(store, "b") == [b"x", b"y"]

    asyncio.run(use())


def test_what_was_used_since_is_not_forgotten(engine: Engine) -> None:
    async def use() -> None:
        async with engine.opened() as store:
            await store.append("t", 1, [b"one"])
            (row,) = await store.tables()
            await store.append("t", 2, [b"two"])
            assert await store.forget(["t"], row.touched) == 0
            assert await loaded(store, "t") == [b"one", b"two"]

    asyncio.run(use())


# Parts of a table


def test_load_after_a_number(engine: Engine) -> None:
    async def use() -> None:
        async with engine.opened() as store:
            await store.append("from 0", 0, [b"0", b"1", b"2", b"3"])
            await store.append("from 1", 1, [b"1", b"2", b"3"])
            await store.append("another", 1, [b"x"] * 9)
            for table in ("from 0", "from 1"):
                assert await loaded(store, table, 1) == [b"2", b"3"]
                assert await loaded(store, table, after=2) == [b"3"]
                assert await loaded(store, table, 3) == []
                assert await loaded(store, table, 4) == []
            assert await loaded(store, "from 0", 0) == [b"0", b"1", b"2", b"3"]
            assert await loaded(store, "from 1", 0) == [b"1", b"2", b"3"]
            assert await loaded(store, "unknown", 1) == []

    asyncio.run(use())


def test_load_from_the_last_that_begins_so(engine: Engine) -> None:
    async def use() -> None:
        facts = [b"game one", b"move", b"game two", b"move", b"move that is no game", b""]
        async with engine.opened() as store:
            await store.append("t", 1, facts)
            await store.append("u", 0, [b"game", b"move"])
            await store.append("zero", 0, [b"game"])
            assert await loaded_from_last(store, "t", b"game") == list(enumerate(facts, start=1))[2:]
            assert await loaded_from_last(store, "t", b"game one") == list(enumerate(facts, start=1))
            assert await loaded_from_last(store, "t", b"") == [(6, b"")]
            assert await loaded_from_last(store, "u", b"game") == [(0, b"game"), (1, b"move")]
            assert await loaded_from_last(store, "zero", b"game") == [(0, b"game")]
            assert await loaded_from_last(store, "t", b"game three") == []
            assert await loaded_from_last(store, "unknown", b"game") == []

    asyncio.run(use())


def test_the_beginning_is_taken_byte_by_byte(engine: Engine) -> None:
    async def use() -> None:
        async with engine.opened() as store:
            await store.append("t", 1, [b"100% \x00\xff_*", b"100 percent", b"GAME", b"1"])
            for beginning in (b"100%", b"100% \x00\xff"):
                found = await loaded_from_last(store, "t", beginning)
                assert [number for number, _ in found] == [1, 2, 3, 4]
            for beginning in (b"100% \x00\xfe", b"1_0", b"game"):
                assert await loaded_from_last(store, "t", beginning) == []

    asyncio.run(use())


def test_the_first_fact(engine: Engine) -> None:
    async def use() -> None:
        async with engine.opened() as store:
            await store.append("from 0", 0, [b"zero", b"one"])
            await store.append("from 1", 1, [b"one", b"two"])
            await store.append("empty", 1, [b"", b"x"])
            assert await first_of(store, "from 0") == b"zero"
            assert await first_of(store, "from 1") == b"one"
            assert await first_of(store, "empty") == b""
            assert await first_of(store, "unknown") is None

    asyncio.run(use())


def test_what_is_known_of_all_tables(engine: Engine) -> None:
    async def use() -> None:
        async with engine.opened() as store:
            assert await store.newest() is None
            await store.append("b", 1, [b"1", b"2"])
            await store.append("B", 0, [b"0"])
            await store.append("a", 0, [b"0", b"1"])
            assert await store.heads(["a", "b", "B", "unknown"]) == {"a": 1, "b": 2, "B": 0}
            rows = await store.tables()
            assert [(row.table, row.facts) for row in rows] == [("B", 1), ("a", 2), ("b", 2)]
            assert await store.newest() == max(rows, key=lambda row: row.touched).touched

    asyncio.run(use())


# Nobody else there


def test_alone_nobody_is_elsewhere(engine: Engine) -> None:
    async def use() -> None:
        async with engine.opened() as store:
            store.say_here("t", frozenset({0, 1}))
            assert await store.elsewhere("t") == {}
            store.say_here("u", frozenset({0}), is_listed=True)
            assert await store.listed_elsewhere() == []

    asyncio.run(use())


# Tallies


def test_games_are_counted_once_and_outlive_their_tables(engine: Engine) -> None:
    none, some = (0,) * len(COLUMNS), tuple(range(len(COLUMNS)))

    async def use() -> None:
        async with engine.opened() as store:
            assert await store.tallied() == Tallied(0, none)
            await store.append("t", 1, [b"one"])
            await asyncio.gather(*(store.count(Tally(game, some)) for game in ("a", "b", "a")))
            assert await store.forget(["t"], inf) == 1
        async with engine.opened() as store:
            assert await store.tallied() == Tallied(2, tuple(2 * count for count in some))

    asyncio.run(use())
