"""HTTP/1.1 for uvicorn, with deadlines, and protected against request smuggling.

uvicorn waits without limit for a first request, for the rest of one, and for a client to read a response.
"""

import asyncio
from functools import partial
from typing import Any

import h11
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import STATUS_PHRASES, H11Protocol
from uvicorn.server import ServerState

from qwixx.server.limits import REQUEST_HEADER_BYTES
from qwixx.server.transport.address_limits import AddressLimits
from qwixx.server.transport.middleware import HEADERS
from qwixx.server.transport.websocket import GuardedWebSocket

# For the headers of a request, since the connection was opened or the last response sent; and for its body.
HEADER_SECONDS = 15.0
BODY_SECONDS = 15.0
REQUEST_READ_BYTES = 16 * 1024
# For a client that stopped reading a response to go on.
READ_SECONDS = 30.0


class StrictConnection(h11.Connection):
    """Refuses ambiguous requests, which h11 accepts and a proxy might parse differently."""

    def next_event(self) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        event = super().next_event()
        if isinstance(event, h11.Request):
            self._check(event)
        return event

    def _check(self, request: h11.Request) -> None:
        names = {name for name, _ in request.headers}
        if {b"content-length", b"transfer-encoding"} <= names:
            raise h11.RemoteProtocolError("a body has one length")
        # h11 limits only incomplete headers.
        if sum(len(name) + len(value) for name, value in request.headers) > REQUEST_HEADER_BYTES:
            raise h11.RemoteProtocolError("too many headers", error_status_hint=431)


class GuardedHttp(H11Protocol):
    """One HTTP connection, which may become a WebSocket."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
        *,
        address_limits: AddressLimits,
        address: str,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.conn: StrictConnection = StrictConnection(h11.SERVER, REQUEST_HEADER_BYTES)
        self._address_limits = address_limits
        self._address: str | None = address
        self._has_request = False
        self._expects: object = None
        self._is_upgraded = False
        self._deadline: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        # asyncio's own transport reads 256 kB at once, which may be thousands of requests.
        if hasattr(transport, "max_size"):
            transport.max_size = REQUEST_READ_BYTES
        self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._stop_deadlines()
        if self._address is not None:
            self._address_limits.disconnect(self._address, is_unused=not self._has_request)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._expect()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._expect()

    def _expect(self) -> None:
        """Set a deadline while the client has to send something."""
        theirs = self.conn.their_state
        if theirs is self._expects or self._is_upgraded:
            return
        self._expects = theirs
        self._has_request |= theirs is not h11.IDLE and theirs is not h11.ERROR
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
        seconds = {h11.IDLE: HEADER_SECONDS, h11.SEND_BODY: BODY_SECONDS}.get(theirs)
        if seconds is not None and not self.transport.is_closing():
            self._deadline = self.loop.call_later(seconds, self.transport.abort)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread = self.loop.call_later(READ_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._unread is not None:
            self._unread.cancel()

    def _stop_deadlines(self) -> None:
        for timer in (self._deadline, self._unread):
            if timer is not None:
                timer.cancel()

    def _should_upgrade(self) -> bool:
        """RFC 6455 requires GET and HTTP/1.1. Everything else is answered as a plain request."""
        has_body = any(
            name == b"transfer-encoding" or (name == b"content-length" and value != b"0")
            for name, value in self.headers
        )
        asked = self.scope["method"], self.scope["http_version"]
        return super()._should_upgrade() and asked == ("GET", "1.1") and not has_body

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over to a WebSocket, which reports its end to the limits."""
        self._stop_deadlines()
        self._is_upgraded = True
        self.connections.discard(self)
        scope: dict[str, Any] = {**self.scope, "type": "websocket", "subprotocols": []}
        scope["scheme"] = "wss" if scope["scheme"] == "https" else "ws"
        rest, _ = self.conn.trailing_data
        assert self._address is not None
        on_lost = partial(self._address_limits.disconnect, self._address)
        on_abuse = partial(self._address_limits.penalise, self._address)
        self._address = None
        GuardedWebSocket(self.app, self.server_state, on_lost, on_abuse).begin(self.transport, scope, rest)

    def send_400_response(self, msg: str) -> None:
        """Like uvicorn's, with our security headers."""
        headers = [("content-type", "text/plain; charset=utf-8"), ("connection", "close"), *HEADERS.items()]
        answer = (
            h11.Response(status_code=400, headers=headers, reason=STATUS_PHRASES[400]),
            h11.Data(data=msg.encode("ascii")),
            h11.EndOfMessage(),
        )
        self.transport.write(b"".join(self.conn.send(part) or b"" for part in answer))
        self.transport.close()
