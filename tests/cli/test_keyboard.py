"""Keys that were pressed before anybody asked, at a terminal and in a pipe."""

import io
import os
import sys
from collections.abc import Iterator

import pytest

from qwixx.cli import terminal
from qwixx.cli.terminal import Terminal

if sys.platform == "win32":
    pytest.skip("there are no pseudo-terminals", allow_module_level=True)


class Screen(io.StringIO):
    """Shows questions to somebody who types an answer to each as soon as it is there."""

    def __init__(self, keyboard: int, answers: list[bytes]) -> None:
        super().__init__()
        self._keyboard = keyboard
        self._answers = answers

    def flush(self) -> None:
        if self._answers:
            os.write(self._keyboard, self._answers.pop(0))


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(terminal, "monotonic", clock)
    return clock


@pytest.fixture
def keyboard(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The end of a pseudo-terminal where somebody types; the other one is the standard input."""
    typed, read = os.openpty()
    with open(read, encoding="utf-8") as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        yield typed
    os.close(typed)


def test_what_was_typed_during_a_wait_answers_nothing(keyboard: int, clock: Clock) -> None:
    asking = Terminal(out=Screen(keyboard, [b"r7\n"]))
    os.write(keyboard, b"\n\ny")
    clock.now += 20
    assert asking.ask("Your choice: ") == "r7"


def test_who_types_ahead_without_a_wait_is_heard(keyboard: int, clock: Clock) -> None:
    asking = Terminal(out=Screen(keyboard, [b"late\n", b"late\n"]))
    os.write(keyboard, b"r7\ny8\n")
    assert asking.ask("Your choice: ") == "r7"
    clock.now += 0.1
    assert asking.ask("Your choice: ") == "y8"


def test_the_time_that_a_person_takes_is_no_wait(keyboard: int, clock: Clock) -> None:
    class Slow(Screen):
        def flush(self) -> None:
            clock.now += 60
            super().flush()

    asking = Terminal(out=Slow(keyboard, [b"r7\ny8\n", b"late\n"]))
    assert asking.ask("Your choice: ") == "r7"
    assert asking.ask("Your choice: ") == "y8"


def test_a_pipe_is_read_to_its_end(monkeypatch: pytest.MonkeyPatch, clock: Clock) -> None:
    read, typed = os.pipe()
    os.write(typed, b"r7\ny8\n")
    os.close(typed)
    with open(read, encoding="utf-8") as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        asking = Terminal(out=io.StringIO())
        clock.now += 20
        assert asking.ask("Your choice: ") == "r7"
        clock.now += 20
        assert asking.ask("Your choice: ") == "y8"
