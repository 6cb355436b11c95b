import asyncio
import threading
import time
from collections.abc import Collection, Coroutine
from contextlib import closing
from math import inf
from pathlib import Path
from typing import Any

import pytest

from qwixx.server.stores.sqlite.store import SqliteStore
from qwixx.server.stores.store import Conflict, OutcomeUnknown, StoreError, StoreFailure, TableRow
from tests.server.stores.stored_facts import loaded


class Gate:
    """A clock that blocks the writer during its first transaction until the gate is opened."""

    def __init__(self) -> None:
        self.reached = threading.Event()
        self.opened = threading.Event()

    def __call__(self) -> float:
        self.reached.set()
        assert self.opened.wait(10)
        return 1.0


class Death(BaseException):
    pass


async def in_one_group(store: SqliteStore, gate: Gate, *writes: Coroutine[Any, Any, object]) -> list[Any]:
    """The outcomes of writes that are queued together while another one is being committed."""
    first = asyncio.create_task(store.append("gate", 1, [b"gate"]))
    await asyncio.to_thread(gate.reached.wait, 10)
    tasks = [asyncio.create_task(write) for write in writes]
    await asyncio.sleep(0)
    gate.opened.set()
    await first
    return await asyncio.gather(*tasks, return_exceptions=True)


def load(path: Path, table: str) -> list[bytes]:
    with closing(SqliteStore.open(path)) as store:
        return asyncio.run(loaded(store, table))


def append(path: Path, table: str, first: int, *facts: bytes, game_starts: Collection[int] = ()) -> None:
    with closing(SqliteStore.open(path)) as store:
        asyncio.run(store.append(table, first, facts, game_starts=game_starts))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "new" / "folder" / "store.db"


# Appending and loading


def test_tables_returns_versions_and_times(path: Path) -> None:
    times = iter([10.5, 20.5, 30.5])

    async def use(store: SqliteStore) -> list[TableRow]:
        await store.append("b", 1, [b"1"])
        await store.append("a", 1, [b"1", b"2"])
        await store.append("b", 2, [b"2", b"3"])
        return await store.tables()

    with closing(SqliteStore.open(path, wall=lambda: next(times))) as store:
        assert asyncio.run(use(store)) == [TableRow("a", 2, 20.5), TableRow("b", 3, 30.5)]


def test_the_clock_is_unix_time_by_default(path: Path) -> None:
    before = time.time()
    append(path, "t", 1, b"")
    with closing(SqliteStore.open(path)) as store:
        (row,) = asyncio.run(store.tables())
    assert before <= row.touched <= time.time()


# Group commit


def test_appends_queued_during_a_commit_share_the_next_commit(path: Path) -> None:
    gate = Gate()
    with closing(SqliteStore.open(path, wall=gate)) as store:
        appends = [store.append(f"t{number}", 1, [b"%d" % number]) for number in range(64)]
        asyncio.run(in_one_group(store, gate, *appends))
        assert store.commits == 2
    for number in range(0, 64, 9):
        assert load(path, f"t{number}") == [b"%d" % number]


def test_a_conflict_in_a_group_fails_alone(path: Path) -> None:
    gate = Gate()
    with closing(SqliteStore.open(path, wall=gate)) as store:
        outcomes = asyncio.run(
            in_one_group(
                store,
                gate,
                store.append("t", 1, [b"first"]),
                store.append("t", 1, [b"second", b"too late"]),
                store.append("u", 1, [b"other"]),
                store.append("t", 2, [b"next"]),
                store.append("v", 5, [b"gap"]),
            )
        )
        assert [type(outcome) for outcome in outcomes] == [
            float,
            Conflict,
            float,
            float,
            StoreError,
        ]
        assert store.commits == 2
    assert load(path, "t") == [b"first", b"next"]
    assert load(path, "u") == [b"other"]
    assert load(path, "v") == []


def test_an_append_that_sqlite_refuses_fails_alone_in_its_group(path: Path) -> None:
    gate = Gate()
    with closing(SqliteStore.open(path, wall=gate)) as store:
        bad: Any = [b"one", "text"]
        writes = [store.append("t", 1, [b"1"]), store.append("u", 1, bad), store.append("t", 2, [b"2"])]
        outcomes = asyncio.run(in_one_group(store, gate, *writes))
        assert [type(outcome) for outcome in outcomes] == [float, StoreError, float]
    assert load(path, "t") == [b"1", b"2"]
    assert load(path, "u") == []


def test_an_append_that_exceeds_the_disk_fails_alone_in_its_group(path: Path) -> None:
    gate = Gate()
    with closing(SqliteStore.open(path, wall=gate, max_pages=20)) as store:
        writes = [
            store.append("a", 1, [b"x"]),
            store.append("big", 1, [bytes(100_000)]),
            store.append("b", 1, [b"x"]),
        ]
        outcomes = asyncio.run(in_one_group(store, gate, *writes))
        assert [type(outcome) for outcome in outcomes] == [float, StoreFailure, float]
        assert [row.table for row in asyncio.run(store.tables())] == ["a", "b", "gate"]


