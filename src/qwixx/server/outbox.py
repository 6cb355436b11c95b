"""What one client is sent: immediately if its socket is ready, otherwise queued in order."""

import asyncio
import logging
from collections import deque
from collections.abc import Coroutine, Generator
from typing import Any

from starlette.types import Message, Send

from qwixx.server.journal import line, reason_of
from qwixx.server.websocket import TOO_SLOW

log = logging.getLogger(__name__)

MESSAGES_WAITING = 256


class Outbox:
    """The way to one client. One that does not keep up is let go at once, and may come back for the rest."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._waiting: deque[bytes] = deque()
        self._is_sending = False
        self._is_too_slow = False
        self._rest: asyncio.Task[None] | None = None

    def put(self, data: bytes) -> None:
        if self._is_too_slow:
            return
        self._waiting.append(data)
        if len(self._waiting) > MESSAGES_WAITING:
            self._give_up()
        elif not self._is_sending:
            self._rest = eagerly(self._send_waiting())

    def close(self) -> None:
        """Give up what is still waiting."""
        self._waiting.clear()
        if self._rest is not None:
            self._rest.cancel()

    def _give_up(self) -> None:
        """Close the connection, although what was sent before may never be read."""
        log.info(line("client_let_go", reason="does not read"))
        self._is_too_slow = True
        self.close()
        self._rest = eagerly(self._send_close())

    async def _send_waiting(self) -> None:
        self._is_sending = True
        while self._waiting:
            await self._try({"type": "websocket.send", "text": self._waiting.popleft().decode()})
        self._is_sending = False

    async def _send_close(self) -> None:
        await self._try({"type": "websocket.close", "code": TOO_SLOW})

    async def _try(self, message: Message) -> None:
        """Send, or give up: whoever listens to a broken socket notices, and nobody else has to."""
        try:
            await self._send(message)
        except Exception as error:
            self._waiting.clear()
            log.debug(line("send_failed", reason=reason_of(error)))


def eagerly(coroutine: Coroutine[Any, Any, None]) -> asyncio.Task[None] | None:
    """Run a coroutine until it has to wait; the task that finishes it, or None if nothing is left.

    Sending hardly ever waits, and to wake a task for each message would cost as much as the message. From
    Python 3.12 on tasks can do this by themselves (``eager_start``).
    """
    try:
        waits_for = coroutine.send(None)
    except StopIteration:
        return None
    return asyncio.create_task(_finish(_Begun(coroutine, waits_for)))


async def _finish(begun: "_Begun") -> None:
    await begun


class _Begun(Generator[Any, Any, None]):
    """A coroutine that was run until it had to wait, to be awaited from there on."""

    def __init__(self, coroutine: Coroutine[Any, Any, None], waits_for: object) -> None:
        self._coroutine = coroutine
        self._handed_over = [waits_for]

    def __await__(self) -> Generator[Any, Any, None]:
        return self

    def send(self, value: object) -> object:
        return self._handed_over.pop() if self._handed_over else self._coroutine.send(value)

    def throw(self, *error: Any) -> object:
        return self._coroutine.throw(*error)
