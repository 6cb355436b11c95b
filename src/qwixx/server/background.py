"""Tasks in the background."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any


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
