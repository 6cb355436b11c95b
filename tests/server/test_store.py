import asyncio
import threading
import time
from collections.abc import Coroutine
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from qwixx.server.store import Conflict, Store, StoreError, TableRow
from qwixx.server.store_trouble import Trouble


class Gate:
    """A clock that stops the writer in the midst of its first transaction until it is let on."""

    def __init__(self) -> None:
        self.reached = threading.Event()
        self.opened = threading.Event()

    def __call__(self) -> float:
        self.reached.set()
        assert self.opened.wait(10)
        return 1.0


class Death(BaseException):
    pass


async def in_one_group(store: Store, gate: Gate, *writes: Coroutine[Any, Any, object]) -> list[Any]:
    """What comes of writes that are all queued while another one is being committed."""
    first = asyncio.create_task(store.append("gate", 0, [b"gate"]))
    await asyncio.to_thread(gate.reached.wait, 10)
    tasks = [asyncio.create_task(write) for write in writes]
    await asyncio.sleep(0)
    gate.opened.set()
    await first
    return await asyncio.gather(*tasks, return_exceptions=True)


def load(path: Path, table: str) -> list[bytes]:
    with closing(Store.open(path)) as store:
        return asyncio.run(store.load(table))


def append(path: Path, table: str, first: int, *facts: bytes) -> None:
    with closing(Store.open(path)) as store:
        asyncio.run(store.append(table, first, facts))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "new" / "folder" / "store.db"


# Appending and loading


def test_facts_come_back_in_order(path: Path) -> None:
    async def use(store: Store) -> None:
        assert await store.load("t") == []
        await store.append("t", 0, [b"zero", b"one"])
        await store.append("u", 1, [b"other"])
        await store.append("t", 2, [b"", b"\0\xff"])
        assert await store.load("t") == [b"zero", b"one", b"", b"\0\xff"]
        assert await store.load("u") == [b"other"]
        assert await store.load("v") == []

    with closing(Store.open(path)) as store:
        asyncio.run(use(store))
    assert load(path, "t") == [b"zero", b"one", b"", b"\0\xff"]


def test_ten_facts_and_more_are_in_order_of_number(path: Path) -> None:
    append(path, "t", 0, *(b"%d" % number for number in range(25)))
    assert load(path, "t") == [b"%d" % number for number in range(25)]


def test_appending_nothing_does_nothing(path: Path) -> None:
    with closing(Store.open(path)) as store:
        asyncio.run(store.append("t", 7, []))
        assert asyncio.run(store.tables()) == []
        assert store.commits == 0


def test_a_taken_number_is_a_conflict_and_writes_nothing(path: Path) -> None:
    append(path, "t", 0, b"zero", b"one")
    for first in (0, 1):
        with pytest.raises(
            Conflict, match=f"'t' already has facts up to number 1; load it before adding {first}"
        ):
            append(path, "t", first, b"x", b"y", b"z")
    assert load(path, "t") == [b"zero", b"one"]


def test_a_gap_is_refused(path: Path) -> None:
    append(path, "t", 1, b"one")
    with pytest.raises(StoreError, match="'t' has facts up to number 1, so its next is 2, not 3") as caught:
        append(path, "t", 3, b"three")
    assert not isinstance(caught.value, Conflict)
    with pytest.raises(StoreError, match="'u' has no facts, so its next is number 0 or 1, not 2"):
        append(path, "u", 2, b"two")
    append(path, "t", 2, b"two")
    assert load(path, "t") == [b"one", b"two"]


def test_what_sqlite_refuses_halfway_leaves_nothing(path: Path) -> None:
    with pytest.raises(StoreError, match="does not take this"):
        append(path, "t", 0, b"zero", "text")  # type: ignore[arg-type]
    with pytest.raises(StoreError, match="does not take this"):
        append(path, "\ud800", 0, b"zero")
    with pytest.raises(StoreError, match="does not take this"):
        load(path, "\ud800")
    assert load(path, "t") == []


def test_tables_tells_counts_and_times(path: Path) -> None:
    times = iter([10.5, 20.5, 30.5])

    async def use(store: Store) -> list[TableRow]:
        await store.append("b", 1, [b"1"])
        await store.append("a", 0, [b"0", b"1"])
        await store.append("b", 2, [b"2", b"3"])
        return await store.tables()

    with closing(Store.open(path, now=lambda: next(times))) as store:
        assert asyncio.run(use(store)) == [TableRow("a", 2, 20.5), TableRow("b", 3, 30.5)]


