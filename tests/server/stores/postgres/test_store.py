"""Several processes on one PostgreSQL: notifications and lost connections."""

import asyncio
import logging
from collections.abc import Awaitable
from functools import partial

import pytest

import qwixx
from qwixx.cli.place import place_named, store_at
from qwixx.server.stores.postgres import cluster, connection, rows
from qwixx.server.stores.postgres.address import DatabaseAddress
from qwixx.server.stores.postgres.connection import PostgresConnection
from qwixx.server.stores.postgres.presence import PresencePublisher
from qwixx.server.stores.postgres.readers import Readers
from qwixx.server.stores.postgres.store import PostgresStore
from qwixx.server.stores.store import Conflict, OutcomeUnknown, StoredFact, StoreError
from tests.postgres import PostgresServer
from tests.server.stores.engines import PostgresEngine, Recorder
from tests.server.stores.postgres.front import Deafness
from tests.server.stores.postgres.scenes import PROCESS_HEARTBEAT_SECONDS, admin, until, until_found, waiting
from tests.server.stores.stored_facts import loaded


@pytest.fixture
def engine(url: str, monkeypatch: pytest.MonkeyPatch) -> PostgresEngine:
    monkeypatch.setattr(cluster, "PROCESS_HEARTBEAT_SECONDS", PROCESS_HEARTBEAT_SECONDS)
    return PostgresEngine(url)


CUT = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE datname = current_database() AND application_name LIKE $1"
)

CONNECTIONS = (
    "SELECT count(*) FROM pg_stat_activity"
    " WHERE datname = current_database() AND application_name LIKE 'qwixx %'"
)


# Notifications

ODD = """a\\"'{}%s"""


def test_other_processes_are_notified_of_facts_with_their_time(engine: PostgresEngine) -> None:
    async def use() -> None:
        here, there = Recorder(), Recorder()
        async with engine.opened(here) as store, engine.opened(there) as other:
            one = await store.append("t", 1, [b"one", b"\0\xff"])
            two, three = await asyncio.gather(store.append("t", 3, [b"three"]), store.append(ODD, 1, [b""]))
            await until(lambda: len(there.facts) == 3)
            assert there.facts[0] == ("t", 1, [StoredFact(b"one", one), StoredFact(b"\0\xff", one)])
            assert ("t", 3, [StoredFact(b"three", two)]) in there.facts
            assert (ODD, 1, [StoredFact(b"", three)]) in there.facts
            four = await other.append("t", 4, [b"four"])
            await until(lambda: here.facts)
            assert here.facts == [("t", 4, [StoredFact(b"four", four)])], "own facts are not notified"

    asyncio.run(use())


def test_refused_appends_are_not_notified(engine: PostgresEngine) -> None:
    async def use() -> None:
        there = Recorder()
        async with engine.opened() as store, engine.opened(there):
            await store.append("t", 1, [b"one"])
            wanted = [("t", 1), ("u", 9), ("v", 1)]
            appends = [store.append(table, first, [b"x"]) for table, first in wanted]
            await asyncio.gather(*appends, return_exceptions=True)
            await store.append("t", 2, [b"two"])
            await until(lambda: there.facts[-1:] and there.facts[-1][1] == 2)
            assert [(table, first) for table, first, _ in there.facts] == [("t", 1), ("v", 1), ("t", 2)]

    asyncio.run(use())


def test_facts_too_long_for_a_notification_are_announced_without_content(engine: PostgresEngine) -> None:
    async def use() -> None:
        there = Recorder()
        async with engine.opened() as store, engine.opened(there) as other:
            await store.append("t", 1, [b"x" * 5000, b"y" * 5000])
            await until(lambda: there.facts)
            assert there.facts == [("t", 1, [])]
            assert [len(fact) for fact in await loaded(other, "t")] == [5000, 5000]

    asyncio.run(use())


def test_many_facts_at_once_are_all_notified(engine: PostgresEngine) -> None:
    async def use() -> None:
        there = Recorder()
        async with engine.opened() as store, engine.opened(there):
            await asyncio.gather(*(store.append(f"t{number}", 1, [b"x" * 400]) for number in range(100)))
            await until(lambda: len(there.facts) == 100)
            assert {table for table, _, facts in there.facts if facts} == {
                f"t{number}" for number in range(100)
            }
            assert store.commits <= 3

    asyncio.run(use())


