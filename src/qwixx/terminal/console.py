"""The console: lines of text to it, answers from it, and tables and JSON as text.

All output of the commands goes through here: it contains text of files, programs and arguments, which might
contain control characters for the terminal.
"""

import argparse
import json
import os
import re
import sys
import threading
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from time import monotonic
from typing import TextIO

import msgspec

from qwixx.rules.colours import Colour
from qwixx.rules.errors import OperationalError
from qwixx.system.signals import on_continue
from qwixx.terminal.line_editing import line_eraser, typed_line, typed_so_far
from qwixx.terminal.wrapping import output_width, wrapped

CLEAR = "\x1b[2J\x1b[3J\x1b[H"
LINES_WITHOUT_CLEAR = 40
# Keys that are pressed in a longer wait after an answer are not meant for the next question.
WAIT_SECONDS = 0.5

# Unicode categories that a terminal interprets: controls, formats such as a change of the direction of
# writing, and line separators; and surrogates, which cannot be encoded.
UNSAFE_CATEGORIES = ("Cc", "Cf", "Cs", "Zl", "Zp")
_NOT_ASCII = re.compile(r"[^\n -~]")
# Stands for the escape character in styled text until that is printed. It is random, so that no other text
# can contain styles.
_OWN_ESCAPE = f"<{os.urandom(8).hex()}>"

_CODES = {Colour.RED: "31", Colour.YELLOW: "33", Colour.GREEN: "32", Colour.BLUE: "34"}


def add_color_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="colours in the output (default: auto)",
    )


def printable(text: str) -> str:
    r"""A text that is safe to print: control characters are shown as escapes, except line breaks.

    >>> print(printable("\x1b[31mred"))
    \x1b[31mred
    """
    return _escaped(text, lambda character: character.encode("unicode_escape").decode("ascii"))


def printable_line(text: str) -> str:
    """The same with escaped line breaks, so that it cannot imitate lines of our output."""
    return printable(text).replace("\n", r"\n")


def _escaped(text: str, escape: Callable[[str], str]) -> str:
    def shown(found: re.Match[str]) -> str:
        character = found.group()
        return escape(character) if unicodedata.category(character) in UNSAFE_CATEGORIES else character

    return _NOT_ASCII.sub(shown, text)


def print_notice(line: str) -> None:
    """Print a line for people on standard error."""
    print(printable_line(line), file=sys.stderr)


def has_output() -> bool:
    """Whether standard output is open; closed standard input and error are replaced by empty ones.

    Python has None for a stream that the shell closed, as in ``<&-``.
    """
    if sys.stdin is None:
        sys.stdin = os.fdopen(os.open(os.devnull, os.O_RDONLY))
    if sys.stderr is None:
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    return sys.stdout is not None


