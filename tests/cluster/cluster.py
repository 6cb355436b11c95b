"""A cluster: one database and the servers that share it."""

import asyncio
import random
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import cycle
from pathlib import Path

from tests.postgres import PostgresServer
from tests.soak.host import Reached
from tests.soak.server import Server

# After losing the database, servers retry at least this often, and clients see an error meanwhile.
RECOVERY_SECONDS = 4.0


class Cluster:
    """Two servers. As a `Host`, it sends clients to any server that is up."""

    def __init__(self, folder: Path, database: PostgresServer, rng: random.Random) -> None:
        self.database = database
        self.url = database.new_database()
        self.servers = [Server(folder, self.url, name) for name in ("left", "right")]
        self.slowest_start = 0.0
        self._victims = cycle(self.servers)
        self._rng = rng
        self._starting: set[asyncio.Task[None]] = set()
        self._is_out_of_reach = False
        self._well_from = 0.0

    # Routing

    async def reach(self) -> Reached:
        while not (up := [server for server in self.servers if server.is_up.is_set()]):
            waiting = [asyncio.create_task(server.is_up.wait()) for server in self.servers]
            try:
                await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in waiting:
                    task.cancel()
        return Reached(self._rng.choice(up))

    def is_well(self) -> bool:
        return not self._is_out_of_reach and time.monotonic() >= self._well_from

    # Lifecycle

    async def start(self) -> None:
        for server in self.servers:
            self.revive(server)
        await self.whole()

    def victim(self) -> Server:
        """The next server to fail."""
        return next(self._victims)

    def revive(self, server: Server) -> None:
        """Start a server in the background."""

        async def start() -> None:
            self.slowest_start = max(self.slowest_start, await server.start())

        task = asyncio.create_task(start())
        self._starting.add(task)

    async def whole(self) -> None:
        """Wait until all servers are up."""
        while self._starting:
            await self._starting.pop()

    @asynccontextmanager
    async def without_database(self) -> AsyncIterator[None]:
        """Allow unavailability errors during the block and for a short time afterwards."""
        self._is_out_of_reach = True
        try:
            yield
        finally:
            self._is_out_of_reach = False
            self._well_from = time.monotonic() + RECOVERY_SECONDS

    def destroy(self) -> None:
        for task in self._starting:
            task.cancel()
        for server in self.servers:
            server.destroy()
