"""How the application is served: uvicorn with our own way to accept connections, HTTP and WebSocket."""

import asyncio
import logging
import signal
import socket
from importlib.util import find_spec
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from types import FrameType
from typing import cast

import uvicorn

from qwixx.rules.errors import InputError, OperationalError
from qwixx.server.app import Application
from qwixx.server.journal import line
from qwixx.server.limits import HEADER_BYTES
from qwixx.server.transport.doorman import Doorman
from qwixx.server.transport.http import GuardedHttp
from qwixx.server.transport.visitors import Visitors
from qwixx.server.transport.websocket import TableSocket
from qwixx.server.web.readiness import Readiness

Network = IPv4Network | IPv6Network

DRAIN_TICK = 0.1

log = logging.getLogger(__name__)


def network(text: str) -> Network:
    """A proxy, or a network of them, by address."""
    try:
        return ip_network(text)
    except ValueError as error:
        raise InputError(f"a proxy is an address like 127.0.0.1 or 10.0.0.0/8, not {text!r}") from error


class TableServer(uvicorn.Server):
    """uvicorn, which is handed connections by our own doormen; what ``proxies`` say of theirs is believed."""

    def __init__(
        self,
        app: Application,
        proxies: tuple[Network, ...] = (),
        log_level: str = "warning",
        drain_seconds: float = 0,
        loop: str = "auto",
    ) -> None:
        if loop == "uvloop" and find_spec("uvloop") is None:
            raise OperationalError("--loop uvloop needs uvloop: pip install 'qwixx[host]'")
        super().__init__(_configured(app, proxies, log_level, loop))
        self._app = app
        self._visitors: Visitors = app.state.server.visitors
        self._readiness: Readiness = app.state.server.readiness
        self._drain_seconds = drain_seconds
        self._signals: list[int] = []
        self._proxies = proxies
        self._doormen: list[Doorman] = []

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        try:
            await super().startup(sockets=[])
        except SystemExit:
            if self._app.failure is not None:
                raise self._app.failure from None
            raise
        if self.started:
            self._doormen = [
                Doorman(listener, self._visitors, self._protocol_for, self._is_proxy)
                for listener in sockets or []
            ]

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._signals.append(sig)
        super().handle_exit(sig, frame)

    async def _drain(self) -> None:
        """Play goes on for a while after SIGTERM, until whoever sends people here has heard of it.

        A second signal ends the wait; who presses Ctrl-C waits for nothing.
        """
        self._readiness.drain()
        if self._signals == [signal.SIGTERM]:
            log.info(line("draining", seconds=self._drain_seconds))
        loop = asyncio.get_running_loop()
        end = loop.time() + self._drain_seconds
        while self._signals == [signal.SIGTERM] and loop.time() < end:
            await asyncio.sleep(DRAIN_TICK)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._drain()
        for doorman in self._doormen:
            doorman.close()
        await super().shutdown(sockets)

    def _protocol_for(self, address: str) -> asyncio.Protocol:
        return GuardedHttp(
            self.config, self.server_state, self.lifespan.state, visitors=self._visitors, address=address
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
        ws=cast(type[asyncio.Protocol], TableSocket),
        h11_max_incomplete_event_size=HEADER_BYTES,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(map(str, proxies)),
        # Its lines go where all others go.
        log_config=None,
        log_level=log_level,
        # Addresses of requests may hold a private link.
        access_log=False,
        server_header=False,
        # Who waits for a review may hold up the end of the server no longer than that.
        timeout_graceful_shutdown=2,
    )
