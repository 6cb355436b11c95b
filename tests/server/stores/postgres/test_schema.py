"""The stored format in a database: old formats stay readable, and foreign databases are refused."""

import asyncio
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from qwixx.server.stores.postgres.address import DatabaseAddress
from qwixx.server.stores.postgres.schema import STORED_FORMAT, prepare_database
from qwixx.server.stores.store import DICE_COLUMNS, StoreError
from tests.postgres import PostgresServer
from tests.server.stores import format_1
from tests.server.stores.engines import PostgresEngine

FORMAT_1 = Path(__file__).with_name("format_1.sql").read_text(encoding="utf-8")
COLUMNS_OF_ALL = """
SELECT table_name, column_name, data_type, is_nullable, collation_name FROM information_schema.columns
WHERE table_schema = 'qwixx' ORDER BY table_name, ordinal_position"""
INDEXES = "SELECT indexdef FROM pg_indexes WHERE schemaname = 'qwixx' ORDER BY indexname"


@pytest.fixture
def url(postgres: PostgresServer) -> str:
    return postgres.new_database()


def run(url: str, script: str) -> None:
    async def executed() -> None:
        connection = await asyncpg.connect(url)
        await connection.execute(script)
        await connection.close()

    asyncio.run(executed())


def schema_of(postgres: PostgresServer, url: str) -> list[Any]:
    return [*postgres.execute(COLUMNS_OF_ALL, url=url), *postgres.execute(INDEXES, url=url)]


def refusal(url: str) -> str:
    with pytest.raises(StoreError) as caught:
        asyncio.run(prepare_database(DatabaseAddress(url)))
    return str(caught.value)


def test_a_database_of_format_1_is_read_and_migrated_to_the_current_schema(
    postgres: PostgresServer, url: str
) -> None:
    async def use() -> None:
        async with PostgresEngine(url).opened() as store:
            await format_1.check(store)

    run(url, FORMAT_1)
    asyncio.run(use())
    new = postgres.new_database()
    asyncio.run(prepare_database(DatabaseAddress(new)))
    assert schema_of(postgres, url) == schema_of(postgres, new)
    assert postgres.execute("SELECT version FROM qwixx.schema_version", url=url) == [(STORED_FORMAT,)]


def test_the_schema_has_a_column_for_each_dice_count(postgres: PostgresServer, url: str) -> None:
    asyncio.run(prepare_database(DatabaseAddress(url)))
    names = [name for table, name, *_ in postgres.execute(COLUMNS_OF_ALL, url=url) if table == "dice_counts"]
    assert names == ["game", *DICE_COLUMNS]


def test_a_database_of_a_newer_format_is_refused(postgres: PostgresServer, url: str) -> None:
    asyncio.run(prepare_database(DatabaseAddress(url)))
    postgres.execute("UPDATE qwixx.schema_version SET version = 9", url=url)
    assert refusal(url).endswith(
        f"was written by a newer qwixx (format 9, this one knows {STORED_FORMAT}); update qwixx"
    )
    assert postgres.execute("SELECT version FROM qwixx.schema_version", url=url) == [(9,)]


@pytest.mark.parametrize(
    "script",
    [
        "CREATE TABLE letters (x text)",
        "CREATE SCHEMA qwixx CREATE TABLE x ()",
        # The schema before the first release.
        "CREATE SCHEMA qwixx; CREATE TABLE qwixx.format AS SELECT 1 AS version",
    ],
)
def test_a_foreign_database_is_left_unchanged(postgres: PostgresServer, url: str, script: str) -> None:
    run(url, script)
    assert refusal(url).endswith(
        "belongs to another program, or to a qwixx before 0.1.0; create one for qwixx with `createdb`"
    )
    assert postgres.execute("SELECT to_regclass('qwixx.schema_version')", url=url) == [(None,)]


def test_many_processes_can_prepare_a_database_concurrently(url: str) -> None:
    async def use() -> None:
        await asyncio.gather(*(prepare_database(DatabaseAddress(url)) for _ in range(8)))

    asyncio.run(use())
