"""The storage engines that the tests of all stores run on."""

from pathlib import Path

import pytest

from tests.postgres import PostgresServer
from tests.server.stores.engines import Engine, PostgresEngine, SqliteEngine


@pytest.fixture(params=["sqlite", "postgres"])
def engine(request: pytest.FixtureRequest, tmp_path: Path, postgres: PostgresServer, database: str) -> Engine:
    if request.param == "sqlite":
        return SqliteEngine(tmp_path / "store.db")
    return PostgresEngine(postgres.emptied(database))
