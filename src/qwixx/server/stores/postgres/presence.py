"""Presence: which seats are connected to which process, and which processes are alive.

All times are by the clock of the database. A process without a heartbeat for too long counts as dead, and its
people as disconnected; if it was only slow, it publishes its presence again.
"""

import hashlib
import logging
import secrets
import time
from collections.abc import Callable, Sequence

import qwixx
from qwixx.server.logs import event
from qwixx.server.stores.postgres.connection import PostgresConnection
from qwixx.server.stores.postgres.notifications import PRESENCE_CHANNEL, TABLES_AT_ONCE, presence_notification
from qwixx.server.stores.postgres.schema import REAP_LOCK

log: logging.Logger = logging.getLogger(__name__)

DEAD_AFTER_SECONDS = 3
# A process publishes its presence again after this much silence: others may have removed it as dead.
REPUBLISH_AFTER_SECONDS = DEAD_AFTER_SECONDS - 1
# The largest correction of the clock at each heartbeat.
STEP_SECONDS = 0.01
ADDRESS_KEY_BYTES = 32
ADDRESS_HASH_BYTES = 16

ALIVE = f"seen >= now() - interval '{DEAD_AFTER_SECONDS} seconds'"

# Whether other processes may have removed this one as dead, the time by the database's clock, and the
# versions of qwixx of all live processes.
SEND_HEARTBEAT = f"""
WITH before AS MATERIALIZED (
    SELECT seen FROM processes WHERE process = $1
)
INSERT INTO processes (process, qwixx_version, seen) VALUES ($1, $2, now())
ON CONFLICT (process) DO UPDATE SET seen = excluded.seen
RETURNING NOT EXISTS (SELECT FROM before WHERE seen > now() - interval '{REPUBLISH_AFTER_SECONDS} seconds'),
    extract(epoch FROM clock_timestamp())::double precision,
    (SELECT array_agg(DISTINCT qwixx_version) FROM processes)"""

# Removes processes without a heartbeat with their presence, and notifies the others of the tables concerned.
# Whether a process is dead is decided once, by the row that is deleted: one that sends a heartbeat at the
# same moment keeps its row, and so has to keep its presence.
REAP_DEAD_PROCESSES = f"""
WITH mine AS MATERIALIZED (
    SELECT pg_try_advisory_xact_lock($1) AS is_mine
), silent AS (
    DELETE FROM processes
    WHERE seen < now() - interval '{DEAD_AFTER_SECONDS} seconds' AND (SELECT is_mine FROM mine)
    RETURNING process
), dead AS MATERIALIZED (
    SELECT process FROM silent
    UNION
    SELECT process FROM (SELECT process FROM presence EXCEPT SELECT process FROM processes) AS unknown
    WHERE (SELECT is_mine FROM mine)
), gone AS (
    DELETE FROM presence WHERE process IN (SELECT process FROM dead) RETURNING table_name
), placed AS (
    SELECT table_name, (row_number() OVER (ORDER BY table_name) - 1) / {TABLES_AT_ONCE} AS batch
    FROM (SELECT DISTINCT table_name FROM gone) AS changed
)
SELECT pg_notify('{PRESENCE_CHANNEL}', json_build_array('', json_agg(table_name))::text)
FROM placed GROUP BY batch"""

LEAVE_TABLES = "DELETE FROM presence WHERE process = $1 AND table_name = ANY ($2)"
ENTER_TABLES = """
INSERT INTO presence (process, table_name, seat, owner)
SELECT $1, table_name, seat, owner
FROM unnest($2::text[], $3::integer[], $4::bytea[]) AS here (table_name, seat, owner)"""
LEAVE = "DELETE FROM processes WHERE process = $1"

REMOTE_PRESENCE = f"""
SELECT process, array_agg(seat) FROM presence JOIN processes USING (process)
WHERE table_name = $1 AND process <> $2 AND {ALIVE}
GROUP BY process"""

REMOTE_LISTED = f"""
SELECT DISTINCT ON (table_name) table_name, encode(owner, 'hex')
FROM presence JOIN processes USING (process)
WHERE owner IS NOT NULL AND process <> $1 AND {ALIVE}
ORDER BY table_name, process, seat"""

OTHER_PROCESSES = f"SELECT count(*) FROM processes WHERE process <> $1 AND {ALIVE}"

# The existing key, or this one if there is none: a crash of the database removes it.
ADDRESS_KEY = """
INSERT INTO address_key (key) VALUES ($1) ON CONFLICT (is_only) DO UPDATE SET key = address_key.key
RETURNING key"""


