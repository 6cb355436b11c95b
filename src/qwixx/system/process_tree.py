"""A program with all its descendants: started apart from this process, and killed together.

Run as a script, this file is the guard of a process (see ``guard.py``). So it imports nothing of qwixx.
"""

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterable, Sequence

if sys.platform == "win32":
    APART = subprocess.CREATE_NEW_PROCESS_GROUP
else:
    APART = 0


def start_tree(words: Sequence[str], *, stdout: int, stderr: int) -> subprocess.Popen[bytes]:
    """Start a program in a process group of its own, which no Ctrl-C reaches; its input is a pipe."""
    return subprocess.Popen(
        words,
        stdin=subprocess.PIPE,
        stdout=stdout,
        stderr=stderr,
        bufsize=0,
        # Each system takes notice of one of these.
        start_new_session=True,
        creationflags=APART,
    )


def kill_tree(pid: int) -> None:
    """Kill a program that ``start_tree`` has started, and its descendants.

    On POSIX they are killed even if the program itself has gone; Windows does not know them any more then.
    """
    if sys.platform == "win32":
        words = ["taskkill", "/F", "/T", "/PID", str(pid)]
        subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    else:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(pid, signal.SIGKILL)


def guard(lines: Iterable[bytes]) -> None:
    """Read which programs begin (``+12``) and end (``-12``); kill those left when nobody writes any more."""
    running: set[int] = set()
    for line in lines:
        (running.add if line.startswith(b"+") else running.discard)(int(line[1:]))
    for pid in running:
        kill_tree(pid)


if __name__ == "__main__":
    guard(sys.stdin.buffer)
