"""The stored format in a database: the migrations of the schema ``qwixx``, and the check of its version."""

import asyncio

from qwixx.server.stores.postgres.address import DatabaseAddress
from qwixx.server.stores.postgres.connection import PostgresConnection, connected
from qwixx.server.stores.store import StoreError

# All users of a database share the keys of advisory locks, so ours begin with a word of ours.
LOCKS = int.from_bytes(b"Qwix", "big") << 16
MIGRATION_LOCK, DELETE_LOCK, REAP_LOCK = LOCKS, LOCKS + 1, LOCKS + 2
# The deadline for a notification that the process sends to itself.
NOTIFICATION_SECONDS = 5.0

# One entry for each version of the format; a database of an older version gets those that it lacks. An entry
# that was released never changes, and later ones only add: processes of two versions may share a database.
MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        "CREATE SCHEMA IF NOT EXISTS qwixx",
        "CREATE TABLE qwixx.schema_version (version integer NOT NULL)",
        "INSERT INTO qwixx.schema_version (version) VALUES (0)",
        """CREATE TABLE qwixx.tables (
            name text COLLATE "C" PRIMARY KEY,
            version bigint NOT NULL,
            touched double precision NOT NULL
        )""",
        """CREATE TABLE qwixx.facts (
            table_name text COLLATE "C",
            number bigint,
            fact bytea NOT NULL,
            at double precision NOT NULL,
            PRIMARY KEY (table_name, number)
        )""",
        # The number of the fact with which each game begins.
        """CREATE TABLE qwixx.games (
            table_name text COLLATE "C",
            number bigint,
            PRIMARY KEY (table_name, number)
        )""",
        # The join codes of tables that wait for people.
        """CREATE TABLE qwixx.codes (
            code text COLLATE "C" PRIMARY KEY,
            table_name text COLLATE "C" NOT NULL UNIQUE
        )""",
        # One row for each game in which dice were rolled, without its table.
        """CREATE TABLE qwixx.dice_counts (
            game text COLLATE "C" PRIMARY KEY,
            white_11 integer NOT NULL, white_12 integer NOT NULL, white_13 integer NOT NULL,
            white_14 integer NOT NULL, white_15 integer NOT NULL, white_16 integer NOT NULL,
            white_21 integer NOT NULL, white_22 integer NOT NULL, white_23 integer NOT NULL,
            white_24 integer NOT NULL, white_25 integer NOT NULL, white_26 integer NOT NULL,
            white_31 integer NOT NULL, white_32 integer NOT NULL, white_33 integer NOT NULL,
            white_34 integer NOT NULL, white_35 integer NOT NULL, white_36 integer NOT NULL,
            white_41 integer NOT NULL, white_42 integer NOT NULL, white_43 integer NOT NULL,
            white_44 integer NOT NULL, white_45 integer NOT NULL, white_46 integer NOT NULL,
            white_51 integer NOT NULL, white_52 integer NOT NULL, white_53 integer NOT NULL,
            white_54 integer NOT NULL, white_55 integer NOT NULL, white_56 integer NOT NULL,
            white_61 integer NOT NULL, white_62 integer NOT NULL, white_63 integer NOT NULL,
            white_64 integer NOT NULL, white_65 integer NOT NULL, white_66 integer NOT NULL,
            red_1 integer NOT NULL, red_2 integer NOT NULL, red_3 integer NOT NULL,
            red_4 integer NOT NULL, red_5 integer NOT NULL, red_6 integer NOT NULL,
            yellow_1 integer NOT NULL, yellow_2 integer NOT NULL, yellow_3 integer NOT NULL,
            yellow_4 integer NOT NULL, yellow_5 integer NOT NULL, yellow_6 integer NOT NULL,
            green_1 integer NOT NULL, green_2 integer NOT NULL, green_3 integer NOT NULL,
            green_4 integer NOT NULL, green_5 integer NOT NULL, green_6 integer NOT NULL,
            blue_1 integer NOT NULL, blue_2 integer NOT NULL, blue_3 integer NOT NULL,
            blue_4 integer NOT NULL, blue_5 integer NOT NULL, blue_6 integer NOT NULL
        )""",
        # Presence is valid for seconds only, so it need not survive a crash.
        """CREATE UNLOGGED TABLE qwixx.processes (
            process text COLLATE "C" PRIMARY KEY,
            qwixx_version text NOT NULL,
            seen timestamptz NOT NULL
        )""",
        # The owner of a public table is a keyed hash of an address.
        """CREATE UNLOGGED TABLE qwixx.presence (
            table_name text COLLATE "C",
            process text COLLATE "C",
            seat integer,
            owner bytea,
            PRIMARY KEY (table_name, process, seat)
        )""",
        """CREATE UNLOGGED TABLE qwixx.address_key (
            is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
            key bytea NOT NULL
        )""",
    ),
)
STORED_FORMAT = len(MIGRATIONS)

# Whether the database has anything besides ours, PostgreSQL's own and extensions.
HAS_OTHER_TABLES = """
SELECT EXISTS (
    SELECT FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE relkind IN ('r', 'p', 'v', 'm', 'f') AND nspname <> 'information_schema' AND nspname !~ '^pg_'
        AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')
)"""


async def prepare_database(address: DatabaseAddress) -> None:
    """Create or complete our schema; StoreError if the database cannot be used."""
    async with connected(address, "preparation") as connection:
        await _migrate(connection, address)
        await _check_notifications(connection, address)


async def _migrate(connection: PostgresConnection, address: DatabaseAddress) -> None:
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", MIGRATION_LOCK)
        version = await _version(connection, address)
        if version > STORED_FORMAT:
            raise StoreError(
                f"{address} was written by a newer qwixx (format {version}, this one knows {STORED_FORMAT});"
                " update qwixx"
            )
        for statements in MIGRATIONS[version:]:
            for statement in statements:
                await connection.execute(statement)
        # Also without a migration, to detect a read-only database now.
        await connection.execute("UPDATE qwixx.schema_version SET version = $1", STORED_FORMAT)


async def _version(connection: PostgresConnection, address: DatabaseAddress) -> int:
    """The version of our schema, 0 if the database is empty; StoreError if it belongs to another program."""
    if await connection.fetchval("SELECT to_regclass('qwixx.schema_version')") is not None:
        return int(await connection.fetchval("SELECT max(version) FROM qwixx.schema_version"))
    if await connection.fetchval(HAS_OTHER_TABLES):
        raise StoreError(
            f"{address} belongs to another program, or to a qwixx before 0.1.0;"
            " create one for qwixx with `createdb`"
        )
    return 0


async def _check_notifications(connection: PostgresConnection, address: DatabaseAddress) -> None:
    """StoreError if notifications get lost, as they do in poolers that share connections."""
    received = asyncio.Event()
    await connection.add_listener("qwixx_check", lambda *_: received.set())
    await connection.execute("SELECT pg_notify('qwixx_check', '')")
    try:
        async with asyncio.timeout(NOTIFICATION_SECONDS):
            await received.wait()
    except TimeoutError:
        raise StoreError(
            f"{address} does not pass notifications on; use the address of PostgreSQL itself, not of a pooler"
        ) from None
