"""ASGI middleware: security headers on every response, and unwanted bodies read to their end."""

from collections.abc import Callable, Mapping

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

CONTENT_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
# Browsers ignore it without TLS, and warn.
OPENER_POLICY = "Cross-Origin-Opener-Policy"
HEADERS = {
    "Content-Security-Policy": CONTENT_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    OPENER_POLICY: "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
}
# Scripts, styles and fonts are many, public, and never opened as pages.
ASSET_HEADERS = {name: HEADERS[name] for name in ("X-Content-Type-Options", "Cross-Origin-Resource-Policy")}
# A longer body is not read to its end, and its client may find the connection reset.
DRAINED_BYTES = 1024 * 1024


class SecurityHeaders:
    """Adds the headers to every response; a cacheable one sets its own Cache-Control."""

    def __init__(self, app: ASGIApp, is_secure: Callable[[str], bool], assets: str) -> None:
        self._app = app
        # Whether the page was opened over TLS, by the scheme of the request.
        self._is_secure = is_secure
        # The path that scripts, styles and fonts are below.
        self._assets = assets

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self._headers_for(scope, message["status"]).items():
                    headers.setdefault(name, value)
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self._app(scope, receive, send_with_headers)

    def _headers_for(self, scope: Scope, status: int) -> Mapping[str, str]:
        if status < 400 and scope["path"].startswith(self._assets):
            return ASSET_HEADERS
        if self._is_secure(scope["scheme"]):
            return HEADERS
        return {name: value for name, value in HEADERS.items() if name != OPENER_POLICY}


class DrainedBodies:
    """Reads what the application has not read of a body before the response begins.

    A connection that is closed while data is on its way is reset, and a client that still sends then loses
    the response. The connection sets the deadline of a body.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not _has_body(Headers(scope=scope)):
            await self._app(scope, receive, send)
            return
        body = Body(receive)

        async def send_after_body(message: Message) -> None:
            if message["type"] == "http.response.start":
                await body.drain()
            await send(message)

        await self._app(scope, body.receive, send_after_body)


class Body:
    """The body of one request, and whether it has been read to its end."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._is_read = False

    async def receive(self) -> Message:
        message = await self._receive()
        self._is_read = not message.get("more_body", False)
        return message

    async def drain(self) -> None:
        size = 0
        while not self._is_read and size <= DRAINED_BYTES:
            size += len((await self.receive()).get("body", b""))


def _has_body(headers: Headers) -> bool:
    # A client that expects 100-continue has not sent its body.
    is_sent = headers.get("expect", "").lower() != "100-continue"
    return is_sent and ("transfer-encoding" in headers or headers.get("content-length", "0") != "0")
