"""The messages for one client: sent at once if its socket is ready, otherwise queued in order."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable

from starlette.types import Message, Send

from qwixx.server.logs import event, reason_of
from qwixx.tables.protocol import CloseCode

log: logging.Logger = logging.getLogger(__name__)

MESSAGES_WAITING = 256


class Outbox:
    """A bounded queue of messages. A client that lets it overflow is disconnected, and may reconnect."""

    def __init__(self, send: Send, send_at_once: Callable[[bytes], bool]) -> None:
        self._send = send
        self._send_at_once = send_at_once
        self._waiting: deque[bytes] = deque()
        self._is_too_slow = False
        self._sending: asyncio.Task[None] | None = None

    def put(self, data: bytes) -> None:
        is_first = self._sending is None or self._sending.done()
        if self._is_too_slow or (is_first and self._send_at_once(data)):
            return
        self._waiting.append(data)
        if len(self._waiting) > MESSAGES_WAITING:
            self._overflow()
        elif is_first:
            self._sending = asyncio.create_task(self._send_waiting())

    def close(self) -> None:
        """Drop queued messages."""
        self._waiting.clear()
        if self._sending is not None:
            self._sending.cancel()

    def _overflow(self) -> None:
        """Close the connection, although the client may not have read earlier messages."""
        log.info(event("client_disconnected", reason="does not read"))
        self._is_too_slow = True
        self.close()
        self._sending = asyncio.create_task(self._send_close())

    async def _send_waiting(self) -> None:
        while self._waiting:
            await self._send_unless_closed(
                {"type": "websocket.send", "text": self._waiting.popleft().decode()}
            )

    async def _send_close(self) -> None:
        await self._send_unless_closed({"type": "websocket.close", "code": CloseCode.TRY_AGAIN})

    async def _send_unless_closed(self, message: Message) -> None:
        """Send a message. Errors of a broken socket are handled where it is read."""
        try:
            await self._send(message)
        except Exception as error:
            self._waiting.clear()
            log.debug(event("send_failed", reason=reason_of(error)))
