"""Nothing is acknowledged that would be lost after a restart: moved, deleted or replaced files."""

import asyncio
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from qwixx.server.stores.sqlite.store import SqliteStore
from qwixx.server.stores.store import StoreError
from tests.server.stores.sqlite import appender
from tests.server.stores.sqlite.test_store import Gate, append, load
from tests.server.stores.stored_facts import loaded

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="only there a file can be locked beside SQLite")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "store.db"


@pytest.fixture
def store(path: Path) -> Iterator[SqliteStore]:
    append(path, "t", 1, b"one")
    with closing(SqliteStore.open(path)) as opened:
        asyncio.run(opened.append("t", 2, [b"two"]))
        yield opened


def wal_of(path: Path) -> Path:
    return path.with_name(path.name + "-wal")


def refusal(store: SqliteStore) -> str:
    with pytest.raises(StoreError) as caught:
        asyncio.run(store.append("t", 3, [b"three"]))
    return str(caught.value)


def refusal_elsewhere(path: Path) -> str:
    """The error message when another process opens the store."""
    child = subprocess.run(
        [sys.executable, appender.__file__, path], capture_output=True, text=True, timeout=30
    )
    return child.stderr.splitlines()[-1]


# Moved, deleted or replaced files


def replace_by_nothing(path: Path) -> None:
    path.unlink()


def replace_by_an_empty_file(path: Path) -> None:
    path.unlink()
    path.touch()


def replace_by_a_copy(path: Path) -> None:
    copy = path.with_name("copy")
    shutil.copy(path, copy)
    copy.replace(path)


def replace_by_a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


REPLACEMENTS = [replace_by_nothing, replace_by_an_empty_file, replace_by_a_copy, replace_by_a_folder]


@pytest.mark.parametrize("replace", REPLACEMENTS)
def test_a_replaced_file_is_not_written_to(
    path: Path, store: SqliteStore, replace: Callable[[Path], None]
) -> None:
    replace(path)
    for _ in range(3):
        assert refusal(store) == (
            f"{path} was moved, deleted or replaced while the server has it open;"
            " stop the server, put the file back and start it again"
        )
    assert asyncio.run(loaded(store, "t")) == [b"one", b"two"], "nothing was written"


@pytest.mark.parametrize("replace", REPLACEMENTS[:3])
def test_a_replaced_wal_is_not_written_to(
    path: Path, store: SqliteStore, replace: Callable[[Path], None]
) -> None:
    replace(wal_of(path))
    for _ in range(3):
        assert refusal(store) == (
            f"{path}-wal was moved, deleted or replaced while the server has it open;"
            " stop the server, which saves what was in it, and start it again"
        )
    store.close()
    assert load(path, "t") == [b"one", b"two"], "stopping has saved the content of the WAL"
    append(path, "t", 3, b"three")


@pytest.mark.parametrize("name", ["store.db", "store.db-wal"])
def test_a_file_moved_back_is_written_to_again(path: Path, store: SqliteStore, name: str) -> None:
    file, elsewhere = path.with_name(name), path.with_name("elsewhere")
    file.rename(elsewhere)
    refusal(store)
    file.touch()
    refusal(store)
    elsewhere.replace(file)
    asyncio.run(store.append("t", 3, [b"three"]))
    store.close()
    assert load(path, "t") == [b"one", b"two", b"three"]