def test_the_clock_is_unix_time_by_default(path: Path) -> None:
    before = time.time()
    append(path, "t", 0, b"")
    with closing(Store.open(path)) as store:
        (row,) = asyncio.run(store.tables())
    assert before <= row.touched <= time.time()


def test_forget_deletes_whole_tables(path: Path) -> None:
    async def use(store: Store) -> None:
        for table in ("a", "b", "c"):
            await store.append(table, 0, [b"x", b"y"])
        assert await store.forget([]) == 0
        assert await store.forget(["a", "c", "a", "unknown"]) == 2
        assert await store.load("a") == []
        assert [row.table for row in await store.tables()] == ["b"]
        with pytest.raises(StoreError, match="'a' has no facts"):
            await store.append("a", 2, [b"of a game that is forgotten"])
        await store.append("a", 0, [b"anew"])

    with closing(Store.open(path)) as store:
        asyncio.run(use(store))
    assert load(path, "a") == [b"anew"]
    assert load(path, "b") == [b"x", b"y"]


# Group commit


def test_what_is_queued_while_a_commit_runs_is_one_commit(path: Path) -> None:
    gate = Gate()
    with closing(Store.open(path, now=gate)) as store:
        appends = [store.append(f"t{number}", 0, [b"%d" % number]) for number in range(64)]
        assert asyncio.run(in_one_group(store, gate, *appends)) == [None] * 64
        assert store.commits == 2
    for number in range(0, 64, 9):
        assert load(path, f"t{number}") == [b"%d" % number]


def test_64_concurrent_appenders_share_commits(path: Path) -> None:
    async def one(store: Store, table: str) -> None:
        for seq in range(10):
            await store.append(table, seq, [b"%d" % seq])

    async def all_of_them(store: Store) -> None:
        await asyncio.gather(*(one(store, f"t{number}") for number in range(64)))
        assert [row.facts for row in await store.tables()] == [10] * 64

    with closing(Store.open(path)) as store:
        asyncio.run(all_of_them(store))
        assert store.commits <= 640 / 4


def test_conflicts_in_a_group_disturb_nobody(path: Path) -> None:
    gate = Gate()
    with closing(Store.open(path, now=gate)) as store:
        outcomes = asyncio.run(
            in_one_group(
                store,
                gate,
                store.append("t", 0, [b"first"]),
                store.append("t", 0, [b"second", b"too late"]),
                store.append("u", 0, [b"other"]),
                store.append("t", 1, [b"next"]),
                store.append("v", 5, [b"gap"]),
            )
        )
        assert [type(outcome) for outcome in outcomes] == [
            type(None),
            Conflict,
            type(None),
            type(None),
            StoreError,
        ]
        assert store.commits == 2
    assert load(path, "t") == [b"first", b"next"]
    assert load(path, "u") == [b"other"]
    assert load(path, "v") == []


def test_an_append_that_sqlite_refuses_disturbs_nobody_in_its_group(path: Path) -> None:
    gate = Gate()
    with closing(Store.open(path, now=gate)) as store:
        bad: Any = [b"zero", "text"]
        writes = [store.append("t", 0, [b"0"]), store.append("u", 0, bad), store.append("t", 1, [b"1"])]
        outcomes = asyncio.run(in_one_group(store, gate, *writes))
        assert [type(outcome) for outcome in outcomes] == [type(None), StoreError, type(None)]
    assert load(path, "t") == [b"0", b"1"]
    assert load(path, "u") == []


def test_a_full_disk_for_one_of_a_group(path: Path) -> None:
    gate = Gate()
    with closing(Store.open(path, now=gate, max_pages=20)) as store:
        writes = [
            store.append("a", 0, [b"x"]),
            store.append("big", 0, [bytes(100_000)]),
            store.append("b", 0, [b"x"]),
        ]
        outcomes = asyncio.run(in_one_group(store, gate, *writes))
        assert [type(outcome) for outcome in outcomes] == [type(None), Trouble, type(None)]
        assert [row.table for row in asyncio.run(store.tables())] == ["a", "b", "gate"]


