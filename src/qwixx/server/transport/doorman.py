"""Accepts connections at a pace that leaves time for those who play, and as many as an address may have.

asyncio's own server accepts all that wait at once, a hundred at a time and before it knows from whom.
"""

import asyncio
import errno
import logging
import socket
from collections.abc import Callable

from qwixx.server.journal import line
from qwixx.server.limits import Bucket
from qwixx.server.transport.visitors import Visitors, address_key

log = logging.getLogger(__name__)

# To look who comes costs little, to let somebody in costs more. Others wait in the system's queue meanwhile.
LOOKS_PER_SECOND = 1000.0
ADMITTED_PER_SECOND = 300.0
REST_SECONDS = 0.005
# Where the system has no file left for another connection.
NO_FILE_SECONDS = 1.0
NO_FILE = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)

# Makes the protocol of a connection from an address.
Protocols = Callable[[str], asyncio.Protocol]


class Doorman:
    """Stands at a listening socket, inside an event loop."""

    def __init__(
        self,
        listener: socket.socket,
        visitors: Visitors,
        protocol_for: Protocols,
        is_proxy: Callable[[str], bool],
    ) -> None:
        self._listener = listener
        self._visitors = visitors
        self._protocol_for = protocol_for
        self._is_proxy = is_proxy
        self._loop = asyncio.get_running_loop()
        self._looks = Bucket(LOOKS_PER_SECOND, LOOKS_PER_SECOND / 10)
        self._admitted = Bucket(ADMITTED_PER_SECOND, ADMITTED_PER_SECOND)
        self._rest: asyncio.TimerHandle | None = None
        self._welcoming: set[asyncio.Task[object]] = set()
        listener.setblocking(False)
        self._begin()

    def close(self) -> None:
        self._loop.remove_reader(self._listener)
        if self._rest is not None:
            self._rest.cancel()

    def _begin(self) -> None:
        self._rest = None
        self._loop.add_reader(self._listener, self._accept)

    def _pause(self, seconds: float) -> None:
        self._loop.remove_reader(self._listener)
        self._rest = self._loop.call_later(seconds, self._begin)

    def _accept(self) -> None:
        """Accept one connection: whoever else has something to do comes before the next."""
        at = self._loop.time()
        if not self._looks.take(at) or not self._admitted.has_one(at):
            self._pause(REST_SECONDS)
            return
        try:
            connection, peer = self._listener.accept()
        except (BlockingIOError, InterruptedError, ConnectionAbortedError):
            return
        except OSError as error:
            if error.errno not in NO_FILE:
                raise
            log.error(line("no_file_for_a_connection", reason=error.strerror))
            self._pause(NO_FILE_SECONDS)
            return
        self._welcome(connection, str(peer[0]) if peer else "unknown")

    def _welcome(self, connection: socket.socket, host: str) -> None:
        address = address_key(host)
        if not self._visitors.connect(address, is_proxy=self._is_proxy(host)):
            connection.close()
            return
        self._admitted.take(self._loop.time())
        connection.setblocking(False)
        task: asyncio.Task[object] = self._loop.create_task(
            self._loop.connect_accepted_socket(lambda: self._protocol_for(address), connection)
        )
        self._welcoming.add(task)
        task.add_done_callback(self._welcomed)

    def _welcomed(self, task: "asyncio.Task[object]") -> None:
        self._welcoming.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error(line("connection_not_opened", reason=task.exception()))
