"""Import of tables from another store into a SQLite file: all of them, or none."""

import sqlite3
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TypeVar

from qwixx.server.stores.exporting import ExportedTable, TableExport, refuse_to_overwrite
from qwixx.server.stores.sql import SqlReads
from qwixx.server.stores.sqlite import rows
from qwixx.server.stores.sqlite.file import StoreFile, as_store_errors

T = TypeVar("T")


class _FileReads(SqlReads):
    """Reads what is imported, before it is committed."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    async def _fetch(self, make: Callable[..., T], statement: str, *values: object) -> list[T]:
        return [make(*row) for row in self._db.execute(statement, values)]


async def import_tables(path: Path, export: TableExport) -> None:
    """Return when all tables are in the file, unchanged. The file is locked meanwhile.

    A file that was created for them does not stay without them.
    """
    with ExitStack() as held, as_store_errors(path.resolve()):
        file = StoreFile(path, held)
        undo = held.enter_context(ExitStack())
        if file.is_new:
            undo.callback(file.remove)
        db = file.writer(held, max_pages=None)
        db.execute("BEGIN IMMEDIATE")
        try:
            refuse_to_overwrite(path, len(rows.last_versions(db, export.names)))
            async for table in export.export():
                _insert(db, table)
            await export.verify(_FileReads(db))
            db.execute("COMMIT")
            undo.pop_all()
        finally:
            # Does nothing after a commit.
            db.rollback()


def _insert(db: sqlite3.Connection, table: ExportedTable) -> None:
    db.executemany(
        "INSERT INTO facts (table_name, number, fact, at) VALUES (?, ?, ?, ?)",
        ((table.name, number, *stored) for number, stored in enumerate(table.facts, start=1)),
    )
    db.executemany(
        "INSERT INTO games (table_name, number) VALUES (?, ?)",
        ((table.name, number) for number in table.game_starts),
    )
    db.execute(
        "INSERT INTO tables (name, version, touched) VALUES (?, ?, ?)",
        (table.name, len(table.facts), table.touched),
    )
    if table.code is not None:
        rows.claim_code(db, table.code, table.name)
