"""The security headers of every response: Content-Security-Policy, no framing, no referrer, no caching."""

from collections.abc import Callable, Mapping

from starlette.datastructures import MutableHeaders
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
