"""The running application: supervised tasks and the garbage collector."""

import asyncio
import gc
import logging
import math
from contextlib import closing
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from qwixx.server.app import create_app, supervised
from qwixx.server.rooms.calendar import Calendar
from qwixx.server.stores.sqlite.store import SqliteStore


def test_a_supervised_task_that_ends_is_reported(caplog: pytest.LogCaptureFixture) -> None:
    reported: list[str] = []

    async def scene() -> None:
        async def fail() -> None:
            raise ZeroDivisionError("a mistake of ours")

        task = supervised("clock", fail(), lambda: reported.append("clock"))
        await asyncio.wait([task])
        await asyncio.sleep(0)
        cancelled = supervised("clock", asyncio.sleep(3600), lambda: reported.append("again"))
        cancelled.cancel()
        await asyncio.wait([cancelled])

    asyncio.run(scene())
    assert reported == ["clock"]
    (record,) = [each for each in caplog.records if "task_ended" in each.message]
    assert record.levelno == logging.CRITICAL
    assert "a mistake of ours" in record.message


def test_the_clock_of_a_server_is_supervised(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: Calendar) -> None:
        raise ZeroDivisionError("a mistake of ours")

    monkeypatch.setattr(Calendar, "watch", fail)
    reported = asyncio.Event()

    async def scene(store: SqliteStore) -> None:
        app = create_app(store, on_failure=reported.set)
        async with app.router.lifespan_context(app):
            await asyncio.wait_for(reported.wait(), 20)

    with closing(SqliteStore.open(tmp_path / "tables.sqlite")) as store:
        asyncio.run(scene(store))


def test_full_collections_are_rare_while_the_server_runs(tmp_path: Path) -> None:
    usual = (700, 10, 10)
    gc.set_threshold(*usual)
    with closing(SqliteStore.open(tmp_path / "tables.sqlite")) as store, TestClient(create_app(store)):
        assert math.prod(gc.get_threshold()) > 100 * math.prod(usual)
    assert gc.get_threshold() == usual
