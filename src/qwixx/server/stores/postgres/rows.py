"""The rows of a database: what is written into them, and what is read."""

from collections.abc import Sequence
from typing import NamedTuple

from qwixx.server.stores.postgres.link import Connection
from qwixx.server.stores.postgres.news import FACTS_CHANNEL, bundled, grown
from qwixx.server.stores.postgres.schema import SWEEP_LOCK
from qwixx.server.stores.store import Conflict, Kept, StoreError, TableRow, check_follows
from qwixx.server.tables.tally import COLUMNS, Tallied, Tally

# Writing

# Appends to many tables, each all or nothing. Tables are locked in the order of their names, so that two who
# write at the same time never wait for each other. What a statement does not use is never evaluated, so the
# notifications are counted at its end.
APPEND = f"""
WITH wanted AS MATERIALIZED (
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::integer[])
    WITH ORDINALITY AS wanted (name, first, size, news, bundle, place)
), locked AS MATERIALIZED (
    SELECT name, head FROM qwixx.tables WHERE name = ANY ($1) ORDER BY name FOR UPDATE
), stamp AS MATERIALIZED (
    SELECT extract(epoch FROM now())::double precision AS at
), longer AS (
    UPDATE qwixx.tables
    SET head = locked.head + size, facts = facts + size, touched = at
    FROM wanted JOIN locked USING (name), stamp
    WHERE tables.name = locked.name AND locked.head = first - 1
    RETURNING place
), new AS (
    INSERT INTO qwixx.tables (name, facts, head, touched)
    SELECT name, size, first + size - 1, at FROM wanted, stamp
    WHERE first IN (0, 1) AND name NOT IN (SELECT name FROM locked)
    ORDER BY name
    ON CONFLICT DO NOTHING
    RETURNING name
), taken AS MATERIALIZED (
    SELECT place FROM longer UNION ALL SELECT place FROM wanted JOIN new USING (name)
), written AS (
    INSERT INTO qwixx.facts (name, number, fact, at)
    SELECT name, number, fact, at
    FROM unnest($6::bigint[], $7::bigint[], $8::bytea[]) AS given (place, number, fact)
    JOIN taken USING (place) JOIN wanted USING (place), stamp
), told AS MATERIALIZED (
    SELECT pg_notify('{FACTS_CHANNEL}', format('["%s",%s,[%s]]', $9::text, at, string_agg(news, ',')))
    FROM taken JOIN wanted USING (place), stamp GROUP BY bundle, at
)
SELECT taken.place IS NOT NULL, head, at, (SELECT count(*) FROM told)
FROM wanted LEFT JOIN taken USING (place) LEFT JOIN locked USING (name), stamp ORDER BY place"""


class Append(NamedTuple):
    """Facts for a table, numbered from ``first``."""

    table: str
    first: int
    facts: tuple[bytes, ...]


async def append(connection: Connection, process: str, group: Sequence[Append]) -> list[float | StoreError]:
    """For each append, to a table of its own, the time its facts bear; or why it was refused."""
    news = [grown(*each) for each in group]
    facts = [
        (place, number, fact)
        for place, each in enumerate(group, start=1)
        for number, fact in enumerate(each.facts, start=each.first)
    ]
    places, numbers, contents = zip(*facts, strict=True)
    rows = await connection.fetch(
        APPEND,
        [each.table for each in group],
        [each.first for each in group],
        [len(each.facts) for each in group],
        news,
        bundled(news),
        places,
        numbers,
        contents,
        process,
    )
    return [
        at if is_taken else _refusal(each, head)
        for each, (is_taken, head, at, _) in zip(group, rows, strict=True)
    ]


def _refusal(wanted: Append, head: int | None) -> StoreError:
    """Why an append was not taken by a table whose last fact has this number."""
    try:
        check_follows(wanted.table, head, wanted.first)
    except StoreError as refusal:
        return refusal
    return Conflict(f"table {wanted.table!r} is just being written by somebody else; load it and try again")


