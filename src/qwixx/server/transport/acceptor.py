"""Accepts connections, with a rate limit that leaves time for games, and a limit for each address.

asyncio's own server accepts up to a hundred waiting connections at once, before it knows their addresses.
"""

import asyncio
import errno
import logging
import socket
from collections.abc import Callable

from qwixx.server.logs import event
from qwixx.server.rate_limits import TokenBucket
from qwixx.server.transport.address_limits import AddressLimits, address_key

log: logging.Logger = logging.getLogger(__name__)

# Connections beyond this rate wait in the system's queue. Refusing one costs less than serving it.
ACCEPTS_PER_SECOND = 300.0
REFUSAL_COST = 0.3
PAUSE_SECONDS = 0.005
# The system is out of file descriptors or memory for another connection.
NO_FILE = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
NO_FILE_SECONDS = 1.0

# Makes the protocol of a connection from an address.
ProtocolFactory = Callable[[str], asyncio.Protocol]


class ConnectionAcceptor:
    """Accepts the connections of one listening socket, inside an event loop."""

    def __init__(
        self,
        listener: socket.socket,
        limits: AddressLimits,
        protocol_for: ProtocolFactory,
        is_proxy: Callable[[str], bool],
    ) -> None:
        self._listener = listener
        self._limits = limits
        self._protocol_for = protocol_for
        self._is_proxy = is_proxy
        self._loop = asyncio.get_running_loop()
        self._bucket = TokenBucket(ACCEPTS_PER_SECOND, ACCEPTS_PER_SECOND)
        self._paused: asyncio.TimerHandle | None = None
        self._starting: set[asyncio.Task[object]] = set()
        listener.setblocking(False)
        self._resume()

    def close(self) -> None:
        self._loop.remove_reader(self._listener)
        if self._paused is not None:
            self._paused.cancel()

    def _resume(self) -> None:
        self._paused = None
        self._loop.add_reader(self._listener, self._accept)

    def _pause(self, seconds: float) -> None:
        self._loop.remove_reader(self._listener)
        self._paused = self._loop.call_later(seconds, self._resume)

    def _accept(self) -> None:
        """Accept one connection; other ready events run before the next."""
        if self._bucket.level(self._loop.time()) < 1:
            self._pause(PAUSE_SECONDS)
            return
        try:
            connection, peer = self._listener.accept()
        except (BlockingIOError, InterruptedError, ConnectionAbortedError):
            return
        except OSError as error:
            if error.errno not in NO_FILE:
                raise
            log.error(event("accept_failed", reason=error.strerror))
            self._pause(NO_FILE_SECONDS)
            return
        self._start_protocol(connection, str(peer[0]) if peer else "unknown")

    def _start_protocol(self, connection: socket.socket, host: str) -> None:
        address = address_key(host)
        is_accepted = self._limits.connect(address, is_proxy=self._is_proxy(host))
        self._bucket.take(self._loop.time(), 1 if is_accepted else REFUSAL_COST)
        if not is_accepted:
            connection.close()
            return
        connection.setblocking(False)
        task: asyncio.Task[object] = self._loop.create_task(
            self._loop.connect_accepted_socket(lambda: self._protocol_for(address), connection)
        )
        self._starting.add(task)
        task.add_done_callback(self._started)

    def _started(self, task: "asyncio.Task[object]") -> None:
        self._starting.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error(event("connection_start_failed", reason=task.exception()))
