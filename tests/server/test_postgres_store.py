"""Several processes at one PostgreSQL: what they tell each other, and what happens when connections are lost."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from functools import partial

import pytest

import qwixx
from qwixx.cli.place import place_named, store_at
from qwixx.server.stores.postgres import link, listener, rows
from qwixx.server.stores.postgres.address import Address
from qwixx.server.stores.postgres.presence import Presence
from qwixx.server.stores.postgres.readers import Readers
from qwixx.server.stores.postgres.schema import MIGRATIONS, VERSION, prepare
from qwixx.server.stores.postgres.store import PostgresStore
from qwixx.server.stores.store import Conflict, Kept, StoreError, Unsure
from tests.postgres import PostgresServer
from tests.server.database_scenes import BEAT_SECONDS, admin, until, until_found, waiting
from tests.server.engines import Heard, PostgresEngine
from tests.server.kept_facts import loaded


@pytest.fixture
def engine(url: str, monkeypatch: pytest.MonkeyPatch) -> PostgresEngine:
    monkeypatch.setattr(listener, "BEAT_SECONDS", BEAT_SECONDS)
    return PostgresEngine(url)


CUT = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE datname = current_database() AND application_name LIKE $1"
)


# News

ODD = """a\\"'{}%s"""


def test_others_are_told_of_facts_with_their_time(engine: PostgresEngine) -> None:
    async def use() -> None:
        here, there = Heard(), Heard()
        async with engine.opened(here) as store, engine.opened(there) as other:
            one = await store.append("t", 1, [b"one", b"\0\xff"])
            two, three = await asyncio.gather(store.append("t", 3, [b"three"]), store.append(ODD, 0, [b""]))
            await until(lambda: len(there.facts) == 3)
            assert there.facts[0] == ("t", 1, [Kept(b"one", one), Kept(b"\0\xff", one)])
            assert ("t", 3, [Kept(b"three", two)]) in there.facts
            assert (ODD, 0, [Kept(b"", three)]) in there.facts
            four = await other.append("t", 4, [b"four"])
            await until(lambda: here.facts)
            assert here.facts == [("t", 4, [Kept(b"four", four)])], "and nothing of one's own"

    asyncio.run(use())


def test_what_was_refused_is_not_told(engine: PostgresEngine) -> None:
    async def use() -> None:
        there = Heard()
        async with engine.opened() as store, engine.opened(there):
            await store.append("t", 1, [b"one"])
            wanted = [("t", 1), ("u", 9), ("v", 1)]
            appends = [store.append(table, first, [b"x"]) for table, first in wanted]
            await asyncio.gather(*appends, return_exceptions=True)
            await store.append("t", 2, [b"two"])
            await until(lambda: there.facts[-1:] and there.facts[-1][1] == 2)
            assert [(table, first) for table, first, _ in there.facts] == [("t", 1), ("v", 1), ("t", 2)]

    asyncio.run(use())


def test_facts_that_are_too_long_to_be_told_are_announced(engine: PostgresEngine) -> None:
    async def use() -> None:
        there = Heard()
        async with engine.opened() as store, engine.opened(there) as other:
            await store.append("t", 1, [b"x" * 5000, b"y" * 5000])
            await until(lambda: there.facts)
            assert there.facts == [("t", 1, [])]
            assert [len(fact) for fact in await loaded(other, "t")] == [5000, 5000]

    asyncio.run(use())


def test_many_facts_at_once_are_all_told(engine: PostgresEngine) -> None:
    async def use() -> None:
        there = Heard()
        async with engine.opened() as store, engine.opened(there):
            await asyncio.gather(*(store.append(f"t{number}", 1, [b"x" * 400]) for number in range(100)))
            await until(lambda: len(there.facts) == 100)
            assert {table for table, _, facts in there.facts if facts} == {
                f"t{number}" for number in range(100)
            }
            assert store.commits <= 3

    asyncio.run(use())


def test_news_that_nobody_understands_are_a_gap(engine: PostgresEngine, url: str) -> None:
    async def use() -> None:
        here = Heard()
        async with engine.opened(here), admin(url) as connection:
            await connection.execute("SELECT pg_notify('qwixx_facts', 'secret nonsense')")
            await until(lambda: here.gaps)

    asyncio.run(use())


# Versions