def test_appends_fail_while_the_folder_is_moved_away(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    with closing(SqliteStore.open(folder / "store.db")) as store:
        asyncio.run(store.append("t", 1, [b"one"]))
        folder.rename(tmp_path / "elsewhere")
        with pytest.raises(StoreError, match="was moved, deleted or replaced"):
            asyncio.run(store.append("t", 2, [b"two"]))
        (tmp_path / "elsewhere").rename(folder)
        asyncio.run(store.append("t", 2, [b"two"]))
    assert load(folder / "store.db", "t") == [b"one", b"two"]


def test_appends_fail_while_a_symlink_points_to_another_file(path: Path, tmp_path: Path) -> None:
    link, other = tmp_path / "link.db", tmp_path / "other.db"
    append(other, "t", 1, b"other")
    link.symlink_to(path)
    with closing(SqliteStore.open(link)) as store:
        asyncio.run(store.append("t", 1, [b"one"]))
        link.unlink()
        link.symlink_to(other)
        with pytest.raises(StoreError, match=r"link\.db was moved, deleted or replaced"):
            asyncio.run(store.append("t", 2, [b"two"]))
        link.unlink()
        link.symlink_to(path)
        asyncio.run(store.append("t", 2, [b"two"]))
    assert load(link, "t") == [b"one", b"two"]


@pytest.mark.parametrize("name", ["store.db", "store.db-wal"])
def test_a_file_moved_during_a_transaction_fails_its_appends(path: Path, name: str) -> None:
    gate = Gate()
    file, elsewhere = path.with_name(name), path.with_name("elsewhere")

    async def use(store: SqliteStore) -> None:
        writes = [asyncio.create_task(store.append(f"t{number}", 1, [b"one"])) for number in range(2)]
        await asyncio.to_thread(gate.reached.wait, 10)
        file.rename(elsewhere)
        gate.opened.set()
        for outcome in await asyncio.gather(*writes, return_exceptions=True):
            assert isinstance(outcome, StoreError)
            assert "was moved, deleted or replaced" in str(outcome)
        elsewhere.rename(file)
        # The outcome is unknown until the table is loaded.
        done = len(await loaded(store, "t0"))
        await store.append("t0", done + 1, [b"next"])

    with closing(SqliteStore.open(path, wall=gate)) as store:
        asyncio.run(use(store))
    assert load(path, "t0")[-1] == b"next"


def test_reads_work_without_the_wal(path: Path) -> None:
    append(path, "t", 1, b"one")
    with closing(SqliteStore.open(path)) as store:
        asyncio.run(store.append("t", 2, [b"two"]))
        wal_of(path).unlink()
        assert asyncio.run(loaded(store, "t")) == [b"one", b"two"]
        assert not wal_of(path).exists()


def test_facts_only_in_a_deleted_wal_survive_a_kill(path: Path, tmp_path: Path) -> None:
    output, errors = tmp_path / "acknowledged", tmp_path / "errors"
    with output.open("wb") as out, errors.open("wb") as err:
        child = subprocess.Popen([sys.executable, appender.__file__, path], stdout=out, stderr=err)
    try:
        wait_until(lambda: output.stat().st_size > 0)
        wal_of(path).unlink()
        wait_until(lambda: "was moved, deleted or replaced" in errors.read_text())
    finally:
        os.kill(child.pid, signal.SIGKILL)
        child.wait()
    acknowledged = [line.split() for line in output.read_text().splitlines()]
    with closing(SqliteStore.open(path)) as store:
        versions = {row.table: row.version for row in asyncio.run(store.tables())}
    assert acknowledged
    assert all(int(number) <= versions[table] for table, number in acknowledged)


def wait_until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.001)


# Locks


@on_linux
def test_a_file_in_use_is_detected_under_another_name(path: Path, store: SqliteStore, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    other.hardlink_to(path)
    assert f"{other} is in use by another server" in refusal_elsewhere(other)
    other.unlink()
    moved = tmp_path / "moved.db"
    path.rename(moved)
    assert f"{moved} is in use by another server" in refusal_elsewhere(moved)
    moved.rename(path)
    asyncio.run(store.append("t", 3, [b"three"]))


@on_linux
def test_a_file_in_use_is_detected_after_its_lock_file_was_deleted(path: Path, store: SqliteStore) -> None:
    path.with_name("store.db.lock").unlink()
    assert f"{path} is in use by another server" in refusal_elsewhere(path)
    asyncio.run(store.append("t", 3, [b"three"]))


def test_another_program_may_read_the_file_meanwhile(path: Path, store: SqliteStore) -> None:
    read = "import sqlite3, sys; print(len(sqlite3.connect(sys.argv[1]).execute('SELECT * FROM facts').fetchall()))"
    child = subprocess.run([sys.executable, "-c", read, path], capture_output=True, text=True, timeout=30)
    assert child.stdout == "2\n"
    asyncio.run(store.append("t", 3, [b"three"]))
    assert wal_of(path).exists()


# A single file after closing


def test_the_file_alone_is_complete_after_closing(path: Path, store: SqliteStore, tmp_path: Path) -> None:
    asyncio.run(store.append("u", 1, [bytes(50_000)]))
    store.close()
    assert sorted(each.name for each in tmp_path.iterdir()) == ["store.db", "store.db.lock"]
    shutil.copy(path, tmp_path / "copy.db")
    assert load(tmp_path / "copy.db", "t") == [b"one", b"two"]
    assert load(tmp_path / "copy.db", "u") == [bytes(50_000)]


def test_the_file_alone_is_complete_even_if_another_program_keeps_it_open(
    path: Path, store: SqliteStore, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(sqlite3.connect(path)) as theirs:
        assert theirs.execute("SELECT count(*) FROM facts").fetchall() == [(2,)]
        asyncio.run(store.append("t", 3, [b"three"]))
        store.close()
        assert wal_of(path).stat().st_size == 0
        shutil.copy(path, tmp_path / "copy.db")
    assert load(tmp_path / "copy.db", "t") == [b"one", b"two", b"three"]
    assert not caplog.records


def test_closing_warns_if_the_file_alone_is_incomplete(
    path: Path, store: SqliteStore, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as theirs:
        theirs.execute("BEGIN")
        assert theirs.execute("SELECT count(*) FROM facts").fetchall() == [(2,)]
        asyncio.run(store.append("t", 3, [b"three"]))
        store.close()
    (record,) = caplog.records
    assert record.getMessage() == (
        f'wal_not_checkpointed reason="{path}-wal holds facts that are not in store.db; keep both files together"'
    )
    assert load(path, "t") == [b"one", b"two", b"three"]
