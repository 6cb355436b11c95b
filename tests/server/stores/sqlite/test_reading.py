"""Partial reads and concurrent reads of the store."""

import asyncio
from collections.abc import Iterator
from contextlib import closing
from math import inf
from pathlib import Path

import pytest

from qwixx.server.stores.sqlite.store import SqliteStore
from qwixx.server.stores.store import StoreError
from tests.server.stores.sqlite.test_store import append
from tests.server.stores.stored_facts import first_of, loaded


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "store.db"


@pytest.fixture
def store(path: Path) -> Iterator[SqliteStore]:
    with closing(SqliteStore.open(path)) as opened:
        yield opened


def numbered(count: int) -> list[bytes]:
    return [f"this is fact {number}.".encode().ljust(100) for number in range(count)]


def damage(path: Path, content: bytes) -> None:
    """Corrupt the page that holds this content."""
    where = path.read_bytes().index(content)
    with path.open("r+b") as file:
        file.seek(where - where % 4096)
        file.write(b"\xee" * 4096)


# Partial reads


def test_earlier_facts_are_not_read(path: Path) -> None:
    facts = numbered(2000)
    append(path, "t", 1, *facts, game_starts=[500, 1991])
    damage(path, facts[1000])
    with closing(SqliteStore.open(path)) as store:
        with pytest.raises(StoreError, match="is damaged"):
            asyncio.run(loaded(store, "t"))
        assert asyncio.run(store.game_starts("t")) == [500, 1991]
        assert asyncio.run(loaded(store, "t", after=1990)) == facts[1990:]
        assert asyncio.run(loaded(store, "t", until=500)) == facts[:500]
        assert asyncio.run(first_of(store, "t")) == facts[0]


def test_newest_is_the_time_of_the_latest_append_to_any_table(path: Path) -> None:
    times = iter([10.5, 30.5, 20.5])

    async def use(store: SqliteStore) -> None:
        assert await store.newest() is None
        for table in ("a", "b", "c"):
            await store.append(table, 1, [b"x"])
        assert await store.newest() == 30.5
        await store.delete(["b"], inf)
        assert await store.newest() == 20.5
        await store.delete(["a", "c"], inf)
        assert await store.newest() is None

    with closing(SqliteStore.open(path, wall=lambda: next(times))) as store:
        asyncio.run(use(store))


# Concurrent reads


def test_a_short_read_does_not_wait_for_a_long_one(store: SqliteStore) -> None:
    async def overtakes() -> bool:
        much = asyncio.create_task(store.load("much"))
        await asyncio.sleep(0)
        assert await loaded(store, "little") == [b"x"]
        is_first = not much.done()
        assert len(await much) == 100_000
        return is_first

    async def use() -> None:
        await store.append("much", 1, numbered(100_000))
        await store.append("little", 1, [b"x"])
        # On a busy machine some attempts may fail, but not all.
        assert any([await overtakes() for _ in range(5)])

    asyncio.run(use())


def test_closing_waits_for_reads(path: Path) -> None:
    async def use() -> None:
        store = SqliteStore.open(path)
        await store.append("t", 1, numbered(20_000))
        reads = [asyncio.create_task(store.load("t")) for _ in range(5)]
        await asyncio.sleep(0)
        store.close()
        assert [len(facts) for facts in await asyncio.gather(*reads)] == [20_000] * 5
        with pytest.raises(StoreError, match="is closed; open it again"):
            await loaded(store, "t")

    asyncio.run(use())


def test_a_cancelled_read_frees_its_connection(store: SqliteStore) -> None:
    async def use() -> None:
        await store.append("t", 1, numbered(20_000))
        reads = [asyncio.create_task(store.load("t")) for _ in range(6)]
        await asyncio.sleep(0)
        for read in reads:
            read.cancel()
        await asyncio.gather(*reads, return_exceptions=True)
        assert await asyncio.wait_for(first_of(store, "t"), 10) == numbered(1)[0]

    asyncio.run(use())
