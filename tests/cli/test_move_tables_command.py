"""Tables from a SQLite file to PostgreSQL and back: all or none, and as they were."""

import asyncio
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from qwixx.server.stores.sqlite.store import SqliteStore
from qwixx.server.stores.store import Kept, Store, TableRow
from qwixx.server.tables import facts
from qwixx.server.wire.protocol import TableSettings
from tests.cli.conftest import Run
from tests.postgres import PostgresServer
from tests.server.engines import PostgresEngine, SqliteEngine

OPENED = facts.encode(facts.Opened("dice", {}, (None, "gap:1,2"), TableSettings()))
SAT = facts.encode(facts.Sat(0, "Ann", "hash"))

Content = list[tuple[TableRow, int, list[Kept]]]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "tables.sqlite"

    async def fill(store: Store) -> None:
        await store.append("from-1", 1, [OPENED, SAT])
        await store.append("from-0", 0, [OPENED])
        await store.append("from-0", 1, [SAT])

    with closing(SqliteStore.open(path)) as store:
        asyncio.run(fill(store))
    return path


def content(place: Path | str) -> Content:
    engine = SqliteEngine(place) if isinstance(place, Path) else PostgresEngine(place)

    async def read() -> Content:
        async with engine.opened() as store:
            rows = await store.tables()
            heads = await store.heads([row.table for row in rows])
            return [(row, heads[row.table], await store.load(row.table)) for row in rows]

    return asyncio.run(read())


def append(place: str, table: str, first: int, new: Sequence[bytes]) -> None:
    async def write() -> None:
        async with PostgresEngine(place).opened() as store:
            await store.append(table, first, new)

    asyncio.run(write())


def test_there_and_back(run: Run, path: Path, url: str, tmp_path: Path) -> None:
    before = content(path)
    assert [head for _, head, _ in before] == [1, 2]
    ran = run("move-tables", path, url)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith("2 tables with 4 facts are now in the database ")
    assert content(url) == before
    assert content(path) == before
    back = tmp_path / "new" / "back.sqlite"
    assert run("move-tables", url, back).status == 0
    assert content(back) == before


def test_games_go_on_where_they_arrived(run: Run, path: Path, url: str) -> None:
    assert run("move-tables", path, url).status == 0
    append(url, "from-1", 3, [SAT])
    append(url, "from-0", 2, [SAT])


def test_tables_that_exist_are_not_overwritten(run: Run, path: Path, url: str) -> None:
    append(url, "from-1", 1, [b"another table"])
    append(url, "other", 1, [b"x"])
    before = content(url)
    ran = run("move-tables", path, url)
    assert ran.status == 2
    assert ran.err.endswith("already has 1 of these tables; move them to an empty place\n")
    assert content(url) == before
    assert run("move-tables", url, path).status == 2


def test_others_that_exist_stay(run: Run, path: Path, url: str) -> None:
    append(url, "other", 1, [b"x"])
    assert run("move-tables", path, url).status == 0
    assert [row.table for row, _, _ in content(url)] == ["from-0", "from-1", "other"]


def test_what_goes_wrong_on_arrival_leaves_nothing(
    run: Run, path: Path, url: str, postgres: PostgresServer
) -> None:
    assert content(url) == []
    postgres.execute("ALTER TABLE qwixx.tables ADD CHECK (name <> 'from-1')", url=url)
    assert run("move-tables", path, url).status == 2
    assert content(url) == []
    assert postgres.execute("SELECT count(*) FROM qwixx.facts", url=url) == [(0,)]


def test_what_arrives_changed_does_not_stay(run: Run, path: Path, url: str, postgres: PostgresServer) -> None:
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
    assert ran.err == "qwixx: a table has not arrived as it left; nothing was moved\n"
    assert content(url) == []


def test_a_new_file_does_not_stay_without_its_tables(
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


def test_a_file_that_was_there_stays(run: Run, url: str, path: Path) -> None:
    append(url, "from-1", 1, [OPENED])
    before = content(path)
    assert run("move-tables", url, path).status == 2
    assert content(path) == before


def test_a_table_that_cannot_be_replayed_is_moved_and_told(run: Run, url: str, tmp_path: Path) -> None:
    append(url, "broken", 1, [b"no fact"])
    path = tmp_path / "tables.sqlite"
    ran = run("move-tables", url, path)
    assert ran.status == 0
    assert ran.err == "qwixx: 1 of them cannot be replayed, neither here nor there\n"
    assert content(path) == content(url)


def test_tables_in_use_stay_where_they_are(run: Run, path: Path, url: str, tmp_path: Path) -> None:
    with closing(SqliteStore.open(path)):
        assert "is in use by another server" in run("move-tables", path, url).err

    async def move_while_in_use() -> str:
        async with PostgresEngine(url).opened():
            return (await asyncio.to_thread(run, "move-tables", url, tmp_path / "new.sqlite")).err

    assert asyncio.run(move_while_in_use()).endswith("is in use by 1 running servers; stop them first\n")


def test_places_that_are_none(run: Run, path: Path, tmp_path: Path) -> None:
    missing = tmp_path / "none.sqlite"
    assert run("move-tables", missing, path).err == f"qwixx: there is no file {missing}\n"
    assert not missing.exists()
    ran = run("move-tables", path, "mysql://ann:s3cr3t@host/tables")
    assert ran.err == (
        "qwixx: no tables can be kept at mysql://: name a file, or postgresql://HOST/DATABASE\n"
    )
