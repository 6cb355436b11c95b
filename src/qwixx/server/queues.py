"""Queues: one that is fair between owners, one of jobs, and one in front of each worker process."""

import asyncio
import logging
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass
from typing import Any, Generic, ParamSpec, TypeVar

from qwixx.server.limits import Limits
from qwixx.server.logs import event
from qwixx.server.single_flight import retrieve
from qwixx.worker import BACKGROUND, Worker, WorkerError

log: logging.Logger = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")
Job = Callable[[], Awaitable[T]]


class FairQueue(Generic[T]):
    """First in, first out for each owner, and round-robin between owners.

    >>> queue = FairQueue[str]()
    >>> for item in ("a1", "a2", "a3", "b1"):
    ...     queue.put(item[0], item)
    >>> [queue.get() for _ in range(len(queue))]
    ['a1', 'b1', 'a2', 'a3']
    """

    def __init__(self) -> None:
        self._items: OrderedDict[Hashable, deque[T]] = OrderedDict()
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def count(self, owner: Hashable) -> int:
        """The number of items of an owner."""
        return len(self._items.get(owner, ()))

    def put(self, owner: Hashable, item: T) -> None:
        self._items.setdefault(owner, deque()).append(item)
        self._size += 1

    def get(self) -> T:
        """The next item; its owner moves to the end of the round."""
        owner, items = self._items.popitem(last=False)
        item = items.popleft()
        if items:
            self._items[owner] = items
        self._size -= 1
        return item

    def evict_from_largest(self, owner: Hashable) -> T | None:
        """Remove the last item of the owner with the most, unless this owner would then have more.

        >>> queue = FairQueue[str]()
        >>> for item in ("a1", "a2", "b1"):
        ...     queue.put(item[0], item)
        >>> queue.evict_from_largest("c"), queue.evict_from_largest("c")
        ('a2', None)
        """
        largest = max(self._items, key=self.count, default=None)
        if largest is None or self.count(largest) <= self.count(owner) + 1:
            return None
        self._size -= 1
        return self._items[largest].pop()

    def discard(self, owner: Hashable, item: T) -> None:
        """Remove an item, if it is still queued."""
        items = self._items.get(owner)
        if items is not None and item in items:
            items.remove(item)
            self._size -= 1
            if not items:
                del self._items[owner]


class QueueFull(Exception):
    """The queue has no place for a job, or gave its place to an owner with fewer."""


class DeadlineExceeded(Exception):
    """A job has no result by its deadline."""


@dataclass(eq=False)
class _QueuedJob:
    job: Job[Any]
    result: "asyncio.Future[Any]"


class JobQueue:
    """Runs one job at a time, round-robin by owner; an owner has few places.

    A job whose caller was cancelled is dropped, unless it runs already: then the next one waits for its end.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._urgent: FairQueue[_QueuedJob] = FairQueue()
        self._others: FairQueue[_QueuedJob] = FairQueue()
        self._running: asyncio.Task[None] | None = None
        self._overdue_job: asyncio.Task[Any] | None = None

    @property
    def waiting(self) -> int:
        """The number of jobs that have not started."""
        return len(self._urgent) + len(self._others)

    async def run(self, owner: Hashable, job: Job[T]) -> T:
        """The result of a job; QueueFull if the queue has no place for it."""
        self._make_room(owner)
        return await self._put(self._others, owner, job)

    async def run_urgent(self, owner: Hashable, job: Job[T], seconds: float) -> T:
        """The result of a job with priority over ordinary ones; DeadlineExceeded after ``seconds``.

        The job goes on then, for example to compile. Until it ends, other urgent jobs are refused at once.
        """
        if self._overdue_job is not None and not self._overdue_job.done():
            raise DeadlineExceeded("an earlier job is overdue")
        running = asyncio.create_task(self._put(self._urgent, owner, job))
        try:
            done, _ = await asyncio.wait({running}, timeout=seconds)
        except asyncio.CancelledError:
            running.cancel()
            raise
        if done:
            return running.result()
        self._overdue_job = running
        running.add_done_callback(retrieve)
        raise DeadlineExceeded(f"no result in {seconds} seconds")

    def _make_room(self, owner: Hashable) -> None:
        """Make room for an owner, if necessary by evicting the last job of the owner with the most.

        So many addresses with several jobs each cannot keep out one that has none.
        """
        if self._others.count(owner) >= self._limits.questions_per_address:
            raise QueueFull("this owner has all places it may have")
        if len(self._others) < self._limits.questions:
            return
        evicted = self._others.evict_from_largest(owner)
        if evicted is None:
            raise QueueFull("all places are taken")
        if not evicted.result.done():
            evicted.result.set_exception(QueueFull("an owner with fewer places took this one"))

    async def _put(self, queue: FairQueue[_QueuedJob], owner: Hashable, job: Job[T]) -> T:
        queued = _QueuedJob(job, asyncio.get_running_loop().create_future())
        queue.put(owner, queued)
        self._run_next()
        try:
            result: T = await queued.result
        except asyncio.CancelledError:
            queue.discard(owner, queued)
            raise
        return result

    def _run_next(self) -> None:
        while self._running is None and (queue := self._urgent or self._others):
            queued = queue.get()
            if not queued.result.done():
                self._running = asyncio.create_task(self._run(queued))

    async def _run(self, queued: _QueuedJob) -> None:
        try:
            result = await queued.job()
        except asyncio.CancelledError:
            queued.result.cancel()  # the worker was closed
            raise
        except Exception as error:
            if not queued.result.done():
                queued.result.set_exception(error)
        else:
            if not queued.result.done():
                queued.result.set_result(result)
        finally:
            self._running = None
            self._run_next()


class WorkerQueue(JobQueue):
    """The job queue in front of one worker process."""

    def __init__(self, worker: Worker, limits: Limits) -> None:
        super().__init__(limits)
        self.worker = worker

    async def ask(self, owner: Hashable, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The result of a function that runs in the process; QueueFull, or WorkerError if it fails."""
        return await self.run(owner, lambda: self.worker.ask(function, *args, **kwargs))


class WorkerPool:
    """Two worker processes: one for answers that people wait for, and one of low priority."""

    def __init__(
        self,
        interactive: Worker | None = None,
        background: Worker | None = None,
        limits: Limits | None = None,
    ) -> None:
        limits = limits or Limits()
        self.interactive: WorkerQueue = WorkerQueue(interactive or Worker(on_replaced=_log_replaced), limits)
        self.background: WorkerQueue = WorkerQueue(background or Worker(BACKGROUND, _log_replaced), limits)

    def close(self) -> None:
        self.interactive.worker.close()
        self.background.worker.close()


def _log_replaced(error: WorkerError) -> None:
    log.warning(event("worker_replaced", reason=error))
