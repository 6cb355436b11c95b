"""The content of the database, read with the plain driver."""

from collections.abc import AsyncIterator, Iterator
from typing import NamedTuple

import asyncpg

TABLES = """
SELECT format('%I.%I', table_schema, table_name) FROM information_schema.tables
WHERE table_schema NOT IN ('pg_catalog', 'information_schema')"""


class Rows(NamedTuple):
    """The facts of a table, their times, and whether they are numbered from 1 to the version of the table."""

    facts: list[bytes]
    times: list[float]
    is_numbered: bool


async def rows_of(url: str, tables: list[str]) -> dict[str, Rows]:
    connection = await asyncpg.connect(url)
    try:
        return {table: await _rows(connection, table) for table in tables}
    finally:
        await connection.close()


async def _rows(connection: "asyncpg.Connection[asyncpg.Record]", table: str) -> Rows:
    async with connection.transaction(isolation="repeatable_read"):
        facts = await connection.fetch(
            "SELECT number, fact, at FROM qwixx.facts WHERE table_name = $1 ORDER BY number", table
        )
        versions = await connection.fetch("SELECT version FROM qwixx.tables WHERE name = $1", table)
    count = len(facts)
    is_numbered = [row["number"] for row in facts] == list(range(1, count + 1))
    is_counted = [tuple(row) for row in versions] == [(count,)]
    return Rows([row["fact"] for row in facts], [row["at"] for row in facts], is_numbered and is_counted)


async def everything(url: str) -> AsyncIterator[bytes]:
    """Every text and bytes value in any table of the database."""
    connection = await asyncpg.connect(url)
    try:
        for (table,) in await connection.fetch(TABLES):
            async with connection.transaction():
                async for row in connection.cursor(f"SELECT * FROM {table}"):
                    for value in _texts(row.values()):
                        yield value
    finally:
        await connection.close()


def _texts(values: Iterator[object]) -> Iterator[bytes]:
    for value in values:
        if isinstance(value, bytes):
            yield value
        elif isinstance(value, str):
            yield value.encode()
