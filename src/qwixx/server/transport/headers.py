"""Headers that keep the page to itself: no script but ours, no frames, no secret in a referrer."""

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = "; ".join(
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
FOR_EVER = "max-age=31536000, immutable"
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
}
# An icon or JSON is no page: what pages may do would be said in vain.
FILE_HEADERS = {name: HEADERS[name] for name in ("X-Content-Type-Options", "Cross-Origin-Resource-Policy")}
# Scripts, styles and fonts are the same for everybody and tell nobody anything; there are many of them.
ASSET_HEADERS = {"X-Content-Type-Options": HEADERS["X-Content-Type-Options"]}
FOR_A_DAY = {
    "/icon.svg",
    "/icon-192.png",
    "/icon-512.png",
    "/icon-maskable-512.png",
    "/apple-touch-icon.png",
    "/manifest.webmanifest",
}
# A browser keeps it while it is the newest one.
SERVICE_WORKER = "/sw.js"
# Whether a file has changed nobody asks who may keep it for ever, and a page is sent anew to everybody.
FOR_ASKING_AGAIN = ("ETag", "Last-Modified", "Accept-Ranges")


class SecurityHeaders:
    """Adds the headers to every answer; what is named by its content may be kept for ever."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                _add_headers(MutableHeaders(scope=message), scope["path"], message["status"])
            await send(message)

        await self._app(scope, receive, send_with_headers)


def _add_headers(headers: MutableHeaders, path: str, status: int) -> None:
    is_asset = status == 200 and path.startswith("/assets/")
    kind = headers.get("Content-Type", "")
    for name, value in _security(path, kind, is_asset=is_asset, status=status).items():
        headers.setdefault(name, value)
    if is_asset or kind.startswith("text/html"):
        for name in FOR_ASKING_AGAIN:
            del headers[name]
    headers.setdefault("Cache-Control", _how_long(path, status))


def _security(path: str, kind: str, *, is_asset: bool, status: int) -> dict[str, str]:
    if is_asset:
        return ASSET_HEADERS
    is_icon = status == 200 and path in FOR_A_DAY
    return FILE_HEADERS if is_icon or kind == "application/json" else HEADERS


def _how_long(path: str, status: int) -> str:
    """How long a file may be kept before it is asked for again."""
    if status != 200:
        return "no-store"
    if path.startswith("/assets/"):
        return FOR_EVER
    if path in FOR_A_DAY:
        return "max-age=86400"
    return "no-cache" if path == SERVICE_WORKER else "no-store"
