"""The rows of the store: what is written into them, and what is read."""

import sqlite3

from qwixx.server.store import Kept, TableRow, check_follows

# The statements of each version of the file: an older file lacks those of the later ones. They only add.
MIGRATIONS = (
    (
        """CREATE TABLE facts (
            table_id TEXT NOT NULL,
            seq INTEGER NOT NULL,
            fact BLOB NOT NULL CHECK (typeof(fact) = 'blob'),
            PRIMARY KEY (table_id, seq)
        ) WITHOUT ROWID""",
        # How many facts a table has follows from them, but counting them would read the whole file.
        """CREATE TABLE tables (
            table_id TEXT NOT NULL PRIMARY KEY,
            facts INTEGER NOT NULL,
            touched REAL NOT NULL
        ) WITHOUT ROWID""",
    ),
    # When each fact was appended; of those from before nobody knows.
    ("ALTER TABLE facts ADD COLUMN at REAL",),
)
VERSION = len(MIGRATIONS)


# Writing


def append(
    db: sqlite3.Connection, table: str, first: int, facts: tuple[bytes, ...], at: float, touched: float
) -> int:
    """How many facts were appended; StoreError if they do not follow those that are there."""
    check_follows(table, _last(db, table), first)
    db.executemany(
        "INSERT INTO facts (table_id, seq, fact, at) VALUES (?, ?, ?, ?)",
        ((table, seq, fact, at) for seq, fact in enumerate(facts, start=first)),
    )
    db.execute(
        "INSERT INTO tables (table_id, facts, touched) VALUES (?, ?, ?) ON CONFLICT (table_id)"
        " DO UPDATE SET facts = facts + excluded.facts, touched = excluded.touched",
        (table, len(facts), touched),
    )
    return len(facts)


def forget(db: sqlite3.Connection, tables: tuple[str, ...], untouched_since: float) -> int:
    """How many tables were deleted."""
    gone = 0
    for table in tables:
        found = db.execute(
            "DELETE FROM tables WHERE table_id = ? AND touched <= ?", (table, untouched_since)
        ).rowcount
        if found:
            db.execute("DELETE FROM facts WHERE table_id = ?", (table,))
        gone += found
    return gone


# Reading

# Facts that bear no time are as old as the last one of their table.
KEPT = "fact, coalesce(at, (SELECT touched FROM tables WHERE tables.table_id = facts.table_id))"


def load(db: sqlite3.Connection, table: str, after: int) -> list[Kept]:
    # Tables that begin with number 0 are whole only with it.
    least = after + 1 if after > 0 else 0
    rows = db.execute(
        f"SELECT {KEPT} FROM facts WHERE table_id = ? AND seq >= ? ORDER BY seq", (table, least)
    )
    return [Kept(*row) for row in rows]


def load_from_last(db: sqlite3.Connection, table: str, beginning: bytes) -> list[tuple[int, Kept]]:
    # The inner query walks backwards along the primary key, and stops at the first that fits.
    rows = db.execute(
        f"SELECT seq, {KEPT} FROM facts WHERE table_id = ?1 AND seq >= ("
        " SELECT seq FROM facts WHERE table_id = ?1 AND instr(fact, ?2) = 1"
        " ORDER BY seq DESC LIMIT 1) ORDER BY seq",
        (table, beginning),
    )
    return [(seq, Kept(*kept)) for seq, *kept in rows]


def first(db: sqlite3.Connection, table: str) -> Kept | None:
    row = db.execute(f"SELECT {KEPT} FROM facts WHERE table_id = ? ORDER BY seq LIMIT 1", (table,)).fetchone()
    return None if row is None else Kept(*row)


def heads(db: sqlite3.Connection, tables: tuple[str, ...]) -> dict[str, int]:
    found = ((table, _last(db, table)) for table in tables)
    return {table: last for table, last in found if last is not None}


def _last(db: sqlite3.Connection, table: str) -> int | None:
    ((last,),) = db.execute("SELECT max(seq) FROM facts WHERE table_id = ?", (table,))
    return None if last is None else int(last)


def newest(db: sqlite3.Connection) -> float | None:
    ((touched,),) = db.execute("SELECT max(touched) FROM tables")
    return None if touched is None else float(touched)


def all_tables(db: sqlite3.Connection) -> list[TableRow]:
    rows = db.execute("SELECT table_id, facts, touched FROM tables ORDER BY table_id")
    return [TableRow(*row) for row in rows]
