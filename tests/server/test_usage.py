"""What an address uses at one process counts at all others, and its name is nowhere."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import httpx2 as httpx
import pytest

from qwixx.server.limits import Limits
from qwixx.server.refusals import Refusal
from qwixx.server.stores.postgres import listener, schema
from qwixx.server.stores.postgres.address import Address
from qwixx.server.stores.postgres.schema import prepare
from qwixx.server.stores.postgres.store import PostgresStore
from qwixx.server.stores.usage import NOTHING, Used
from qwixx.server.transport.visitors import Visitors
from tests.postgres import PostgresServer
from tests.server.engines import Heard
from tests.server.running_server import RunningServer, free_port

LIMITS = Limits(connections_per_address=16, sockets_per_address=8, tables_per_hour=4)
ADDRESS = "192.0.2.7"


@pytest.fixture(autouse=True)
def _quick_beats(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listener, "BEAT_SECONDS", 0.05)


@asynccontextmanager
async def process(url: str) -> AsyncIterator[tuple[Visitors, PostgresStore]]:
    """The visitors of a process, and its store."""
    store = PostgresStore(Address(url))
    visitors = Visitors(LIMITS, time.monotonic)
    visitors.elsewhere = store.share_usage(visitors.heavy)
    await store.begin(Heard())
    try:
        yield visitors, store
    finally:
        await store.end()


async def until(is_so: Callable[[], Any]) -> None:
    async with asyncio.timeout(10):
        while not is_so():
            await asyncio.sleep(0.01)


def open_tables(visitors: Visitors, count: int) -> None:
    for _ in range(count):
        with visitors.opening(ADDRESS):
            pass


def test_an_address_has_its_limits_at_all_processes_together(url: str) -> None:
    async def scene() -> None:
        await prepare(Address(url))
        async with process(url) as (left, _), process(url) as (right, _):
            assert [left.connect(ADDRESS) for _ in range(10)] == [True] * 10
            assert [left.enter(ADDRESS) for _ in range(5)] == [True] * 5
            open_tables(left, 3)
            await until(lambda: right.elsewhere(ADDRESS) == Used(10, 5, 3))
            assert [right.connect(ADDRESS) for _ in range(7)] == [True] * 6 + [False]
            assert [right.enter(ADDRESS) for _ in range(4)] == [True] * 3 + [False]
            open_tables(right, 1)
            with pytest.raises(Refusal):
                open_tables(right, 1)
            assert right.connect("192.0.2.8")
            # A proxy stands for many.
            assert right.connect(ADDRESS, is_proxy=True)
            await until(lambda: left.elsewhere(ADDRESS).connections == 7)
            assert not left.connect(ADDRESS)
            for _ in range(10):
                left.disconnect(ADDRESS)
            await until(lambda: right.elsewhere(ADDRESS).connections == 0)
            assert right.connect(ADDRESS)

    asyncio.run(scene())


def test_a_database_of_the_version_before_gets_what_it_lacks(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as earlier:
        earlier.setattr(schema, "MIGRATIONS", schema.MIGRATIONS[:1])
        earlier.setattr(schema, "VERSION", 1)
        asyncio.run(prepare(Address(url)))

    async def scene() -> None:
        await prepare(Address(url))
        async with process(url) as (left, _), process(url) as (right, _):
            left.enter(ADDRESS)
            await until(lambda: right.elsewhere(ADDRESS).sockets == 1)

    asyncio.run(scene())


def test_what_a_process_tells_is_gone_with_it(url: str, postgres: PostgresServer) -> None:
    async def scene() -> None:
        await prepare(Address(url))
        async with process(url) as (right, _):
            async with process(url) as (left, store):
                left.enter(ADDRESS)
                await until(lambda: right.elsewhere(ADDRESS).sockets == 1)
                dead = await asyncio.to_thread(_let_another_die, postgres, url, store.process)
                assert dead == [("dead",)]
            await until(lambda: right.elsewhere(ADDRESS) == NOTHING)
            left_over = await asyncio.to_thread(
                postgres.execute, "SELECT process FROM qwixx.visitors WHERE process = 'dead'", url=url
            )
            assert left_over == []

    asyncio.run(scene())


def _let_another_die(postgres: PostgresServer, url: str, like: str) -> list[Any]:
    """A process was killed that told as much of the same addresses as another."""
    return postgres.execute(
        "WITH dead AS (INSERT INTO qwixx.processes VALUES ('dead', '1', now() - interval '1 hour'))"
        " INSERT INTO qwixx.visitors SELECT 'dead', address, 9, 9, 9 FROM qwixx.visitors"
        " WHERE process = $1 RETURNING process",
        like,
        url=url,
    )


def test_no_address_is_in_the_database_and_few_are_told_at_all(url: str, postgres: PostgresServer) -> None:
    async def scene() -> list[Any]:
        await prepare(Address(url))
        async with process(url) as (left, _), process(url) as (right, _):
            for _ in range(2):
                left.connect(ADDRESS)
            left.connect("192.0.2.8")  # one connection of sixteen is nothing to speak of
            await until(lambda: right.elsewhere(ADDRESS).connections == 2)
            return await asyncio.to_thread(
                postgres.execute, "SELECT address, connections FROM qwixx.visitors", url=url
            )

    ((hashed, connections),) = asyncio.run(scene())
    assert connections == 2
    assert len(hashed) == 16
    assert ADDRESS.encode() not in hashed


def test_who_opened_too_many_tables_at_one_server_opens_none_at_another(
    url: str, postgres: PostgresServer
) -> None:
    servers = [RunningServer(url, free_port(), None, "--limit", "tables_per_hour=2") for _ in range(2)]
    try:
        assert [_opening(servers[0]) for _ in range(3)] == [None, None, "too_many_tables"]
        _wait_for_beats(postgres, url)
        assert _opening(servers[1]) == "too_many_tables"
    finally:
        for server in servers:
            server.stop()


def _wait_for_beats(postgres: PostgresServer, url: str) -> None:
    """Until every process has said what there is, and then every one has heard it."""
    for _ in range(3):
        ((now,),) = postgres.execute("SELECT now()", url=url)
        end = time.monotonic() + 20
        while time.monotonic() < end:
            ((oldest,),) = postgres.execute("SELECT min(seen) FROM qwixx.processes", url=url)
            if oldest > now:
                break
            time.sleep(0.05)


def _opening(server: RunningServer) -> str | None:
    """Why no table can be opened, or None if one was."""
    table = {"game": "dice", "seats": [{}, {}], "name": "Ann"}
    answer = httpx.post(f"{server.url}/api/tables", json=table, timeout=30)
    return answer.json()["reason"]["code"] if answer.status_code == 429 else None
