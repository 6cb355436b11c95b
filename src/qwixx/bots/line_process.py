"""A program that answers line by line: with a time limit, a bounded answer, and an end in every case."""

import atexit
import signal
import subprocess
import threading
import weakref
from collections.abc import Sequence

from qwixx.system.pipes import PipeReader, PipeWriter, TailReader
from qwixx.system.processes import REAPER, kill_tree, start_tree

LONGEST_LINE = 64 * 1024
KEPT_ERROR_BYTES = 4096
SHOWN_ERROR_LINES = 5
# How long the status of a program may take to be known that has closed its output.
EXIT_SECONDS = 1.0


# The programs that run. ``_may_start`` is held while one is started, and for good once this process ends.
_running: set[subprocess.Popen[bytes]] = set()
_may_start = threading.Lock()


class LineFailure(Exception):
    """The reason why no answer came; it continues a sentence that begins with the program."""


class LineProcess:
    """A running program, which is killed with all its children: by this process or by its reaper.

    No call blocks longer than its time limit, whatever the program does.
    """

    def __init__(self, words: Sequence[str]) -> None:
        self._error: OSError | None = None
        self._has_answered = False
        # Signals interrupt the main thread alone. There they could come between the start of a program and
        # the moment it is known, and nothing would end it.
        started = threading.Event()
        threading.Thread(target=self._start, args=(words, started)).start()
        # Not join: interrupted there, Python up to 3.12 would forget the thread and end before it.
        started.wait()
        if self._error is not None:
            raise LineFailure(f"cannot be started: {self._error.strerror or self._error}") from self._error

    def _start(self, words: Sequence[str], started: threading.Event) -> None:
        try:
            with _may_start:
                REAPER.start()
                self._process = start_tree(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                REAPER.watch(self._process.pid)
                _running.add(self._process)
            assert self._process.stdin is not None
            assert self._process.stdout is not None
            assert self._process.stderr is not None
            self._stdin = PipeWriter(self._process.stdin)
            self._stdout = PipeReader(self._process.stdout, LONGEST_LINE + 1)
            self._stderr = TailReader(self._process.stderr, KEPT_ERROR_BYTES)
            # Also runs when this object is garbage-collected.
            self._end = weakref.finalize(self, _cleanup, self._process, self._stdin, self._stdout)
            # Python would run it before callers had a chance to close it, see ``_kill_left``.
            self._end.atexit = False
        except OSError as error:
            self._error = error
        finally:
            started.set()

    @property
    def pid(self) -> int:
        return self._process.pid

    def send(self, line: bytes) -> None:
        """Send a line that needs no answer; what the program does not read yet is buffered."""
        self._stdin.write(line)

    def ask(self, line: bytes, seconds: float) -> bytes:
        """Send a line and wait for one line in answer; LineFailure if none comes in time."""
        # Output at the start counts as the first answer.
        if self._has_answered and self._stdout.data:
            raise LineFailure("wrote more than one line for an answer, or wrote without being asked")
        self.send(line)
        answer = self._stdout.take_line(LONGEST_LINE, seconds)
        if answer is None:
            raise LineFailure(self._why_silent(seconds))
        self._has_answered = True
        if len(answer) > LONGEST_LINE:
            raise LineFailure(f"wrote a line of more than {LONGEST_LINE // 1024} kB")
        return answer

    def close(self, grace: float = 0) -> None:
        """End the program: by closing its input, or by force if it stays longer than ``grace``."""
        if not self._end.alive:
            return
        self._stdin.close()
        self._stdout.discard()
        self._stdout.wait_for_end(grace)
        self._end()

    def stderr_tail(self) -> tuple[str, ...]:
        """The last lines of the error output of a program that was closed, fit for a terminal."""
        # Only a surviving child of the program could keep it open now.
        self._stderr.wait_for_end(EXIT_SECONDS)
        text = self._stderr.data.decode("utf-8", "replace")
        lines = ["".join(c for c in line if c.isprintable()) for line in text.splitlines()]
        return tuple(line for line in lines if line)[-SHOWN_ERROR_LINES:]

    def abort(self) -> None:
        """Kill the program and its children, and do nothing else: from any thread or signal handler."""
        kill_tree(self._process.pid)

    def _why_silent(self, seconds: float) -> str:
        # A child of a program that has crashed may still hold its output open.
        if not self._stdout.ended and self._process.poll() is None:
            return f"gave no answer within {seconds:g} s"
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
        kill_tree(process.pid)


# Registered on import, so that it runs after the exit handlers of the importers.
@atexit.register
def _kill_left() -> None:
    for process in list(_running):
        kill_tree(process.pid)
        REAPER.forget(process.pid)
        process.wait()


def _cleanup(process: subprocess.Popen[bytes], stdin: PipeWriter, stdout: PipeReader) -> None:
    kill_tree(process.pid)
    REAPER.forget(process.pid)
    _running.discard(process)
    # The pipes end with the program, and their threads with the pipes.
    stdin.close()
    stdout.discard()
    process.wait()
