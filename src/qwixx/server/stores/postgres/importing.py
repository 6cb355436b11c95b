"""Import of tables from another store into a database: all of them, or none."""

from collections.abc import AsyncIterable, AsyncIterator, Iterable, Sequence

from qwixx.server.stores.exporting import ExportedTable, TableExport, refuse_to_overwrite
from qwixx.server.stores.postgres import rows
from qwixx.server.stores.postgres.address import DatabaseAddress
from qwixx.server.stores.postgres.connection import PostgresConnection, connected
from qwixx.server.stores.store import StoredFact

Records = Iterable[Sequence[object]] | AsyncIterable[Sequence[object]]

# Copying all tables may take long.
COPY_SECONDS = 24 * 3600.0

READ_FACTS = "SELECT fact, at FROM facts WHERE table_name = $1 ORDER BY number"
READ_GAMES = "SELECT number FROM games WHERE table_name = $1 ORDER BY number"


async def import_tables(address: DatabaseAddress, export: TableExport) -> None:
    """Return when all tables are in the database, unchanged."""
    async with connected(address, "import") as connection, connection.transaction():
        refuse_to_overwrite(address, len(await rows.last_versions(connection, export.names)))
        await _copy(connection, export)
        for name, touched in await connection.fetch(
            "SELECT name, touched FROM tables WHERE name = ANY ($1)", export.names
        ):
            export.verify(await _read_back(connection, name, touched))
        export.finish()


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


async def _read_back(connection: PostgresConnection, name: str, touched: float) -> ExportedTable:
    facts = [StoredFact(*row) for row in await connection.fetch(READ_FACTS, name)]
    starts = [number for (number,) in await connection.fetch(READ_GAMES, name)]
    return ExportedTable(name, touched, facts, starts)