def is_interactive() -> bool:
    """Whether a person reads the output and types the answers."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def can_show(text: str) -> bool:
    """Whether the output can encode these characters."""
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def print_json(message: object, kind: str | None = None, *, weights: Mapping[str, str] | None = None) -> None:
    """Print a message as JSON; unsafe or unencodable characters are escaped.

    ``kind`` names its shape and version: ``qwixx-sim/1``. The software is added to such a message, and the
    checksums of the ``weights`` where nets may take part. Without a kind the message has all of this.
    """
    plain = msgspec.to_builtins(message)
    if kind is not None:
        # Most commands print no JSON, and load no bots for it.
        from qwixx.bots.provenance import software

        made_by = {"software": software(), **({} if weights is None else {"weights": dict(weights)})}
        plain = {"format": kind, **made_by, **plain}
    text = _escaped(json.dumps(plain, ensure_ascii=False), lambda character: json.dumps(character)[1:-1])
    print(text if can_show(text) else json.dumps(plain))


class EndOfInput(OperationalError):
    """A question was asked, and standard input, which is not a terminal, has ended."""


class Console:
    """The output and the keyboard. Colours only repeat what the text says."""

    def __init__(self, colour: str = "auto", out: TextIO | None = None) -> None:
        self._out = out or sys.stdout
        self._is_terminal = self._out.isatty()
        self._coloured = colour == "always" or (colour == "auto" and self._wants_colour())
        self._last_answer = monotonic()
        # The question whose answer is being typed: its last line, and those above that line.
        self._prompt: str | None = None
        self._above_prompt: list[str] = []
        # Lines that belong together stay together, also where two threads print.
        self._printing = threading.RLock()

    def _wants_colour(self) -> bool:
        if os.environ.get("NO_COLOR"):
            return False
        if os.environ.get("FORCE_COLOR"):
            return True
        return self._is_terminal and os.environ.get("TERM") != "dumb"

    @property
    def width(self) -> int:
        """The columns of the output."""
        return output_width()

    def print(self, text: str = "", *, wrap: bool = True) -> None:
        for line in self._shown(text, wrap=wrap):
            self._write(f"{line}\n")

    def print_lines(self, lines: Iterable[str]) -> None:
        with self._printing:
            for line in lines:
                self.print(line)

    def print_above(self, lines: Iterable[str]) -> None:
        """Print lines while an answer may be being typed, and show it again below them."""
        with self._printing:
            if self._prompt is not None and self._is_edited:
                self._write(line_eraser() or "\n")
            self.print_lines(lines)
            if self._prompt is not None:
                around = (line_eraser(), typed_so_far()) if self._is_edited else ("", "")
                self._write(self._prompt.join(around))

    def ask(self, question: str, answers: Sequence[str] = (), *, may_type_ahead: bool = False) -> str:
        """A line typed by a person; EOFError after Ctrl-D, EndOfInput if the input is not a terminal.

        Tab completes one of ``answers``. Keys that were pressed during a wait, before the question was shown,
        are discarded, unless a person may type ahead.
        """
        if not may_type_ahead and monotonic() - self._last_answer > WAIT_SECONDS:
            _discard_typed(sys.stdin)
        with self._printing:
            *self._above_prompt, self._prompt = self._shown(question)
            self._write("".join(f"{line}\n" for line in self._above_prompt))
        try:
            line = self._typed(self._prompt, answers)
        finally:
            self._prompt = None
        self._last_answer = monotonic()
        if not line:
            self._out.write("\n")
            if sys.stdin.isatty():
                raise EOFError
            raise EndOfInput("standard input has ended, and a question is not answered")
        return line.strip()

    def _typed(self, prompt: str, answers: Sequence[str]) -> str:
        """The line with its end; nothing at the end of the input."""
        if not self._is_edited:
            self._write(prompt)
            return sys.stdin.readline()
        try:
            with on_continue(self._ask_again):
                return f"{typed_line(prompt, answers)}\n"
        except EOFError:
            return ""

    def _ask_again(self) -> None:
        """Show the question below what the shell has printed meanwhile."""
        with self._printing:
            if self._prompt is not None:
                self._write("".join(f"{line}\n" for line in self._above_prompt))
                self._write(f"{self._prompt}{typed_so_far()}")

    @property
    def _is_edited(self) -> bool:
        return self._is_terminal and self._out is sys.stdout and sys.stdin.isatty()

    def _shown(self, text: str, *, wrap: bool = True) -> list[str]:
        """The lines of a text as the output can show them."""
        encoding = self._out.encoding or "ascii"
        safe = printable(text).encode(encoding, "replace").decode(encoding)
        lines, width = safe.replace(_OWN_ESCAPE, "\x1b").split("\n"), self.width
        return [part for line in lines for part in wrapped(line, width)] if wrap else lines

    def _write(self, text: str) -> None:
        self._out.write(text)
        self._out.flush()

    def clear(self) -> None:
        self._out.write(CLEAR if self._is_terminal else "\n" * LINES_WITHOUT_CLEAR)

    def bold(self, text: str) -> str:
        return self._styled("1", text)

    def dim(self, text: str) -> str:
        return self._styled("2", text)

    def coloured(self, colour: Colour | None, text: str) -> str:
        """Text in the colour of a row; a joker has another colour."""
        return self._styled("1;35" if colour is None else f"1;{_CODES[colour]}", text)

    def _styled(self, code: str, text: str) -> str:
        return f"{_OWN_ESCAPE}[{code}m{text}{_OWN_ESCAPE}[0m" if self._coloured else text


def _discard_typed(keys: TextIO) -> None:
    """Discard unread keys; a pipe or a file keeps everything."""
    if not keys.isatty():
        return
    if sys.platform == "win32":
        import msvcrt

        while msvcrt.kbhit():
            msvcrt.getwch()
    else:
        import termios

        termios.tcflush(keys, termios.TCIFLUSH)
