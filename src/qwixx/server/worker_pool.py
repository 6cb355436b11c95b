"""The worker processes of a server, each behind a job queue."""

import logging
from collections.abc import Callable, Hashable
from typing import ParamSpec, TypeVar

from qwixx.server.job_queue import JobQueue
from qwixx.server.limits import Limits
from qwixx.server.logs import event
from qwixx.worker import BACKGROUND, Worker, WorkerError

P = ParamSpec("P")
T = TypeVar("T")

log: logging.Logger = logging.getLogger(__name__)


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
