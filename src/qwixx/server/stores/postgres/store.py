"""The store in a PostgreSQL database, which any number of processes share.

Each has one connection that writes, some that read, and one that hears what the others do. They are made
again when they are lost, so that a process outlives a database that is restarted.
"""

import asyncio
import logging
import os
import re
import socket
import time
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from typing import Any, TypeVar

from qwixx.server.journal import line
from qwixx.server.stores.postgres import presence, rows
from qwixx.server.stores.postgres.address import Address
from qwixx.server.stores.postgres.clock import DatabaseClock
from qwixx.server.stores.postgres.link import Connection
from qwixx.server.stores.postgres.listener import Listener
from qwixx.server.stores.postgres.readers import Readers
from qwixx.server.stores.postgres.rows import Append
from qwixx.server.stores.postgres.usage import SharedUsage
from qwixx.server.stores.postgres.writer import Writer
from qwixx.server.stores.store import Kept, News, StoreError, TableRow
from qwixx.server.stores.usage import UsedElsewhere, UsedHere
from qwixx.server.tables.tally import Tallied, Tally

log = logging.getLogger(__name__)

Part = TypeVar("Part")
Read = TypeVar("Read")


def _own_name() -> str:
    """A name that no other process has, nor an earlier one of this machine."""
    host = re.sub(r"[^A-Za-z0-9.-]", "-", socket.gethostname())
    return f"{host}-{os.getpid()}-{time.time_ns():x}"


class PostgresStore:
    """Of a database that ``schema.prepare`` has seen. It belongs to the event loop of ``begin``.

    If what writes or listens ends before the store does, it calls ``on_end``: nothing is right any more then.
    """

    def __init__(self, address: Address, on_end: Callable[[StoreError], None] | None = None) -> None:
        self.process = _own_name()
        self._on_end = on_end
        self._address = address
        self._clock = DatabaseClock()
        self._writer: Writer | None = None
        self._readers: Readers | None = None
        self._listener: Listener | None = None
        self._usage = SharedUsage(self.process)
        self._running: list[asyncio.Task[None]] = []
        self._is_ending = False

    # Beginning and end

    async def begin(self, news: News) -> None:
        self._is_ending = False
        self._writer = Writer(self._address, self.process)
        self._readers = Readers(self._address)
        self._listener = Listener(self._address, self.process, self._clock, self._usage, news)
        try:
            for link in (self._writer.link, *self._readers.links):
                await link.connection()
            await self._listener.begin()
        except BaseException:
            await self.end()
            raise
        self._running = [self._forever(each.run()) for each in (self._writer, self._listener)]

    def _forever(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        """Let those know who can start another process, unless this is the end of the store."""
        if self._is_ending:
            return
        error = asyncio.CancelledError() if task.cancelled() else task.exception()
        # The error itself may hold what a log must not.
        log.critical(line("store_ended", data=self._address, error=type(error).__name__))
        if self._on_end is not None:
            end = StoreError(f"{self._address} is not used any more; restart the server")
            end.__cause__ = error
            self._on_end(end)

    async def end(self) -> None:
        if self._writer is None or self._readers is None or self._listener is None:
            return
        self._is_ending = True
        self._writer.finish()
        self._listener.finish()
        # One that has ended by itself was told of when it did.
        await asyncio.gather(*self._running, return_exceptions=True)
        await asyncio.gather(self._listener.end(), self._writer.link.close(), self._readers.close())
        self._writer = self._readers = self._listener = None
        self._running = []

    def now(self) -> float:
        return self._clock.now()

    def down_for(self) -> float:
        return self._begun(self._listener).down_for()

    @property
    def commits(self) -> int:
        """How many statements have written so far."""
        return self._begun(self._writer).commits

    @property
    def reconnects(self) -> int:
        """How many connections were made again so far."""
        links = [self._begun(self._writer).link, self._begun(self._listener).link]
        links += self._begun(self._readers).links
        return sum(max(link.made - 1, 0) for link in links)

    def _begun(self, part: Part | None) -> Part:
        if part is None:
            raise StoreError(f"{self._address} is closed; begin with it again")
        return part

    # Writing

    async def append(self, table: str, first: int, facts: Sequence[bytes]) -> float:
        if not facts:
            return self.now()
        return await self._begun(self._writer).append(Append(table, first, tuple(facts)))

    async def forget(self, tables: Sequence[str], untouched_since: float) -> int:
        return await self._read(lambda db: rows.forget(db, tables, untouched_since))

    async def count(self, tally: Tally) -> None:
        # Done twice it counts once, as work must that may be done again.
        await self._read(lambda db: rows.count(db, tally))

    # Reading

    async def tallied(self) -> Tallied:
        return await self._read(rows.tallied)

    async def load(self, table: str, after: int = 0) -> list[Kept]:
        return await self._read(lambda db: rows.load(db, table, after))

    async def load_from_last(self, table: str, beginning: bytes) -> list[tuple[int, Kept]]:
        return await self._read(lambda db: rows.load_from_last(db, table, beginning))

    async def load_part(self, table: str, beginning: bytes, number: int) -> list[Kept]:
        return await self._read(lambda db: rows.load_part(db, table, beginning, number))

    async def first(self, table: str) -> Kept | None:
        return await self._read(lambda db: rows.first(db, table))

    async def heads(self, tables: Sequence[str]) -> dict[str, int]:
        return await self._read(lambda db: rows.heads(db, tables))

    async def tables(self) -> list[TableRow]:
        return await self._read(rows.all_tables)

    async def newest(self) -> float | None:
        return await self._read(rows.newest)

    async def _read(self, work: Callable[[Connection], Awaitable[Read]]) -> Read:
        return await self._begun(self._readers).read(work)

    # Presence

    def say_here(self, table: str, seats: frozenset[int], *, is_listed: bool = False) -> None:
        self._begun(self._listener).say_here(table, seats, is_listed=is_listed)

    async def elsewhere(self, table: str) -> Mapping[str, frozenset[int]]:
        return await self._read(lambda db: presence.elsewhere(db, self.process, table))

    async def listed_elsewhere(self) -> list[str]:
        return await self._read(lambda db: presence.listed_elsewhere(db, self.process))

    async def others(self) -> int:
        """How many other processes use the same database now."""
        return await self._read(lambda db: presence.others(db, self.process))

    # Limits

    def share_usage(self, here: UsedHere) -> UsedElsewhere:
        self._usage.here = here
        return self._usage.elsewhere
