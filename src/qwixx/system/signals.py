"""Deferred signals: Ctrl-C and termination wait until a critical section ends."""

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

TERMINATION = {signal.SIGINT, signal.SIGTERM}
# The exit status after Ctrl-C, as in shells.
INTERRUPTED = 128 + signal.SIGINT


@contextmanager
def defer_termination() -> Iterator[None]:
    """Defer Ctrl-C and termination during an operation such as starting a process.

    For processes of multiprocessing, which inherit the blocked signals (`block_termination`).
    """
    if sys.platform != "win32":
        # Slow to import, and most commands start no process.
        from multiprocessing.resource_tracker import ensure_running

        # Otherwise the first started process starts the resource tracker, which unblocks signals.
        ensure_running()
    with block_termination(), defer_handlers():
        yield


@contextmanager
def block_termination() -> Iterator[None]:
    """Block the signals in this thread and in processes that it starts.

    On POSIX such a process inherits the blocked signals, so that Ctrl-C does not end its imports with a
    traceback. It has to unblock them where its work begins. On Windows signals cannot be blocked.
    """
    if sys.platform == "win32":
        yield
    else:
        blocked_before = signal.pthread_sigmask(signal.SIG_BLOCK, TERMINATION)
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, blocked_before)


@contextmanager
def defer_handlers() -> Iterator[None]:
    """Defer signal handlers. Python runs them in the main thread, whichever thread gets the signal."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    deferred: list[int] = []
    before = {
        number: signal.signal(number, lambda number, _: deferred.append(number)) for number in TERMINATION
    }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    for late in deferred:
        signal.raise_signal(late)


@contextmanager
def on_continue(act: Callable[[], None]) -> Iterator[None]:
    """Call a function when the shell continues this process after Ctrl-Z."""
    is_main = threading.current_thread() is threading.main_thread()
    if sys.platform != "win32" and is_main:
        before = signal.signal(signal.SIGCONT, lambda *_: act())
        try:
            yield
        finally:
            signal.signal(signal.SIGCONT, before)
    else:
        yield


def unblock_termination() -> None:
    """Unblock the signals that the parent blocked to start this process."""
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, TERMINATION)
