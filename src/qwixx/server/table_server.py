"""uvicorn with our own acceptor, HTTP and WebSocket protocols.

asyncio's own server accepts up to a hundred waiting connections at once, before it knows their addresses.
ConnectionAcceptor has a rate limit that leaves time for games, and limits for each address.
"""

import asyncio
import errno
import logging
import signal
import socket
from collections.abc import Callable
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from types import FrameType
from typing import cast

import uvicorn

from qwixx.extras import require
from qwixx.rules.errors import InputError
from qwixx.server.app import Application
from qwixx.server.logs import event
from qwixx.server.rate_limits import TokenBucket
from qwixx.server.transport.address_limits import AddressLimits, address_key
from qwixx.server.transport.http import GuardedHttp
from qwixx.server.transport.websocket import GuardedWebSocket
from qwixx.server.web.readiness import Readiness

log: logging.Logger = logging.getLogger(__name__)

IPNetwork = IPv4Network | IPv6Network

DRAIN_TICK = 0.1
# Connections beyond this rate wait in the system's queue. Refusing one costs less than serving it.
ACCEPTS_PER_SECOND = 300.0
REFUSAL_COST = 0.3
PAUSE_SECONDS = 0.005
# The system is out of file descriptors or memory for another connection.
NO_FILE = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
NO_FILE_SECONDS = 1.0

# Makes the protocol of a connection from an address.
ProtocolFactory = Callable[[str], asyncio.Protocol]


def proxy_network(text: str) -> IPNetwork:
    """The network of a proxy, from its address or CIDR range."""
    try:
        return ip_network(text)
    except ValueError as error:
        raise InputError(f"a proxy is an address like 127.0.0.1 or 10.0.0.0/8, not {text!r}") from error


class TableServer(uvicorn.Server):
    """uvicorn behind our own acceptors, which trusts the addresses that ``proxies`` forward."""

    def __init__(
        self,
        app: Application,
        proxies: tuple[IPNetwork, ...] = (),
        log_level: str = "warning",
        drain_seconds: float = 0,
        loop: str = "auto",
    ) -> None:
        if loop == "uvloop":
            require("host", "--loop uvloop", "uvloop")
        super().__init__(_configured(app, proxies, log_level, loop))
        self._app = app
        self._address_limits: AddressLimits = app.state.context.address_limits
        self._readiness: Readiness = app.state.context.readiness
        self._drain_seconds = drain_seconds
        self._signals: list[int] = []
        self._proxies = proxies
        self._acceptors: list[ConnectionAcceptor] = []

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        try:
            await super().startup(sockets=[])
        except SystemExit:
            if self._app.failure is not None:
                raise self._app.failure from None
            raise
        if self.started:
            self._acceptors = [
                ConnectionAcceptor(listener, self._address_limits, self._protocol_for, self._is_proxy)
                for listener in sockets or []
            ]

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._signals.append(sig)
        super().handle_exit(sig, frame)

    async def _drain(self) -> None:
        """Keep serving for a while after SIGTERM, until the proxy has noticed that this process is draining.

        A second signal ends the wait, and Ctrl-C does not wait at all.
        """
        self._readiness.drain()
        if self._signals == [signal.SIGTERM]:
            log.info(event("draining", seconds=self._drain_seconds))
        loop = asyncio.get_running_loop()
        end = loop.time() + self._drain_seconds
        while self._signals == [signal.SIGTERM] and loop.time() < end:
            await asyncio.sleep(DRAIN_TICK)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._drain()
        for acceptor in self._acceptors:
            acceptor.close()
        await super().shutdown(sockets)

    def _protocol_for(self, address: str) -> asyncio.Protocol:
        return GuardedHttp(
            self.config,
            self.server_state,
            self.lifespan.state,
            address_limits=self._address_limits,
            address=address,
        )

    def _is_proxy(self, host: str) -> bool:
        try:
            address = ip_address(host)
        except ValueError:
            return False
        return any(address in proxies for proxies in self._proxies)


def _configured(
    app: Application, proxies: tuple[IPNetwork, ...], log_level: str, loop: str
) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        loop=loop,
        http=GuardedHttp,
        ws=cast(type[asyncio.Protocol], GuardedWebSocket),
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(map(str, proxies)),
        # uvicorn logs through our handlers.
        log_config=None,
        log_level=log_level,
        # Addresses of requests may hold a private link.
        access_log=False,
        server_header=False,
        # Requests that still wait for a review delay the shutdown by at most this long.
        timeout_graceful_shutdown=2,
    )


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
