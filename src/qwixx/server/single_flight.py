"""Single flight: work that runs once, however many ask for it at the same time."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Hashable
from functools import partial
from typing import Any, Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class SingleFlightCache(Generic[K, V]):
    """The most recently used values, by key. Errors are not cached."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._values: OrderedDict[K, V] = OrderedDict()
        self._running: dict[K, _Computation[V]] = {}

    async def get(
        self, key: K, compute: Callable[[], Coroutine[Any, Any, V]], timeout: float | None = None
    ) -> V:
        """The value of a key, computed now if it is not known.

        TimeoutError after ``timeout`` seconds; the computation goes on then, and its value is kept. It is
        cancelled when the last task that waits for it is cancelled.
        """
        if key in self._values:
            self._values.move_to_end(key)
            return self._values[key]
        running = self._running.get(key)
        if running is None or running.is_cancelled:
            running = self._running[key] = _Computation(compute())
            running.task.add_done_callback(partial(self._keep, key, running))
        return await running.value(timeout)

    def _keep(self, key: K, computation: "_Computation[V]", task: asyncio.Task[V]) -> None:
        if self._running.get(key) is computation:
            del self._running[key]
        if task.cancelled() or task.exception() is not None:
            return
        self._values[key] = task.result()
        if len(self._values) > self._size:
            self._values.popitem(last=False)


class _Computation(Generic[V]):
    """A value that is being computed, and how many tasks wait for it."""

    def __init__(self, compute: Coroutine[Any, Any, V]) -> None:
        self.task = asyncio.create_task(compute)
        self.is_cancelled = False
        self._waiting = 0

    async def value(self, timeout: float | None) -> V:
        self._waiting += 1
        try:
            return await asyncio.wait_for(asyncio.shield(self.task), timeout)
        except asyncio.CancelledError:
            if self._waiting == 1:
                self.is_cancelled = True
                self.task.cancel()
            raise
        finally:
            self._waiting -= 1


class CachedValue(Generic[V]):
    """A value that is computed when it is needed, and is kept for some seconds. Errors are not kept."""

    def __init__(
        self,
        seconds: float,
        compute: Callable[[], Awaitable[V]],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._seconds = seconds
        self._compute = compute
        self._clock = clock
        self._lock = asyncio.Lock()
        self._last: tuple[float, V] | None = None

    async def get(self) -> V:
        async with self._lock:
            if self._last is None or self._clock() - self._last[0] >= self._seconds:
                value = await self._compute()
                self._last = self._clock(), value
            return self._last[1]


class BackgroundTask:
    """Runs a coroutine in a task; a second start while it runs does nothing."""

    def __init__(self, run: Callable[[], Coroutine[Any, Any, None]]) -> None:
        self._run = run
        self._task: asyncio.Task[None] | None = None

    @property
    def is_running(self) -> bool:
        return self._task is not None and not self._task.done()

    def start(self) -> None:
        if not self.is_running:
            self._task = asyncio.create_task(self._run())

    def cancel(self) -> None:
        if self._task is not None:
            self._task.cancel()


def retrieve(task: "asyncio.Task[Any]") -> None:
    """Retrieve the exception of a task, or asyncio logs it as never retrieved."""
    if not task.cancelled():
        task.exception()
