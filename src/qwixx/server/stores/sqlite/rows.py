"""The rows of the store: what is written into them, and what is read."""

import sqlite3
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple, TypeVar

from qwixx.server.stores.store import Kept, StoreError, TableRow, check_follows
from qwixx.server.tables.tally import COLUMNS, Tallied, Tally

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
    # One row for each game that is over, without its table, so that they are only ever added.
    (
        f"CREATE TABLE tallies (game TEXT NOT NULL PRIMARY KEY,"
        f" {', '.join(f'{column} INTEGER NOT NULL' for column in COLUMNS)}) WITHOUT ROWID",
    ),
)
VERSION = len(MIGRATIONS)

# How many rows one statement reads or writes.
SIZES = (64, 32, 16, 8, 4, 2, 1)


# Writing


class Append(NamedTuple):
    """Facts to append to a table, numbered from ``first``, and when that was asked for."""

    table: str
    first: int
    facts: tuple[bytes, ...]
    at: float


def append_all(db: sqlite3.Connection, appends: Sequence[Append], touched: float) -> list[int | StoreError]:
    """How many facts of each were appended; a StoreError for those that do not follow what is there.

    All of them share a few statements: Python lets another thread go on at each, and to be back takes long.
    """
    last = _lasts(db, tuple({each.table for each in appends}))
    outcomes: list[int | StoreError] = []
    facts: list[tuple[object, ...]] = []
    tables: list[tuple[object, ...]] = []
    for table, first, new, at in appends:
        try:
            check_follows(table, last[table], first)
        except StoreError as refusal:
            outcomes.append(refusal)
            continue
        facts += [(table, seq, fact, at) for seq, fact in enumerate(new, start=first)]
        tables.append((table, len(new), touched))
        last[table] = first + len(new) - 1
        outcomes.append(len(new))
    for some in _in_parts(facts):
        db.execute(_insert_facts(len(some)), [value for row in some for value in row])
    for some in _in_parts(tables):
        db.execute(_count_facts(len(some)), [value for row in some for value in row])
    return outcomes


def _lasts(db: sqlite3.Connection, tables: Sequence[str]) -> dict[str, int | None]:
    found: dict[str, int | None] = {}
    for some in _in_parts(tables):
        (row,) = db.execute(_select_lasts(len(some)), some)
        found.update(zip(some, row, strict=True))
    return found


Value = TypeVar("Value")


def _in_parts(values: Sequence[Value]) -> Iterator[Sequence[Value]]:
    """Parts of few sizes, so that each statement is prepared once for each of them."""
    start = 0
    while start < len(values):
        size = next(size for size in SIZES if size <= len(values) - start)
        yield values[start : start + size]
        start += size


@cache
def _select_lasts(count: int) -> str:
    each = "(SELECT max(seq) FROM facts WHERE table_id = ?)"
    return f"SELECT {', '.join([each] * count)}"


@cache
def _insert_facts(count: int) -> str:
    return f"INSERT INTO facts (table_id, seq, fact, at) VALUES {', '.join(['(?, ?, ?, ?)'] * count)}"


@cache
def _count_facts(count: int) -> str:
    return (
        f"INSERT INTO tables (table_id, facts, touched) VALUES {', '.join(['(?, ?, ?)'] * count)}"
        " ON CONFLICT (table_id)"
        " DO UPDATE SET facts = facts + excluded.facts, touched = excluded.touched"
    )


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


def count(db: sqlite3.Connection, tally: Tally) -> int:
    """How many rows were added: none for a game that was counted already."""
    places = ", ".join("?" * (1 + len(tally.counts)))
    return db.execute(
        f"INSERT INTO tallies VALUES ({places}) ON CONFLICT DO NOTHING", (tally.game, *tally.counts)
    ).rowcount


# Reading


def tallied(db: sqlite3.Connection) -> Tallied:
    sums = ", ".join(f"coalesce(sum({column}), 0)" for column in COLUMNS)
    ((games, *counts),) = db.execute(f"SELECT count(*), {sums} FROM tallies")
    return Tallied(games, tuple(counts))


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


def load_part(db: sqlite3.Connection, table: str, beginning: bytes, number: int) -> list[Kept]:
    rows = db.execute(
        "WITH beginnings AS MATERIALIZED ("
        " SELECT seq FROM facts WHERE table_id = ?1 AND instr(fact, ?2) = 1 ORDER BY seq LIMIT 2 OFFSET ?3)"
        f" SELECT {KEPT} FROM facts WHERE table_id = ?1 AND seq >= (SELECT min(seq) FROM beginnings)"
        " AND ((SELECT count(*) FROM beginnings) = 1 OR seq < (SELECT max(seq) FROM beginnings))"
        " ORDER BY seq",
        (table, beginning, number - 1),
    )
    return [Kept(*row) for row in rows]


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
