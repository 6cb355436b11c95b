"""What qwixx has in a database: a schema of its own, whose version it knows and brings up to date."""

import asyncio

from qwixx.server.stores.postgres.address import Address
from qwixx.server.stores.postgres.link import Connection, connected
from qwixx.server.stores.store import StoreError
from qwixx.server.tables.tally import COLUMNS

# Keys of PostgreSQL's advisory locks are the whole database's, so these begin with a word of ours.
LOCKS = int.from_bytes(b"Qwix", "big") << 16
MIGRATION_LOCK, SWEEP_LOCK, CENSUS_LOCK = LOCKS, LOCKS + 1, LOCKS + 2
# How long a notification to oneself takes at most.
NOTICE_SECONDS = 5.0

# The statements of each version: an older database lacks those of the later ones. They only add, so that
# processes of the version before can go on beside newer ones.
MIGRATIONS = (
    (
        """CREATE TABLE qwixx.tables (
            name text COLLATE "C" PRIMARY KEY,
            facts bigint NOT NULL,
            head bigint NOT NULL,
            touched double precision NOT NULL
        )""",
        """CREATE TABLE qwixx.facts (
            name text COLLATE "C",
            number bigint,
            fact bytea NOT NULL,
            at double precision NOT NULL,
            PRIMARY KEY (name, number)
        )""",
        # Who is where is true for seconds only, so it need not survive a crash.
        """CREATE UNLOGGED TABLE qwixx.processes (
            process text COLLATE "C" PRIMARY KEY,
            program text NOT NULL,
            seen timestamptz NOT NULL
        )""",
        """CREATE UNLOGGED TABLE qwixx.people (
            name text COLLATE "C",
            process text COLLATE "C",
            seat integer,
            PRIMARY KEY (name, process, seat)
        )""",
    ),
    # One row for each game that is over, without its table, so that they are only ever added.
    (
        f'CREATE TABLE qwixx.tallies (game text COLLATE "C" PRIMARY KEY,'
        f" {', '.join(f'{column} integer NOT NULL' for column in COLUMNS)})",
    ),
    # Whether anybody may find the table that somebody is at.
    ("ALTER TABLE qwixx.people ADD COLUMN listed boolean NOT NULL DEFAULT false",),
    (
        # What addresses use at each process, and what they are hashed with.
        """CREATE UNLOGGED TABLE qwixx.visitors (
            process text COLLATE "C",
            address bytea,
            connections integer NOT NULL,
            sockets integer NOT NULL,
            tables integer NOT NULL,
            PRIMARY KEY (process, address)
        )""",
        """CREATE UNLOGGED TABLE qwixx.salt (
            is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
            salt bytea NOT NULL
        )""",
    ),
)
VERSION = len(MIGRATIONS)

# Whether there is anything that is not ours, nor PostgreSQL's own, nor part of an extension.
FOREIGN = """
SELECT EXISTS (
    SELECT FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE relkind IN ('r', 'p', 'v', 'm', 'f') AND nspname <> 'information_schema' AND nspname !~ '^pg_'
        AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')
)"""


async def prepare(address: Address) -> None:
    """Make sure that a database can be used, by making or completing our schema; else a StoreError."""
    async with connected(address, "preparation") as connection:
        await _bring_up_to_date(connection, address)
        await _check_notices(connection, address)


async def _bring_up_to_date(connection: Connection, address: Address) -> None:
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", MIGRATION_LOCK)
        version = await _version(connection, address)
        if version > VERSION:
            raise StoreError(
                f"{address} was written by a newer qwixx (format {version}, this one knows {VERSION});"
                " update qwixx"
            )
        if version == 0:
            await connection.execute("CREATE SCHEMA IF NOT EXISTS qwixx")
            await connection.execute("CREATE TABLE qwixx.format (version integer NOT NULL)")
            await connection.execute("INSERT INTO qwixx.format VALUES (0)")
        for statements in MIGRATIONS[version:]:
            for statement in statements:
                await connection.execute(statement)
        # Also where there is nothing new: a database that cannot be written is found out now, not later.
        await connection.execute("UPDATE qwixx.format SET version = $1", VERSION)


async def _version(connection: Connection, address: Address) -> int:
    """The version of our schema, 0 if there is none and the database is ours to use."""
    if await connection.fetchval("SELECT to_regclass('qwixx.format')") is not None:
        return int(await connection.fetchval("SELECT max(version) FROM qwixx.format"))
    if await connection.fetchval(FOREIGN):
        raise StoreError(f"{address} belongs to another program; make one for qwixx with `createdb`")
    return 0


async def _check_notices(connection: Connection, address: Address) -> None:
    """StoreError if notifications get lost, as they do in poolers that share connections."""
    came = asyncio.Event()
    await connection.add_listener("qwixx_check", lambda *_: came.set())
    await connection.execute("SELECT pg_notify('qwixx_check', '')")
    try:
        async with asyncio.timeout(NOTICE_SECONDS):
            await came.wait()
    except TimeoutError:
        raise StoreError(
            f"{address} does not pass notifications on; use the address of PostgreSQL itself, not of a pooler"
        ) from None
