"""Who thinks for a server, and how long a game waits for it."""

import asyncio
from collections.abc import Callable, Hashable
from typing import ParamSpec, TypeVar

from qwixx.server.limits import Limits
from qwixx.server.thinking.line import Line
from qwixx.server.thinking.worker import Worker, WorkerError

P = ParamSpec("P")
T = TypeVar("T")

# What may wait until the processor has nothing better to do.
UNHURRIED = 10
# Seconds a table waits for a thought; only the first on a machine, which compiles, takes longer.
PATIENCE = 2.5


class NotYet(WorkerError):
    """An answer that would keep people waiting."""


class InTime:
    """Asks in a line and waits only so long; while an answer is overdue, nobody waits at all."""

    def __init__(self, line: Line, patience: float = PATIENCE) -> None:
        self._line = line
        self._patience = patience
        self._overdue: asyncio.Task[object] | None = None

    async def ask(
        self, who: Hashable, waited: float, question: Callable[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """The answer; NotYet if it is not there in time, WorkerError if there is none.

        So many seconds the table has already waited for somebody else to ask.
        """
        if self._overdue is not None and not self._overdue.done():
            raise NotYet("an earlier thought takes long")
        task = asyncio.create_task(self._line.ask_first(who, question, *args, **kwargs))
        # Whoever asks may leave early: retrieve the exception, or asyncio logs it as never retrieved.
        task.add_done_callback(lambda answered: answered.cancelled() or answered.exception())
        done, _ = await asyncio.wait({task}, timeout=max(self._patience - waited, 0.0))
        if not done:
            self._overdue = task
            raise NotYet(f"no thought in {self._patience} seconds")
        return task.result()


class WorkerPool:
    """Two who think: one for those who wait at a table, and one who is in no hurry."""

    def __init__(
        self, quick: Worker | None = None, unhurried: Worker | None = None, limits: Limits | None = None
    ) -> None:
        limits = limits or Limits()
        self.quick = Line(quick or Worker(), limits)
        self.unhurried = Line(unhurried or Worker(UNHURRIED), limits)

    def close(self) -> None:
        self.quick.worker.close()
        self.unhurried.worker.close()
