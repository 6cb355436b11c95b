"""The stored format in a SQLite file: its migrations, and the check of its version."""

import sqlite3
from itertools import chain
from pathlib import Path

from qwixx.server.stores.store import StoreError

# Marks a file as ours.
APPLICATION = int.from_bytes(b"QWIX", "big")

# One entry for each version of the format; a file of an older version gets those that it lacks. An entry that
# was released never changes.
MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE facts (
            table_name TEXT NOT NULL,
            number INTEGER NOT NULL,
            fact BLOB NOT NULL CHECK (typeof(fact) = 'blob'),
            at REAL NOT NULL,
            PRIMARY KEY (table_name, number)
        ) WITHOUT ROWID""",
        # The number of the fact with which each game begins.
        """CREATE TABLE games (
            table_name TEXT NOT NULL,
            number INTEGER NOT NULL,
            PRIMARY KEY (table_name, number)
        ) WITHOUT ROWID""",
        # The number of the last fact follows from the facts, but is faster to find here for many tables.
        """CREATE TABLE tables (
            name TEXT NOT NULL PRIMARY KEY,
            version INTEGER NOT NULL,
            touched REAL NOT NULL
        ) WITHOUT ROWID""",
        # The join codes of tables that wait for people.
        """CREATE TABLE codes (
            code TEXT NOT NULL PRIMARY KEY,
            table_name TEXT NOT NULL UNIQUE
        ) WITHOUT ROWID""",
        # One row for each game in which dice were rolled, without its table.
        """CREATE TABLE dice_counts (
            game TEXT NOT NULL PRIMARY KEY,
            white_11 INTEGER NOT NULL, white_12 INTEGER NOT NULL, white_13 INTEGER NOT NULL,
            white_14 INTEGER NOT NULL, white_15 INTEGER NOT NULL, white_16 INTEGER NOT NULL,
            white_21 INTEGER NOT NULL, white_22 INTEGER NOT NULL, white_23 INTEGER NOT NULL,
            white_24 INTEGER NOT NULL, white_25 INTEGER NOT NULL, white_26 INTEGER NOT NULL,
            white_31 INTEGER NOT NULL, white_32 INTEGER NOT NULL, white_33 INTEGER NOT NULL,
            white_34 INTEGER NOT NULL, white_35 INTEGER NOT NULL, white_36 INTEGER NOT NULL,
            white_41 INTEGER NOT NULL, white_42 INTEGER NOT NULL, white_43 INTEGER NOT NULL,
            white_44 INTEGER NOT NULL, white_45 INTEGER NOT NULL, white_46 INTEGER NOT NULL,
            white_51 INTEGER NOT NULL, white_52 INTEGER NOT NULL, white_53 INTEGER NOT NULL,
            white_54 INTEGER NOT NULL, white_55 INTEGER NOT NULL, white_56 INTEGER NOT NULL,
            white_61 INTEGER NOT NULL, white_62 INTEGER NOT NULL, white_63 INTEGER NOT NULL,
            white_64 INTEGER NOT NULL, white_65 INTEGER NOT NULL, white_66 INTEGER NOT NULL,
            red_1 INTEGER NOT NULL, red_2 INTEGER NOT NULL, red_3 INTEGER NOT NULL,
            red_4 INTEGER NOT NULL, red_5 INTEGER NOT NULL, red_6 INTEGER NOT NULL,
            yellow_1 INTEGER NOT NULL, yellow_2 INTEGER NOT NULL, yellow_3 INTEGER NOT NULL,
            yellow_4 INTEGER NOT NULL, yellow_5 INTEGER NOT NULL, yellow_6 INTEGER NOT NULL,
            green_1 INTEGER NOT NULL, green_2 INTEGER NOT NULL, green_3 INTEGER NOT NULL,
            green_4 INTEGER NOT NULL, green_5 INTEGER NOT NULL, green_6 INTEGER NOT NULL,
            blue_1 INTEGER NOT NULL, blue_2 INTEGER NOT NULL, blue_3 INTEGER NOT NULL,
            blue_4 INTEGER NOT NULL, blue_5 INTEGER NOT NULL, blue_6 INTEGER NOT NULL
        ) WITHOUT ROWID""",
    ),
)
STORED_FORMAT = len(MIGRATIONS)


def version_of(db: sqlite3.Connection, path: Path) -> int:
    """The version of a file, 0 if it is empty; StoreError for one that cannot be used. It stays as it is."""
    ((application,),) = db.execute("PRAGMA application_id")
    ((version,),) = db.execute("PRAGMA user_version")
    ((objects,),) = db.execute("SELECT count(*) FROM sqlite_master")
    if (application, version, objects) == (0, 0, 0):
        return 0
    if application != APPLICATION or version < 1:
        raise StoreError(f"{path} belongs to another program, or to a qwixx before 0.1.0; use another file")
    if version > STORED_FORMAT:
        raise StoreError(
            f"{path} was written by a newer qwixx (format {version}, this one knows {STORED_FORMAT});"
            " update qwixx"
        )
    return int(version)


def migrate(db: sqlite3.Connection, version: int) -> None:
    """Bring an empty file, or one of an older version, to this version."""
    # Also without a migration, to detect a read-only file now.
    db.execute("BEGIN IMMEDIATE")
    if version < STORED_FORMAT:
        for statement in chain(*MIGRATIONS[version:]):
            db.execute(statement)
        db.execute(f"PRAGMA application_id = {APPLICATION}")
        db.execute(f"PRAGMA user_version = {STORED_FORMAT}")
    db.execute("COMMIT")
