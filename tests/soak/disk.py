"""The content of the server's file: read with plain SQLite, and loaded as a restarted server would."""

import asyncio
import shutil
import sqlite3
from collections.abc import Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from types import TracebackType

from qwixx.server.rooms.loader import load
from qwixx.server.stores.sqlite.store import SqliteStore
from qwixx.tables.game.loaded import LoadedTable
from qwixx.tables.game.state import TableState


def copied(data: Path, folder: Path) -> Path:
    """Copy a file that no server has open, with its WAL, so that reading does not change the original."""
    folder.mkdir()
    for name in (data.name, f"{data.name}-wal"):
        if (data.parent / name).exists():
            shutil.copy(data.parent / name, folder / name)
    return folder / data.name


class Disk:
    """The rows of a file; a context manager that keeps it open."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._held = ExitStack()
        self._db = self._held.enter_context(closing(sqlite3.connect(path)))

    def __enter__(self) -> "Disk":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._held.close()

    def is_sound(self) -> bool:
        return self._db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]

    def facts_of(self, table: str) -> list[bytes]:
        rows = self._db.execute("SELECT fact FROM facts WHERE table_name = ? ORDER BY number", (table,))
        return [fact for (fact,) in rows]

    def is_numbered(self, table: str) -> bool:
        """Whether the facts of a table are numbered from 1 to its stored version."""
        query = "SELECT min(number), max(number), count(*) FROM facts WHERE table_name = ?"
        ((first, last, count),) = self._db.execute(query, (table,))
        counted = self._db.execute("SELECT version FROM tables WHERE name = ?", (table,)).fetchall()
        return (first, last, counted) == (1, count, [(count,)])


def loaded(path: Path, tables: Sequence[str]) -> dict[str, TableState | None]:
    """The tables of a file as a restarted server loads them."""
    with closing(SqliteStore.open(path)) as store:
        return asyncio.run(_loaded(store, tables))


async def _loaded(store: SqliteStore, tables: Sequence[str]) -> dict[str, TableState | None]:
    found = {table: await load(store, table) for table in tables}
    return {table: each.state if isinstance(each, LoadedTable) else None for table, each in found.items()}
