"""Error messages for files that the store cannot use."""

import asyncio
import importlib
import os
import sqlite3
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from math import inf
from pathlib import Path

import pytest

from qwixx.server.stores.sqlite.store import SqliteStore
from qwixx.server.stores.store import StoreError
from tests.server.stores.sqlite import appender
from tests.server.stores.sqlite.test_store import append, load

BIG = bytes(100_000)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "new" / "folder" / "store.db"


@pytest.fixture
def bound_folder() -> Iterator[Path]:
    """A folder of a user without root rights, since permissions do not restrict root."""
    # asyncio imports threads lazily, which that user may not be permitted to do.
    importlib.import_module("concurrent.futures.thread")
    with tempfile.TemporaryDirectory() as name:
        user = os.geteuid()
        if user == 0:
            os.chown(name, 65534, -1)
            os.seteuid(65534)
        try:
            yield Path(name)
        finally:
            os.chmod(name, 0o700)
            os.seteuid(user)


def refusal(path: Path) -> str:
    with pytest.raises(StoreError) as caught:
        SqliteStore.open(path)
    return str(caught.value)


def test_the_file_is_private(path: Path) -> None:
    with closing(SqliteStore.open(path)) as store:
        asyncio.run(store.append("t", 1, [b"x"]))
        modes = {each.name: stat.S_IMODE(each.stat().st_mode) for each in path.parent.iterdir()}
    assert modes == dict.fromkeys(("store.db", "store.db.lock", "store.db-wal", "store.db-shm"), 0o600)


def test_an_empty_file_becomes_a_store(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    path.touch()
    append(path, "t", 1, b"x")
    assert load(path, "t") == [b"x"]


@pytest.mark.parametrize("content", [b"x", b"hello\n" * 1000])
def test_a_file_that_is_not_a_database_is_left_unchanged(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "letter.txt"
    path.write_bytes(content)
    assert refusal(path) == f"{path} is not a store of qwixx; use another file"
    assert path.read_bytes() == content


def test_the_error_for_a_damaged_file(path: Path) -> None:
    append(path, "t", 1, BIG)
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xee" * 8192)
    with pytest.raises(StoreError, match="is damaged; restore it from a backup"):
        load(path, "t")


def test_the_error_for_a_path_that_cannot_be_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert "cannot be used (File exists); use" in refusal(tmp_path / "file" / "store.db")
    assert "cannot be used (Is a directory); use" in refusal(tmp_path)


def test_the_error_for_a_read_only_file(bound_folder: Path) -> None:
    path = bound_folder / "store.db"
    append(path, "t", 1, b"x")
    path.chmod(0o400)
    problem = f"{path} cannot be used (Permission denied); use a file and a folder that can be written"
    assert refusal(path) == problem
    path.chmod(0o600)
    assert load(path, "t") == [b"x"]


def test_the_error_for_a_read_only_folder(bound_folder: Path) -> None:
    path = bound_folder / "store.db"
    bound_folder.chmod(0o500)
    problem = f"{path} cannot be used (Permission denied); use a file and a folder that can be written"
    assert refusal(path) == problem
    bound_folder.chmod(0o700)
    append(path, "t", 1, b"x")
    bound_folder.chmod(0o500)
    assert refusal(path) == f"{path} is read-only; make the file and its folder writable"


def test_the_error_for_a_file_in_use(path: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.db"
    with closing(SqliteStore.open(path)):
        link.symlink_to(path)
        for name in (path, link):
            assert refusal(name) == f"{path} is in use by another server; stop that one or use another file"
        child = subprocess.run(
            [sys.executable, appender.__file__, path], capture_output=True, text=True, timeout=30
        )
        assert "is in use by another server" in child.stderr
    append(path, "t", 1, b"x")


def test_the_error_for_a_file_locked_by_another_program(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qwixx.server.stores.sqlite.file.BUSY_SECONDS", 0.1)
    with (
        closing(SqliteStore.open(path)) as store,
        closing(sqlite3.connect(path, isolation_level=None)) as theirs,
    ):
        theirs.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="is locked by another program; close that one"):
            asyncio.run(store.append("t", 1, [b"x"]))
        theirs.execute("ROLLBACK")
        asyncio.run(store.append("t", 1, [b"y"]))
    assert load(path, "t") == [b"y"]


def test_a_full_disk_is_reported_and_appends_work_again_with_free_space(path: Path) -> None:
    async def use(store: SqliteStore) -> None:
        await store.append("small", 1, [b"x"])
        with pytest.raises(StoreError, match="cannot grow, the disk is full; free some space and try again"):
            await store.append("big", 1, [b"fits"] + [BIG] * 4)
        assert await store.load("big") == []
        await store.append("small", 2, [b"y"])
        await store.append("big", 1, [BIG])
        with pytest.raises(StoreError, match="disk is full"):
            await store.append("big", 2, [BIG])
        assert await store.delete(["big"], inf) == 1
        await store.append("other", 1, [BIG])

    with closing(SqliteStore.open(path, max_pages=40)) as store:
        asyncio.run(use(store))
    assert load(path, "small") == [b"x", b"y"]
    assert load(path, "other") == [BIG]
