"""Those who wait for somebody who thinks: a short queue, in which all who ask have their turn."""

import asyncio
from collections.abc import Callable, Hashable
from typing import ParamSpec, TypeVar

from qwixx.server.fair_queue import FairQueue
from qwixx.server.limits import Limits
from qwixx.server.thinking.worker import Worker, WorkerError

P = ParamSpec("P")
T = TypeVar("T")
Queue = FairQueue["asyncio.Future[None]"]


class TooManyWait(WorkerError):
    """A question that nobody begins to think about, because too many wait already."""


class Line:
    """The queue before a worker, which is asked one question at a time.

    Whoever asks has few places in it, and whoever has waited longest since their last turn is next; games
    that wait for a bot come before all others. A question whose asker is gone is dropped.
    """

    def __init__(self, worker: Worker, limits: Limits) -> None:
        self.worker = worker
        self._limits = limits
        self._urgent: Queue = FairQueue()
        self._others: Queue = FairQueue()
        self._is_asked = False

    @property
    def waiting(self) -> int:
        """How many questions wait."""
        return len(self._urgent) + len(self._others)

    async def ask(self, who: Hashable, question: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The answer, after those who were here before; TooManyWait if there is no place left."""
        limits = self._limits
        if self._others.count(who) >= limits.questions_per_address or len(self._others) >= limits.questions:
            raise TooManyWait("too many questions wait already")
        await self._turn(self._others, who)
        return await self._asked(question, *args, **kwargs)

    async def ask_first(
        self, who: Hashable, question: Callable[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """The answer for a game that waits for it; a table waits for one at a time."""
        await self._turn(self._urgent, who)
        return await self._asked(question, *args, **kwargs)

    async def _turn(self, queue: Queue, who: Hashable) -> None:
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.put(who, turn)
        self._go_on()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.cancelled():
                queue.discard(who, turn)
            else:  # it had just become theirs
                self._is_asked = False
                self._go_on()
            raise

    async def _asked(self, question: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Ask the worker. It goes on when the asker leaves, and only then is it free for the next."""
        task = asyncio.ensure_future(self.worker.ask(question, *args, **kwargs))
        task.add_done_callback(self._answered)
        return await asyncio.shield(task)

    def _answered(self, task: "asyncio.Future[T]") -> None:
        # Retrieve the exception, or asyncio logs it as never retrieved.
        if not task.cancelled():
            task.exception()
        self._is_asked = False
        self._go_on()

    def _go_on(self) -> None:
        """Give the next in line their turn."""
        while not self._is_asked:
            queue = self._urgent or self._others
            if not queue:
                return
            turn = queue.get()
            if not turn.done():
                self._is_asked = True
                turn.set_result(None)
