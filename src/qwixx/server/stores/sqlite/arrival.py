"""Tables from another store that arrive in a SQLite file: all of them, or none."""

import sqlite3
from contextlib import ExitStack
from pathlib import Path

from qwixx.server.stores.sqlite import rows
from qwixx.server.stores.sqlite.file import StoreFile
from qwixx.server.stores.sqlite.trouble import explained
from qwixx.server.stores.whole_table import Journey, WholeTable, refuse_to_overwrite


async def arrive(path: Path, journey: Journey) -> None:
    """Return when all tables are in the file, which is nobody else's meanwhile, and are as they left.

    A file that was made for them does not stay without them.
    """
    with ExitStack() as held, explained(path.resolve()):
        file = StoreFile(path, held)
        undo = held.enter_context(ExitStack())
        if file.is_new:
            undo.callback(file.remove)
        db = file.writer(held, max_pages=None)
        db.execute("BEGIN IMMEDIATE")
        try:
            refuse_to_overwrite(path, len(rows.heads(db, tuple(journey.names))))
            async for table in journey.leaving():
                _insert(db, table)
            touched = {row.table: row.touched for row in rows.all_tables(db)}
            for name in journey.names:
                journey.arrived(_read_back(db, name, touched[name]))
            journey.end()
            db.execute("COMMIT")
            undo.pop_all()
        finally:
            # Nothing after a commit.
            db.rollback()


def _insert(db: sqlite3.Connection, table: WholeTable) -> None:
    db.executemany(
        "INSERT INTO facts (table_id, seq, fact, at) VALUES (?, ?, ?, ?)",
        ((table.name, number, *kept) for number, kept in enumerate(table.kept, start=table.first)),
    )
    db.execute("INSERT INTO tables VALUES (?, ?, ?)", (table.name, len(table.kept), table.touched))


def _read_back(db: sqlite3.Connection, name: str, touched: float) -> WholeTable:
    kept = rows.load(db, name, after=0)
    return WholeTable(name, touched, rows.heads(db, (name,))[name] - len(kept) + 1, kept)
