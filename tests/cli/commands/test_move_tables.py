"""``qwixx move-tables`` between SQLite and PostgreSQL: atomic and lossless."""

import asyncio
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from qwixx.server.stores.sqlite.store import SqliteStore
from qwixx.server.stores.store import Store, StoredFact, TableRow
from qwixx.tables.game import facts
from qwixx.tables.seats import Seat
from tests.command_line import Run
from tests.postgres import PostgresServer
from tests.server.stores.engines import PostgresEngine, SqliteEngine

OPENED = facts.encode(facts.Opened("dice", {}, (None, "gap:1,2")))
SEAT_TAKEN = facts.encode(facts.SeatTaken(0, "Ann", "hash", "fox"))
SEATS = (Seat("Ann", secret_hash="hash", face="fox"), Seat("Otto", "gap:1,2"))
STARTED = facts.encode(facts.Started({"1": "gap:1,2"}, facts.Checkpoint(SEATS)))

Content = list[tuple[TableRow, list[int], list[StoredFact]]]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "tables.sqlite"

    async def fill(store: Store) -> None:
        await store.append("playing", 1, [OPENED, SEAT_TAKEN])
        await store.append("playing", 3, [STARTED], game_starts=[3])
        await store.append("open", 1, [OPENED])

    with closing(SqliteStore.open(path)) as store:
        asyncio.run(fill(store))
    return path


def content(place: Path | str) -> Content:
    engine = SqliteEngine(place) if isinstance(place, Path) else PostgresEngine(place)

    async def read() -> Content:
        async with engine.opened() as store:
            return [
                (row, await store.game_starts(row.table), await store.load(row.table))
                for row in await store.tables()
            ]

    return asyncio.run(read())


def append(place: str, table: str, first: int, new: Sequence[bytes]) -> None:
    async def write() -> None:
        async with PostgresEngine(place).opened() as store:
            await store.append(table, first, new)

    asyncio.run(write())


def test_moving_tables_there_and_back_keeps_them(run: Run, path: Path, url: str, tmp_path: Path) -> None:
    before = content(path)
    assert [(row.table, row.version, starts) for row, starts, _ in before] == [
        ("open", 1, []),
        ("playing", 3, [3]),
    ]
    ran = run("move-tables", path, url)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith("2 tables with 4 facts are now in the database ")
    assert content(url) == before
    assert content(path) == before
    back = tmp_path / "new" / "back.sqlite"
    assert run("move-tables", url, back).status == 0
    assert content(back) == before


def test_games_can_be_continued_after_the_move(run: Run, path: Path, url: str) -> None:
    assert run("move-tables", path, url).status == 0
    append(url, "playing", 4, [SEAT_TAKEN])
    append(url, "open", 2, [SEAT_TAKEN])


def test_existing_tables_are_not_overwritten(run: Run, path: Path, url: str) -> None:
    append(url, "playing", 1, [b"another table"])
    append(url, "other", 1, [b"x"])
    before = content(url)
    ran = run("move-tables", path, url)
    assert ran.status == 2
    assert ran.err.endswith("already has 1 of these tables; move them to an empty one\n")
    assert content(url) == before
    assert run("move-tables", url, path).status == 2


def test_other_existing_tables_are_kept(run: Run, path: Path, url: str) -> None:
    append(url, "other", 1, [b"x"])
    assert run("move-tables", path, url).status == 0
    assert [row.table for row, _, _ in content(url)] == ["open", "other", "playing"]


def test_a_failed_import_leaves_nothing(run: Run, path: Path, url: str, postgres: PostgresServer) -> None:
    assert content(url) == []
    postgres.execute("ALTER TABLE qwixx.tables ADD CHECK (name <> 'playing')", url=url)
    assert run("move-tables", path, url).status == 2
    assert content(url) == []
    assert postgres.execute("SELECT count(*) FROM qwixx.facts", url=url) == [(0,)]


def test_an_import_that_differs_from_the_export_is_rolled_back(
    run: Run, path: Path, url: str, postgres: PostgresServer
) -> None:
    assert content(url) == []
    postgres.execute(
        "CREATE FUNCTION qwixx.spoil() RETURNS trigger LANGUAGE plpgsql AS"
        " $$ BEGIN NEW.at = NEW.at + 1; RETURN NEW; END $$",
        url=url,
    )
    postgres.execute(
        "CREATE TRIGGER spoil BEFORE INSERT ON qwixx.facts FOR EACH ROW EXECUTE FUNCTION qwixx.spoil()",
        url=url,
    )
    ran = run("move-tables", path, url)
    assert ran.err == "qwixx: a table was not imported as it was exported; nothing was moved\n"
    assert content(url) == []


def test_a_failed_move_removes_its_new_file(
    run: Run, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    append(url, "large", 1, [b"x" * 100_000])
    folder = tmp_path / "new"
    path = folder / "tables.sqlite"
    connect = sqlite3.connect

    def to_a_small_disk(*place: Any, **options: Any) -> sqlite3.Connection:
        db: sqlite3.Connection = connect(*place, **options)
        db.execute("PRAGMA max_page_count = 16")
        return db

    monkeypatch.setattr("sqlite3.connect", to_a_small_disk)
    ran = run("move-tables", url, path)
    assert ran.status == 2
    assert "the disk is full" in ran.err
    assert [each.name for each in folder.iterdir()] == ["tables.sqlite.lock"]
    monkeypatch.undo()
    assert run("move-tables", url, path).status == 0
    assert content(path) == content(url)


def test_a_failed_move_keeps_an_existing_file(run: Run, url: str, path: Path) -> None:
    append(url, "playing", 1, [OPENED])
    before = content(path)
    assert run("move-tables", url, path).status == 2
    assert content(path) == before


def test_a_table_that_cannot_be_replayed_is_moved_and_reported(run: Run, url: str, tmp_path: Path) -> None:
    append(url, "broken", 1, [b"no fact"])
    path = tmp_path / "tables.sqlite"
    ran = run("move-tables", url, path)
    assert ran.status == 0
    count, reason = ran.err.splitlines()
    assert count == "qwixx: 1 of them cannot be replayed, neither here nor there"
    assert reason.startswith("    1: FactFormatError: a stored fact is not of format 1: ")
    assert content(path) == content(url)


def test_tables_in_use_are_not_moved(run: Run, path: Path, url: str, tmp_path: Path) -> None:
    with closing(SqliteStore.open(path)):
        assert "is in use by another server" in run("move-tables", path, url).err

    async def move_while_in_use() -> str:
        async with PostgresEngine(url).opened():
            return (await asyncio.to_thread(run, "move-tables", url, tmp_path / "new.sqlite")).err

    assert asyncio.run(move_while_in_use()).endswith("is in use by 1 running servers; stop them first\n")


def test_invalid_places_are_refused(run: Run, path: Path, tmp_path: Path) -> None:
    missing = tmp_path / "none.sqlite"
    assert run("move-tables", missing, path).err == f"qwixx: there is no file {missing}\n"
    assert not missing.exists()
    ran = run("move-tables", path, "mysql://ann:s3cr3t@host/tables")
    assert ran.err == (
        "qwixx: no tables can be kept at mysql://: name a file, or postgresql://HOST/DATABASE\n"
    )