async def forget(connection: Connection, tables: Sequence[str], untouched_since: float) -> int:
    """How many tables were deleted; none while another process does the same."""
    async with connection.transaction():
        if not await connection.fetchval("SELECT pg_try_advisory_xact_lock($1)", SWEEP_LOCK):
            return 0
        rows = await connection.fetch(
            "DELETE FROM qwixx.tables WHERE name = ANY ($1) AND touched <= $2"
            " AND name NOT IN (SELECT people.name FROM qwixx.people) RETURNING name",
            tables,
            untouched_since,
        )
        # A statement of its own, which sees what was appended before the table could be deleted.
        gone = [name for (name,) in rows]
        await connection.execute("DELETE FROM qwixx.facts WHERE name = ANY ($1)", gone)
        return len(gone)


async def count(connection: Connection, tally: Tally) -> None:
    places = ", ".join(f"${place}" for place in range(1, len(tally.counts) + 2))
    await connection.execute(
        f"INSERT INTO qwixx.tallies VALUES ({places}) ON CONFLICT DO NOTHING", tally.game, *tally.counts
    )


# Reading


async def tallied(connection: Connection) -> Tallied:
    sums = ", ".join(f"coalesce(sum({column}), 0)" for column in COLUMNS)
    ((games, *counts),) = await connection.fetch(f"SELECT count(*), {sums} FROM qwixx.tallies")
    return Tallied(games, tuple(map(int, counts)))


async def load(connection: Connection, table: str, after: int) -> list[Kept]:
    # Tables that begin with number 0 are whole only with it.
    least = after + 1 if after > 0 else 0
    rows = await connection.fetch(
        "SELECT fact, at FROM qwixx.facts WHERE name = $1 AND number >= $2 ORDER BY number", table, least
    )
    return [Kept(*row) for row in rows]


async def load_from_last(connection: Connection, table: str, beginning: bytes) -> list[tuple[int, Kept]]:
    # The inner query walks backwards along the primary key, and stops at the first that fits.
    rows = await connection.fetch(
        "SELECT number, fact, at FROM qwixx.facts WHERE name = $1 AND number >= ("
        " SELECT number FROM qwixx.facts WHERE name = $1 AND substring(fact FROM 1 FOR $3) = $2"
        " ORDER BY number DESC LIMIT 1) ORDER BY number",
        table,
        beginning,
        len(beginning),
    )
    return [(number, Kept(fact, at)) for number, fact, at in rows]


async def load_part(connection: Connection, table: str, beginning: bytes, number: int) -> list[Kept]:
    rows = await connection.fetch(
        "WITH beginnings AS MATERIALIZED ("
        " SELECT number FROM qwixx.facts WHERE name = $1 AND substring(fact FROM 1 FOR $3) = $2"
        " ORDER BY number LIMIT 2 OFFSET $4)"
        " SELECT fact, at FROM qwixx.facts WHERE name = $1 AND number >= (SELECT min(number) FROM beginnings)"
        " AND ((SELECT count(*) FROM beginnings) = 1 OR number < (SELECT max(number) FROM beginnings))"
        " ORDER BY number",
        table,
        beginning,
        len(beginning),
        number - 1,
    )
    return [Kept(*row) for row in rows]


async def first(connection: Connection, table: str) -> Kept | None:
    row = await connection.fetchrow(
        "SELECT fact, at FROM qwixx.facts WHERE name = $1 ORDER BY number LIMIT 1", table
    )
    return None if row is None else Kept(*row)


async def heads(connection: Connection, tables: Sequence[str]) -> dict[str, int]:
    rows = await connection.fetch("SELECT name, head FROM qwixx.tables WHERE name = ANY ($1)", tables)
    return dict(map(tuple, rows))


async def all_tables(connection: Connection) -> list[TableRow]:
    rows = await connection.fetch("SELECT name, facts, touched FROM qwixx.tables ORDER BY name")
    return [TableRow(*row) for row in rows]


async def newest(connection: Connection) -> float | None:
    touched: float | None = await connection.fetchval("SELECT max(touched) FROM qwixx.tables")
    return touched
