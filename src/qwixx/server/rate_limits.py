"""Rate limits: token buckets, sliding windows, and the rate at which requests begin."""

import asyncio
from collections import deque
from collections.abc import Hashable
from contextlib import suppress

from qwixx.server.queues import FairQueue

# The least time between two requests, also in a burst: a request takes about a millisecond.
SECONDS_APART = 0.003
# The seconds of the full rate that a burst may use up at once.
BURST_SECONDS = 1.0


class TokenBucket:
    """A rate per second, and the largest burst."""

    __slots__ = ("_burst", "_filled_at", "_rate", "_tokens")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = self._tokens = burst
        self._filled_at = 0.0

    def take(self, at: float, tokens: float = 1) -> bool:
        """Take tokens if there are enough."""
        if self.level(at) < tokens:
            return False
        self._tokens -= tokens
        return True

    def reserve(self, at: float, tokens: float = 1) -> float:
        """Take tokens, going into debt if needed; the seconds until the debt is paid."""
        self._tokens = self.level(at) - tokens
        return self.seconds_of_debt(at)

    def seconds_of_debt(self, at: float) -> float:
        return max(0.0, -self.level(at) / self._rate)

    def is_full(self, at: float) -> bool:
        return self.level(at) >= self._burst

    def level(self, at: float) -> float:
        """The available tokens; negative while in debt."""
        self._tokens = min(self._burst, self._tokens + max(0.0, at - self._filled_at) * self._rate)
        self._filled_at = at
        return self._tokens


class SlidingWindow:
    """At most ``most`` events within the last ``seconds``."""

    def __init__(self, most: int, seconds: float) -> None:
        self._most = most
        self._seconds = seconds
        self._times: deque[float] = deque()

    def count(self, at: float) -> int:
        while self._times and at - self._times[0] >= self._seconds:
            self._times.popleft()
        return len(self._times)

    def is_full(self, at: float) -> bool:
        return self.count(at) >= self._most

    def seconds_left(self, at: float) -> float:
        """Until the window has room for one more event; 0 if it has now."""
        return self._seconds - (at - self._times[0]) if self.is_full(at) else 0.0

    def add(self, at: float) -> None:
        self._times.append(at)

    def add_if_room(self, at: float) -> bool:
        """Add an event unless the window is full."""
        if self.is_full(at):
            return False
        self.add(at)
        return True

    def take_back(self, at: float) -> None:
        with suppress(ValueError):  # it may have left the window by now
            self._times.remove(at)


class RequestRateLimiter:
    """Limits the rate at which requests begin in all, so that the event loop has time for games.

    Requests that have to wait begin round-robin by owner.
    """

    def __init__(self, rate: float) -> None:
        self._bucket = TokenBucket(rate, BURST_SECONDS * rate)
        self._waiting: FairQueue[tuple[asyncio.Future[None], float]] = FairQueue()
        self._next_at = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def waiting(self, owner: Hashable) -> int:
        return self._waiting.count(owner)

    async def acquire(self, owner: Hashable, weight: float = 1) -> None:
        """Return when a request may begin; a heavy one makes the next ones wait longer."""
        loop = asyncio.get_running_loop()
        if not self._waiting and loop.time() >= self._next_at:
            self._take(loop.time(), weight)
            return
        place = loop.create_future(), weight
        self._waiting.put(owner, place)
        if self._timer is None:
            self._timer = loop.call_at(self._next_at, self._begin_next)
        try:
            await place[0]
        except asyncio.CancelledError:
            self._waiting.discard(owner, place)
            raise

    def _begin_next(self) -> None:
        loop = asyncio.get_running_loop()
        self._timer = None
        while self._waiting:
            turn, weight = self._waiting.get()
            if not turn.done():
                turn.set_result(None)
                self._take(loop.time(), weight)
                break
        if self._waiting:
            self._timer = loop.call_at(self._next_at, self._begin_next)

    def _take(self, at: float, weight: float) -> None:
        self._next_at = at + max(SECONDS_APART, self._bucket.reserve(at, weight))
