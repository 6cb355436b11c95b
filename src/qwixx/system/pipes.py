"""Pipes of a program, each with a thread of its own, so that nobody waits longer at one than he wants to.

A selector would do with a single thread, but it takes no pipes on Windows.
"""

import queue
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import IO

READ_BYTES = 64 * 1024
# On Windows Ctrl-C does not end a wait; it is noticed between two.
LONGEST_WAIT = 0.1


class PipeReader:
    """What comes out of a pipe. It reads on only while less than ``most`` bytes have not been taken."""

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
        """What has come and has not been taken."""
        with self._changed:
            return bytes(self._data)

    def take_line(self, longest: int, seconds: float) -> bytes | None:
        """The next line without its end, or the beginning of one that is too long; None if none comes."""
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
        """Throw away what comes from now on, so that whoever writes it is not held up."""
        with self._changed:
            self._is_wanted = False
            self._data.clear()
            self._changed.notify_all()

    def _wait(self, is_done: Callable[[], bool], seconds: float) -> None:
        """Wait until it is done, the pipe has ended or time is up, with the condition's lock held."""
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
    """The last bytes that came out of a pipe, which is always read on."""

    def _keep(self, chunk: bytes) -> None:
        with self._changed:
            self._data = (self._data + chunk)[-self._most :]


class PipeWriter:
    """What goes into a pipe, as fast as it is read at the other end."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self._pipe = pipe
        self._waiting: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._is_read = True
        threading.Thread(target=self._write, daemon=True).start()

    def write(self, data: bytes) -> None:
        if self._is_read:
            self._waiting.put(data)

    def close(self) -> None:
        """Close the pipe behind everything that was to be written."""
        self._waiting.put(None)

    def _write(self) -> None:
        # Nobody reads at the other end any more, or never will.
        with suppress(OSError), self._pipe:
            while (data := self._waiting.get()) is not None:
                left = memoryview(data)
                while left:
                    left = left[self._pipe.write(left) :]
        self._is_read = False
