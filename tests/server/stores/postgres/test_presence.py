"""Presence of several processes on one PostgreSQL: publishing it, and removing that of dead processes."""

import asyncio
from typing import Any

import pytest

from qwixx.server.stores.postgres import cluster
from qwixx.server.stores.postgres.presence import STEP_SECONDS, DatabaseClock
from qwixx.server.stores.postgres.schema import REAP_LOCK
from tests.server.stores.engines import PostgresEngine, Recorder
from tests.server.stores.postgres.scenes import PROCESS_HEARTBEAT_SECONDS, admin, until, until_found, waiting


@pytest.fixture
def engine(url: str, monkeypatch: pytest.MonkeyPatch) -> PostgresEngine:
    monkeypatch.setattr(cluster, "PROCESS_HEARTBEAT_SECONDS", PROCESS_HEARTBEAT_SECONDS)
    return PostgresEngine(url)


def test_processes_see_each_others_presence(engine: PostgresEngine) -> None:
    async def use() -> None:
        here, there = Recorder(), Recorder()
        async with engine.opened(here) as store:
            async with engine.opened(there) as other:
                store.cluster.publish_presence("t", frozenset({0, 2}))
                other.cluster.publish_presence("t", frozenset({1}))
                await until(lambda: here.presence and there.presence)
                await until_found(lambda: other.cluster.remote_presence("t"), {store.cluster.process: {0, 2}})
                await until_found(lambda: store.cluster.remote_presence("t"), {other.cluster.process: {1}})
                assert await store.cluster.remote_presence("u") == {}
                assert await store.cluster.other_processes() == 1
                store.cluster.publish_presence("t", frozenset())
                await until_found(lambda: other.cluster.remote_presence("t"), {})
                await until(lambda: there.presence.count("t") >= 2)
            await until(lambda: here.presence.count("t") >= 2)
            assert await store.cluster.remote_presence("t") == {}, "a process that ends removes its presence"

    asyncio.run(use())


def test_listed_tables_of_other_processes_are_known_while_players_are_present(engine: PostgresEngine) -> None:
    async def use() -> None:
        async with engine.opened() as store:
            async with engine.opened() as other:
                other.cluster.publish_presence("public", frozenset({0, 1}), listed_for="192.0.2.1")
                other.cluster.publish_presence("second", frozenset({0}), listed_for="192.0.2.1")
                other.cluster.publish_presence("third", frozenset({0}), listed_for="192.0.2.2")

                async def tables() -> list[str]:
                    return [table for table, _ in await store.cluster.remote_listed()]

                await until_found(tables, ["public", "second", "third"])
                owners = dict(await store.cluster.remote_listed())
                assert owners["public"] == owners["second"] != owners["third"]
                assert not any("192.0.2" in owner for owner in owners.values()), "addresses are not revealed"
                assert await other.cluster.remote_listed() == [], (
                    "a process does not list its own tables as remote"
                )
                for gone in ("public", "second", "third"):
                    other.cluster.publish_presence(gone, frozenset(), listed_for="192.0.2.1")
                await until_found(tables, [])
                other.cluster.publish_presence("public", frozenset({1}), listed_for="192.0.2.1")
                await until_found(tables, ["public"])
            assert await store.cluster.remote_listed() == []

    asyncio.run(use())


def test_all_processes_hash_an_address_to_the_same_value(engine: PostgresEngine) -> None:
    async def use() -> None:
        async with engine.opened() as here, engine.opened() as there, engine.opened() as third:
            here.cluster.publish_presence("a", frozenset({0}), listed_for="192.0.2.1")
            there.cluster.publish_presence("b", frozenset({0}), listed_for="192.0.2.1")
            there.cluster.publish_presence("c", frozenset({0}), listed_for="192.0.2.2")

            async def tables() -> list[str]:
                return [table for table, _ in await third.cluster.remote_listed()]

            await until_found(tables, ["a", "b", "c"])
            owners = dict(await third.cluster.remote_listed())
            assert owners["a"] == owners["b"] != owners["c"]

    asyncio.run(use())


def test_a_table_with_players_is_not_deleted(engine: PostgresEngine) -> None:
    async def use() -> None:
        async with engine.opened() as store, engine.opened() as other:
            await store.append("t", 1, [b"one"])
            other.cluster.publish_presence("t", frozenset({1}))
            await until_found(lambda: store.cluster.remote_presence("t"), {other.cluster.process: {1}})
            assert await store.delete(["t"], 1e12) == 0

    asyncio.run(use())


