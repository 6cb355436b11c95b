"""Pipes of a program, each with its own thread, so that reading from one has a time limit.

A selector would need only one thread, but does not support pipes on Windows.
"""

import queue
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import IO

READ_BYTES = 64 * 1024
# On Windows Ctrl-C does not interrupt a wait; it is handled between two.
LONGEST_WAIT = 0.1


class PipeReader:
    """Reads a pipe, while fewer than ``most`` bytes are buffered."""

    def __init__(self, pipe: IO[bytes], most: int) -> None:
        self._pipe = pipe
        self._most = most
        self._data = bytearray()
        self._is_wanted = True
        self._ended = False
        self._changed = threading.Condition()
        threading.Thread(target=self._read, daemon=True).start()

    @property
    def ended(self) -> bool:
        return self._ended

    @property
    def data(self) -> bytes:
        """The buffered bytes."""
        with self._changed:
            return bytes(self._data)

    def take_line(self, longest: int, seconds: float) -> bytes | None:
        """The next line without its end, or the beginning of one that is too long; None after a timeout."""
        with self._changed:
            self._wait(lambda: b"\n" in self._data or len(self._data) > longest, seconds)
            line, newline, rest = self._data.partition(b"\n")
            if not newline and len(line) <= longest:
                return None
            self._data = rest
            self._changed.notify_all()
            return bytes(line)

    def wait_for_end(self, seconds: float) -> None:
        with self._changed:
            self._wait(lambda: False, seconds)

    def discard(self) -> None:
        """Discard all further data, so that the writer is not blocked."""
        with self._changed:
            self._is_wanted = False
            self._data.clear()
            self._changed.notify_all()

    def _wait(self, is_done: Callable[[], bool], seconds: float) -> None:
        """Wait for a condition, the end of the pipe or a timeout, with the lock held."""
        deadline = time.monotonic() + seconds
        while not is_done() and not self._ended and (left := deadline - time.monotonic()) > 0:
            self._changed.wait(min(left, LONGEST_WAIT))

    def _read(self) -> None:
        try:
            with self._pipe:
                while chunk := self._pipe.read(READ_BYTES):
                    self._keep(chunk)
        finally:
            with self._changed:
                self._ended = True
                self._changed.notify_all()

    def _keep(self, chunk: bytes) -> None:
        with self._changed:
            if self._is_wanted:
                self._data += chunk
                self._changed.notify_all()
            self._changed.wait_for(lambda: len(self._data) < self._most)


class TailReader(PipeReader):
    """Reads a pipe, and keeps the last bytes."""

    def _keep(self, chunk: bytes) -> None:
        with self._changed:
            self._data = (self._data + chunk)[-self._most :]


class PipeWriter:
    """Writes to a pipe in the background, as fast as the other end reads."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self._pipe = pipe
        self._waiting: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._is_read = True
        threading.Thread(target=self._write, daemon=True).start()

    def write(self, data: bytes) -> None:
        if self._is_read:
            self._waiting.put(data)

    def close(self) -> None:
        """Close the pipe after writing everything that is queued."""
        self._waiting.put(None)

    def _write(self) -> None:
        # OSError: the other end is closed.
        with suppress(OSError), self._pipe:
            while (data := self._waiting.get()) is not None:
                left = memoryview(data)
                while left:
                    left = left[self._pipe.write(left) :]
        self._is_read = False
