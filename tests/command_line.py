"""Runs the ``qwixx`` command in this process."""

import io
import sys
from collections.abc import Callable
from typing import NamedTuple

import pytest

from qwixx.cli import main

# Sets red, rings the bell, clears the screen with a C1 control, and overrides the text direction.
EVIL = "\x1b[31m\x07\x9b2J\u202eevil\u2066\u200f"
SHOWN = r"\x1b[31m\x07\x9b2J\u202eevil\u2066\u200f"


class Ran(NamedTuple):
    status: int
    out: str
    err: str


Run = Callable[..., Ran]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run ``qwixx`` with these arguments; ``typed`` holds the lines of standard input."""

    def run_main(*arguments: object, typed: str = "") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        try:
            status = main([str(argument) for argument in arguments])
        except SystemExit as left:
            status = left.code if isinstance(left.code, int) else 1
        captured = capsys.readouterr()
        return Ran(status, captured.out, captured.err)

    return run_main
