"""``qwixx completion``: completion of the command line by the Tab key of a shell."""

import argparse

from qwixx.cli import COMMANDS, parser_of
from qwixx.cli.completion import arguments_of, bash_script, fish_script, zsh_script

SHELLS = ("bash", "zsh", "fish")
EXAMPLES = """\
examples:
  qwixx completion bash                    the script for bash
  source <(qwixx completion bash)          in ~/.bashrc
  source <(qwixx completion zsh)           in ~/.zshrc, after compinit
  qwixx completion fish | source           in ~/.config/fish/config.fish"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=SHELLS, help="the shell")


def run(args: argparse.Namespace) -> int:
    """Print the script for a shell; the exit status."""
    commands = {name: arguments_of(parser_of(name)) for name in COMMANDS}
    match args.shell:
        case "bash":
            script = bash_script(commands)
        case "zsh":
            script = zsh_script(commands)
        case _:
            script = fish_script(commands, COMMANDS)
    # Not for people: lines are not to be wrapped.
    print(script, end="")
    return 0
