"""The cluster at a PostgreSQL database: notifications, presence and heartbeats over one connection."""

import asyncio
import logging
import os
import re
import socket
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial

from qwixx.server.failures import Health
from qwixx.server.logs import event
from qwixx.server.stores.postgres.address import DatabaseAddress
from qwixx.server.stores.postgres.connection import PostgresConnection, ReconnectingConnection, store_error
from qwixx.server.stores.postgres.notifications import FACTS_CHANNEL, PRESENCE_CHANNEL, NotificationDecoder
from qwixx.server.stores.postgres.presence import (
    OTHER_PROCESSES,
    REMOTE_LISTED,
    REMOTE_PRESENCE,
    DatabaseClock,
    PresencePublisher,
)
from qwixx.server.stores.postgres.readers import Readers
from qwixx.server.stores.store import ClusterSubscriber, ListedTable, NullSubscriber, StoreError

log: logging.Logger = logging.getLogger(__name__)

PROCESS_HEARTBEAT_SECONDS = 1.0
# After this long without an answer, the connection is dropped and another one is tried.
HEARTBEAT_TIMEOUT = 5.0
LEAVE_SECONDS = 2.0
RECONNECT_SECONDS = 0.1


def _own_name() -> str:
    """A name that is unique among all processes, including earlier ones of this machine."""
    host = re.sub(r"[^A-Za-z0-9.-]", "-", socket.gethostname())
    return f"{host}-{os.getpid()}-{time.time_ns():x}"


class PostgresCluster:
    """The processes at a database, as this one sees it: ``begin``, ``run`` until ``finish``, then ``end``."""

    is_shared = True

    def __init__(self, address: DatabaseAddress, clock: DatabaseClock, readers: Readers) -> None:
        self.process: str = _own_name()
        self.connection: ReconnectingConnection = ReconnectingConnection(address, "listener", self._listen)
        self._address = address
        self._readers = readers
        self._presence = PresencePublisher(self.process, clock)
        self._subscriber: ClusterSubscriber = NullSubscriber()
        self._health = Health("store_listening")
        self._listening: PostgresConnection | None = None
        # The number of connections made by the time at which notifications were last complete.
        self._complete_with = 1
        self._wanted = asyncio.Event()
        self._is_over = False
        # Since when the database owes an answer.
        self._asked_at: float | None = None

    # Queries

    def unreachable_for(self) -> float:
        silence = 0.0 if self._asked_at is None else time.monotonic() - self._asked_at
        return silence if silence > PROCESS_HEARTBEAT_SECONDS else 0.0

    def publish_presence(self, table: str, seats: frozenset[int], *, listed_for: str | None = None) -> None:
        if self._presence.change(table, seats, listed_for=listed_for):
            self._wanted.set()

    async def remote_presence(self, table: str) -> Mapping[str, frozenset[int]]:
        rows = await self._readers.read(lambda db: db.fetch(REMOTE_PRESENCE, table, self.process))
        return {process: frozenset(seats) for process, seats in rows}

    async def remote_listed(self) -> list[ListedTable]:
        rows = await self._readers.read(lambda db: db.fetch(REMOTE_LISTED, self.process))
        return [ListedTable(*row) for row in rows]

    async def other_processes(self) -> int:
        return int(await self._readers.read(lambda db: db.fetchval(OTHER_PROCESSES, self.process)))

    # Beginning and end

    async def begin(self, subscriber: ClusterSubscriber) -> None:
        self._subscriber = subscriber
        await self._send_heartbeat()

    async def run(self) -> None:
        """Send heartbeats. A lost connection is made again, and the subscriber is notified of the gap."""
        while not self._is_over:
            pause = PROCESS_HEARTBEAT_SECONDS
            try:
                await self._send_heartbeat()
            except StoreError as failure:
                self._health.failed(failure)
                pause = max(self.connection.seconds_to_next_attempt(), RECONNECT_SECONDS)
            else:
                self._health.succeeded()
                self._notify_of_gap()
            with suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._wanted.wait()
            self._wanted.clear()

    def finish(self) -> None:
        """Let ``run`` end. Cancelling it might not work: the driver can lose a cancellation."""
        self._is_over = True
        self._wanted.set()

    async def end(self) -> None:
        """Leave the cluster if the database answers; otherwise the process soon counts as dead."""
        with suppress(Exception):
            async with asyncio.timeout(LEAVE_SECONDS):
                await self._presence.leave(await self.connection.get())
        self._listening = None
        await self.connection.close()

    async def _send_heartbeat(self) -> None:
        if self._asked_at is None:
            self._asked_at = time.monotonic()
        connection = await self.connection.get()
        try:
            async with asyncio.timeout(HEARTBEAT_TIMEOUT):
                await self._presence.heartbeat(connection)
        except Exception as error:
            self.connection.drop()
            raise store_error(self._address, error) from error
        self._asked_at = None

    # Notifications. Those of an earlier connection may still arrive after it is lost.

    async def _listen(self, connection: PostgresConnection) -> None:
        await self._presence.begin(connection)
        decoder = NotificationDecoder(self.process, self._subscriber)
        channels = {FACTS_CHANNEL: decoder.decode_appends, PRESENCE_CHANNEL: decoder.decode_presence}
        for channel, decode in channels.items():
            await connection.add_listener(channel, partial(self._receive, connection, decode))
        connection.add_termination_listener(lambda _: self._lost(connection))
        self._listening = connection

    def _lost(self, connection: PostgresConnection) -> None:
        if connection is self._listening:
            self._wanted.set()

    def _receive(
        self,
        connection: PostgresConnection,
        decode: Callable[[str], None],
        _from: object,
        pid: int,
        channel: str,
        payload: str,
    ) -> None:
        if connection is not self._listening:
            return
        try:
            decode(payload)
        except Exception as error:
            # Only its type, since an error may quote the payload.
            log.error(event("notification_failed", kind=type(error).__name__))
            self._subscriber.on_gap()

    def _notify_of_gap(self) -> None:
        if self.connection.connects != self._complete_with:
            self._complete_with = self.connection.connects
            self._subscriber.on_gap()
