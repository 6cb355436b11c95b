"""A connection to the database for one kind of work, which is made again whenever it is lost."""

import random
import time
from collections.abc import AsyncIterable, AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from typing import Any, Protocol

import asyncpg

from qwixx.server.stores.postgres.address import Address, unreadable
from qwixx.server.stores.postgres.trouble import trouble
from qwixx.server.stores.store import StoreError

CONNECT_SECONDS = 5.0
STATEMENT_SECONDS = 10.0
CLOSE_SECONDS = 2.0
# Between attempts to connect; each is twice as long as the one before.
FIRST_PAUSE = 0.05
LONGEST_PAUSE = 2.0

SETTINGS = {
    # Whoever is frozen in the midst of a transaction does not keep others waiting for longer.
    "idle_in_transaction_session_timeout": "10000",
    # The plans of our statements do not depend on their values.
    "plan_cache_mode": "force_generic_plan",
}


class Connection(Protocol):
    """What we use of a connection of asyncpg."""

    async def execute(self, statement: str, *values: object) -> str: ...
    async def fetch(self, statement: str, *values: object) -> list[Sequence[Any]]: ...
    async def fetchrow(self, statement: str, *values: object) -> Sequence[Any] | None: ...
    async def fetchval(self, statement: str, *values: object) -> Any: ...
    async def copy_records_to_table(
        self,
        table_name: str,
        *,
        schema_name: str,
        columns: Sequence[str],
        records: Iterable[Sequence[object]] | AsyncIterable[Sequence[object]],
        timeout: float,
    ) -> str: ...
    def transaction(self) -> AbstractAsyncContextManager[object]: ...
    async def add_listener(self, channel: str, callback: Callable[..., None]) -> None: ...
    def add_termination_listener(self, callback: Callable[..., None]) -> None: ...
    def is_closed(self) -> bool: ...
    def terminate(self) -> None: ...
    async def close(self, *, timeout: float) -> None: ...


async def connect(address: Address, role: str) -> Connection:
    """A connection, which the database lists as ``qwixx`` and what it is for; StoreError if there is none."""
    try:
        connection: Connection = await asyncpg.connect(
            address.url,
            timeout=CONNECT_SECONDS,
            command_timeout=STATEMENT_SECONDS,
            server_settings={"application_name": f"qwixx {role}", **SETTINGS},
        )
    except OSError as error:
        raise trouble(address, error) from error
    except ValueError:
        # Of what the driver could not read it says too much.
        raise StoreError(str(unreadable())) from None
    except Exception as error:
        raise trouble(address, error) from error
    return connection


@asynccontextmanager
async def connected(address: Address, role: str) -> AsyncIterator[Connection]:
    """A connection for one piece of work; whatever goes wrong is a StoreError."""
    connection = await connect(address, role)
    try:
        yield connection
        await connection.close(timeout=CLOSE_SECONDS)
    except StoreError:
        raise
    except Exception as error:
        raise trouble(address, error) from error
    finally:
        connection.terminate()


class Link:
    """A connection as long as it lasts, and then another one. Used by one task at a time."""

    def __init__(
        self,
        address: Address,
        role: str,
        set_up: Callable[[Connection], Awaitable[None]] | None = None,
    ) -> None:
        # How many connections there were so far.
        self.made = 0
        self._address = address
        self._role = role
        self._set_up = set_up
        self._connection: Connection | None = None
        self._pause = FIRST_PAUSE
        self._failure: StoreError | None = None
        self._next_try = 0.0

    async def connection(self) -> Connection:
        """The connection, a new one if need be; StoreError if there is none, also for a while after that."""
        if self._connection is not None and not self._connection.is_closed():
            return self._connection
        if self._failure is not None and time.monotonic() < self._next_try:
            raise trouble(self._address, self._failure)
        try:
            self._connection = await self._connected()
        except StoreError as failure:
            self._failed(failure)
            raise
        self._failure, self._pause = None, FIRST_PAUSE
        self.made += 1
        return self._connection

    async def _connected(self) -> Connection:
        connection = await connect(self._address, self._role)
        try:
            if self._set_up is not None:
                await self._set_up(connection)
        except BaseException as error:
            connection.terminate()
            if isinstance(error, Exception):
                raise trouble(self._address, error) from error
            raise
        return connection

    def _failed(self, failure: StoreError) -> None:
        self._failure = failure
        # Not all processes at the same time.
        self._next_try = time.monotonic() + self._pause * random.uniform(0.5, 1.0)
        self._pause = min(2 * self._pause, LONGEST_PAUSE)

    def hurry(self) -> None:
        """Others have reached the database: wait no longer before the next attempt."""
        self._next_try = 0.0

    def seconds_to_next_try(self) -> float:
        return max(0.0, self._next_try - time.monotonic())

    def drop(self) -> None:
        """Use a connection no longer of which nobody knows what state it is in."""
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None

    async def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is None or connection.is_closed():
            return
        # Whatever ends it, it is over.
        with suppress(Exception):
            await connection.close(timeout=CLOSE_SECONDS)
        connection.terminate()
