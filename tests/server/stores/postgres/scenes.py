"""Helpers for tests of several processes on one database."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import asyncpg

# Short, so that no test waits for a second.
PROCESS_HEARTBEAT_SECONDS = 0.1
# The longest wait is the recovery of a database on a busy machine.
PATIENCE = 60


@asynccontextmanager
async def admin(url: str) -> AsyncIterator[Any]:
    """A connection with administrator rights."""
    connection = await asyncpg.connect(url)
    try:
        yield connection
    finally:
        await connection.close()


async def until(is_so: Callable[[], Any]) -> None:
    async def watch() -> None:
        while not is_so():
            await asyncio.sleep(0.01)

    await asyncio.wait_for(watch(), PATIENCE)


async def until_found(ask: Callable[[], Awaitable[Any]], expected: object) -> None:
    async def watch() -> None:
        while await ask() != expected:
            await asyncio.sleep(0.01)

    await asyncio.wait_for(watch(), PATIENCE)


def waiting(connection: Any, role: str) -> Awaitable[int]:
    """The number of connections with this role that wait for a lock."""
    found: Awaitable[int] = connection.fetchval(
        "SELECT count(*) FROM pg_stat_activity"
        " WHERE application_name = $1 AND wait_event_type = 'Lock' AND datname = current_database()",
        f"qwixx {role}",
    )
    return found
