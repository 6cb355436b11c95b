"""Log messages of a failing store: the failure, its reason, and the recovery."""

import asyncio
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from math import inf
from pathlib import Path
from typing import Any

import pytest

from qwixx.server.failures import Health
from qwixx.server.stores.sqlite.store import SqliteStore
from qwixx.server.stores.store import Conflict, StoreError, StoreFailure
from tests.server.stores.sqlite.test_reading import damage, numbered
from tests.server.stores.sqlite.test_store import Death, append

TABLE = "name-of-a-table"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "store.db"


@pytest.fixture
def store(path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SqliteStore]:
    monkeypatch.setattr("qwixx.server.stores.sqlite.file.BUSY_SECONDS", 0.05)
    with closing(SqliteStore.open(path)) as opened:
        yield opened


def lines(caplog: pytest.LogCaptureFixture) -> list[tuple[str, str]]:
    assert TABLE not in caplog.text
    return [(record.levelname, record.getMessage()) for record in caplog.records]


def fail(store: SqliteStore, count: int, first: int = 1) -> None:
    async def use() -> list[Any]:
        appends = [store.append(f"{TABLE}{number}", first, [b"x"]) for number in range(count)]
        return await asyncio.gather(*appends, return_exceptions=True)

    for outcome in asyncio.run(use()):
        assert isinstance(outcome, StoreError)


def succeed(store: SqliteStore) -> None:
    asyncio.run(store.append(TABLE, len(asyncio.run(store.load(TABLE))) + 1, [b"x"]))


def test_failure_and_recovery_are_logged_once(
    path: Path, store: SqliteStore, caplog: pytest.LogCaptureFixture
) -> None:
    succeed(store)
    with closing(sqlite3.connect(path, isolation_level=None)) as theirs:
        theirs.execute("BEGIN IMMEDIATE")
        fail(store, 2)
        fail(store, 3)
        assert lines(caplog) == [
            ("ERROR", f'store_failed reason="{path} is locked by another program; close that one"')
        ]
        path.rename(path.with_name("elsewhere"))
        fail(store, 2)
        path.with_name("elsewhere").rename(path)
        theirs.execute("ROLLBACK")
    assert [line.split(";")[0] for _, line in lines(caplog)[1:]] == [
        f'store_failed reason="{path} was moved, deleted or replaced while the server has it open'
    ]
    succeed(store)
    succeed(store)
    assert lines(caplog)[2:] == [("WARNING", "store_recovered failures=7")]
    path.rename(path.with_name("elsewhere"))
    fail(store, 1)
    assert len(lines(caplog)) == 4, "a failure after a recovery is logged again"


def test_an_operation_that_writes_nothing_is_not_a_recovery(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(SqliteStore.open(path, max_pages=20)) as store:
        succeed(store)
        with pytest.raises(StoreError, match="disk is full"):
            asyncio.run(store.append("big", 1, [bytes(100_000)]))
        with pytest.raises(Conflict):
            asyncio.run(store.append(TABLE, 1, [b"x"]))
        assert asyncio.run(store.delete(["unknown"], inf)) == 0
        assert len(lines(caplog)) == 1
        succeed(store)
        assert lines(caplog)[1:] == [("WARNING", "store_recovered failures=1")]


def test_rejected_input_is_not_logged_as_a_failure(
    store: SqliteStore, caplog: pytest.LogCaptureFixture
) -> None:
    succeed(store)
    unfit: Any = "text"
    for first, fact in ((1, b"conflict"), (7, b"gap"), (2, unfit), (2**70, b"overflow")):
        with pytest.raises(StoreError):
            asyncio.run(store.append(TABLE, first, [fact]))
    with pytest.raises(StoreError, match="does not take this"):
        asyncio.run(store.append(TABLE + "\ud800", 1, [b"x"]))
    with pytest.raises(StoreError, match="does not take this"):
        asyncio.run(store.load(TABLE + "\ud800"))
    store.close()
    with pytest.raises(StoreError, match="is closed"):
        asyncio.run(store.load(TABLE))
    assert lines(caplog) == []


def test_failing_reads_are_logged_once(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    facts = numbered(500)
    append(path, TABLE, 1, *facts)
    append(path, "sound", 1, *facts[:1])
    damage(path, facts[250])
    with closing(SqliteStore.open(path)) as store:
        for _ in range(3):
            with pytest.raises(StoreError, match="is damaged; restore it from a backup"):
                asyncio.run(store.load(TABLE))
        assert lines(caplog) == [
            ("ERROR", f'store_reading_failed reason="{path} is damaged; restore it from a backup"')
        ]
        asyncio.run(store.load("sound"))
        assert lines(caplog)[1:] == [("WARNING", "store_reading_recovered failures=3")]


@pytest.mark.parametrize("error", [RuntimeError, MemoryError])
def test_other_errors_are_logged_without_their_text(
    path: Path, caplog: pytest.LogCaptureFixture, error: type[Exception]
) -> None:
    def clock() -> float:
        raise error(TABLE)

    with closing(SqliteStore.open(path, wall=clock)) as store:
        fail(store, 3)
    reason = f"{path} cannot be used ({error.__name__}); restart the server"
    assert lines(caplog) == [("ERROR", f'store_failed reason="{reason}"')]


# Unexpected end of the writer


def test_an_unexpected_end_of_the_writer_is_reported(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    ends: list[tuple[StoreError, str]] = []
    reported = threading.Event()

    def clock() -> float:
        raise Death(TABLE)

    def on_end(end: StoreError) -> None:
        ends.append((end, threading.current_thread().name))
        reported.set()

    with closing(SqliteStore.open(path, wall=clock, on_end=on_end)) as store:
        fail(store, 3)
        assert reported.wait(10)
        fail(store, 3)
    ((end, thread),) = ends
    assert "has stopped for good" in str(end)
    assert isinstance(end.__cause__, Death)
    assert thread == "qwixx-store"
    assert lines(caplog) == [("CRITICAL", f"store_ended path={path} error=Death")]


def test_closing_is_not_reported_as_an_unexpected_end(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    ends: list[StoreError] = []
    with closing(SqliteStore.open(path, on_end=ends.append)) as store:
        succeed(store)
    assert ends == []
    assert lines(caplog) == []


def test_alternating_reasons_are_logged_once_each(caplog: pytest.LogCaptureFixture) -> None:
    """This happens when two connections retry in turn while a database starts."""
    health, reasons = Health("store_reading"), ("cannot be reached", "is starting")
    for reason in 3 * reasons:
        health.failed(StoreFailure(reason))
    health.succeeded()
    health.failed(StoreFailure("is starting"))
    assert [message for _, message in lines(caplog)] == [
        'store_reading_failed reason="cannot be reached"',
        'store_reading_failed reason="is starting"',
        "store_reading_recovered failures=6",
        'store_reading_failed reason="is starting"',
    ]
