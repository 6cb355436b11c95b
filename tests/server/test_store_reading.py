"""What is read from the store, in part and beside others."""

import asyncio
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from qwixx.server.store import Store, StoreError
from tests.server.test_store import append


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "store.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with closing(Store.open(path)) as opened:
        yield opened


def numbered(count: int) -> list[bytes]:
    return [f"this is fact {number}.".encode().ljust(100) for number in range(count)]


def damage(path: Path, content: bytes) -> None:
    """Make the page unreadable that holds this content."""
    where = path.read_bytes().index(content)
    with path.open("r+b") as file:
        file.seek(where - where % 4096)
        file.write(b"\xee" * 4096)


# Parts of a table


def test_load_after_a_number(store: Store) -> None:
    async def use() -> None:
        await store.append("from 0", 0, [b"0", b"1", b"2", b"3"])
        await store.append("from 1", 1, [b"1", b"2", b"3"])
        await store.append("another", 1, [b"x"] * 9)
        for table in ("from 0", "from 1"):
            assert await store.load(table, 1) == [b"2", b"3"]
            assert await store.load(table, after=2) == [b"3"]
            assert await store.load(table, 3) == []
            assert await store.load(table, 4) == []
        assert await store.load("from 0", 0) == [b"0", b"1", b"2", b"3"]
        assert await store.load("from 1", 0) == [b"1", b"2", b"3"]
        assert await store.load("unknown", 1) == []

    asyncio.run(use())


def test_load_from_the_last_that_begins_so(store: Store) -> None:
    async def use() -> None:
        facts = [b"game one", b"move", b"game two", b"move", b"move that is no game", b""]
        await store.append("t", 1, facts)
        await store.append("u", 0, [b"game", b"move"])
        await store.append("zero", 0, [b"game"])
        assert await store.load_from_last("t", b"game") == list(enumerate(facts, start=1))[2:]
        assert await store.load_from_last("t", b"game one") == list(enumerate(facts, start=1))
        assert await store.load_from_last("t", b"") == [(6, b"")]
        assert await store.load_from_last("u", b"game") == [(0, b"game"), (1, b"move")]
        assert await store.load_from_last("zero", b"game") == [(0, b"game")]
        assert await store.load_from_last("t", b"game three") == []
        assert await store.load_from_last("unknown", b"game") == []

    asyncio.run(use())


def test_the_beginning_is_taken_byte_by_byte(store: Store) -> None:
    async def use() -> None:
        await store.append("t", 1, [b"100% \x00\xff_*", b"100 percent", b"GAME", b"1"])
        assert [number for number, _ in await store.load_from_last("t", b"100%")] == [1, 2, 3, 4]
        assert [number for number, _ in await store.load_from_last("t", b"100% \x00\xff")] == [1, 2, 3, 4]
        assert await store.load_from_last("t", b"100% \x00\xfe") == []
        assert await store.load_from_last("t", b"1_0") == []
        assert await store.load_from_last("t", b"game") == []

    asyncio.run(use())


def test_what_comes_before_is_not_read(path: Path) -> None:
    facts = numbered(2000)
    append(path, "t", 1, *facts)
    damage(path, facts[1000])
    with closing(Store.open(path)) as store:
        with pytest.raises(StoreError, match="is damaged"):
            asyncio.run(store.load("t"))
        last = list(enumerate(facts, start=1))[1990:]
        assert asyncio.run(store.load_from_last("t", b"this is fact 1990.")) == last
        assert asyncio.run(store.load("t", after=1990)) == facts[1990:]
        assert asyncio.run(store.first("t")) == facts[0]


def test_the_first_fact(store: Store) -> None:
    async def use() -> None:
        await store.append("from 0", 0, [b"zero", b"one"])
        await store.append("from 1", 1, [b"one", b"two"])
        await store.append("empty", 1, [b"", b"x"])
        assert await store.first("from 0") == b"zero"
        assert await store.first("from 1") == b"one"
        assert await store.first("empty") == b""
        assert await store.first("unknown") is None

    asyncio.run(use())


def test_the_newest_of_all_tables(path: Path) -> None:
    times = iter([10.5, 30.5, 20.5])

    async def use(store: Store) -> None:
        assert await store.newest() is None
        for table in ("a", "b", "c"):
            await store.append(table, 0, [b"x"])
        assert await store.newest() == 30.5
        await store.forget(["b"])
        assert await store.newest() == 20.5
        await store.forget(["a", "c"])
        assert await store.newest() is None

    with closing(Store.open(path, now=lambda: next(times))) as store:
        asyncio.run(use(store))


# Beside others


def test_who_reads_little_does_not_wait_for_who_reads_much(store: Store) -> None:
    async def overtakes() -> bool:
        much = asyncio.create_task(store.load("much"))
        await asyncio.sleep(0)
        assert await store.load("little") == [b"x"]
        is_first = not much.done()
        assert len(await much) == 100_000
        return is_first

    async def use() -> None:
        await store.append("much", 1, numbered(100_000))
        await store.append("little", 1, [b"x"])
        # A machine that does much else may let one of them down, but not all.
        assert any([await overtakes() for _ in range(5)])

    asyncio.run(use())


def test_many_read_at_once(store: Store) -> None:
    async def use() -> None:
        for number in range(20):
            await store.append(f"t{number}", 1, [b"%d" % number])
        loaded = await asyncio.gather(*(store.load(f"t{number % 20}") for number in range(200)))
        assert loaded == [[b"%d" % (number % 20)] for number in range(200)]

    asyncio.run(use())


def test_closing_waits_for_those_who_read(path: Path) -> None:
    async def use() -> None:
        store = Store.open(path)
        await store.append("t", 1, numbered(20_000))
        reads = [asyncio.create_task(store.load("t")) for _ in range(5)]
        await asyncio.sleep(0)
        store.close()
        assert [len(facts) for facts in await asyncio.gather(*reads)] == [20_000] * 5
        with pytest.raises(StoreError, match="is closed; open it again"):
            await store.load("t")

    asyncio.run(use())


def test_a_read_that_is_given_up_leaves_its_connection_to_others(store: Store) -> None:
    async def use() -> None:
        await store.append("t", 1, numbered(20_000))
        reads = [asyncio.create_task(store.load("t")) for _ in range(6)]
        await asyncio.sleep(0.001)
        for read in reads:
            read.cancel()
        await asyncio.gather(*reads, return_exceptions=True)
        assert await asyncio.wait_for(store.first("t"), 10) == numbered(1)[0]

    asyncio.run(use())
