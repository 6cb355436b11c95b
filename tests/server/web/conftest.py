"""An in-memory server for the tests of requests."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from qwixx.server.app import create_app
from qwixx.server.stores.sqlite.store import SqliteStore


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    """A browser on a server with an empty store."""
    with (
        closing(SqliteStore.open(tmp_path / "tables.sqlite")) as store,
        TestClient(create_app(store)) as opened,
    ):
        yield opened
