"""A pool of connections for reading, so that no read waits for the writer."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from qwixx.server.failures import Health
from qwixx.server.stores.postgres.address import DatabaseAddress
from qwixx.server.stores.postgres.connection import (
    PostgresConnection,
    ReconnectingConnection,
    is_outcome_known,
    store_error,
)
from qwixx.server.stores.store import StoreError, StoreFailure

READERS = 2

T = TypeVar("T")


class Readers:
    """Runs as many reads at once as it has connections; others wait."""

    def __init__(self, address: DatabaseAddress) -> None:
        self.connections: list[ReconnectingConnection] = [
            ReconnectingConnection(address, "reader") for _ in range(READERS)
        ]
        self._address = address
        self._health = Health("store_reading")
        self._is_over = False
        self._idle: asyncio.Queue[ReconnectingConnection] = asyncio.Queue()
        for connection in self.connections:
            self._idle.put_nowait(connection)

    async def read(self, work: Callable[[PostgresConnection], Awaitable[T]]) -> T:
        """The result of idempotent work, which is retried if the connection is lost meanwhile."""
        if self._is_over:
            raise StoreError(f"{self._address} is closed; open it again")
        connection = await self._idle.get()
        try:
            found = await self._tried_twice(connection, work)
        except Exception as error:
            failure = error if isinstance(error, StoreError) else store_error(self._address, error)
            if isinstance(failure, StoreFailure):
                self._health.failed(failure)
            raise failure from error
        finally:
            self._idle.put_nowait(connection)
        self._health.succeeded()
        for other in self.connections:
            other.reset_backoff()
        return found

    async def _tried_twice(
        self, reconnecting: ReconnectingConnection, work: Callable[[PostgresConnection], Awaitable[T]]
    ) -> T:
        connection = await reconnecting.get()
        try:
            return await work(connection)
        except Exception as error:
            if is_outcome_known(error) and not connection.is_closed():
                raise
        reconnecting.drop()
        return await work(await reconnecting.get())

    async def close(self) -> None:
        self._is_over = True
        await asyncio.gather(*(connection.close() for connection in self.connections))
