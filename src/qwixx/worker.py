"""A worker: a process that calls one function at a time.

Compiled code holds the GIL while it runs, and compiling it takes half a minute on a new machine. In a thread
either would block the event loop.
"""

import logging
import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import IO, Any, NamedTuple, ParamSpec, TypeVar

from qwixx.rules.errors import OperationalError, QwixxError
from qwixx.system.processes import lower_priority
from qwixx.system.signals import block_termination, unblock_termination

P = ParamSpec("P")
T = TypeVar("T")

# The niceness of a worker with low priority.
BACKGROUND = 10
# Compiling and solving the solo game take a minute or two; a process that takes longer hangs.
LONGEST_SECONDS = 600.0
CLOSED = "the worker was closed"


class WorkerError(OperationalError):
    """A call failed; the message says why."""


class WorkerCrashed(WorkerError):
    """The process has ended."""


# The code of the process. Unlike multiprocessing it does not import the caller's script, which may have no
# guard for that.
BEGINNING = (
    "import pickle, sys; sys.path[:] = pickle.load(sys.stdin.buffer);"
    " from qwixx.worker import answer_questions; answer_questions({niceness})"
)


class _Question(NamedTuple):
    answer: "Future[Any]"
    function: Callable[..., Any]
    args: tuple[object, ...]
    kwargs: dict[str, object]


class Worker:
    """A process that calls one function at a time, with arguments that can be pickled.

    The first call starts it. It ends with its parent, also if that is killed.
    """

    def __init__(
        self,
        niceness: int = 0,
        on_replaced: Callable[[WorkerError], None] | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self._niceness = niceness
        # Called in a thread when the process has crashed and the call is retried in a new one.
        self._on_replaced = on_replaced
        self._environment = environment or {}
        self._questions: SimpleQueue[_Question | None] = SimpleQueue()
        # Waits for answers, so that the event loop does not; a daemon, so that no script waits at its end.
        self._thread: threading.Thread | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._closed = False

    async def ask(self, question: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The result of a function that is run in the process; WorkerError if it fails."""
        import asyncio

        return await asyncio.wrap_future(self.submit(question, *args, **kwargs))

    def submit(self, question: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> "Future[T]":
        """The same without an event loop."""
        answer: Future[T] = Future()
        with self._lock:
            if self._closed:
                raise WorkerError(CLOSED)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="worker", daemon=True)
                self._thread.start()
            self._questions.put(_Question(answer, question, args, kwargs))
        return answer

    def close(self) -> None:
        """Kill the process, whatever it is doing."""
        with self._lock:
            self._closed = True
            if self._process is not None:
                self._process.kill()
        self._cancel_questions()
        self._questions.put(None)
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join()

    def _cancel_questions(self) -> None:
        while True:
            try:
                waiting = self._questions.get_nowait()
            except Empty:
                return
            if waiting is not None:
                waiting.answer.cancel()

    def _run(self) -> None:
        while (question := self._questions.get()) is not None:
            if question.answer.set_running_or_notify_cancel():
                try:
                    question.answer.set_result(self._ask(question))
                except Exception as error:
                    question.answer.set_exception(error)
        self._end()

    def _ask(self, question: _Question) -> Any:
        """The answer; if the process was killed from outside, a new one is tried once."""
        try:
            asked = pickle.dumps((question.function, question.args, question.kwargs))
        except (AttributeError, TypeError, pickle.PickleError) as error:
            raise WorkerError(f"this cannot be asked in another process: {error}") from error
        try:
            return self._ask_process(asked)
        except WorkerCrashed as error:
            if self._on_replaced is not None and not self._closed:
                self._on_replaced(error)
            return self._ask_process(asked)

    def _ask_process(self, asked: bytes) -> Any:
        process = self._started()
        is_overdue = threading.Event()

        def end_overdue() -> None:
            is_overdue.set()
            process.kill()

        deadline = threading.Timer(LONGEST_SECONDS, end_overdue)
        deadline.daemon = True
        deadline.start()
        try:
            # Pickled twice, so that the process can go on after a question that it cannot read.
            pickle.dump(asked, _open(process.stdin))
            _open(process.stdin).flush()
            answer, problem = pickle.load(_open(process.stdout))
        except Exception as error:
            self._end()
            if is_overdue.is_set():
                raise WorkerError(f"no answer in {LONGEST_SECONDS:.0f} seconds") from error
            raise WorkerCrashed(f"the worker process has ended: {error or 'it crashed'}") from error
        finally:
            deadline.cancel()
        if problem is not None:
            raise WorkerError(problem)
        return answer

    def _started(self) -> "subprocess.Popen[bytes]":
        with self._lock:
            if self._closed:
                raise WorkerError(CLOSED)
            if self._process is None:
                self._process = self._start()
            return self._process

    def _start(self) -> "subprocess.Popen[bytes]":
        beginning = BEGINNING.format(niceness=self._niceness)
        # -P: no module of the current folder hides one of the standard library.
        words = [sys.executable, "-P", "-c", beginning]
        environment = {**os.environ, **self._environment}
        pipe = subprocess.PIPE
        try:
            with block_termination():
                process = subprocess.Popen(words, stdin=pipe, stdout=pipe, env=environment)
        except OSError as error:
            raise WorkerError(f"no worker process can be started: {error}") from error
        # Sent with the first question.
        pickle.dump(sys.path, _open(process.stdin))
        return process

    def _end(self) -> None:
        with self._lock:
            process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                # Unsent data cannot be sent any more.
                with suppress(OSError):
                    _open(pipe).close()


def _open(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    return pipe


# In the worker process


def answer_questions(niceness: int) -> None:
    """Answer what comes from the standard input, on what was the standard output."""
    # Ctrl-C reaches every process of a terminal; the parent ends this one itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    unblock_termination()
    lower_priority(niceness)
    # The process that waits for this one logs it.
    logging.getLogger("qwixx.waits").disabled = True
    answers = os.fdopen(os.dup(1), "wb")
    # Nothing that is printed gets between the answers.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    questions: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_read_questions, args=(questions,), daemon=True).start()
    while True:
        answers.write(_answer(questions.get()))
        answers.flush()


def _read_questions(questions: "SimpleQueue[bytes]") -> None:
    """Read ahead of the answers: the end of the pipe is the end of the parent, even if it was killed."""
    try:
        while True:
            questions.put(pickle.load(sys.stdin.buffer))
    finally:
        os._exit(1)


def _answer(asked: bytes) -> bytes:
    """The answer and None, or None and what went wrong, pickled."""
    try:
        question, args, kwargs = pickle.loads(asked)
        return pickle.dumps((question(*args, **kwargs), None))
    except QwixxError as error:
        return pickle.dumps((None, str(error)))
    except Exception as error:
        return pickle.dumps((None, f"{type(error).__name__}: {error}"))