class DatabaseClock:
    """The clock of the database, steady between its answers; this machine's clock until the first answer."""

    def __init__(self, steady: Callable[[], float] = time.monotonic) -> None:
        self._steady = steady
        self._ahead = time.time() - steady()
        self._is_set = False

    def now(self) -> float:
        return self._steady() + self._ahead

    def correct(self, sent_at: float, answer: float) -> None:
        """Apply an answer of the database to a query sent at this time of the steady clock."""
        received_at = self._steady()
        offset = answer - (sent_at + received_at) / 2 - self._ahead
        if not self._is_set:
            self._is_set = True
            self._ahead += offset
        # A smaller difference may be network latency.
        elif abs(offset) > (received_at - sent_at) / 2:
            self._ahead += max(-STEP_SECONDS, min(STEP_SECONDS, offset))


class PresencePublisher:
    """The presence at one process, and the changes that are not published yet."""

    def __init__(self, process: str, clock: DatabaseClock) -> None:
        self._process = process
        self._clock = clock
        self._key = b""
        self._here: dict[str, frozenset[int]] = {}
        # The public ones of these tables, with the address that each is listed for.
        self._listed: dict[str, str] = {}
        self._unpublished: set[str] = set()
        self._versions = {qwixx.__version__}

    def change(self, table: str, seats: frozenset[int], *, listed_for: str | None) -> bool:
        """Set the seats connected at a table; whether that has to be published."""
        listed_for = listed_for if seats else None
        if (self._here.get(table, frozenset()), self._listed.get(table)) == (seats, listed_for):
            return False
        if seats:
            self._here[table] = seats
        else:
            self._here.pop(table, None)
        if listed_for is not None:
            self._listed[table] = listed_for
        else:
            self._listed.pop(table, None)
        self._unpublished.add(table)
        return True

    async def begin(self, connection: PostgresConnection) -> None:
        """Load the key with which all processes hash addresses: the database contains no address."""
        self._key = await connection.fetchval(ADDRESS_KEY, secrets.token_bytes(ADDRESS_KEY_BYTES))

    async def heartbeat(self, connection: PostgresConnection) -> None:
        """Show that this process is alive, publish changes, and remove processes that are dead."""
        sent_at = time.monotonic()
        row = await connection.fetchrow(SEND_HEARTBEAT, self._process, qwixx.__version__)
        assert row is not None
        was_unknown, at, versions = row
        self._clock.correct(sent_at, at)
        if was_unknown:
            self._unpublished |= self._here.keys()
        self._compare_versions(versions or [])
        await connection.execute(REAP_DEAD_PROCESSES, REAP_LOCK)
        await self._publish(connection)

    async def _publish(self, connection: PostgresConnection) -> None:
        tables, self._unpublished = sorted(self._unpublished), set()
        try:
            for start in range(0, len(tables), TABLES_AT_ONCE):
                await self._publish_some(connection, tables[start : start + TABLES_AT_ONCE])
        except BaseException:
            self._unpublished |= set(tables)
            raise

    async def _publish_some(self, connection: PostgresConnection, tables: Sequence[str]) -> None:
        here = [(table, seat) for table in tables for seat in sorted(self._here.get(table, ()))]
        async with connection.transaction():
            await connection.execute(LEAVE_TABLES, self._process, tables)
            names, seats = [table for table, _ in here], [seat for _, seat in here]
            owners = [self._owner(table) for table, _ in here]
            await connection.execute(ENTER_TABLES, self._process, names, seats, owners)
            payload = presence_notification(self._process, tables)
            await connection.execute("SELECT pg_notify($1, $2)", PRESENCE_CHANNEL, payload)

    def _owner(self, table: str) -> bytes | None:
        address = self._listed.get(table)
        if address is None:
            return None
        return hashlib.blake2b(address.encode(), key=self._key, digest_size=ADDRESS_HASH_BYTES).digest()

    async def leave(self, connection: PostgresConnection) -> None:
        """Remove the presence at this process, and the process itself."""
        self._unpublished |= self._here.keys()
        self._here.clear()
        await self._publish(connection)
        await connection.execute(LEAVE, self._process)

    def _compare_versions(self, versions: Sequence[str]) -> None:
        """Log once each other version of qwixx at the same database."""
        for version in set(versions) - self._versions:
            self._versions.add(version)
            fix = "run the same version everywhere; older ones may not understand what newer ones write"
            log.warning(event("versions_differ", this=qwixx.__version__, other=version, fix=fix))
