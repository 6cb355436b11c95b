"""Full, closed or silent pipes never block the arena."""

import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from qwixx.bots.line_process import LineFailure, LineProcess

Start = Callable[[str], LineProcess]


@pytest.fixture
def start() -> Iterator[Start]:
    started: list[LineProcess] = []

    def run(script: str) -> LineProcess:
        started.append(LineProcess([sys.executable, "-c", textwrap.dedent(script)]))
        return started[-1]

    yield run
    for process in started:
        process.close()


# Helpers for the programs: wait until a pipe has this many unread bytes, or until it is empty.
UNREAD = """
import array, fcntl, termios, time

def unread(pipe):
    count = array.array("i", [0])
    fcntl.ioctl(pipe, termios.FIONREAD, count)
    return count[0]

def wait_for_input(size):
    while unread(0) < size:
        time.sleep(0.005)

def wait_for_reader():
    while unread(1):
        time.sleep(0.005)
"""


def test_a_slow_reader_gets_the_whole_of_a_long_line(start: Start) -> None:
    """The program starts reading when the pipe buffer (about 64 kB) is full and blocks the writer."""
    process = start(f"{UNREAD}\nwait_for_input(16_000); print(len(input()), flush=True); input()")
    assert process.ask(b"x" * 1_000_000 + b"\n", 20) == b"1000000"


def test_sending_does_not_block(start: Start) -> None:
    """A pipe buffers about 64 kB: if sending waited for the program, the test would hang."""
    process = start("import time; time.sleep(600)")
    for _ in range(4):
        process.send(b"x" * 100_000 + b"\n")


def test_unsent_data_is_sent_with_the_next_question(start: Start) -> None:
    process = start(f"{UNREAD}\nwait_for_input(16_000); print(sum(len(input()) for _ in range(5))); input()")
    for _ in range(4):
        process.send(b"x" * 100_000 + b"\n")
    assert process.ask(b"x" * 100_000 + b"\n", 20) == b"500000"


def test_a_program_that_never_reads_times_out(start: Start) -> None:
    process = start("import time; time.sleep(600)")
    with pytest.raises(LineFailure, match=r"gave no answer within 0\.5 s"):
        process.ask(b"x" * 1_000_000 + b"\n", 0.5)


def test_a_program_that_closes_its_input_can_still_answer(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = tmp_path / "sent"
    process = start(
        f"""
        import os, time
        input()
        os.close(0)
        print("closed", flush=True)
        while not os.path.exists({str(sent)!r}):
            time.sleep(0.005)
        print("blind", flush=True)
        """
    )
    assert process.ask(b"?\n", 20) == b"closed"
    send = process.send

    def send_in_vain(line: bytes) -> None:
        send(line)
        sent.touch()

    monkeypatch.setattr(process, "send", send_in_vain)
    assert process.ask(b"hello?\n", 20) == b"blind"


def test_a_line_written_at_startup_is_the_first_answer(start: Start) -> None:
    process = start("print('early', flush=True); input(); print('asked', flush=True); input()")
    while not process._stdout.data:
        time.sleep(0.01)
    assert process.ask(b"hello\n", 20) == b"early"


def test_an_answer_can_arrive_in_pieces(start: Start) -> None:
    process = start(
        UNREAD
        + """
import sys
input()
for piece in ("on", "e", " li", "ne\\n"):
    sys.stdout.write(piece)
    sys.stdout.flush()
    wait_for_reader()
input()
"""
    )
    assert process.ask(b"?\n", 20) == b"one line"


def test_lines_longer_than_64_kilobytes_are_rejected(start: Start) -> None:
    assert len(start("input(); print('x' * 65536); input()").ask(b"?\n", 20)) == 65536
    with pytest.raises(LineFailure, match="wrote a line of more than 64 kB"):
        start("input(); print('x' * 65537); input()").ask(b"?\n", 20)


def test_closing_is_idempotent(start: Start) -> None:
    process = start("input()")
    process.close(grace=5)
    process.close(grace=5)


def test_closing_returns_as_soon_as_the_program_exits(start: Start) -> None:
    process = start("print(input()); input()")
    assert process.ask(b"here\n", 20) == b"here"
    began = time.monotonic()
    process.close(grace=200)
    assert time.monotonic() - began < 100
