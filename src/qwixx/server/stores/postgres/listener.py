"""The connection that hears what other processes tell, and says every second that this one is alive."""

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from qwixx.server.journal import line
from qwixx.server.stores.health import Health
from qwixx.server.stores.postgres.address import Address
from qwixx.server.stores.postgres.clock import DatabaseClock
from qwixx.server.stores.postgres.link import Connection, Link
from qwixx.server.stores.postgres.news import FACTS_CHANNEL, PRESENCE_CHANNEL, Ear
from qwixx.server.stores.postgres.presence import Presence
from qwixx.server.stores.postgres.trouble import trouble
from qwixx.server.stores.postgres.usage import SharedUsage
from qwixx.server.stores.store import News, StoreError

log = logging.getLogger(__name__)

BEAT_SECONDS = 1.0
# A database that has not answered for so long is given up, and another connection is tried.
PATIENCE_SECONDS = 5.0
FAREWELL_SECONDS = 2.0
RETRY_SECONDS = 0.1


class Listener:
    """``begin``, then ``run`` beside everything else until ``finish``, then ``end``."""

    def __init__(
        self, address: Address, process: str, clock: DatabaseClock, usage: SharedUsage, news: News
    ) -> None:
        self.link = Link(address, "listener", self._listen)
        self._address = address
        self._usage = usage
        self._presence = Presence(process, clock)
        self._news = news
        self._ear = Ear(process, news)
        self._health = Health("store_listening")
        self._connection: Connection | None = None
        # How many connections there were when news were last complete.
        self._complete_with = 1
        self._wanted = asyncio.Event()
        self._is_over = False
        # Since when the database owes an answer.
        self._asked_at: float | None = None

    async def begin(self) -> None:
        await self._beat()

    def say_here(self, table: str, seats: frozenset[int], *, is_listed: bool) -> None:
        if self._presence.say(table, seats, is_listed=is_listed):
            self._wanted.set()

    def down_for(self) -> float:
        silence = 0.0 if self._asked_at is None else time.monotonic() - self._asked_at
        return silence if silence > BEAT_SECONDS else 0.0

    async def run(self) -> None:
        """Until ``finish``: a lost connection is made again, and whoever listens is told of the gap."""
        while not self._is_over:
            pause = BEAT_SECONDS
            try:
                await self._beat()
            except StoreError as failure:
                self._health.failed(failure)
                pause = max(self.link.seconds_to_next_try(), RETRY_SECONDS)
            else:
                self._health.worked()
                self._tell_of_gap()
            with suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._wanted.wait()
            self._wanted.clear()

    def finish(self) -> None:
        """Let ``run`` end. To cancel it might not, since that can get lost on its way through the driver."""
        self._is_over = True
        self._wanted.set()

    async def end(self) -> None:
        """Say goodbye, as far as the database listens; it notices soon enough otherwise."""
        with suppress(Exception):
            connection = await self.link.connection()
            async with asyncio.timeout(FAREWELL_SECONDS):
                await self._presence.leave(connection)
                await self._usage.leave(connection)
        self._connection = None
        await self.link.close()

    async def _beat(self) -> None:
        if self._asked_at is None:
            self._asked_at = time.monotonic()
        connection = await self.link.connection()
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                is_unknown = await self._presence.beat(connection)
                await self._usage.beat(connection, is_unknown=is_unknown)
        except Exception as error:
            self.link.drop()
            raise trouble(self._address, error) from error
        self._asked_at = None

    # What a connection brings. Those of an earlier one may still come when it is gone.

    async def _listen(self, connection: Connection) -> None:
        await self._usage.begin(connection)
        for channel, hear in ((FACTS_CHANNEL, self._ear.facts), (PRESENCE_CHANNEL, self._ear.presence)):
            await connection.add_listener(channel, partial(self._hear, connection, hear))
        connection.add_termination_listener(lambda _: self._lost(connection))
        self._connection = connection

    def _lost(self, connection: Connection) -> None:
        if connection is self._connection:
            self._wanted.set()

    def _hear(
        self,
        connection: Connection,
        hear: Callable[[str], None],
        _from: object,
        pid: int,
        channel: str,
        text: str,
    ) -> None:
        if connection is not self._connection:
            return
        try:
            hear(text)
        except Exception as error:
            # Only its kind, since an error may quote what was told.
            log.error(line("news_failed", kind=type(error).__name__))
            self._news.hear_gap()

    def _tell_of_gap(self) -> None:
        if self.link.made != self._complete_with:
            self._complete_with = self.link.made
            self._news.hear_gap()
