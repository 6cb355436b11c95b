"""Tables from another store that arrive in a database: all of them, or none."""

from collections.abc import AsyncIterator, Sequence

from qwixx.server.stores.postgres import rows
from qwixx.server.stores.postgres.address import Address
from qwixx.server.stores.postgres.link import Connection, connected
from qwixx.server.stores.whole_table import Journey, WholeTable, refuse_to_overwrite

# To copy everything there is may take its time.
COPY_SECONDS = 24 * 3600.0


async def arrive(address: Address, journey: Journey) -> None:
    """Return when all tables are in the database, and are as they left."""
    async with connected(address, "arrival") as connection, connection.transaction():
        refuse_to_overwrite(address, len(await rows.heads(connection, journey.names)))
        await _copy(connection, journey)
        for name, touched, head in await connection.fetch(
            "SELECT name, touched, head FROM qwixx.tables WHERE name = ANY ($1)", journey.names
        ):
            kept = await rows.load(connection, name, after=0)
            journey.arrived(WholeTable(name, touched, head - len(kept) + 1, kept))
        journey.end()


async def _copy(connection: Connection, journey: Journey) -> None:
    heads: list[tuple[str, int, int, float]] = []

    async def rows() -> AsyncIterator[Sequence[object]]:
        async for table in journey.leaving():
            size = len(table.kept)
            heads.append((table.name, size, table.first + size - 1, table.touched))
            for number, kept in enumerate(table.kept, start=table.first):
                yield table.name, number, *kept

    await connection.copy_records_to_table(
        "facts",
        schema_name="qwixx",
        columns=("name", "number", "fact", "at"),
        records=rows(),
        timeout=COPY_SECONDS,
    )
    await connection.copy_records_to_table(
        "tables",
        schema_name="qwixx",
        columns=("name", "facts", "head", "touched"),
        records=heads,
        timeout=COPY_SECONDS,
    )
