"""Connections that read, so that nobody who reads waits for the writer."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from qwixx.server.stores.health import Health, Trouble
from qwixx.server.stores.postgres.address import Address
from qwixx.server.stores.postgres.link import Connection, Link
from qwixx.server.stores.postgres.trouble import is_certain, trouble
from qwixx.server.stores.store import StoreError

READERS = 2

Read = TypeVar("Read")


class Readers:
    """As many at once as there are connections; others wait."""

    def __init__(self, address: Address) -> None:
        self.links = [Link(address, "reader") for _ in range(READERS)]
        self._address = address
        self._health = Health("store_reading")
        self._idle: asyncio.Queue[Link] = asyncio.Queue()
        for link in self.links:
            self._idle.put_nowait(link)

    async def read(self, work: Callable[[Connection], Awaitable[Read]]) -> Read:
        """What comes of work that may be done twice, as it is when the connection gets lost meanwhile."""
        link = await self._idle.get()
        try:
            found = await self._tried_twice(link, work)
        except Exception as error:
            failure = error if isinstance(error, StoreError) else trouble(self._address, error)
            if isinstance(failure, Trouble):
                self._health.failed(failure)
            raise failure from error
        finally:
            self._idle.put_nowait(link)
        self._health.worked()
        for other in self.links:
            other.hurry()
        return found

    async def _tried_twice(self, link: Link, work: Callable[[Connection], Awaitable[Read]]) -> Read:
        connection = await link.connection()
        try:
            return await work(connection)
        except Exception as error:
            if is_certain(error) and not connection.is_closed():
                raise
        link.drop()
        return await work(await link.connection())

    async def close(self) -> None:
        await asyncio.gather(*(link.close() for link in self.links))
