"""The guard of this process: another one, which ends the programs that it leaves behind.

A process that is killed cannot end the programs it has started. Its end closes the pipe to its guard,
however it ends, and that is all the guard waits for.
"""

import atexit
import subprocess
import sys
import threading
from contextlib import suppress

from qwixx.system import process_tree
from qwixx.system.process_tree import start_tree


class Guard:
    """Started with the first program that is to be watched."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the guard, if there is none; OSError if that is not possible."""
        with self._lock:
            if self._process is None:
                # Isolated from what the environment and the folder might bring in.
                words = [sys.executable, "-I", process_tree.__file__]
                self._process = start_tree(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def watch(self, pid: int) -> None:
        self._tell(b"+%d\n" % pid)

    def forget(self, pid: int) -> None:
        self._tell(b"-%d\n" % pid)

    def _tell(self, line: bytes) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        # Somebody may have killed the guard, and this process may be at its end.
        with self._lock, suppress(OSError, ValueError):
            self._process.stdin.write(line)

    def leave(self) -> None:
        if self._process is not None:
            assert self._process.stdin is not None
            self._process.stdin.close()
            self._process.wait()


GUARD = Guard()
# Now, since what is registered first is done last: whoever starts programs ends them before.
atexit.register(GUARD.leave)
