"""Middleware that checks the host and origin of every request, and applies the rate limits."""

import asyncio

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from qwixx.rules.reasons import Reason
from qwixx.server.transport.address_limits import AddressLimits, address_key
from qwixx.server.web.responses import problem
from qwixx.server.web.site import Site, is_cross_site
from qwixx.tables import refusals
from qwixx.tables.protocol import CloseCode
from qwixx.tables.refusals import Refusal

BAD_ORIGIN = 4403
MISDIRECTED = 421
FORBIDDEN = 403
TOO_MANY_REQUESTS = 429
REFUSED_SECONDS = 1.0
# The weights of requests: opening or joining a table and QR codes take three times as long as others,
# WebSockets twice.
HEAVY = 3
OPENING_COST = 2
# Proxies and the machine itself request these under any host name.
HEALTH = ("/healthz", "/readyz")


def address_of(scope: Scope) -> str:
    """The address that a request's limits count for."""
    client = scope.get("client")
    return address_key(client[0]) if client else "unknown"


def _weight(scope: Scope) -> float:
    is_heavy = scope["method"] == "POST" or scope["path"].endswith("/qr.svg")
    return HEAVY if is_heavy else 1


class Gate:
    """Checks requests, and delays them by the rate limits of their address."""

    def __init__(self, app: ASGIApp, site: Site, address_limits: AddressLimits) -> None:
        self._app = app
        self._site = site
        self._address_limits = address_limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._pass_request(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._admit_socket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _pass_request(self, scope: Scope, receive: Receive, send: Send) -> None:
        refused = self._why_not(Request(scope))
        try:
            await self._address_limits.acquire(address_of(scope), _weight(scope))
        except Refusal as refusal:
            # A refusal must not be faster than an answer.
            await asyncio.sleep(REFUSED_SECONDS)
            refused = TOO_MANY_REQUESTS, refusal.reason
        if refused is None:
            await self._app(scope, receive, send)
        else:
            status, reason = refused
            await problem(reason, status)(scope, receive, send)

    def _why_not(self, request: Request) -> tuple[int, Reason] | None:
        """The status and the reason of a refused request."""
        wrong_host = self._site.why_not_host(request.headers.get("host"))
        if wrong_host is not None and request.scope["path"] not in HEALTH:
            return MISDIRECTED, refusals.BAD_MESSAGE(problem=wrong_host)
        if request.method != "POST":
            return None  # other methods change nothing
        if is_cross_site(self._site, request.headers):
            return FORBIDDEN, refusals.BAD_MESSAGE(problem="it comes from a page of another site")
        return None

    async def _admit_socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        code = None
        if self._site.why_not_host(headers.get("host")) is not None or is_cross_site(self._site, headers):
            code = BAD_ORIGIN
        try:
            await self._address_limits.acquire(address_of(scope), OPENING_COST)
        except Refusal:
            await asyncio.sleep(REFUSED_SECONDS)
            code = CloseCode.POLICY_VIOLATION
        if code is None:
            await self._app(scope, receive, send)
        else:
            # A browser passes the close code to the page only if the connection was accepted.
            socket = WebSocket(scope, receive, send)
            await socket.accept()
            await socket.close(code)
