"""Processes: starting programs, priorities, and killing child processes with their parent.

Run as a script, this file is the reaper of a process (`Reaper`), so it imports nothing of qwixx.
"""

import atexit
import os
import shlex
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

if sys.platform == "win32":
    OWN_GROUP = subprocess.CREATE_NEW_PROCESS_GROUP
else:
    OWN_GROUP = 0

if TYPE_CHECKING:
    if sys.platform == "win32":
        from multiprocessing.connection import PipeConnection

        Connection = PipeConnection
    else:
        from multiprocessing.connection import Connection as Connection

BELOW_NORMAL_PRIORITY_CLASS = 0x4000


def cores() -> int:
    """The number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def command_words(command: str, *, backslash_escapes: bool = sys.platform != "win32") -> list[str]:
    """Split a command like a shell; ValueError for an unclosed quotation.

    On Windows backslashes are parts of paths and escape nothing.
    """
    words = shlex.shlex(command, posix=True, punctuation_chars=False)
    words.whitespace_split = True
    words.commenters = ""
    if not backslash_escapes:
        words.escape = ""
    return list(words)


# Programs with their descendants


def start_tree(words: Sequence[str], *, stdout: int, stderr: int) -> subprocess.Popen[bytes]:
    """Start a program in a separate process group, which Ctrl-C does not reach; its input is a pipe."""
    return subprocess.Popen(
        words,
        stdin=subprocess.PIPE,
        stdout=stdout,
        stderr=stderr,
        bufsize=0,
        # The first is for POSIX, the second for Windows.
        start_new_session=True,
        creationflags=OWN_GROUP,
    )


def kill_tree(pid: int) -> None:
    """Kill a program that ``start_tree`` has started, and its descendants.

    On POSIX they are killed even if the program itself has exited; on Windows they are not.
    """
    if sys.platform == "win32":
        words = ["taskkill", "/F", "/T", "/PID", str(pid)]
        subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    else:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(pid, signal.SIGKILL)


class Reaper:
    """A second process that kills the programs which this one leaves behind.

    A process that is killed cannot end its child processes. But its end always closes the pipe to its reaper,
    which waits for that. The reaper is started with the first program.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the reaper unless it runs; OSError if that fails."""
        with self._lock:
            if self._process is None:
                # Isolated from the environment and the current folder.
                words = [sys.executable, "-I", __file__]
                self._process = start_tree(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def watch(self, pid: int) -> None:
        self._write(b"+%d\n" % pid)

    def forget(self, pid: int) -> None:
        self._write(b"-%d\n" % pid)

    def _write(self, line: bytes) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        # The reaper may have been killed, or this process may be exiting.
        with self._lock, suppress(OSError, ValueError):
            self._process.stdin.write(line)

    def close(self) -> None:
        if self._process is not None:
            assert self._process.stdin is not None
            self._process.stdin.close()
            self._process.wait()


REAPER = Reaper()
# At import: handlers are called in reverse order, so modules that start programs end them before.
atexit.register(REAPER.close)


def reap(lines: Iterable[bytes]) -> None:
    """Read the pids of programs that start (``+12``) and end (``-12``), and finally kill the rest."""
    running: set[int] = set()
    for line in lines:
        (running.add if line.startswith(b"+") else running.discard)(int(line[1:]))
    for pid in running:
        kill_tree(pid)


# Worker processes of this package, called in the worker


def end_with_parent(stop: "Connection | None" = None, before: Callable[[], object] = lambda: None) -> None:
    """End this process when its parent ends in any way, or when something is sent to ``stop``.

    A thread waits for that, independent of the other threads; it calls ``before`` first.
    """
    import multiprocessing
    from multiprocessing.connection import wait

    parent = multiprocessing.parent_process()
    assert parent is not None
    awaited: list[int | Connection] = [parent.sentinel]
    if stop is not None:
        awaited.append(stop)

    def leave() -> None:
        wait(awaited)
        try:
            before()
        finally:
            os._exit(1)

    threading.Thread(target=leave, daemon=True).start()


def lower_priority(niceness: int) -> None:
    """Lower the priority of this process by ``niceness``; on Windows by one step."""
    if sys.platform != "win32":
        os.nice(niceness)
    elif niceness > 0:
        from ctypes import WinDLL, wintypes

        kernel = WinDLL("kernel32")
        kernel.GetCurrentProcess.restype = wintypes.HANDLE
        kernel.SetPriorityClass.argtypes = (wintypes.HANDLE, wintypes.DWORD)
        kernel.SetPriorityClass(kernel.GetCurrentProcess(), BELOW_NORMAL_PRIORITY_CLASS)


if __name__ == "__main__":
    reap(sys.stdin.buffer)
