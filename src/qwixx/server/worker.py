"""Processes that think, so that the server does not have to stop for it.

Compiled code keeps Python's lock while it runs, and compiling it takes half a minute on a machine that has
never done so. In a thread of the server either would hold up every table.
"""

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pickle import PickleError
from typing import ParamSpec, TypeVar

from qwixx.rules.errors import QwixxError
from qwixx.server.journal import line

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

# Compiling and solving the solo game take a minute or two; whatever takes longer hangs.
LONGEST_SECONDS = 600.0
ABOUT_TO_END = "the server is about to end"


class WorkerError(QwixxError):
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
        self._is_closed = False

    async def ask(self, question: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The answer of a function that is run there; WorkerError if it fails."""
        if self._is_closed:
            raise WorkerError(ABOUT_TO_END)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self._ask, question, args, kwargs)

    def close(self) -> None:
        """End the process, whatever it is at."""
        self._is_closed = True
        if self._process is not None:
            self._process.kill()
        self._thread.shutdown(cancel_futures=True)
        self._end()

    def _ask(self, question: Callable[..., T], args: tuple[object, ...], kwargs: dict[str, object]) -> T:
        """Where the process was ended from outside, another one is asked the same, once."""
        try:
            return self._ask_process(question, args, kwargs)
        except Crashed as error:
            if not self._is_closed:
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
        if self._is_closed:
            raise WorkerError(ABOUT_TO_END)
        if self._pipe is None:
            # A new interpreter: a copy of a process with threads may lock up.
            processes = multiprocessing.get_context("spawn")
            self._pipe, theirs = processes.Pipe()
            self._process = processes.Process(
                target=_answer, args=(theirs, self._niceness), name="qwixx thinking", daemon=True
            )
            self._process.start()
            theirs.close()
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
    os.nice(niceness)
    threading.Thread(target=_end_with_server, daemon=True).start()
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


def _end_with_server() -> None:
    """Wait for the end of a server that had no time to end this process; a long thought ends with it."""
    server = multiprocessing.parent_process()
    assert server is not None
    wait([server.sentinel])
    os._exit(1)
