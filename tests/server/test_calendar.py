"""Clocks that jump, and tables that are kept all the same."""

import asyncio
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Never

import pytest

from qwixx.server.limits import Limits
from qwixx.server.refusals import Refusal
from qwixx.server.rooms.calendar import AFTER_LEAP_SECONDS, DAY, STEADY_SECONDS, Calendar
from qwixx.server.rooms.lobby import FORGOTTEN_AT_ONCE, KEEP_DAYS, Lobby
from qwixx.server.stores.sqlite.store import SqliteStore
from qwixx.server.tables import facts
from qwixx.server.thinking.worker_pool import WorkerPool
from qwixx.server.wire import protocol


class Clocks:
    """The wall clock, which can be set, and one that only goes on."""

    def __init__(self, wall: float) -> None:
        self.wall = wall
        self.steady = 50.0

    def pass_time(self, seconds: float) -> None:
        self.wall += seconds
        self.steady += seconds

    def calendar(self) -> Calendar:
        return Calendar(lambda: self.wall, lambda: self.steady)


NOW = 1_800_000_000.0


def test_a_steady_clock_is_believed_after_a_while() -> None:
    clocks = Clocks(NOW)
    calendar = clocks.calendar()
    calendar.begin(NOW - 3600)
    assert not calendar.is_believed()
    for _ in range(int(STEADY_SECONDS / 10)):
        clocks.pass_time(10)
        calendar.watch()
    assert calendar.is_believed()


@pytest.mark.parametrize("days", [15, -15])
def test_a_clock_that_is_far_off_at_the_start_is_not_believed_for_a_day(
    days: float, caplog: pytest.LogCaptureFixture
) -> None:
    clocks = Clocks(NOW)
    calendar = clocks.calendar()
    calendar.begin(NOW - days * DAY)
    clocks.pass_time(AFTER_LEAP_SECONDS - 1)
    calendar.watch()
    assert not calendar.is_believed()
    clocks.pass_time(2)
    assert calendar.is_believed()
    assert f"clock_far_from_last_fact days={days}.0" in caplog.text


@pytest.mark.parametrize("seconds", [20 * DAY, -20 * DAY, 120])
def test_a_clock_that_jumps_is_told_once_and_not_believed_for_a_day(
    seconds: float, caplog: pytest.LogCaptureFixture
) -> None:
    clocks = Clocks(NOW)
    calendar = clocks.calendar()
    calendar.begin(None)
    clocks.pass_time(STEADY_SECONDS)
    assert calendar.is_believed()
    clocks.wall += seconds
    for _ in range(3):
        calendar.watch()
    assert not calendar.is_believed()
    clocks.pass_time(AFTER_LEAP_SECONDS)
    calendar.watch()
    assert calendar.is_believed()
    assert caplog.text.count("clock_jumped") == 1


def test_small_corrections_are_no_jumps(caplog: pytest.LogCaptureFixture) -> None:
    clocks = Clocks(NOW)
    calendar = clocks.calendar()
    clocks.pass_time(STEADY_SECONDS)
    clocks.wall += 5
    calendar.watch()
    assert calendar.is_believed()
    assert caplog.text == ""


# Tables


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A store with tables that were used now, 10 days ago and 20 days ago."""
    opening = facts.encode(facts.Opened("dice", {}, (None, None)))
    for days in (0, 10, 20):
        past = time.time() - days * DAY
        with closing(SqliteStore.open(tmp_path / "tables.sqlite", wall=lambda at=past: at)) as store:  # type: ignore[misc]
            asyncio.run(store.append(f"unused for {days}", 1, [opening]))
    return tmp_path / "tables.sqlite"


def swept(
    path: Path, clocks: Clocks, *, keep_days: int = KEEP_DAYS, wait: float = 0.0, most: int = 1000
) -> list[str]:
    """The tables that are left after a server has begun, has run for so long, and has swept."""

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


def test_tables_that_nobody_used_are_forgotten_once_the_clock_is_believed(path: Path) -> None:
    assert len(swept(path, Clocks(time.time()))) == 3
    assert swept(path, Clocks(time.time()), wait=STEADY_SECONDS) == ["unused for 0", "unused for 10"]


def test_how_long_tables_are_kept_is_the_hosts_to_say(path: Path) -> None:
    clocks = Clocks(time.time())
    assert swept(path, clocks, keep_days=7, wait=STEADY_SECONDS) == ["unused for 0"]


def test_a_server_that_starts_with_a_wrong_clock_forgets_nothing(path: Path) -> None:
    assert len(swept(path, Clocks(time.time() + 15 * DAY), wait=STEADY_SECONDS)) == 3


def test_where_there_is_no_room_the_oldest_of_those_unused_for_a_day_go(path: Path) -> None:
    clocks = Clocks(time.time())
    assert swept(path, clocks, keep_days=100, wait=STEADY_SECONDS, most=3) == [
        "unused for 0",
        "unused for 10",
    ]


def test_many_old_tables_are_forgotten_a_few_at_a_time(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    forgotten: list[int] = []
    forget = SqliteStore.forget

    async def counted(store: SqliteStore, tables: Sequence[str], untouched_since: float) -> int:
        forgotten.append(len(tables))
        return await forget(store, tables, untouched_since)

    monkeypatch.setattr(SqliteStore, "forget", counted)
    many = 3 * FORGOTTEN_AT_ONCE
    past = time.time() - 20 * DAY
    with closing(SqliteStore.open(path, wall=lambda: past)) as store:
        for number in range(many):
            asyncio.run(store.append(f"old {number}", 1, [b"fact"]))
    assert swept(path, Clocks(time.time()), wait=STEADY_SECONDS) == ["unused for 0", "unused for 10"]
    assert sum(forgotten) == many + 1
    assert max(forgotten) == FORGOTTEN_AT_ONCE, "those who write meanwhile wait for no more than that"


def test_time_passes_while_tables_are_forgotten(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
        async with asyncio.timeout(10):
            while looks < 3:
                await asyncio.sleep(0.01)
        running.cancel()
        lobby.close()
        pool.close()

    monkeypatch.setattr(SqliteStore, "tables", never)
    monkeypatch.setattr("qwixx.server.rooms.lobby.TICK_SECONDS", 0.01)
    with closing(SqliteStore.open(path)) as store:
        asyncio.run(scene(store))


def test_a_full_house_turns_newcomers_away_and_counts_those_who_wait(path: Path) -> None:
    async def scene(store: SqliteStore) -> None:
        pool = WorkerPool()
        lobby = Lobby(store, pool, limits=Limits(tables=5))
        await lobby.sweep()
        new = protocol.NewTable("dice", (protocol.NewSeat(), protocol.NewSeat()), "Ann")
        opened = await asyncio.gather(*(lobby.open_table(new) for _ in range(10)), return_exceptions=True)
        assert sum(isinstance(each, tuple) for each in opened) == 2
        assert {each.reason.code for each in opened if isinstance(each, Refusal)} == {"too_many_tables"}
        assert len(await store.tables()) == 5
        pool.close()

    with closing(SqliteStore.open(path)) as store:
        asyncio.run(scene(store))