def test_an_append_cancelled_while_queued_is_not_written(path: Path) -> None:
    gate = Gate()

    async def use(store: SqliteStore) -> None:
        first = asyncio.create_task(store.append("gate", 1, [b"gate"]))
        await asyncio.to_thread(gate.reached.wait, 10)
        given_up = asyncio.create_task(store.append("t", 1, [b"given up"]))
        await asyncio.sleep(0)
        given_up.cancel()
        kept = asyncio.create_task(store.append("t", 1, [b"kept"]))
        await asyncio.sleep(0)
        gate.opened.set()
        await asyncio.gather(first, kept)
        assert given_up.cancelled()
        assert await loaded(store, "t") == [b"kept"]

    with closing(SqliteStore.open(path, wall=gate)) as store:
        asyncio.run(use(store))


def test_an_append_cancelled_while_being_written_does_not_block_its_group(path: Path) -> None:
    gates = [Gate(), Gate(), Gate()]
    clock = iter(gates)

    async def use(store: SqliteStore) -> None:
        first = asyncio.create_task(store.append("gate", 1, [b"gate"]))
        await asyncio.to_thread(gates[0].reached.wait, 10)
        given_up = asyncio.create_task(store.append("t", 1, [b"given up"]))
        other = asyncio.create_task(store.append("u", 1, [b"other"]))
        await asyncio.sleep(0)
        gates[0].opened.set()
        await first
        await asyncio.to_thread(gates[1].reached.wait, 10)
        given_up.cancel()
        for gate in gates:
            gate.opened.set()
        await asyncio.wait_for(other, 10)
        assert store.commits == 2
        assert await loaded(store, "t") == [b"given up"], "cancelled too late"

    with closing(SqliteStore.open(path, wall=lambda: next(clock)())) as store:
        asyncio.run(use(store))


def test_reads_do_not_wait_for_the_writer(path: Path) -> None:
    append(path, "t", 1, b"one")
    gate = Gate()

    async def use(store: SqliteStore) -> None:
        writing = asyncio.create_task(store.append("t", 2, [b"two"]))
        await asyncio.to_thread(gate.reached.wait, 10)
        assert await loaded(store, "t") == [b"one"]
        assert [row.version for row in await store.tables()] == [1]
        gate.opened.set()
        await writing
        assert await loaded(store, "t") == [b"one", b"two"]

    with closing(SqliteStore.open(path, wall=gate)) as store:
        asyncio.run(use(store))


# Closing, and the death of the writer


def test_close_finishes_queued_appends(path: Path) -> None:
    gate = Gate()

    async def use(store: SqliteStore) -> None:
        tasks = [asyncio.create_task(store.append(f"t{number}", 1, [b"x"])) for number in range(8)]
        await asyncio.sleep(0)
        closing_ = asyncio.create_task(asyncio.to_thread(store.close))
        await asyncio.to_thread(gate.reached.wait, 10)
        gate.opened.set()
        await closing_
        await asyncio.gather(*tasks)

    asyncio.run(use(SqliteStore.open(path, wall=gate)))
    with closing(SqliteStore.open(path)) as store:
        assert len(asyncio.run(store.tables())) == 8


def test_a_closed_store_refuses_calls_with_an_error(path: Path) -> None:
    store = SqliteStore.open(path)
    store.close()
    store.close()
    for use in (store.append("t", 1, [b""]), store.delete([], inf), store.load("t"), store.tables()):
        with pytest.raises(StoreError, match="is closed; open it again"):
            asyncio.run(use)
    assert sorted(each.name for each in path.parent.iterdir()) == ["store.db", "store.db.lock"]


def test_appends_fail_instead_of_waiting_for_a_dead_writer(path: Path) -> None:
    gate = Gate()

    def clock() -> float:
        gate()
        raise Death

    async def use(store: SqliteStore) -> None:
        writes = [asyncio.create_task(store.append(f"t{number}", 1, [b"x"])) for number in range(3)]
        await asyncio.to_thread(gate.reached.wait, 10)
        writes.append(asyncio.create_task(store.append("later", 1, [b"x"])))
        await asyncio.sleep(0)
        gate.opened.set()
        outcomes = await asyncio.wait_for(asyncio.gather(*writes, return_exceptions=True), 10)
        # The first append was in the transaction, which may have been committed; the last was only queued.
        assert all(isinstance(outcome, StoreError) for outcome in outcomes)
        assert [type(outcomes[0]), type(outcomes[-1])] == [OutcomeUnknown, StoreError]
        with pytest.raises(StoreError, match=r"has stopped for good \(Death\(\)\); restart the server"):
            await asyncio.wait_for(store.append("t", 1, [b"x"]), 10)
        assert await loaded(store, "t0") == []

    with closing(SqliteStore.open(path, wall=clock)) as store:
        asyncio.run(use(store))
    append(path, "t0", 1, b"restarted")
