"""A helper process of a benchmark, which executes commands one after the other."""

import asyncio
import multiprocessing
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection as Pipe
from typing import Any

ANSWER_SECONDS = 120.0


class Helper:
    """A process that creates an object by ``make``; commands are the names of its asynchronous methods."""

    def __init__(self, make: Callable[..., object], *args: object, niceness: int = 0) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_obey, args=(theirs, niceness, make, args), daemon=True)
        self._process.start()
        theirs.close()

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    def tell(self, order: str, *values: object) -> None:
        self._pipe.send((order, values))

    def answer(self) -> Any:
        """The result of the oldest command without an answer."""
        if not self._pipe.poll(ANSWER_SECONDS):
            raise SystemExit("a process of the benchmark does not answer")
        try:
            return self._pipe.recv()
        except EOFError:
            raise SystemExit("a process of the benchmark has failed") from None

    def ask(self, order: str, *values: object) -> Any:
        self.tell(order, *values)
        return self.answer()

    def end(self) -> None:
        self._pipe.close()
        self._process.join(5)
        self._process.kill()
        self._process.join()


@contextmanager
def helping(make: Callable[..., object], *args: object, niceness: int = 0) -> Iterator[Helper]:
    helper = Helper(make, *args, niceness=niceness)
    try:
        yield helper
    finally:
        helper.end()


def _obey(pipe: Pipe, niceness: int, make: Callable[..., object], args: tuple[object, ...]) -> None:
    os.nice(niceness)

    async def obey() -> None:
        helper = make(*args)
        while True:
            order, values = await asyncio.to_thread(pipe.recv)
            pipe.send(await getattr(helper, order)(*values))

    with suppress(EOFError, KeyboardInterrupt):
        asyncio.run(obey())