def test_the_presence_of_a_dead_process_is_removed_with_notifications(
    engine: PostgresEngine, url: str
) -> None:
    async def use() -> None:
        here, there = Recorder(), Recorder()
        async with engine.opened(here) as store, engine.opened(there), admin(url) as connection:
            await connection.execute(
                "INSERT INTO qwixx.processes VALUES ('dead', '0', now() - interval '4 seconds')"
            )
            await connection.execute(
                "INSERT INTO qwixx.presence (table_name, process, seat)"
                " SELECT 't' || number, 'dead', 1 FROM generate_series(1, 250) AS number"
            )
            assert await store.cluster.remote_presence("t1") == {}, "ignored at once"
            await until(lambda: len(here.presence) == len(there.presence) == 250)
            assert set(here.presence) == {f"t{number}" for number in range(1, 251)}
            assert await connection.fetchval("SELECT count(*) FROM qwixx.presence") == 0

    asyncio.run(use())


def test_a_process_considered_dead_publishes_its_presence_again(engine: PostgresEngine, url: str) -> None:
    async def use() -> None:
        async with engine.opened() as store, engine.opened() as other, admin(url) as connection:
            store.cluster.publish_presence("t", frozenset({3}))
            await until_found(lambda: other.cluster.remote_presence("t"), {store.cluster.process: {3}})
            await connection.execute("TRUNCATE qwixx.processes, qwixx.presence")
            await until_found(lambda: other.cluster.remote_presence("t"), {store.cluster.process: {3}})

    asyncio.run(use())


def test_a_process_after_a_long_pause_publishes_its_presence_again(engine: PostgresEngine, url: str) -> None:
    """Other processes considered its players gone meanwhile, and nothing else would correct that."""
    notified: list[str] = []

    def receive(*received: Any) -> None:
        notified.append(received[-1])

    async def use() -> None:
        async with engine.opened() as store, admin(url) as connection:
            await connection.add_listener("qwixx_presence", receive)
            store.cluster.publish_presence("t", frozenset({3}))
            await until(lambda: notified)
            notified.clear()
            await connection.execute("UPDATE qwixx.processes SET seen = now() - interval '3 seconds'")
            await until(lambda: notified)
            assert notified[0] == f'["{store.cluster.process}",["t"]]'

    asyncio.run(use())


def test_a_heartbeat_during_the_removal_of_dead_processes_keeps_the_presence(
    engine: PostgresEngine, url: str
) -> None:
    async def use() -> None:
        async with engine.opened() as store, admin(url) as reaper, admin(url) as slow:
            # Nothing is removed until this lock is released.
            await reaper.execute("SELECT pg_advisory_lock($1)", REAP_LOCK)
            await slow.execute(
                "INSERT INTO qwixx.processes VALUES ('slow', '0', now() - interval '4 seconds')"
            )
            await slow.execute(
                "INSERT INTO qwixx.presence (table_name, process, seat) VALUES ('t', 'slow', 1)"
            )
            async with slow.transaction():
                await slow.execute(
                    "UPDATE qwixx.processes SET seen = now() + interval '1 hour' WHERE process = 'slow'"
                )
                await reaper.execute("SELECT pg_advisory_unlock($1)", REAP_LOCK)
                await until_found(lambda: waiting(reaper, "listener"), 1)
            # This notification comes after the removal, so the removal is over.
            store.cluster.publish_presence("u", frozenset({0}))
            await until_found(
                lambda: reaper.fetchval("SELECT count(*) FROM qwixx.presence WHERE table_name = 'u'"), 1
            )
            assert await store.cluster.remote_presence("t") == {"slow": {1}}

    asyncio.run(use())


# The database clock


class Steady:
    def __init__(self) -> None:
        self.at = 100.0

    def __call__(self) -> float:
        return self.at


def test_the_first_reply_sets_the_clock() -> None:
    steady = Steady()
    clock = DatabaseClock(steady)
    steady.at = 102.0
    clock.correct(sent_at=100.0, answer=5000.0)
    assert clock.now() == 5001.0, "half of the round trip has passed"
    steady.at = 112.0
    assert clock.now() == 5011.0


def test_later_replies_correct_the_clock_in_small_steps() -> None:
    steady = Steady()
    clock = DatabaseClock(steady)
    clock.correct(sent_at=100.0, answer=5000.0)
    clock.correct(sent_at=100.0, answer=6000.0)
    assert abs(clock.now() - 5000.0 - STEP_SECONDS) < 1e-6
    for _ in range(3):
        clock.correct(sent_at=100.0, answer=4000.0)
    assert abs(clock.now() - 5000.0 + 2 * STEP_SECONDS) < 1e-6


def test_a_difference_within_the_round_trip_time_changes_nothing() -> None:
    steady = Steady()
    clock = DatabaseClock(steady)
    clock.correct(sent_at=100.0, answer=5000.0)
    steady.at = 104.0
    clock.correct(sent_at=100.0, answer=5003.9)
    assert clock.now() == 5004.0