def test_a_database_of_the_first_version_is_brought_up_to_date(url: str, postgres: PostgresServer) -> None:
    postgres.execute("DROP SCHEMA IF EXISTS qwixx CASCADE", url=url)
    postgres.execute("CREATE SCHEMA qwixx", url=url)
    for statement in MIGRATIONS[0]:
        postgres.execute(statement, url=url)
    postgres.execute("CREATE TABLE qwixx.format AS SELECT 1 AS version", url=url)
    postgres.execute("INSERT INTO qwixx.people VALUES ('t', 'a process of then', 1)", url=url)
    asyncio.run(prepare(Address(url)))
    assert postgres.execute("SELECT version FROM qwixx.format", url=url) == [(VERSION,)]
    assert postgres.execute("SELECT name, listed FROM qwixx.people", url=url) == [("t", False)]


def test_another_version_is_told_once(
    engine: PostgresEngine, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def use() -> None:
        async with engine.opened():
            monkeypatch.setattr(qwixx, "__version__", "9.9")
            async with engine.opened():
                await until(lambda: len(caplog.messages) >= 2)
                await asyncio.sleep(3 * BEAT_SECONDS)

    with caplog.at_level(logging.WARNING):
        asyncio.run(use())
    assert [message.split()[0] for message in caplog.messages] == ["versions_differ"] * 2


# Lost connections


def test_who_ends_at_once_does_not_hang(engine: PostgresEngine) -> None:
    async def use() -> None:
        for _ in range(5):
            async with engine.opened() as store:
                assert await store.others() == 0

    asyncio.run(asyncio.wait_for(use(), 30))


def has_gaps(heard: Heard, count: int) -> bool:
    return heard.gaps >= count


def test_idle_connections_that_are_cut_are_made_again(engine: PostgresEngine, url: str) -> None:
    async def use() -> None:
        here = Heard()
        async with engine.opened(here) as store, admin(url) as connection:
            await store.append("t", 1, [b"one"])
            store.say_here("t", frozenset({1}))
            for round_ in (1, 2):
                assert len(await connection.fetch(CUT, "qwixx %")) >= 3
                await until(partial(has_gaps, here, round_))
                await store.append("t", round_ + 1, [b"more"])
                assert len(await store.load("t")) == round_ + 1
            assert 5 <= store.reconnects <= 8
            async with engine.opened() as other:
                await other.append("t", 4, [b"heard again"])
                await until(lambda: here.facts)
                await until_found(lambda: other.elsewhere("t"), {store.process: {1}})

    asyncio.run(use())


def test_an_append_that_is_cut_off_is_unsure_and_load_tells(engine: PostgresEngine, url: str) -> None:
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
                with pytest.raises(Unsure, match="was not heard of again"):
                    await writing
            await asyncio.gather(queued, return_exceptions=True)
            assert await loaded(store, "t") == [b"one"]
            await store.append("t", 2, [b"two again"])
            assert await loaded(store, "t") == [b"one", b"two again"]

    asyncio.run(use())


class Deafness:
    """Stands between a store and its database, and loses answers when it is told to."""

    def __init__(self, port: int) -> None:
        self.is_deaf = False
        self._port = port
        self._writers: list[asyncio.StreamWriter] = []

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[int]:
        server = await asyncio.start_server(self._pass_on, "127.0.0.1", 0)
        try:
            yield server.sockets[0].getsockname()[1]
        finally:
            self.cut()
            server.close()

    def cut(self) -> None:
        for writer in self._writers:
            writer.transport.abort()
        self._writers.clear()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        answers, questions = await asyncio.open_connection("127.0.0.1", self._port)
        self._writers += [writer, questions]
        await asyncio.gather(self._copy(reader, questions), self._copy(answers, writer, can_lose=True))

    async def _copy(
        self, source: asyncio.StreamReader, to: asyncio.StreamWriter, *, can_lose: bool = False
    ) -> None:
        try:
            while data := await source.read(65536):
                if not (can_lose and self.is_deaf):
                    to.write(data)
        except ConnectionError:
            return
        to.close()


def test_facts_that_were_written_unheard_are_there(
    postgres: PostgresServer, engine: PostgresEngine, database: str
) -> None:
    async def use() -> None:
        deafness = Deafness(postgres.port)
        async with deafness.listening() as port, engine.opened() as other:
            store = PostgresStore(Address(database.replace(str(postgres.port), str(port))))
            await store.begin(Heard())
            await store.append("t", 1, [b"one"])
            deafness.is_deaf = True
            writing = asyncio.create_task(store.append("t", 2, [b"two"]))
            await until_found(lambda: other.heads(["t"]), {"t": 2})
            deafness.is_deaf = False
            deafness.cut()
            with pytest.raises(Unsure):
                await writing
            assert await loaded(store, "t") == [b"one", b"two"]
            with pytest.raises(Conflict):
                await store.append("t", 2, [b"two again"])
            await store.append("t", 3, [b"three"])
            await store.end()

    asyncio.run(use())


def test_a_database_that_crashes_and_comes_back(
    postgres: PostgresServer, engine: PostgresEngine, caplog: pytest.LogCaptureFixture
) -> None:
    async def use() -> None:
        here = Heard()
        async with engine.opened(here) as store:
            await store.append("t", 1, [b"one"])
            store.say_here("t", frozenset({1}))
            await asyncio.to_thread(postgres.stop)
            for _ in range(3):
                with pytest.raises(StoreError):
                    await asyncio.wait_for(store.append("t", 2, [b"lost"]), 5)
                with pytest.raises(StoreError, match="cannot be reached; check that it runs"):
                    await asyncio.wait_for(store.load("t"), 5)
            await until(store.down_for)
            await asyncio.to_thread(postgres.start)
            await until(lambda: here.gaps)
            await until(lambda: store.down_for() == 0.0)
            await until_found(lambda: answer(store.append("t", 2, [b"two"])), True)
            assert await loaded(store, "t") == [b"one", b"two"]
            async with engine.opened() as other:
                await until_found(lambda: other.elsewhere("t"), {store.process: {1}})

    with caplog.at_level(logging.WARNING):
        asyncio.run(use())
    events = [message.split()[0] for message in caplog.messages]
    for work in ("store", "store_reading", "store_listening"):
        assert {f"{work}_failed", f"{work}_healed"} <= set(events)
    assert len(events) < 20, "the log is told when something changes, not of every failure"


def test_when_one_reader_has_found_the_database_the_others_do_not_wait(
    postgres: PostgresServer, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link, "FIRST_PAUSE", 3600.0)

    async def use() -> None:
        readers = Readers(Address(url))
        await asyncio.to_thread(postgres.stop)
        for _ in readers.links:
            with pytest.raises(StoreError):
                await readers.read(lambda db: db.fetchval("SELECT 1"))
        await asyncio.to_thread(postgres.start)
        readers.links[0].hurry()
        found = [await readers.read(lambda db: db.fetchval("SELECT 1")) for _ in readers.links]
        assert found == [1] * len(readers.links)
        await readers.close()

    asyncio.run(use())


async def answer(writing: Awaitable[float]) -> bool:
    try:
        await writing
    except StoreError:
        return False
    return True


# Parts that end by themselves


@pytest.mark.parametrize("part", ["writer", "listener"])
def test_a_part_that_ends_by_itself_is_told_of(
    url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, part: str
) -> None:
    monkeypatch.setattr(listener, "BEAT_SECONDS", BEAT_SECONDS)

    async def broken(*_: object) -> None:
        raise asyncio.CancelledError("which nobody has asked for")

    async def use(store: PostgresStore) -> None:
        await store.begin(Heard())
        if part == "writer":
            monkeypatch.setattr(rows, "append", broken)
            writing = [asyncio.create_task(store.append("t", number, [b"x"])) for number in (1, 2)]
            found = await asyncio.wait_for(asyncio.gather(*writing, return_exceptions=True), 10)
            assert [type(each) for each in found] == [Unsure, StoreError]
            with pytest.raises(StoreError, match="is closed"):
                await store.append("t", 1, [b"later"])
        else:
            monkeypatch.setattr(Presence, "beat", broken)
        await until(lambda: ends)
        await store.end()

    ends: list[StoreError] = []
    with store_at(place_named(url), on_end=ends.append) as store, caplog.at_level(logging.CRITICAL):
        assert isinstance(store, PostgresStore)
        asyncio.run(use(store))
    assert [str(end).endswith("is not used any more; restart the server") for end in ends] == [True]
    assert [message.split()[0] for message in caplog.messages] == ["store_ended"]


def test_a_store_that_ends_in_good_order_tells_nobody(url: str, caplog: pytest.LogCaptureFixture) -> None:
    async def use(store: PostgresStore) -> None:
        await store.begin(Heard())
        await store.end()

    ends: list[StoreError] = []
    with store_at(place_named(url), on_end=ends.append) as store, caplog.at_level(logging.WARNING):
        assert isinstance(store, PostgresStore)
        asyncio.run(use(store))
    assert ends == []
    assert caplog.messages == []
