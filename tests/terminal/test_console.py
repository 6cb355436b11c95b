"""The console: sanitised output, line wrapping, and input that was typed before a question."""

import io
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from qwixx.rules.colours import Colour
from qwixx.terminal import console
from qwixx.terminal.console import Console, printable
from tests.command_line import EVIL, SHOWN

needs_pty = pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")


# Output


def test_own_colours_stay_and_those_of_foreign_text_are_escaped() -> None:
    out = io.StringIO()
    console = Console("always", out)
    console.print(f"{console.coloured(Colour.RED, 'mine')} \x1b[1;31myours\x1b[0m")
    console.print(console.bold("\x1b[1myours"))
    assert out.getvalue().splitlines() == [
        "\x1b[1;31mmine\x1b[0m \\x1b[1;31myours\\x1b[0m",
        "\x1b[1m\\x1b[1myours\x1b[0m",
    ]


def test_questions_use_only_characters_that_the_terminal_can_encode(monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.TextIOWrapper(io.BytesIO(), "ascii")
    monkeypatch.setattr(sys, "stdin", io.StringIO("yes\n"))
    assert Console("never", out).ask(f"Zoë {EVIL}? ") == "yes"
    assert out.buffer.getvalue().decode() == f"Zo? {SHOWN}? "


def test_an_old_terminal_gets_question_marks_instead_of_a_crash(tmp_path: Path) -> None:
    with (tmp_path / "out").open("w", encoding="ascii") as out:
        console = Console("always", out)
        console.print(console.coloured(Colour.RED, "Zoë"))
    assert (tmp_path / "out").read_text() == "\x1b[1;31mZo?\x1b[0m\n"


@pytest.mark.parametrize("text", ["two\nlines", "Zoë 😀 ❤️", "東\u3000京", "1\u00a0%", r"C:\new"])
def test_harmless_text_is_shown_unchanged(text: str) -> None:
    assert printable(text) == text


def test_control_characters_are_shown_escaped() -> None:
    assert printable(EVIL) == SHOWN
    assert (
        printable("\r\t\x7f\x85\u2028\u200b\udcff\U000e0041") == r"\r\t\x7f\x85\u2028\u200b\udcff\U000e0041"
    )


@pytest.mark.parametrize(
    ("variables", "coloured"),
    [({}, False), ({"FORCE_COLOR": "1"}, True), ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False)],
)
def test_environment_variables_turn_colours_on_and_off(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], coloured: bool
) -> None:
    for name in ("FORCE_COLOR", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    out = io.StringIO()
    console = Console(out=out)
    console.print(console.bold("x"))
    assert ("\x1b" in out.getvalue()) is coloured


def test_lines_wrap_between_words_and_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    out = io.StringIO()
    console = Console("always", out)
    console.print(f"dice  {console.bold('white [4] [1]')}  red [3]  yellow [2]  green [5]")
    console.print("  Red 12 needs five crosses before it, and there are three of them.")
    console.print(f"{'x' * 60} y")
    assert out.getvalue().splitlines() == [
        "dice  \x1b[1mwhite [4] [1]\x1b[0m  red [3]",
        "  yellow [2]  green [5]",
        "  Red 12 needs five crosses before it,",
        "    and there are three of them.",
        "x" * 40,
        "x" * 20 + " y",
    ]


def test_output_to_a_pipe_is_not_wrapped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.setattr(sys, "__stdout__", io.StringIO())
    out = io.StringIO()
    Console("never", out).print("word " * 100)
    assert len(out.getvalue().splitlines()) == 1


# Input


class Screen(io.StringIO):
    """An output stream that types the next answer as soon as a question is flushed."""

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
    monkeypatch.setattr(console, "monotonic", clock)
    return clock


@pytest.fixture
def keyboard(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The keyboard's end of a pseudo-terminal whose other end is standard input."""
    typed, read = os.openpty()
    with open(read, encoding="utf-8") as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        yield typed
    os.close(typed)


@needs_pty
def test_input_typed_during_a_wait_is_discarded(keyboard: int, clock: Clock) -> None:
    asking = Console(out=Screen(keyboard, [b"r7\n"]))
    os.write(keyboard, b"\n\ny")
    clock.now += 20
    assert asking.ask("Your choice: ") == "r7"


@needs_pty
def test_input_typed_ahead_is_read(keyboard: int, clock: Clock) -> None:
    asking = Console(out=Screen(keyboard, [b"late\n", b"late\n"]))
    os.write(keyboard, b"r7\ny8\n")
    assert asking.ask("Your choice: ") == "r7"
    clock.now += 0.1
    assert asking.ask("Your choice: ") == "y8"


@needs_pty
def test_the_time_to_answer_a_question_does_not_count_as_a_wait(keyboard: int, clock: Clock) -> None:
    class Slow(Screen):
        def flush(self) -> None:
            clock.now += 60
            super().flush()

    asking = Console(out=Slow(keyboard, [b"r7\ny8\n", b"late\n"]))
    assert asking.ask("Your choice: ") == "r7"
    assert asking.ask("Your choice: ") == "y8"


def test_a_pipe_is_read_to_its_end(monkeypatch: pytest.MonkeyPatch, clock: Clock) -> None:
    read, typed = os.pipe()
    os.write(typed, b"r7\ny8\n")
    os.close(typed)
    with open(read, encoding="utf-8") as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        asking = Console(out=io.StringIO())
        clock.now += 20
        assert asking.ask("Your choice: ") == "r7"
        clock.now += 20
        assert asking.ask("Your choice: ") == "y8"
