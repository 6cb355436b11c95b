"""``qwixx completion``: the scripts load and complete words."""

import shutil
import subprocess

import pytest

from qwixx.cli import COMMANDS
from tests.command_line import Run

COMPLETE = """
source /dev/stdin
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_qwixx
printf '%s\\n' "${COMPREPLY[@]}"
complete -p qwixx
"""


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("pl", ["play"]),
        ("pu", ["puzzle"]),
        ("play --ga", ["--game"]),
        ("play --game c", ["cards", "cards_joker"]),
        ("play --players ma", ["master"]),
        ("arena so", ["solid"]),
        ("move-tables --he", ["--help"]),
        ("help ver", ["verify"]),
        ("completion ", ["-h", "--help", "bash", "zsh", "fish"]),
        # No words: bash completes file names.
        ("review --html ", [""]),
    ],
)
def test_bash_completes(run: Run, line: str, words: list[str]) -> None:
    script = run("completion", "bash").out
    command = ["bash", "--norc", "-c", COMPLETE, "bash", "qwixx", *line.split(" ")]
    ran = subprocess.run(command, input=script, capture_output=True, text=True, check=True)
    *completed, registered = ran.stdout.splitlines()
    assert (completed, ran.stderr) == (words, "")
    assert registered == "complete -o default -F _qwixx qwixx"


def test_zsh_loads_bashcompinit_first(run: Run) -> None:
    zsh, bash = run("completion", "zsh").out, run("completion", "bash").out
    assert zsh.endswith(bash)
    assert zsh.startswith("#compdef qwixx\nautoload -U +X bashcompinit && bashcompinit\n")


def test_fish_has_every_command_and_option(run: Run) -> None:
    lines = run("completion", "fish").out.splitlines()
    assert {line.split(" -a ")[1].split()[0] for line in lines if "__fish_use_subcommand" in line} == set(
        COMMANDS
    )
    assert any(
        line.endswith(
            "-l game -x -a 'dice cards cards_joker solo' -d 'one of dice, cards, cards_joker, solo (default: dice)'"
        )
        for line in lines
    )
    assert all(line.count("'") % 2 == 0 or "\\'" in line for line in lines)
