"""Who is where: the seats whose people are connected to each process, and which processes are alive.

All of it goes by the clock of the database. A process that has been silent for too long is taken for dead,
and its people for gone; if it was only slow, it says again who is with it.
"""

import logging
import time
from collections.abc import Mapping, Sequence

import qwixx
from qwixx.server.journal import line
from qwixx.server.stores.postgres.clock import DatabaseClock
from qwixx.server.stores.postgres.link import Connection
from qwixx.server.stores.postgres.news import PRESENCE_CHANNEL, TABLES_AT_ONCE, encoder
from qwixx.server.stores.postgres.schema import CENSUS_LOCK

log = logging.getLogger(__name__)

SILENT_SECONDS = 3
# Who was silent for so long says again who is with it: others may have taken it for dead by now.
DOUBTFUL_SECONDS = SILENT_SECONDS - 1

# Whether others may not know of this process, the time by the database's clock, and the programs of all who
# are alive.
BEAT = f"""
WITH before AS MATERIALIZED (
    SELECT seen FROM qwixx.processes WHERE process = $1
)
INSERT INTO qwixx.processes (process, program, seen) VALUES ($1, $2, now())
ON CONFLICT (process) DO UPDATE SET seen = excluded.seen
RETURNING NOT EXISTS (SELECT FROM before WHERE seen > now() - interval '{DOUBTFUL_SECONDS} seconds'),
    extract(epoch FROM clock_timestamp())::double precision,
    (SELECT array_agg(DISTINCT program) FROM qwixx.processes)"""

# Removes those who are silent with their people, and tells everybody at which tables somebody was. Whether a
# process is silent is decided once, by the row that is deleted: one that speaks in this very moment keeps its
# row, is told of nothing, and so has to keep its people.
CENSUS = f"""
WITH mine AS MATERIALIZED (
    SELECT pg_try_advisory_xact_lock($1) AS is_mine
), silent AS (
    DELETE FROM qwixx.processes
    WHERE seen < now() - interval '{SILENT_SECONDS} seconds' AND (SELECT is_mine FROM mine)
    RETURNING process
), dead AS MATERIALIZED (
    SELECT process FROM silent
    UNION
    SELECT process FROM (
        SELECT process FROM qwixx.people UNION SELECT process FROM qwixx.visitors
        EXCEPT SELECT process FROM qwixx.processes
    ) AS unknown
    WHERE (SELECT is_mine FROM mine)
), gone AS (
    DELETE FROM qwixx.people WHERE process IN (SELECT process FROM dead) RETURNING name
), unused AS (
    DELETE FROM qwixx.visitors WHERE process IN (SELECT process FROM dead)
), placed AS (
    SELECT name, (row_number() OVER (ORDER BY name) - 1) / {TABLES_AT_ONCE} AS bundle
    FROM (SELECT DISTINCT name FROM gone) AS tables
)
SELECT pg_notify('{PRESENCE_CHANNEL}', json_build_array('', json_agg(name))::text)
FROM placed GROUP BY bundle"""

LEAVE_TABLES = "DELETE FROM qwixx.people WHERE process = $1 AND name = ANY ($2)"
ENTER_TABLES = """
INSERT INTO qwixx.people (process, name, seat, listed)
SELECT $1, name, seat, name = ANY ($4) FROM unnest($2::text[], $3::integer[]) AS here (name, seat)"""

ELSEWHERE = f"""
SELECT process, array_agg(seat) FROM qwixx.people JOIN qwixx.processes USING (process)
WHERE name = $1 AND process <> $2 AND seen >= now() - interval '{SILENT_SECONDS} seconds'
GROUP BY process"""

LISTED_ELSEWHERE = f"""
SELECT DISTINCT name FROM qwixx.people JOIN qwixx.processes USING (process)
WHERE listed AND process <> $1 AND seen >= now() - interval '{SILENT_SECONDS} seconds'"""


class Presence:
    """The people of one process, and what of them the database does not know yet."""

    def __init__(self, process: str, clock: DatabaseClock) -> None:
        self._process = process
        self._clock = clock
        self._here: dict[str, frozenset[int]] = {}
        # Of those tables, the ones that anybody may find.
        self._listed: set[str] = set()
        self._unsaid: set[str] = set()
        self._programs = {qwixx.__version__}

    def say(self, table: str, seats: frozenset[int], *, is_listed: bool) -> bool:
        """Whether that is news."""
        if self._here.get(table, frozenset()) == seats:
            return False
        if seats:
            self._here[table] = seats
        else:
            self._here.pop(table, None)
        if seats and is_listed:
            self._listed.add(table)
        else:
            self._listed.discard(table)
        self._unsaid.add(table)
        return True

    async def beat(self, connection: Connection) -> bool:
        """Say that this process is alive, and who is with it; see what time it is. Whether it was unknown."""
        asked = time.monotonic()
        row = await connection.fetchrow(BEAT, self._process, qwixx.__version__)
        assert row is not None
        is_unknown, at, programs = row
        self._clock.heard(asked, at)
        if is_unknown:
            self._unsaid |= self._here.keys()
        self._compare_programs(programs or [])
        await connection.execute(CENSUS, CENSUS_LOCK)
        await self._publish(connection)
        return bool(is_unknown)

    async def _publish(self, connection: Connection) -> None:
        tables, self._unsaid = sorted(self._unsaid), set()
        try:
            for start in range(0, len(tables), TABLES_AT_ONCE):
                await self._publish_some(connection, tables[start : start + TABLES_AT_ONCE])
        except BaseException:
            self._unsaid |= set(tables)
            raise

    async def _publish_some(self, connection: Connection, tables: Sequence[str]) -> None:
        here = [(table, seat) for table in tables for seat in sorted(self._here.get(table, ()))]
        async with connection.transaction():
            await connection.execute(LEAVE_TABLES, self._process, tables)
            names, seats = [table for table, _ in here], [seat for _, seat in here]
            listed = sorted(self._listed.intersection(tables))
            await connection.execute(ENTER_TABLES, self._process, names, seats, listed)
            payload = encoder.encode((self._process, tables)).decode()
            await connection.execute("SELECT pg_notify($1, $2)", PRESENCE_CHANNEL, payload)

    async def leave(self, connection: Connection) -> None:
        """Take everybody away who was here, and the process itself."""
        self._unsaid |= self._here.keys()
        self._here.clear()
        await self._publish(connection)
        await connection.execute("DELETE FROM qwixx.processes WHERE process = $1", self._process)

    def _compare_programs(self, programs: Sequence[str]) -> None:
        """Tell once of each other version of qwixx at the same database."""
        for program in set(programs) - self._programs:
            self._programs.add(program)
            mend = "run the same version everywhere; older ones may not understand what newer ones write"
            log.warning(line("versions_differ", this=qwixx.__version__, other=program, mend=mend))


async def elsewhere(connection: Connection, process: str, table: str) -> Mapping[str, frozenset[int]]:
    rows = await connection.fetch(ELSEWHERE, table, process)
    return {other: frozenset(seats) for other, seats in rows}


async def listed_elsewhere(connection: Connection, process: str) -> list[str]:
    return [name for (name,) in await connection.fetch(LISTED_ELSEWHERE, process)]


async def others(connection: Connection, process: str) -> int:
    """How many other processes are alive."""
    return int(
        await connection.fetchval(
            "SELECT count(*) FROM qwixx.processes"
            f" WHERE process <> $1 AND seen >= now() - interval '{SILENT_SECONDS} seconds'",
            process,
        )
    )