def test_what_is_cancelled_while_queued_is_not_written(path: Path) -> None:
    gate = Gate()

    async def use(store: Store) -> None:
        first = asyncio.create_task(store.append("gate", 0, [b"gate"]))
        await asyncio.to_thread(gate.reached.wait, 10)
        given_up = asyncio.create_task(store.append("t", 0, [b"given up"]))
        await asyncio.sleep(0)
        given_up.cancel()
        kept = asyncio.create_task(store.append("t", 0, [b"kept"]))
        await asyncio.sleep(0)
        gate.opened.set()
        await asyncio.gather(first, kept)
        assert given_up.cancelled()
        assert await store.load("t") == [b"kept"]

    with closing(Store.open(path, now=gate)) as store:
        asyncio.run(use(store))


def test_what_is_cancelled_while_it_is_written_holds_up_nobody_in_its_group(path: Path) -> None:
    gates = [Gate(), Gate(), Gate()]
    clock = iter(gates)

    async def use(store: Store) -> None:
        first = asyncio.create_task(store.append("gate", 0, [b"gate"]))
        await asyncio.to_thread(gates[0].reached.wait, 10)
        given_up = asyncio.create_task(store.append("t", 0, [b"given up"]))
        other = asyncio.create_task(store.append("u", 0, [b"other"]))
        await asyncio.sleep(0)
        gates[0].opened.set()
        await first
        await asyncio.to_thread(gates[1].reached.wait, 10)
        given_up.cancel()
        for gate in gates:
            gate.opened.set()
        await asyncio.wait_for(other, 10)
        assert store.commits == 2
        assert await store.load("t") == [b"given up"], "it was too late"

    with closing(Store.open(path, now=lambda: next(clock)())) as store:
        asyncio.run(use(store))


def test_reading_does_not_wait_for_the_writer(path: Path) -> None:
    append(path, "t", 0, b"zero")
    gate = Gate()

    async def use(store: Store) -> None:
        writing = asyncio.create_task(store.append("t", 1, [b"one"]))
        await asyncio.to_thread(gate.reached.wait, 10)
        assert await store.load("t") == [b"zero"]
        assert [row.facts for row in await store.tables()] == [1]
        gate.opened.set()
        await writing
        assert await store.load("t") == [b"zero", b"one"]

    with closing(Store.open(path, now=gate)) as store:
        asyncio.run(use(store))


# Closing, and the writer's death


def test_close_finishes_what_is_queued(path: Path) -> None:
    gate = Gate()

    async def use(store: Store) -> None:
        tasks = [asyncio.create_task(store.append(f"t{number}", 0, [b"x"])) for number in range(8)]
        await asyncio.sleep(0)
        threading.Timer(0.1, gate.opened.set).start()
        store.close()
        await asyncio.gather(*tasks)

    asyncio.run(use(Store.open(path, now=gate)))
    with closing(Store.open(path)) as store:
        assert len(asyncio.run(store.tables())) == 8


def test_a_closed_store_says_so(path: Path) -> None:
    store = Store.open(path)
    store.close()
    store.close()
    for use in (store.append("t", 0, [b""]), store.forget([]), store.load("t"), store.tables()):
        with pytest.raises(StoreError, match="is closed; open it again"):
            asyncio.run(use)
    assert sorted(each.name for each in path.parent.iterdir()) == ["store.db", "store.db.lock"]


def test_nobody_waits_for_a_dead_writer(path: Path) -> None:
    gate = Gate()

    def clock() -> float:
        gate()
        raise Death

    async def use(store: Store) -> None:
        writes = [asyncio.create_task(store.append(f"t{number}", 0, [b"x"])) for number in range(3)]
        await asyncio.to_thread(gate.reached.wait, 10)
        writes.append(asyncio.create_task(store.append("later", 0, [b"x"])))
        await asyncio.sleep(0)
        gate.opened.set()
        outcomes = await asyncio.wait_for(asyncio.gather(*writes, return_exceptions=True), 10)
        assert [type(outcome) for outcome in outcomes] == [StoreError] * 4
        with pytest.raises(StoreError, match=r"has stopped for good \(Death\(\)\); restart the server"):
            await asyncio.wait_for(store.append("t", 0, [b"x"]), 10)
        assert await store.load("t0") == []

    with closing(Store.open(path, now=clock)) as store:
        asyncio.run(use(store))
    append(path, "t0", 0, b"restarted")
