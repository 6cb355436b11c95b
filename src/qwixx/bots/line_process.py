"""A program that is asked in lines: with a time limit, a bounded answer, and an end in every case."""

import contextlib
import os
import selectors
import signal
import subprocess
import threading
import time
import weakref
from collections.abc import Sequence
from typing import IO

LONGEST_LINE = 64 * 1024
KEPT_ERROR_BYTES = 4096
SHOWN_ERROR_LINES = 5
READ_BYTES = 64 * 1024
# How long the status of a program may take to be known that has closed its output.
EXIT_SECONDS = 1.0


# The programs there are, and who may start one: whoever ends this process keeps the lock.
_running: set[subprocess.Popen[bytes]] = set()
_may_start = threading.Lock()


class LineFailure(Exception):
    """Why no answer came; continues a sentence that begins with the program."""


class LineProcess:
    """A running program in a process group of its own, which is killed with all its children.

    Nothing here blocks longer than it was told to, whatever the program does or fails to do.
    """

    def __init__(self, words: Sequence[str]) -> None:
        self._error: OSError | None = None
        # Signals interrupt the main thread alone. There they could come between the start of a program and
        # the moment it is known, and nobody would end it.
        started = threading.Event()
        threading.Thread(target=self._start, args=(words, started)).start()
        # Not join: interrupted there, Python up to 3.12 would forget the thread and end before it.
        started.wait()
        if self._error is not None:
            raise LineFailure(f"cannot be started: {self._error.strerror or self._error}") from self._error
        self._stdin, self._stdout, self._stderr = map(_unblocked, _pipes(self._process))
        self._outgoing, self._incoming, self._errors = bytearray(), bytearray(), bytearray()
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._stdout, selectors.EVENT_READ)
        self._selector.register(self._stderr, selectors.EVENT_READ)
        self._output_ended = False

    def _start(self, words: Sequence[str], started: threading.Event) -> None:
        try:
            with _may_start:
                self._process = subprocess.Popen(
                    words,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    bufsize=0,
                    start_new_session=True,
                )
                _running.add(self._process)
            # Also runs when this object is forgotten, and when the interpreter ends.
            self._end = weakref.finalize(self, _bury, self._process)
        except OSError as error:
            self._error = error
        finally:
            started.set()

    @property
    def pid(self) -> int:
        return self._process.pid

    def tell(self, line: bytes) -> None:
        """Send a line that needs no answer; what the program does not read now is sent later."""
        self._outgoing += line
        self._write()

    def ask(self, line: bytes, seconds: float) -> bytes:
        """Send a line and wait for one line in answer; LineFailure if none comes in time."""
        deadline = time.monotonic() + seconds
        self._pump(0)
        if self._incoming:
            raise LineFailure("wrote more than one line for an answer, or wrote without being asked")
        self.tell(line)
        while (answer := self._take_line()) is None:
            left = deadline - time.monotonic()
            # A child of a program that has crashed may still hold its output open.
            if self._output_ended or (left <= 0 and self._process.poll() is not None):
                raise LineFailure(self._how_it_ended())
            if left <= 0:
                raise LineFailure(f"gave no answer within {seconds:g} s")
            self._pump(left)
        return answer

    def last_words(self) -> tuple[str, ...]:
        """The last lines of the error output, without what a terminal would act upon."""
        self._pump(0)
        text = bytes(self._errors).decode("utf-8", "replace")
        lines = ["".join(c for c in line if c.isprintable()) for line in text.splitlines()]
        return tuple(line for line in lines if line)[-SHOWN_ERROR_LINES:]

    def close(self, grace: float = 0) -> None:
        """End the program: by closing its input, or by force if it stays longer than ``grace``."""
        if not self._end.alive:
            return
        deadline = time.monotonic() + grace
        self._write()
        self._outgoing.clear()
        self._write()
        self._stdin.close()
        while not self._output_ended and (left := deadline - time.monotonic()) > 0:
            self._incoming.clear()
            self._pump(left)
        self._selector.close()
        self._end()

    def abort(self) -> None:
        """Kill the program and its children, and do nothing else: from any thread or signal handler."""
        _kill(self._process)

    def _take_line(self) -> bytes | None:
        line, newline, rest = self._incoming.partition(b"\n")
        if len(line) > LONGEST_LINE:
            raise LineFailure(f"wrote a line of more than {LONGEST_LINE // 1024} kB")
        if not newline:
            return None
        self._incoming = rest
        return bytes(line)

    def _pump(self, seconds: float) -> None:
        """Move what can be moved through the pipes; return early once something has moved."""
        for key, _ in self._selector.select(seconds):
            if key.fileobj is self._stdin:
                self._write()
            else:
                self._read(key.fileobj is self._stderr)

    def _read(self, errors: bool) -> None:
        pipe = self._stderr if errors else self._stdout
        chunk = os.read(pipe.fileno(), READ_BYTES)
        if not chunk:
            self._selector.unregister(pipe)
            self._output_ended |= not errors
        elif errors:
            self._errors = (self._errors + chunk)[-KEPT_ERROR_BYTES:]
        else:
            self._incoming += chunk

    def _write(self) -> None:
        try:
            del self._outgoing[: os.write(self._stdin.fileno(), self._outgoing)]
        except BlockingIOError:
            pass
        except BrokenPipeError:
            # It reads no more; whether it still answers shows when its output ends, or in time.
            self._outgoing.clear()
        wanted, registered = bool(self._outgoing), self._stdin in self._selector.get_map()
        if wanted and not registered:
            self._selector.register(self._stdin, selectors.EVENT_WRITE)
        elif registered and not wanted:
            self._selector.unregister(self._stdin)

    def _how_it_ended(self) -> str:
        try:
            status = self._process.wait(EXIT_SECONDS)
        except subprocess.TimeoutExpired:
            return "closed its output without an answer"
        if status < 0:
            return f"crashed: ended by {signal.Signals(-status).name}"
        return f"{'crashed' if status else 'left without an answer'}: exit status {status}"


def end_all_programs() -> None:
    """Kill every program of this process, which is about to end, and let no other start.

    Not from a signal handler: the thread that it interrupts may be the one that it would wait for.
    """
    _may_start.acquire()
    for process in list(_running):
        _kill(process)


def _pipes(process: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes], IO[bytes]]:
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    return process.stdin, process.stdout, process.stderr


def _unblocked(pipe: IO[bytes]) -> IO[bytes]:
    os.set_blocking(pipe.fileno(), False)
    return pipe


def _kill(process: subprocess.Popen[bytes]) -> None:
    # Its children are killed even if the program itself has gone.
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


def _bury(process: subprocess.Popen[bytes]) -> None:
    _kill(process)
    _running.discard(process)
    for pipe in _pipes(process):
        pipe.close()
    process.wait()
