"""Who is where, at several processes of one PostgreSQL: what others are told, and who is taken for dead."""

import asyncio
from typing import Any

import pytest

from qwixx.server.stores.postgres import listener
from qwixx.server.stores.postgres.schema import CENSUS_LOCK
from tests.server.database_scenes import BEAT_SECONDS, admin, until, until_found, waiting
from tests.server.engines import Heard, PostgresEngine


@pytest.fixture
def engine(url: str, monkeypatch: pytest.MonkeyPatch) -> PostgresEngine:
    monkeypatch.setattr(listener, "BEAT_SECONDS", BEAT_SECONDS)
    return PostgresEngine(url)


def test_people_elsewhere(engine: PostgresEngine) -> None:
    async def use() -> None:
        here, there = Heard(), Heard()
        async with engine.opened(here) as store:
            async with engine.opened(there) as other:
                store.say_here("t", frozenset({0, 2}))
                other.say_here("t", frozenset({1}))
                await until(lambda: here.presence and there.presence)
                await until_found(lambda: other.elsewhere("t"), {store.process: {0, 2}})
                await until_found(lambda: store.elsewhere("t"), {other.process: {1}})
                assert await store.elsewhere("u") == {}
                assert await store.others() == 1
                store.say_here("t", frozenset())
                await until_found(lambda: other.elsewhere("t"), {})
                await until(lambda: there.presence.count("t") >= 2)
            await until(lambda: here.presence.count("t") >= 2)
            assert await store.elsewhere("t") == {}, "whoever ends takes their people along"

    asyncio.run(use())


def test_listed_tables_elsewhere_are_known_while_people_are_there(engine: PostgresEngine) -> None:
    async def use() -> None:
        async with engine.opened() as store:
            async with engine.opened() as other:
                other.say_here("public", frozenset({0, 1}), is_listed=True)
                other.say_here("private", frozenset({0}))
                await until_found(store.listed_elsewhere, ["public"])
                assert await other.listed_elsewhere() == [], "one's own are known anyway"
                other.say_here("public", frozenset(), is_listed=True)
                await until_found(store.listed_elsewhere, [])
                other.say_here("public", frozenset({1}), is_listed=True)
                await until_found(store.listed_elsewhere, ["public"])
            assert await store.listed_elsewhere() == []

    asyncio.run(use())


def test_a_table_with_people_is_not_forgotten(engine: PostgresEngine) -> None:
    async def use() -> None:
        async with engine.opened() as store, engine.opened() as other:
            await store.append("t", 1, [b"one"])
            other.say_here("t", frozenset({1}))
            await until_found(lambda: store.elsewhere("t"), {other.process: {1}})
            assert await store.forget(["t"], 1e12) == 0

    asyncio.run(use())


def test_the_people_of_a_dead_process_go_and_everybody_is_told(engine: PostgresEngine, url: str) -> None:
    async def use() -> None:
        here, there = Heard(), Heard()
        async with engine.opened(here) as store, engine.opened(there), admin(url) as connection:
            await connection.execute(
                "INSERT INTO qwixx.processes VALUES ('dead', '0', now() - interval '4 seconds')"
            )
            await connection.execute(
                "INSERT INTO qwixx.people SELECT 't' || number, 'dead', 1 FROM generate_series(1, 250) AS number"
            )
            assert await store.elsewhere("t1") == {}, "at once"
            await until(lambda: len(here.presence) == len(there.presence) == 250)
            assert set(here.presence) == {f"t{number}" for number in range(1, 251)}
            assert await connection.fetchval("SELECT count(*) FROM qwixx.people") == 0

    asyncio.run(use())


def test_who_was_taken_for_dead_says_again_who_is_there(engine: PostgresEngine, url: str) -> None:
    async def use() -> None:
        async with engine.opened() as store, engine.opened() as other, admin(url) as connection:
            store.say_here("t", frozenset({3}))
            await until_found(lambda: other.elsewhere("t"), {store.process: {3}})
            await connection.execute("TRUNCATE qwixx.processes, qwixx.people")
            await until_found(lambda: other.elsewhere("t"), {store.process: {3}})

    asyncio.run(use())


def test_who_was_silent_for_long_says_again_who_is_there(engine: PostgresEngine, url: str) -> None:
    """Those who looked meanwhile took them for gone, and nothing else would tell them otherwise."""
    heard: list[str] = []

    def hear(*told: Any) -> None:
        heard.append(told[-1])

    async def use() -> None:
        async with engine.opened() as store, admin(url) as connection:
            await connection.add_listener("qwixx_presence", hear)
            store.say_here("t", frozenset({3}))
            await until(lambda: heard)
            heard.clear()
            await connection.execute("UPDATE qwixx.processes SET seen = now() - interval '3 seconds'")
            await until(lambda: heard)
            assert heard[0] == f'["{store.process}",["t"]]'

    asyncio.run(use())


def test_who_speaks_while_the_silent_are_removed_keeps_their_people(engine: PostgresEngine, url: str) -> None:
    async def use() -> None:
        async with engine.opened() as store, admin(url) as census, admin(url) as slow:
            # Nobody removes anybody until everything is in its place.
            await census.execute("SELECT pg_advisory_lock($1)", CENSUS_LOCK)
            await slow.execute(
                "INSERT INTO qwixx.processes VALUES ('slow', '0', now() - interval '4 seconds')"
            )
            await slow.execute("INSERT INTO qwixx.people VALUES ('t', 'slow', 1)")
            await slow.execute("INSERT INTO qwixx.visitors VALUES ('slow', 'hash', 1, 2, 3)")
            async with slow.transaction():
                await slow.execute(
                    "UPDATE qwixx.processes SET seen = now() + interval '1 hour' WHERE process = 'slow'"
                )
                await census.execute("SELECT pg_advisory_unlock($1)", CENSUS_LOCK)
                await until_found(lambda: waiting(census, "listener"), 1)
            # What is told after the census shows that it is over.
            store.say_here("u", frozenset({0}))
            await until_found(
                lambda: census.fetchval("SELECT count(*) FROM qwixx.people WHERE name = 'u'"), 1
            )
            assert await store.elsewhere("t") == {"slow": {1}}
            assert await census.fetchval("SELECT sum(sockets) FROM qwixx.visitors") == 2

    asyncio.run(use())
