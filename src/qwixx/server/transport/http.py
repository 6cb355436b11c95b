"""The HTTP of a connection, for uvicorn: nobody may hold one for nothing.

uvicorn waits for ever for a first request, for the rest of one, and for a client to read its answer.
"""

import asyncio
from functools import partial
from typing import Any

import h11
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import STATUS_PHRASES, H11Protocol
from uvicorn.server import ServerState

from qwixx.server.transport.headers import HEADERS
from qwixx.server.transport.visitors import Visitors
from qwixx.server.transport.websocket import TableSocket

# For a request's first lines, from the opening of the connection or the last answer; and for its body.
HEADER_SECONDS = 15.0
BODY_SECONDS = 15.0
READ_BYTES = 16 * 1024
# For a client to read what it is sent, counted from when it stopped reading.
READ_SECONDS = 30.0


class GuardedHttp(H11Protocol):
    """HTTP/1.1 with deadlines, and with our own WebSocket behind it."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
        *,
        visitors: Visitors,
        address: str,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._visitors = visitors
        self._address: str | None = address
        self._expects: object = None
        self._is_upgraded = False
        self._deadline: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        # asyncio's own transport would read 256 kB at a time, which is thousands of requests to keep.
        if hasattr(transport, "max_size"):
            transport.max_size = READ_BYTES
        self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._stop_deadlines()
        if self._address is not None:
            self._visitors.disconnect(self._address)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._expect()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._expect()

    def _expect(self) -> None:
        """Set a deadline where it is the client's turn, counted from when that began."""
        theirs = self.conn.their_state
        if theirs is self._expects or self._is_upgraded:
            return
        self._expects = theirs
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

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """The connection goes on as a WebSocket, and counts until that is over."""
        self._stop_deadlines()
        self._is_upgraded = True
        self.connections.discard(self)
        scope: dict[str, Any] = {**self.scope, "type": "websocket", "subprotocols": []}
        scope["scheme"] = "wss" if scope["scheme"] == "https" else "ws"
        rest, _ = self.conn.trailing_data
        assert self._address is not None
        on_lost = partial(self._visitors.disconnect, self._address)
        on_trouble = partial(self._visitors.blame, self._address)
        self._address = None
        TableSocket(self.app, self.server_state, on_lost, on_trouble).begin(self.transport, scope, rest)

    def send_400_response(self, msg: str) -> None:
        """As uvicorn's, with the headers that every answer has."""
        headers = [("content-type", "text/plain; charset=utf-8"), ("connection", "close"), *HEADERS.items()]
        answer = (
            h11.Response(status_code=400, headers=headers, reason=STATUS_PHRASES[400]),
            h11.Data(data=msg.encode("ascii")),
            h11.EndOfMessage(),
        )
        self.transport.write(b"".join(self.conn.send(part) or b"" for part in answer))
        self.transport.close()
