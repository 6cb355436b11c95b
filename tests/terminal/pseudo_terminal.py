"""Runs the ``qwixx`` command at a pseudo-terminal."""

import codecs
import os
import select
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

if sys.platform == "win32":
    pytest.skip("there are no pseudo-terminals", allow_module_level=True)

import pty

SECONDS = 60


class PseudoTerminal:
    """A ``qwixx`` process in its own session, at a pseudo-terminal."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        self.pid, self._screen = pty.fork()
        if self.pid == 0:
            os.environ.update({"TERM": "dumb", **environment})
            os.execv(sys.executable, [sys.executable, "-m", "qwixx", *arguments])
        self.shown = ""
        # A read may end within a UTF-8 sequence, or between CR and LF.
        self._decode = codecs.getincrementaldecoder("utf-8")().decode

    def type(self, keys: str) -> None:
        os.write(self._screen, keys.encode())

    def read_until(self, words: str) -> None:
        while words not in self.shown:
            assert self._read(), f"the command ended without {words!r}: {self.shown}"

    def status(self) -> int:
        """Read to the end, and return the exit status."""
        while self._read():
            pass
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])

    def _read(self) -> bool:
        ready, _, _ = select.select([self._screen], [], [], SECONDS)
        assert ready, f"no output for {SECONDS} seconds after {self.shown}"
        try:
            read = os.read(self._screen, 65536)
        except OSError:  # end of file on Linux
            return False
        self.shown = (self.shown + self._decode(read)).replace("\r\n", "\n")
        return bool(read)

    def close(self) -> None:
        os.close(self._screen)


@contextmanager
def at_terminal(*arguments: str, **environment: str) -> Iterator[PseudoTerminal]:
    terminal = PseudoTerminal(*arguments, **environment)
    try:
        yield terminal
    finally:
        terminal.close()
