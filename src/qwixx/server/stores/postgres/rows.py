"""The statements of a database: those that write, and reads of any kind."""

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

from qwixx.server.stores.postgres.connection import PostgresConnection
from qwixx.server.stores.postgres.notifications import FACTS_CHANNEL, append_notification, batches
from qwixx.server.stores.postgres.schema import DELETE_LOCK
from qwixx.server.stores.sql import check_follows
from qwixx.server.stores.store import DICE_COLUMNS, Conflict, GameDice, StoreError

T = TypeVar("T")

# Appends to many tables, each atomic. Tables are locked in the order of their names, so that two writers
# never deadlock. PostgreSQL does not evaluate an unused part of a statement, so the notifications are counted
# at its end.
_APPEND = f"""
WITH wanted AS MATERIALIZED (
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::integer[])
    WITH ORDINALITY AS wanted (name, first, size, notification, batch, place)
), locked AS MATERIALIZED (
    SELECT name, version FROM tables WHERE name = ANY ($1) ORDER BY name FOR UPDATE
), stamp AS MATERIALIZED (
    SELECT extract(epoch FROM now())::double precision AS at
), longer AS (
    UPDATE tables
    SET version = locked.version + size, touched = at
    FROM wanted JOIN locked USING (name), stamp
    WHERE tables.name = locked.name AND locked.version = first - 1
    RETURNING place
), new AS (
    INSERT INTO tables (name, version, touched)
    SELECT name, size, at FROM wanted, stamp
    WHERE first = 1 AND name NOT IN (SELECT name FROM locked)
    ORDER BY name
    ON CONFLICT DO NOTHING
    RETURNING name
), taken AS MATERIALIZED (
    SELECT place FROM longer UNION ALL SELECT place FROM wanted JOIN new USING (name)
), written AS (
    INSERT INTO facts (table_name, number, fact, at)
    SELECT name, number, fact, at
    FROM unnest($6::bigint[], $7::bigint[], $8::bytea[]) AS given (place, number, fact)
    JOIN taken USING (place) JOIN wanted USING (place), stamp
), <games> notified AS MATERIALIZED (
    SELECT pg_notify(
        '{FACTS_CHANNEL}', format('["%s",%s,[%s]]', $9::text, at, string_agg(notification, ','))
    )
    FROM taken JOIN wanted USING (place), stamp GROUP BY batch, at
)
SELECT taken.place IS NOT NULL, version, at, (SELECT count(*) FROM notified)
FROM wanted LEFT JOIN taken USING (place) LEFT JOIN locked USING (name), stamp ORDER BY place"""
# Few appends begin a game, and the others are faster without this.
_GAMES = """started AS (
    INSERT INTO games (table_name, number)
    SELECT name, number FROM unnest($10::bigint[], $11::bigint[]) AS given (place, number)
    JOIN taken USING (place) JOIN wanted USING (place)
),"""
APPEND, APPEND_WITH_GAMES = _APPEND.replace("<games>", ""), _APPEND.replace("<games>", _GAMES)


class Append(NamedTuple):
    """Facts for a table, numbered from ``first``."""

    table: str
    first: int
    facts: tuple[bytes, ...]
    game_starts: frozenset[int]


async def append(
    connection: PostgresConnection, process: str, group: Sequence[Append]
) -> list[float | StoreError]:
    """For each append, all to different tables, the time of its facts or the error."""
    notifications = [append_notification(each.table, each.first, each.facts) for each in group]
    facts = [
        (place, number, fact)
        for place, each in enumerate(group, start=1)
        for number, fact in enumerate(each.facts, start=each.first)
    ]
    places, numbers, contents = zip(*facts, strict=True)
    starts = [(place, number) for place, each in enumerate(group, start=1) for number in each.game_starts]
    rows = await connection.fetch(
        APPEND_WITH_GAMES if starts else APPEND,
        [each.table for each in group],
        [each.first for each in group],
        [len(each.facts) for each in group],
        notifications,
        batches(notifications),
        places,
        numbers,
        contents,
        process,
        *map(list, zip(*starts, strict=True)),
    )
    return [
        at if is_taken else _refusal(each, version)
        for each, (is_taken, version, at, _) in zip(group, rows, strict=True)
    ]


def _refusal(wanted: Append, version: int | None) -> StoreError:
    """The error of an append that a table at this version did not accept."""
    try:
        check_follows(wanted.table, version, wanted.first)
    except StoreError as refusal:
        return refusal
    return Conflict(f"table {wanted.table!r} is just being written by another process; load it and try again")


async def fetch(
    connection: PostgresConnection, make: Callable[..., T], statement: str, *values: object
) -> list[T]:
    """The result of ``make`` for the columns of each row; the statement has parameters as in SQLite."""
    return [make(*row) for row in await connection.fetch(statement.replace("?", "$"), *values)]


async def last_versions(connection: PostgresConnection, tables: Sequence[str]) -> dict[str, int]:
    rows = await connection.fetch("SELECT name, version FROM tables WHERE name = ANY ($1)", tables)
    return dict(map(tuple, rows))


async def delete(connection: PostgresConnection, tables: Sequence[str], untouched_since: float) -> int:
    """How many tables were deleted; none while another process does the same."""
    async with connection.transaction():
        if not await connection.fetchval("SELECT pg_try_advisory_xact_lock($1)", DELETE_LOCK):
            return 0
        rows = await connection.fetch(
            "DELETE FROM tables WHERE name = ANY ($1) AND touched <= $2"
            " AND name NOT IN (SELECT table_name FROM presence) RETURNING name",
            tables,
            untouched_since,
        )
        # A separate statement, which sees facts that were appended before the table was deleted.
        deleted = [name for (name,) in rows]
        for rest in ("facts", "games", "codes"):
            await connection.execute(f"DELETE FROM {rest} WHERE table_name = ANY ($1)", deleted)
        return len(deleted)


SAVE_DICE = (
    f"INSERT INTO dice_counts AS saved (game, {', '.join(DICE_COLUMNS)})"
    f" VALUES ({', '.join(f'${place}' for place in range(1, len(DICE_COLUMNS) + 2))})"
    " ON CONFLICT (game) DO UPDATE SET "
    + ", ".join(f"{column} = greatest(saved.{column}, excluded.{column})" for column in DICE_COLUMNS)
)


async def save_dice(connection: PostgresConnection, games: Sequence[GameDice]) -> None:
    # Always in the same order, so that two processes never deadlock.
    await connection.executemany(SAVE_DICE, [(each.game, *each.counts) for each in sorted(games)])


async def claim_code(connection: PostgresConnection, code: str, table: str) -> bool:
    """Whether the table has the code now; idempotent, in case the first answer is lost."""
    await connection.execute(
        "INSERT INTO codes (code, table_name) VALUES ($1, $2) ON CONFLICT DO NOTHING", code, table
    )
    owner = await connection.fetchval("SELECT table_name FROM codes WHERE code = $1", code)
    return bool(owner == table)


async def release_code(connection: PostgresConnection, table: str) -> None:
    await connection.execute("DELETE FROM codes WHERE table_name = $1", table)
