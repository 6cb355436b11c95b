"""The terminal: whether it shows colour, and text in the colours of the rows.

All that the commands write goes through here, since words of foreign files, programs and arguments are
among it, and a terminal acts upon some characters instead of showing them.
"""

import argparse
import json
import os
import re
import secrets
import sys
import unicodedata
from collections.abc import Callable, Iterable
from time import monotonic
from typing import TextIO

import msgspec

from qwixx.cli.keyboard import discard_typed
from qwixx.rules.colours import Colour

CLEAR = "\x1b[2J\x1b[3J\x1b[H"
LINES_WITHOUT_CLEAR = 40
# Whoever types ahead in less time than this knows the next question.
SECONDS_OF_A_WAIT = 0.5

# Unicode categories that a terminal acts upon: controls, formats such as a change of the direction of
# writing, and line separators; and surrogates, which cannot be encoded.
ACTED_UPON = ("Cc", "Cf", "Cs", "Zl", "Zp")
_NOT_ASCII = re.compile(r"[^\n -~]")
# Stands for the escape character in styled text until that is printed. Nobody who writes a file can know
# it, so that no text but ours has styles.
_OWN_ESCAPE = f"<{secrets.token_hex(8)}>"

_CODES = {Colour.RED: "31", Colour.YELLOW: "33", Colour.GREEN: "32", Colour.BLUE: "34"}


def add_color_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="colours in the output (default: auto)",
    )


def printable(text: str) -> str:
    r"""A text as it can be printed: what a terminal would act upon is shown as escapes. Lines stay lines.

    >>> print(printable("\x1b[31mred"))
    \x1b[31mred
    """
    return _escaped(text, lambda character: character.encode("unicode_escape").decode("ascii"))


def printable_line(text: str) -> str:
    """The same in one line, so that no part of it passes for a line of ours."""
    return printable(text).replace("\n", r"\n")


def _escaped(text: str, escape: Callable[[str], str]) -> str:
    def shown(found: re.Match[str]) -> str:
        character = found.group()
        return escape(character) if unicodedata.category(character) in ACTED_UPON else character

    return _NOT_ASCII.sub(shown, text)


def print_notice(line: str) -> None:
    """A line for people where errors go, beside the output."""
    print(printable_line(line), file=sys.stderr)


def is_interactive() -> bool:
    """Whether a person reads the output and types the answers."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def can_show(text: str) -> bool:
    """Whether the output has all of these letters."""
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def print_json(message: object) -> None:
    """A message for programs; what the output lacks or would act upon is written as JSON's escapes."""
    plain = msgspec.to_builtins(message)
    text = _escaped(json.dumps(plain, ensure_ascii=False), lambda character: json.dumps(character)[1:-1])
    print(text if can_show(text) else json.dumps(plain))


class Terminal:
    """Where text goes to and answers come from. Colour only repeats what letters say already."""

    def __init__(self, colour: str = "auto", out: TextIO | None = None) -> None:
        self._out = out or sys.stdout
        self._is_terminal = self._out.isatty()
        self._coloured = colour == "always" or (colour == "auto" and self._wants_colour())
        self._last_answer = monotonic()

    def _wants_colour(self) -> bool:
        return self._is_terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"

    def print(self, text: str = "") -> None:
        self._write(f"{text}\n")

    def print_lines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.print(line)

    def ask(self, question: str) -> str:
        """A line typed by a person; EOFError when there is nobody left to type.

        Keys that were pressed during a wait answer nothing: the question was not there yet.
        """
        if monotonic() - self._last_answer > SECONDS_OF_A_WAIT:
            discard_typed(sys.stdin)
        self._write(question)
        line = sys.stdin.readline()
        self._last_answer = monotonic()
        if not line:
            self._out.write("\n")
            raise EOFError
        return line.strip()

    def _write(self, text: str) -> None:
        encoding = self._out.encoding or "ascii"
        shown = printable(text).replace(_OWN_ESCAPE, "\x1b")
        self._out.write(shown.encode(encoding, "replace").decode(encoding))
        self._out.flush()

    def clear(self) -> None:
        self._out.write(CLEAR if self._is_terminal else "\n" * LINES_WITHOUT_CLEAR)

    def bold(self, text: str) -> str:
        return self._styled("1", text)

    def dim(self, text: str) -> str:
        return self._styled("2", text)

    def coloured(self, colour: Colour | None, text: str) -> str:
        """Text in the colour of a row; a joker's text stands out in none of them."""
        return self._styled("1;35" if colour is None else f"1;{_CODES[colour]}", text)

    def _styled(self, code: str, text: str) -> str:
        return f"{_OWN_ESCAPE}[{code}m{text}{_OWN_ESCAPE}[0m" if self._coloured else text
