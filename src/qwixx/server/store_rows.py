"""The rows of the store: what is written into them, and what is read."""

import sqlite3
from typing import NamedTuple

from qwixx.server.store_trouble import StoreError

SCHEMA = (
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
)


class Conflict(StoreError):
    """A number that a table's facts already have: somebody else wrote first."""


class TableRow(NamedTuple):
    """A table in the store: how many facts it has, and when the last was appended, in Unix time."""

    table: str
    facts: int
    touched: float


# Writing


def append(db: sqlite3.Connection, table: str, first: int, facts: tuple[bytes, ...], at: float) -> int:
    """How many facts were appended; StoreError if they do not follow those that are there."""
    ((last,),) = db.execute("SELECT max(seq) FROM facts WHERE table_id = ?", (table,))
    _check_follows(table, last, first)
    db.executemany(
        "INSERT INTO facts (table_id, seq, fact) VALUES (?, ?, ?)",
        ((table, seq, fact) for seq, fact in enumerate(facts, start=first)),
    )
    db.execute(
        "INSERT INTO tables (table_id, facts, touched) VALUES (?, ?, ?) ON CONFLICT (table_id)"
        " DO UPDATE SET facts = facts + excluded.facts, touched = excluded.touched",
        (table, len(facts), at),
    )
    return len(facts)


def _check_follows(table: str, last: int | None, first: int) -> None:
    """StoreError unless a fact with number ``first`` may come after the last one there is."""
    if last is None:
        # A later one was meant for a table that has been forgotten meanwhile.
        if first not in (0, 1):
            raise StoreError(f"table {table!r} has no facts, so its next is number 0 or 1, not {first}")
    elif first <= last:
        raise Conflict(
            f"table {table!r} already has facts up to number {last}; load it before adding {first}"
        )
    elif first > last + 1:
        raise StoreError(
            f"table {table!r} has facts up to number {last}, so its next is {last + 1}, not {first}"
        )


def forget(db: sqlite3.Connection, tables: tuple[str, ...]) -> int:
    """How many tables were deleted."""
    rows = [(table,) for table in tables]
    db.executemany("DELETE FROM facts WHERE table_id = ?", rows)
    return max(0, db.executemany("DELETE FROM tables WHERE table_id = ?", rows).rowcount)


# Reading


def load(db: sqlite3.Connection, table: str, after: int) -> list[bytes]:
    # Tables that begin with number 0 are whole only with it.
    least = after + 1 if after > 0 else 0
    rows = db.execute("SELECT fact FROM facts WHERE table_id = ? AND seq >= ? ORDER BY seq", (table, least))
    return [fact for (fact,) in rows]


def load_from_last(db: sqlite3.Connection, table: str, beginning: bytes) -> list[tuple[int, bytes]]:
    # The inner query walks backwards along the primary key, and stops at the first that fits.
    return db.execute(
        "SELECT seq, fact FROM facts WHERE table_id = ?1 AND seq >= ("
        " SELECT seq FROM facts WHERE table_id = ?1 AND instr(fact, ?2) = 1"
        " ORDER BY seq DESC LIMIT 1) ORDER BY seq",
        (table, beginning),
    ).fetchall()


def first(db: sqlite3.Connection, table: str) -> bytes | None:
    row = db.execute("SELECT fact FROM facts WHERE table_id = ? ORDER BY seq LIMIT 1", (table,)).fetchone()
    return None if row is None else bytes(row[0])


def newest(db: sqlite3.Connection) -> float | None:
    ((touched,),) = db.execute("SELECT max(touched) FROM tables")
    return None if touched is None else float(touched)


def all_tables(db: sqlite3.Connection) -> list[TableRow]:
    rows = db.execute("SELECT table_id, facts, touched FROM tables ORDER BY table_id")
    return [TableRow(*row) for row in rows]
