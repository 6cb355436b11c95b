"""Import of tables from another store into a database: all of them, or none."""

from collections.abc import AsyncIterable, AsyncIterator, Callable, Iterable, Sequence
from typing import TypeVar

from qwixx.server.stores.exporting import TableExport, refuse_to_overwrite
from qwixx.server.stores.postgres import rows
from qwixx.server.stores.postgres.address import DatabaseAddress
from qwixx.server.stores.postgres.connection import PostgresConnection, connected
from qwixx.server.stores.sql import SqlReads

Records = Iterable[Sequence[object]] | AsyncIterable[Sequence[object]]

# Copying all tables may take long.
COPY_SECONDS = 24 * 3600.0

T = TypeVar("T")


class _DatabaseReads(SqlReads):
    """Reads what is imported, before it is committed."""

    def __init__(self, connection: PostgresConnection) -> None:
        self._connection = connection

    async def _fetch(self, make: Callable[..., T], statement: str, *values: object) -> list[T]:
        return await rows.fetch(self._connection, make, statement, *values)


async def import_tables(address: DatabaseAddress, export: TableExport) -> None:
    """Return when all tables are in the database, unchanged."""
    async with connected(address, "import") as connection, connection.transaction():
        refuse_to_overwrite(address, len(await rows.last_versions(connection, export.names)))
        await _copy(connection, export)
        await export.verify(_DatabaseReads(connection))


async def _copy(connection: PostgresConnection, export: TableExport) -> None:
    tables: list[tuple[str, int, float]] = []
    games: list[tuple[str, int]] = []
    codes: list[tuple[str, str]] = []

    async def facts() -> AsyncIterator[Sequence[object]]:
        async for table in export.export():
            tables.append((table.name, len(table.facts), table.touched))
            if table.code is not None:
                codes.append((table.code, table.name))
            games.extend((table.name, number) for number in table.game_starts)
            for number, stored in enumerate(table.facts, start=1):
                yield table.name, number, *stored

    async def copy(table: str, columns: Sequence[str], records: Records) -> None:
        await connection.copy_records_to_table(
            table, schema_name="qwixx", columns=columns, records=records, timeout=COPY_SECONDS
        )

    await copy("facts", ("table_name", "number", "fact", "at"), facts())
    await copy("games", ("table_name", "number"), games)
    await copy("tables", ("name", "version", "touched"), tables)
    for code, name in codes:
        await rows.claim_code(connection, code, name)
