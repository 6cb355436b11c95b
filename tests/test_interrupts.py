"""Ctrl-C while a command is loading ends it without a traceback."""

import signal
import subprocess
import sys
from itertools import count
from typing import NamedTuple

import pytest

COMMANDS = {
    "bots": ["bots"],
    "play": ["play", "--players", "Ann", "random"],
    "serve": ["serve", "--no-browser", "--port", "0", "--proxy", "none"],
}
# The exit status without an interrupt: standard input has ended (play), and the proxy is invalid (serve).
DONE = {"bots": 0, "play": 2, "serve": 2}
# The first module of ours; a traceback from an earlier import would be Python's own.
FIRST = "qwixx.rules."


class Ended(NamedTuple):
    status: int
    err: str
    was_interrupted: bool


def ended(command: list[str], modules: int) -> Ended:
    """Run a command that gets Ctrl-C after it has imported this many modules.

    ``-X importtime`` prints every import, so no clock is needed.
    """
    words = [sys.executable, "-X", "importtime", "-m", "qwixx", *command]
    lines, seen, was_interrupted = [], 0, False
    with subprocess.Popen(
        words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        for line in process.stderr:
            lines.append(line)
            seen += seen > 0 or FIRST in line
            if seen > modules and not was_interrupted:
                process.send_signal(signal.SIGINT)
                was_interrupted = True
    return Ended(process.returncode, "".join(lines), was_interrupted)


@pytest.mark.parametrize("command", COMMANDS)
def test_ctrl_c_while_a_command_is_loading_prints_no_traceback(command: str) -> None:
    for modules in count(0, 60):
        end = ended(COMMANDS[command], modules)
        assert "Traceback" not in end.err
        if not end.was_interrupted:
            assert end.status == DONE[command]
            assert modules > 60, "the command was interrupted too rarely"
            return
        # A command that is nearly done may end before the signal arrives.
        assert end.status in (-signal.SIGINT, 130, DONE[command])
