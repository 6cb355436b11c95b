"""Processes that think, so that the server does not have to stop for it.

Compiled code keeps Python's lock while it runs, and compiling it takes half a minute on a machine that has
never done so. In a thread of the server either would hold up every table.
"""

import asyncio
import logging
import multiprocessing
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from multiprocessing.process import BaseProcess
from pickle import PickleError
from typing import ParamSpec, TypeVar

from qwixx.rules.errors import OperationalError, QwixxError
from qwixx.server.journal import line
from qwixx.system.signals import accept_endings, endings_wait
from qwixx.system.workers import Connection, end_with_parent, lower_priority

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

# Compiling and solving the solo game take a minute or two; whatever takes longer hangs.
LONGEST_SECONDS = 600.0
ABOUT_TO_END = "the server is about to end"


class WorkerError(OperationalError):
    """A question that came to nothing; the words say why."""


class Crashed(WorkerError):
    """The process is no longer there."""


class Worker:
    """A process that answers one question after the other. The first question starts it.

    It ends with the server, however that ends.
    """

    def __init__(self, niceness: int = 0) -> None:
        self._niceness = niceness
        # It waits at the pipe, so that the event loop does not.
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="thinking")
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._closed = threading.Event()

    async def ask(self, question: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The answer of a function that is run there; WorkerError if it fails."""
        return await asyncio.wrap_future(self.submit(question, *args, **kwargs))

    def submit(self, question: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """The same for those who have no event loop."""
        if self._closed.is_set():
            raise WorkerError(ABOUT_TO_END)
        return self._thread.submit(self._ask, question, args, kwargs)

    def close(self) -> None:
        """End the process, whatever it is at."""
        self._closed.set()
        if self._process is not None:
            self._process.kill()
        self._thread.shutdown(cancel_futures=True)
        self._end()

    def _ask(self, question: Callable[..., T], args: tuple[object, ...], kwargs: dict[str, object]) -> T:
        """Where the process was ended from outside, another one is asked the same, once."""
        try:
            return self._ask_process(question, args, kwargs)
        except Crashed as error:
            if not self._closed.is_set():
                log.warning(line("thinking_process_replaced", reason=error))
            return self._ask_process(question, args, kwargs)

    def _ask_process(self, question: Callable[..., T], args: tuple[object, ...], kwargs: object) -> T:
        try:
            pipe = self._started()
            pipe.send((question, args, kwargs))
            if not pipe.poll(LONGEST_SECONDS):
                self._end()
                raise WorkerError(f"no answer in {LONGEST_SECONDS:.0f} seconds")
            answer, problem = pipe.recv()
        except (EOFError, OSError) as error:
            self._end()
            raise Crashed(f"the process that thinks has ended: {error or 'it crashed'}") from error
        except (AttributeError, TypeError, PickleError) as error:
            raise WorkerError(f"this cannot be asked in another process: {error}") from error
        if problem is not None:
            raise WorkerError(problem)
        return answer  # type: ignore[no-any-return]

    def _started(self) -> Connection:
        if self._closed.is_set():
            raise WorkerError(ABOUT_TO_END)
        if self._pipe is None:
            # A new interpreter: a copy of a process with threads may lock up.
            processes = multiprocessing.get_context("spawn")
            self._pipe, theirs = processes.Pipe()
            process = processes.Process(
                target=_answer, args=(theirs, self._niceness), name="qwixx thinking", daemon=True
            )
            with endings_wait():
                process.start()
            self._process = process
            theirs.close()
            if self._closed.is_set():
                # Whoever closed it found no process to end.
                process.kill()
        return self._pipe

    def _end(self) -> None:
        if self._pipe is not None:
            self._pipe.close()
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process.close()
        self._pipe = self._process = None


def _answer(pipe: Connection, niceness: int) -> None:
    """The life of a process that thinks."""
    # Ctrl-C reaches every process of a terminal; the server ends this one itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    accept_endings()
    lower_priority(niceness)
    # A server that is killed has no time to end this process; a long thought ends with it.
    end_with_parent()
    try:
        while True:
            question, args, kwargs = pipe.recv()
            try:
                pipe.send((question(*args, **kwargs), None))
            except QwixxError as error:
                pipe.send((None, str(error)))
            except Exception as error:
                pipe.send((None, f"{type(error).__name__}: {error}"))
    except (EOFError, OSError):
        return  # nobody asks any more
