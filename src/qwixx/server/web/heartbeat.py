"""Detection of frozen pages: whether the page at the other end of a WebSocket still runs."""

import asyncio
from collections.abc import Callable

# A page that receives nothing sends a heartbeat after 23 seconds at most; browsers let pages in the
# background send one about once a minute.
FROZEN_SECONDS = 150.0


class HeartbeatWatch:
    """Reports a page that was frozen by its device, whose browser still answers WebSocket pings for it.

    Only clients that have sent a heartbeat are expected to send more, after silence in both directions.
    """

    def __init__(self, on_frozen: Callable[[], None]) -> None:
        self._on_frozen = on_frozen
        self._loop = asyncio.get_running_loop()
        self._active_at = self._loop.time()
        self._timer: asyncio.TimerHandle | None = None

    def note(self) -> None:
        """Something was sent or received."""
        self._active_at = self._loop.time()

    def expect(self) -> None:
        """The client has sent a heartbeat."""
        if self._timer is None:
            self._check()

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _check(self) -> None:
        left = self._active_at + FROZEN_SECONDS - self._loop.time()
        if left > 0:
            self._timer = self._loop.call_later(left, self._check)
        else:
            self._on_frozen()
