"""Requests begin one after the other: never more than the event loop carries beside the games that go on."""

import asyncio
from collections.abc import Hashable

from qwixx.server.fair_queue import FairQueue
from qwixx.server.limits import Bucket

# Also of those that may come at once the next begins so much later: a request takes about a millisecond.
SECONDS_APART = 0.003
# In how many seconds of the full rate a burst is used up.
BURST_SECONDS = 1.0


class Turnstile:
    """Lets so many through a second in all, and addresses in turn where they have to wait."""

    def __init__(self, per_second: float) -> None:
        self._bucket = Bucket(per_second, BURST_SECONDS * per_second)
        self._waiting: FairQueue[tuple[asyncio.Future[None], float]] = FairQueue()
        self._next_at = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def waiting(self, owner: Hashable) -> int:
        return self._waiting.count(owner)

    async def enter(self, owner: Hashable, weight: float = 1) -> None:
        """Return when it is the turn of one more request; a heavy one makes others wait longer."""
        loop = asyncio.get_running_loop()
        if not self._waiting and loop.time() >= self._next_at:
            self._take(loop.time(), weight)
            return
        place = loop.create_future(), weight
        self._waiting.put(owner, place)
        if self._timer is None:
            self._timer = loop.call_at(self._next_at, self._let_one_in)
        try:
            await place[0]
        except asyncio.CancelledError:
            self._waiting.discard(owner, place)
            raise

    def _let_one_in(self) -> None:
        loop = asyncio.get_running_loop()
        self._timer = None
        while self._waiting:
            turn, weight = self._waiting.get()
            if not turn.done():
                turn.set_result(None)
                self._take(loop.time(), weight)
                break
        if self._waiting:
            self._timer = loop.call_at(self._next_at, self._let_one_in)

    def _take(self, at: float, weight: float) -> None:
        self._next_at = at + max(SECONDS_APART, self._bucket.reserve(at, weight))
