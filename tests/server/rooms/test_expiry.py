"""Unused tables expire in small batches, once the clock is trusted."""

import asyncio
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Never

import pytest

from qwixx.server.limits import Limits
from qwixx.server.queues import WorkerPool
from qwixx.server.rooms.calendar import DAY, KEEP_DAYS, STEADY_SECONDS, Calendar
from qwixx.server.rooms.lobby import DELETED_AT_ONCE, Lobby
from qwixx.server.stores.sqlite.store import SqliteStore
from qwixx.tables.game import facts
from qwixx.tables.refusals import Refusal
from tests.server.rooms.scenes import TABLE, until
from tests.server.rooms.test_calendar import Clocks


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A store with tables last used now, 10 days ago and 20 days ago."""
    opening = facts.encode(facts.Opened("dice", {}, (None, None)))
    for days in (0, 10, 20):
        past = time.time() - days * DAY
        with closing(SqliteStore.open(tmp_path / "tables.sqlite", wall=lambda at=past: at)) as store:  # type: ignore[misc]
            asyncio.run(store.append(f"unused for {days}", 1, [opening]))
    return tmp_path / "tables.sqlite"


def swept(
    path: Path, clocks: Clocks, *, keep_days: int = KEEP_DAYS, wait: float = 0.0, most: int = 1000
) -> list[str]:
    """The tables left after a server has started, run for ``wait`` seconds and swept."""

    async def scene(store: SqliteStore) -> list[str]:
        calendar = clocks.calendar()
        pool = WorkerPool()
        lobby = Lobby(store, pool, limits=Limits(tables=most), keep_days=keep_days, calendar=calendar)
        await lobby._begin()
        clocks.pass_time(wait)
        await lobby.sweep()
        pool.close()
        return [row.table for row in await store.tables()]

    with closing(SqliteStore.open(path)) as store:
        return asyncio.run(scene(store))


def test_unused_tables_are_deleted_once_the_clock_is_trusted(path: Path) -> None:
    assert len(swept(path, Clocks(time.time()))) == 3
    assert swept(path, Clocks(time.time()), wait=STEADY_SECONDS) == ["unused for 0", "unused for 10"]


def test_the_retention_period_is_a_setting(path: Path) -> None:
    clocks = Clocks(time.time())
    assert swept(path, clocks, keep_days=7, wait=STEADY_SECONDS) == ["unused for 0"]


def test_a_server_that_starts_with_a_wrong_clock_deletes_nothing(path: Path) -> None:
    assert len(swept(path, Clocks(time.time() + 15 * DAY), wait=STEADY_SECONDS)) == 3


def test_in_a_full_store_the_oldest_tables_unused_for_a_day_are_deleted(path: Path) -> None:
    clocks = Clocks(time.time())
    assert swept(path, clocks, keep_days=100, wait=STEADY_SECONDS, most=3) == [
        "unused for 0",
        "unused for 10",
    ]


def test_many_old_tables_are_deleted_in_small_batches(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    deleted: list[int] = []
    delete = SqliteStore.delete

    async def counted(store: SqliteStore, tables: Sequence[str], untouched_since: float) -> int:
        deleted.append(len(tables))
        return await delete(store, tables, untouched_since)

    monkeypatch.setattr(SqliteStore, "delete", counted)
    many = 3 * DELETED_AT_ONCE
    past = time.time() - 20 * DAY
    with closing(SqliteStore.open(path, wall=lambda: past)) as store:
        for number in range(many):
            asyncio.run(store.append(f"old {number}", 1, [b"fact"]))
    assert swept(path, Clocks(time.time()), wait=STEADY_SECONDS) == ["unused for 0", "unused for 10"]
    assert sum(deleted) == many + 1
    assert max(deleted) == DELETED_AT_ONCE, "so appends wait for one small batch at most"


def test_the_clock_keeps_ticking_while_tables_are_deleted(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = 0

    class Watched(Calendar):
        def watch(self) -> None:
            nonlocal looks
            looks += 1

    async def never(store: SqliteStore) -> Never:
        await asyncio.Event().wait()
        raise AssertionError

    async def scene(store: SqliteStore) -> None:
        pool = WorkerPool()
        lobby = Lobby(store, pool, calendar=Watched())
        running = asyncio.create_task(lobby.run())
        await until(lambda: looks >= 3)
        running.cancel()
        lobby.close()
        pool.close()

    monkeypatch.setattr(SqliteStore, "tables", never)
    monkeypatch.setattr("qwixx.server.rooms.lobby.TICK_SECONDS", 0.01)
    with closing(SqliteStore.open(path)) as store:
        asyncio.run(scene(store))


def test_a_full_store_refuses_new_tables_and_counts_those_being_opened(path: Path) -> None:
    async def scene(store: SqliteStore) -> None:
        pool = WorkerPool()
        lobby = Lobby(store, pool, limits=Limits(tables=5))
        await lobby.sweep()
        opened = await asyncio.gather(*(lobby.open_table(TABLE) for _ in range(10)), return_exceptions=True)
        assert sum(isinstance(each, tuple) for each in opened) == 2
        assert {each.reason.code for each in opened if isinstance(each, Refusal)} == {"too_many_tables"}
        assert len(await store.tables()) == 5
        pool.close()

    with closing(SqliteStore.open(path)) as store:
        asyncio.run(scene(store))
