"""The statements that write to a SQLite file."""

import sqlite3
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple, TypeVar

from qwixx.server.stores.sql import check_follows
from qwixx.server.stores.store import DICE_COLUMNS, GameDice, StoreError

# The numbers of rows that one statement reads or writes.
SIZES = (64, 32, 16, 8, 4, 2, 1)


class TimedAppend(NamedTuple):
    """Facts to append to a table, numbered from ``first``, and the time of the request."""

    table: str
    first: int
    facts: tuple[bytes, ...]
    game_starts: frozenset[int]
    at: float


def append_all(
    db: sqlite3.Connection, appends: Sequence[TimedAppend], touched: float
) -> list[int | StoreError]:
    """The number of facts of each that were appended; a StoreError for those that conflict.

    All of them share a few statements: each releases the GIL, and getting it back takes long.
    """
    versions = _versions(db, tuple({each.table for each in appends}))
    outcomes: list[int | StoreError] = []
    facts: list[tuple[object, ...]] = []
    games: list[tuple[object, ...]] = []
    tables: list[tuple[object, ...]] = []
    for table, first, new, starts, at in appends:
        try:
            check_follows(table, versions[table], first)
        except StoreError as refusal:
            outcomes.append(refusal)
            continue
        facts += [(table, number, fact, at) for number, fact in enumerate(new, start=first)]
        games += [(table, number) for number in starts]
        versions[table] = version = first + len(new) - 1
        tables.append((table, version, touched))
        outcomes.append(len(new))
    for some in _in_parts(facts):
        db.execute(_insert_facts(len(some)), [value for row in some for value in row])
    if games:
        db.executemany("INSERT INTO games (table_name, number) VALUES (?, ?)", games)
    for some in _in_parts(tables):
        db.execute(_set_versions(len(some)), [value for row in some for value in row])
    return outcomes


def _versions(db: sqlite3.Connection, tables: Sequence[str]) -> dict[str, int | None]:
    found: dict[str, int | None] = {}
    for some in _in_parts(tables):
        (row,) = db.execute(_select_versions(len(some)), some)
        found.update(zip(some, row, strict=True))
    return found


def last_versions(db: sqlite3.Connection, tables: Sequence[str]) -> dict[str, int]:
    found = _versions(db, tables)
    return {table: version for table, version in found.items() if version is not None}


T = TypeVar("T")


def _in_parts(values: Sequence[T]) -> Iterator[Sequence[T]]:
    """Parts of a few sizes, so that each statement is prepared once for each size."""
    start = 0
    while start < len(values):
        size = next(size for size in SIZES if size <= len(values) - start)
        yield values[start : start + size]
        start += size


@cache
def _select_versions(count: int) -> str:
    each = "(SELECT version FROM tables WHERE name = ?)"
    return f"SELECT {', '.join([each] * count)}"


@cache
def _insert_facts(count: int) -> str:
    return f"INSERT INTO facts (table_name, number, fact, at) VALUES {', '.join(['(?, ?, ?, ?)'] * count)}"


@cache
def _set_versions(count: int) -> str:
    return (
        f"INSERT INTO tables (name, version, touched) VALUES {', '.join(['(?, ?, ?)'] * count)}"
        " ON CONFLICT (name) DO UPDATE SET version = excluded.version, touched = excluded.touched"
    )


def delete(db: sqlite3.Connection, tables: Sequence[str], untouched_since: float) -> int:
    """The number of tables that were deleted."""
    deleted = 0
    for table in tables:
        found = db.execute(
            "DELETE FROM tables WHERE name = ? AND touched <= ?", (table, untouched_since)
        ).rowcount
        if found:
            db.execute("DELETE FROM facts WHERE table_name = ?", (table,))
            db.execute("DELETE FROM games WHERE table_name = ?", (table,))
            release_code(db, table)
        deleted += found
    return deleted


SAVE_DICE = (
    f"INSERT INTO dice_counts (game, {', '.join(DICE_COLUMNS)})"
    f" VALUES ({', '.join('?' * (1 + len(DICE_COLUMNS)))})"
    " ON CONFLICT (game) DO UPDATE SET "
    + ", ".join(f"{column} = max({column}, excluded.{column})" for column in DICE_COLUMNS)
)


def save_dice(db: sqlite3.Connection, games: Sequence[GameDice]) -> int:
    """The number of rows that were written."""
    return db.executemany(SAVE_DICE, [(each.game, *each.counts) for each in games]).rowcount


def claim_code(db: sqlite3.Connection, code: str, table: str) -> int:
    """1 if the table has the code now, 0 if another one has it."""
    return db.execute(
        "INSERT INTO codes (code, table_name) VALUES (?, ?) ON CONFLICT DO NOTHING", (code, table)
    ).rowcount


def release_code(db: sqlite3.Connection, table: str) -> int:
    return db.execute("DELETE FROM codes WHERE table_name = ?", (table,)).rowcount
