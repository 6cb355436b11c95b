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
FOR_EVER = "public, max-age=31536000, immutable"
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
}
# A script, a style, a font or an icon is no page: what pages may do would be said in vain, with each of them.
FILE_HEADERS = {name: HEADERS[name] for name in ("X-Content-Type-Options", "Cross-Origin-Resource-Policy")}
FOR_A_DAY = {"/icon.svg", "/manifest.webmanifest"}
# Whether a file has changed nobody asks who may keep it for ever.
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
    is_kept = status == 200 and path.startswith("/assets/")
    is_kept_for_a_day = status == 200 and path in FOR_A_DAY
    for name, value in (FILE_HEADERS if is_kept or is_kept_for_a_day else HEADERS).items():
        headers.setdefault(name, value)
    if is_kept:
        for name in FOR_ASKING_AGAIN:
            del headers[name]
    headers.setdefault(
        "Cache-Control", FOR_EVER if is_kept else "max-age=86400" if is_kept_for_a_day else "no-store"
    )
