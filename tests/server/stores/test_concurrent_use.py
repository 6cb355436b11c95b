"""Concurrent use of a store, with every engine."""

import asyncio
import random
from typing import Any

import pytest

from qwixx.server.stores.store import Conflict, StoreError
from tests.server.stores.engines import AnyStore, Engine
from tests.server.stores.stored_facts import loaded


async def outcomes(*work: Any) -> list[Any]:
    """The outcomes of concurrent calls: the type of each error, and ``float`` for a time."""
    found = await asyncio.gather(*work, return_exceptions=True)
    return [float if isinstance(each, float) else type(each) for each in found]


# Many at once


def test_one_bad_append_among_many_fails_alone(engine: Engine) -> None:
    bad: Any = ["text"]

    async def use() -> None:
        async with engine.opened() as store:
            found = await outcomes(
                store.append("t", 1, [b"first"]),
                store.append("t", 1, [b"second", b"too late"]),
                store.append("bad", 1, bad),
                store.append("u", 1, [b"other"]),
                store.append("t", 2, [b"next"]),
                store.append("v", 5, [b"gap"]),
            )
            assert found == [float, Conflict, StoreError, float, float, StoreError]
            assert await loaded(store, "t") == [b"first", b"next"]
            assert await store.last_versions(["t", "u", "v", "bad"]) == {"t": 2, "u": 1}

    asyncio.run(use())


def test_concurrent_appends_share_commits(engine: Engine) -> None:
    async def one(store: AnyStore, table: str) -> None:
        for number in range(1, 11):
            await store.append(table, number, [b"%d" % number])

    async def use() -> None:
        async with engine.opened() as store:
            await asyncio.gather(*(one(store, f"t{number}") for number in range(64)))
            assert [row.version for row in await store.tables()] == [10] * 64
            assert store.commits <= 640 / 4

    asyncio.run(use())


def test_one_of_two_appends_with_the_same_number_succeeds(engine: Engine) -> None:
    async def write(store: AnyStore, table: str, name: bytes) -> list[int]:
        """Append as one process that reloads after every conflict; return the numbers it wrote."""
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


def test_load_reveals_the_outcome_of_a_cancelled_append(engine: Engine) -> None:
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
                # Appends queued later cannot overtake it.
                await store.append("u", number + 1, [b"later"])
                found = await loaded(store, "t")
                assert found in (expected, [*expected, b"%d" % number, b"both"])
                expected = found

    asyncio.run(use())


def test_many_concurrent_reads(engine: Engine) -> None:
    async def use() -> None:
        async with engine.opened() as store:
            for number in range(20):
                await store.append(f"t{number}", 1, [b"%d" % number])
            found = await asyncio.gather(*(loaded(store, f"t{number % 20}") for number in range(200)))
            assert found == [[b"%d" % (number % 20)] for number in range(200)]

    asyncio.run(use())


# Start and end


def test_the_end_of_a_store_finishes_queued_appends(engine: Engine) -> None:
    async def use() -> None:
        async with engine.opened() as store:
            writes = [asyncio.create_task(store.append(f"t{number}", 1, [b"x"])) for number in range(8)]
            await asyncio.sleep(0)
        assert await outcomes(*writes) == [float] * 8
        with pytest.raises(StoreError, match="is closed"):
            await store.append("late", 1, [b"x"])
        with pytest.raises(StoreError, match="is closed"):
            await store.load("late")
        async with engine.opened() as again:
            assert len(await again.tables()) == 8

    asyncio.run(use())
