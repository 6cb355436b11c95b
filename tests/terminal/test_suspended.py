"""A game that is suspended with Ctrl-Z and continued with ``fg``."""

import os
import signal
from pathlib import Path

from tests.terminal.pseudo_terminal import at_terminal
from tests.waiting import wait_until


def wait_until_asleep(process: int) -> None:
    """Wait until the process reads from the terminal: it handles earlier signals only with the next key."""
    state = Path(f"/proc/{process}/stat")
    wait_until(lambda: state.read_text().rpartition(")")[2].split()[0] == "S")


def test_the_question_is_shown_again_with_the_typed_input() -> None:
    with at_terminal("play", "--players", "Ann", "random", "--seed", "1", COLUMNS="200") as game:
        game.read_until("Enter to pass): ")
        question = game.shown.splitlines()[-1]
        game.type("r1")
        game.read_until("pass): r1")
        wait_until_asleep(game.pid)
        # An interactive shell would send SIGTSTP; without a shell only SIGSTOP stops the process.
        os.kill(game.pid, signal.SIGSTOP)
        os.waitpid(game.pid, os.WUNTRACED)
        game.shown = ""
        os.kill(game.pid, signal.SIGCONT)
        game.read_until(f"{question}r1")
        game.type("\x15q\n")
        assert game.status() == 0
