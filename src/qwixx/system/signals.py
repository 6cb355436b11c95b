"""Ctrl-C and requests to end that have to wait, here and in processes that are being started."""

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

ENDING = {signal.SIGINT, signal.SIGTERM}


@contextmanager
def endings_wait() -> Iterator[None]:
    """Keep Ctrl-C away from what must not be done by halves, such as starting a process.

    On POSIX such a process inherits the blocked signals, so that Ctrl-C does not end its imports with a
    traceback. It has to accept them where its work begins. On Windows signals cannot be blocked.
    """
    if sys.platform == "win32":
        with handlers_wait():
            yield
    else:
        with _blocked(), handlers_wait():
            yield


if sys.platform != "win32":

    @contextmanager
    def _blocked() -> Iterator[None]:
        # Slow to import, and most commands start no process.
        from multiprocessing.resource_tracker import ensure_running

        # Otherwise the first process that is started starts the resource tracker, and that unblocks signals.
        ensure_running()
        blocked_before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, blocked_before)


@contextmanager
def handlers_wait() -> Iterator[None]:
    """Let handlers run afterwards. They run in the main thread, whichever thread the signal has reached."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    waiting: list[int] = []
    before = {number: signal.signal(number, lambda number, _: waiting.append(number)) for number in ENDING}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    for late in waiting:
        signal.raise_signal(late)


def accept_endings() -> None:
    """Unblock in this process what its parent has blocked to start it."""
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