def test_a_malformed_notification_is_a_gap(engine: PostgresEngine, url: str) -> None:
    async def use() -> None:
        here = Recorder()
        async with engine.opened(here), admin(url) as connection:
            await connection.execute("SELECT pg_notify('qwixx_facts', 'secret nonsense')")
            await until(lambda: here.gaps)

    asyncio.run(use())


# Versions


def test_a_version_mismatch_is_logged_once(
    engine: PostgresEngine, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    heartbeats = 0
    heartbeat = PresencePublisher.heartbeat

    async def counted(publisher: PresencePublisher, connection: PostgresConnection) -> None:
        nonlocal heartbeats
        await heartbeat(publisher, connection)
        heartbeats += 1

    async def use() -> None:
        nonlocal heartbeats
        async with engine.opened():
            monkeypatch.setattr(qwixx, "__version__", "9.9")
            async with engine.opened():
                await until(lambda: len(caplog.messages) >= 2)
                heartbeats = 0
                await until(lambda: heartbeats >= 6)

    monkeypatch.setattr(PresencePublisher, "heartbeat", counted)

    with caplog.at_level(logging.WARNING):
        asyncio.run(use())
    assert [message.split()[0] for message in caplog.messages] == ["versions_differ"] * 2


# Start and end


def test_append_fails_before_the_store_has_begun(url: str) -> None:
    with pytest.raises(StoreError, match="is closed; open it again"):
        asyncio.run(PostgresStore(DatabaseAddress(url)).append("t", 1, [b"one"]))


# Lost connections


def test_a_process_that_ends_immediately_does_not_hang(engine: PostgresEngine) -> None:
    async def use() -> None:
        for _ in range(5):
            async with engine.opened() as store:
                assert await store.cluster.other_processes() == 0

    asyncio.run(asyncio.wait_for(use(), 30))


def has_gaps(heard: Recorder, count: int) -> bool:
    return heard.gaps >= count


def test_idle_connections_that_are_cut_are_reconnected(engine: PostgresEngine, url: str) -> None:
    async def use() -> None:
        here = Recorder()
        async with engine.opened(here) as store, admin(url) as connection:
            await store.append("t", 1, [b"one"])
            store.cluster.publish_presence("t", frozenset({1}))
            for round_ in (1, 2):
                assert len(await connection.fetch(CUT, "qwixx %")) >= 3
                await until(partial(has_gaps, here, round_))
                await store.append("t", round_ + 1, [b"more"])
                assert len(await store.load("t")) == round_ + 1
            assert await connection.fetchval(CONNECTIONS) <= 4, "one to append, one to listen, two to read"
            async with engine.opened() as other:
                await other.append("t", 4, [b"heard again"])
                await until(lambda: here.facts)
                await until_found(lambda: other.cluster.remote_presence("t"), {store.cluster.process: {1}})

    asyncio.run(use())


def test_an_append_cut_off_has_an_unknown_outcome_that_load_reveals(engine: PostgresEngine, url: str) -> None:
    async def use() -> None:
        async with engine.opened() as store, admin(url) as connection:
            await store.append("t", 1, [b"one"])
            async with connection.transaction():
                await connection.execute("SELECT FROM qwixx.tables FOR UPDATE")
                writing = asyncio.create_task(store.append("t", 2, [b"two"]))
                queued = asyncio.create_task(store.append("u", 1, [b"queued"]))
                async with admin(url) as other:
                    await until_found(lambda: waiting(other, "writer"), 1)
                    await other.fetch(CUT, "qwixx writer")
                with pytest.raises(OutcomeUnknown, match="did not confirm what was sent"):
                    await writing
            await asyncio.gather(queued, return_exceptions=True)
            assert await loaded(store, "t") == [b"one"]
            await store.append("t", 2, [b"two again"])
            assert await loaded(store, "t") == [b"one", b"two again"]

    asyncio.run(use())


def test_facts_of_an_unconfirmed_append_are_stored(
    postgres: PostgresServer, engine: PostgresEngine, database: str
) -> None:
    async def use() -> None:
        deafness = Deafness(postgres.port)
        async with deafness.listening() as port, engine.opened() as other:
            store = PostgresStore(DatabaseAddress(database.replace(str(postgres.port), str(port))))
            await store.begin(Recorder())
            await store.append("t", 1, [b"one"])
            writing = asyncio.create_task(store.append("t", 2, [b"two"]))
            await deafness.lose_answers(lambda: until_found(lambda: other.last_versions(["t"]), {"t": 2}))
            with pytest.raises(OutcomeUnknown):
                await writing
            assert await loaded(store, "t") == [b"one", b"two"]
            with pytest.raises(Conflict):
                await store.append("t", 2, [b"two again"])
            await store.append("t", 3, [b"three"])
            await store.end()

    asyncio.run(use())


def test_a_store_recovers_after_a_database_crash(
    postgres: PostgresServer, engine: PostgresEngine, caplog: pytest.LogCaptureFixture
) -> None:
    async def use() -> None:
        here = Recorder()
        async with engine.opened(here) as store:
            await store.append("t", 1, [b"one"])
            store.cluster.publish_presence("t", frozenset({1}))
            await asyncio.to_thread(postgres.stop)
            for _ in range(3):
                with pytest.raises(StoreError):
                    await asyncio.wait_for(store.append("t", 2, [b"lost"]), 30)
                with pytest.raises(StoreError, match="cannot be reached; check that it runs"):
                    await asyncio.wait_for(store.load("t"), 30)
            await until(store.cluster.unreachable_for)
            await asyncio.to_thread(postgres.start)
            await until(lambda: here.gaps)
            await until(lambda: store.cluster.unreachable_for() == 0.0)
            await until_found(lambda: answer(store.append("t", 2, [b"two"])), True)
            assert await loaded(store, "t") == [b"one", b"two"]
            async with engine.opened() as other:
                await until_found(lambda: other.cluster.remote_presence("t"), {store.cluster.process: {1}})

    with caplog.at_level(logging.WARNING):
        asyncio.run(use())
    events = [message.split()[0] for message in caplog.messages]
    for work in ("store", "store_reading", "store_listening"):
        assert {f"{work}_failed", f"{work}_recovered"} <= set(events)
    assert len(events) < 20, "only state changes are logged, not every failure"


def test_all_readers_reconnect_once_one_has_reached_the_database(
    postgres: PostgresServer, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "FIRST_RECONNECT_DELAY", 3600.0)

    async def use() -> None:
        readers = Readers(DatabaseAddress(url))
        await asyncio.to_thread(postgres.stop)
        for _ in readers.connections:
            with pytest.raises(StoreError):
                await readers.read(lambda db: db.fetchval("SELECT 1"))
        await asyncio.to_thread(postgres.start)
        readers.connections[0].reset_backoff()
        found = [await readers.read(lambda db: db.fetchval("SELECT 1")) for _ in readers.connections]
        assert found == [1] * len(readers.connections)
        await readers.close()

    asyncio.run(use())


async def answer(writing: Awaitable[float]) -> bool:
    try:
        await writing
    except StoreError:
        return False
    return True


# Tasks that end unexpectedly


@pytest.mark.parametrize("part", ["writer", "listener"])
def test_a_task_that_ends_unexpectedly_is_reported(
    url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, part: str
) -> None:
    monkeypatch.setattr(cluster, "PROCESS_HEARTBEAT_SECONDS", PROCESS_HEARTBEAT_SECONDS)

    async def broken(*_: object) -> None:
        raise asyncio.CancelledError("which nobody has asked for")

    async def use(store: PostgresStore) -> None:
        await store.begin(Recorder())
        if part == "writer":
            monkeypatch.setattr(rows, "append", broken)
            writing = [asyncio.create_task(store.append("t", number, [b"x"])) for number in (1, 2)]
            found = await asyncio.wait_for(asyncio.gather(*writing, return_exceptions=True), 10)
            assert [type(each) for each in found] == [OutcomeUnknown, StoreError]
            with pytest.raises(StoreError, match="is closed"):
                await store.append("t", 1, [b"later"])
        else:
            monkeypatch.setattr(PresencePublisher, "heartbeat", broken)
        await until(lambda: ends)
        await store.end()

    ends: list[StoreError] = []
    with store_at(place_named(url), on_end=ends.append) as store, caplog.at_level(logging.CRITICAL):
        assert isinstance(store, PostgresStore)
        asyncio.run(use(store))
    assert [str(end).endswith("has stopped; restart the server") for end in ends] == [True]
    assert [message.split()[0] for message in caplog.messages] == ["store_ended"]


def test_an_orderly_shutdown_of_the_store_reports_nothing(url: str, caplog: pytest.LogCaptureFixture) -> None:
    async def use(store: PostgresStore) -> None:
        await store.begin(Recorder())
        await store.end()

    ends: list[StoreError] = []
    with store_at(place_named(url), on_end=ends.append) as store, caplog.at_level(logging.WARNING):
        assert isinstance(store, PostgresStore)
        asyncio.run(use(store))
    assert ends == []
    assert caplog.messages == []
