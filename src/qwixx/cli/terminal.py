"""The terminal: whether it shows colour, and text in the colours of the rows."""

import argparse
import json
import os
import sys
from typing import TextIO

import msgspec

from qwixx.rules.colours import Colour

CLEAR = "\x1b[2J\x1b[3J\x1b[H"
LINES_WITHOUT_CLEAR = 40

_CODES = {Colour.RED: "31", Colour.YELLOW: "33", Colour.GREEN: "32", Colour.BLUE: "34"}


def add_color_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="colours in the output (default: auto)",
    )


def can_show(text: str) -> bool:
    """Whether the output has all of these letters."""
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def print_json(message: object) -> None:
    """A message for programs; letters that the output does not have are written as JSON's escapes."""
    plain = msgspec.to_builtins(message)
    text = json.dumps(plain, ensure_ascii=False)
    print(text if can_show(text) else json.dumps(plain))


class Terminal:
    """Where text goes to and answers come from. Colour only repeats what letters say already."""

    def __init__(self, colour: str = "auto", out: TextIO | None = None) -> None:
        self._out = out or sys.stdout
        self._is_terminal = self._out.isatty()
        self._coloured = colour == "always" or (colour == "auto" and self._wants_colour())

    def _wants_colour(self) -> bool:
        return self._is_terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"

    def print(self, text: str = "") -> None:
        encoding = self._out.encoding or "ascii"
        print(text.encode(encoding, "replace").decode(encoding), file=self._out, flush=True)

    def ask(self, question: str) -> str:
        """A line typed by a person; EOFError when there is nobody left to type."""
        self._out.write(question)
        self._out.flush()
        line = sys.stdin.readline()
        if not line:
            self._out.write("\n")
            raise EOFError
        return line.strip()

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
        return f"\x1b[{code}m{text}\x1b[0m" if self._coloured else text
