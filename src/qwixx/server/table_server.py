"""uvicorn with our own acceptor, HTTP and WebSocket protocols."""

import asyncio
import logging
import signal
import socket
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from types import FrameType
from typing import cast

import uvicorn

from qwixx.extras import require
from qwixx.rules.errors import InputError
from qwixx.server.app import Application
from qwixx.server.logs import event
from qwixx.server.transport.acceptor import ConnectionAcceptor
from qwixx.server.transport.address_limits import AddressLimits
from qwixx.server.transport.http import GuardedHttp
from qwixx.server.transport.websocket import GuardedWebSocket
from qwixx.server.web.readiness import Readiness

Network = IPv4Network | IPv6Network

DRAIN_TICK = 0.1

log: logging.Logger = logging.getLogger(__name__)


def network(text: str) -> Network:
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
        proxies: tuple[Network, ...] = (),
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


def _configured(app: Application, proxies: tuple[Network, ...], log_level: str, loop: str) -> uvicorn.Config:
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
