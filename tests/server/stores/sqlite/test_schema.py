"""The stored format in a SQLite file: old formats stay readable, and foreign files are refused."""

import asyncio
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from qwixx.server.stores.sqlite.schema import APPLICATION, STORED_FORMAT
from qwixx.server.stores.sqlite.store import SqliteStore
from qwixx.server.stores.store import DICE_COLUMNS, StoreError
from tests.server.stores import format_1
from tests.server.stores.sqlite.test_store import append

FORMAT_1 = Path(__file__).with_name("format_1.sql").read_text(encoding="utf-8")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "store.db"


def run(path: Path, script: str) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.executescript(script)


def schema_of(path: Path) -> set[str]:
    """The CREATE statements of a file, with normalized whitespace."""
    with closing(sqlite3.connect(path)) as db:
        rows = db.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    return {re.sub(r"\s+", " ", sql) for (sql,) in rows}


def refusal(path: Path) -> str:
    with pytest.raises(StoreError) as caught:
        SqliteStore.open(path)
    return str(caught.value)


def test_a_file_of_format_1_is_read_and_migrated_to_the_current_schema(path: Path) -> None:
    run(path, FORMAT_1)
    with closing(SqliteStore.open(path)) as store:
        asyncio.run(format_1.check(store))
    new = path.with_name("new.db")
    append(new, "t", 1, b"one")
    assert schema_of(path) == schema_of(new)
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA user_version").fetchall() == [(STORED_FORMAT,)]


def test_the_schema_has_a_column_for_each_dice_count(path: Path) -> None:
    append(path, "t", 1, b"one")
    with closing(sqlite3.connect(path)) as db:
        names = [name for (_, name, *_) in db.execute("PRAGMA table_info(dice_counts)")]
    assert names == ["game", *DICE_COLUMNS]


def test_a_fact_without_a_time_is_rejected(path: Path) -> None:
    append(path, "t", 1, b"one")
    with pytest.raises(sqlite3.IntegrityError, match="at"):
        run(path, "INSERT INTO facts (table_name, number, fact) VALUES ('t', 2, X'00')")


def test_a_file_of_a_newer_format_is_refused(path: Path) -> None:
    append(path, "t", 1, b"one")
    run(path, f"PRAGMA user_version = {STORED_FORMAT + 1}")
    assert refusal(path) == (
        f"{path} was written by a newer qwixx (format {STORED_FORMAT + 1}, this one knows {STORED_FORMAT}); update qwixx"
    )


@pytest.mark.parametrize(
    "script",
    [
        "CREATE TABLE theirs (x)",
        "PRAGMA user_version = 1",
        "PRAGMA application_id = 7",
        f"PRAGMA application_id = {APPLICATION}",
        # The schema before the first release.
        "CREATE TABLE facts (x); PRAGMA application_id = 1366780280; PRAGMA user_version = 1",
    ],
)
def test_a_foreign_file_is_left_unchanged(path: Path, script: str) -> None:
    run(path, script)
    before = path.read_bytes()
    message = f"{path} belongs to another program, or to a qwixx before 0.1.0; use another file"
    assert refusal(path) == message
    assert path.read_bytes() == before
