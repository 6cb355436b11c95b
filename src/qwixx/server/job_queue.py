"""A bounded queue of jobs, fair between owners; urgent jobs first."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass
from typing import Any, TypeVar

from qwixx.server.background import retrieve
from qwixx.server.fair_queue import FairQueue
from qwixx.server.limits import Limits

T = TypeVar("T")
Job = Callable[[], Awaitable[T]]


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
        """Make room for an owner, if necessary by taking the last place of the owner with the most.

        So a crowd of addresses with several places each cannot keep out one that has none.
        """
        if self._others.count(owner) >= self._limits.questions_per_address:
            raise QueueFull("this owner has all places it may have")
        if len(self._others) < self._limits.questions:
            return
        crowded_out = self._others.evict_from_largest(owner)
        if crowded_out is None:
            raise QueueFull("all places are taken")
        if not crowded_out.result.done():
            crowded_out.result.set_exception(QueueFull("an owner with fewer places took this one"))

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
