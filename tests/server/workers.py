"""Workers for tests: one in this process, one that blocks on demand, and one that fails."""

import asyncio
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from qwixx.rules.errors import QwixxError
from qwixx.server.queues import WorkerPool
from qwixx.worker import Worker, WorkerError

P = ParamSpec("P")
T = TypeVar("T")


class LocalWorker(Worker):
    """Answers in a thread of this process, so that tests can observe and patch the answers."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    async def ask(self, question: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        self.asked.append(question.__name__)
        try:
            return await asyncio.to_thread(question, *args, **kwargs)
        except QwixxError as error:
            raise WorkerError(str(error)) from error


class SlowWorker(LocalWorker):
    """Answers nothing until a test permits it."""

    def __init__(self) -> None:
        super().__init__()
        self.may_answer = asyncio.Event()

    async def ask(self, question: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        await self.may_answer.wait()
        return await super().ask(question, *args, **kwargs)


class BrokenWorker(Worker):
    """Fails on every question."""

    async def ask(self, question: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        raise WorkerError("the weights dice-2.npz are missing; reinstall qwixx")


def pool_of(worker: Worker) -> WorkerPool:
    return WorkerPool(worker, worker)
