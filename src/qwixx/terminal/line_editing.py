"""A line typed at a terminal: arrow keys, history and completion where Python has readline."""

import os
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from types import ModuleType

from qwixx.terminal.wrapping import ANSI_STYLE


def line_eraser() -> str:
    """The control codes that erase the line of the cursor; empty if the terminal has none."""
    return "" if os.environ.get("TERM", "dumb") == "dumb" else "\r\x1b[K"


@cache
def _readline() -> ModuleType | None:
    """The module, ready for use; None on Windows, whose own console edits lines.

    Its import may write to a terminal, so it waits until there is a person to answer.
    """
    try:
        readline = import_module("readline")
    except ImportError:
        return None
    # macOS has libedit under this name, with other words for the same.
    is_libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")
    readline.set_completer_delims(" ")
    return readline


def typed_line(prompt: str, answers: Sequence[str] = ()) -> str:
    """A line without its end; EOFError at Ctrl-D. Tab completes one of ``answers``."""
    editor = _readline()
    if editor is None:
        return input(prompt)
    editor.set_completer(Completer(answers))
    # readline has to know what has no width. `Console.print_above` may have shown the prompt already.
    return input(f"\x01{line_eraser()}\x02" + ANSI_STYLE.sub("\x01\\g<0>\x02", prompt))


class Completer:
    """The answers that begin with what was typed, one after the other, as readline asks for them."""

    def __init__(self, answers: Sequence[str]) -> None:
        self._answers = answers

    def __call__(self, typed: str, number: int) -> str | None:
        fitting = [answer for answer in self._answers if answer.startswith(typed)]
        return fitting[number] if number < len(fitting) else None


def typed_so_far() -> str:
    """The unfinished line; empty without readline."""
    editor = _readline()
    return editor.get_line_buffer() if editor is not None else ""
