"""``qwixx completion``: shell scripts that complete the command line, from the parsers of the commands."""

import argparse
import shlex
from collections.abc import Mapping
from typing import NamedTuple

from qwixx.bots import BOTS
from qwixx.bots.levels import LEVELS
from qwixx.cli import COMMANDS, parser_of
from qwixx.rules.ruleset import OPTIONS, RULESETS

SHELLS = ("bash", "zsh", "fish")
EXAMPLES = """\
examples:
  qwixx completion bash                    the script for bash
  source <(qwixx completion bash)          in ~/.bashrc
  source <(qwixx completion zsh)           in ~/.zshrc, after compinit
  qwixx completion fish | source           in ~/.config/fish/config.fish"""
_NAMED_BOTS = (*LEVELS, *(name for name, kind in BOTS.items() if kind.usage == name and name not in LEVELS))
# The values of placeholders in the help.
VALUES: Mapping[str, tuple[str, ...]] = {
    "GAME": tuple(RULESETS),
    "BOT": _NAMED_BOTS,
    "PLAYER": _NAMED_BOTS,
    "NAME=VALUE": tuple(f"{name}=" for name in OPTIONS),
}


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


class Argument(NamedTuple):
    """An option by its names, or a positional argument without names; its values, if they are listed."""

    names: tuple[str, ...]
    takes_value: bool
    values: tuple[str, ...]
    help: str


def arguments_of(parser: argparse.ArgumentParser) -> list[Argument]:
    # argparse has no public list of them.
    return [
        Argument(
            tuple(action.option_strings),
            action.nargs != 0,
            tuple(map(str, action.choices))
            if action.choices is not None
            else VALUES.get(_metavar(action), ()),
            (action.help or "").replace("%%", "%"),
        )
        for action in parser._actions
    ]


def _metavar(action: argparse.Action) -> str:
    return action.metavar if isinstance(action.metavar, str) else ""


def bash_script(commands: Mapping[str, list[Argument]]) -> str:
    """Words for options and for values that are listed; file names everywhere else."""
    cases = []
    for command, arguments in commands.items():
        for each in arguments:
            pattern = "|".join(f"{shlex.quote(f'{command} {name}')}" for name in each.names)
            if each.names and each.takes_value:
                cases.append(f"        {pattern}) words={shlex.quote(' '.join(each.values))} ;;")
        names = " ".join(name for each in arguments for name in each.names)
        values = " ".join(value for each in arguments if not each.names for value in each.values)
        cases.append(
            f"        {shlex.quote(command)}' '*) words={shlex.quote(f'{names} {values}'.strip())} ;;"
        )
    first = shlex.quote(" ".join((*commands, "help", "--help", "--version")))
    return f"""\
_qwixx() {{
    local current=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} words=
    if [ "$COMP_CWORD" -eq 1 ]; then
        words={first}
    else
        case "${{COMP_WORDS[1]}} $before" in
        'help '*) words={shlex.quote(" ".join(commands))} ;;
{chr(10).join(cases)}
        esac
    fi
    COMPREPLY=($(compgen -W "$words" -- "$current"))
}}
complete -o default -F _qwixx qwixx
"""


def zsh_script(commands: Mapping[str, list[Argument]]) -> str:
    """The same words, since zsh understands the completion of bash."""
    return f"#compdef qwixx\nautoload -U +X bashcompinit && bashcompinit\n{bash_script(commands)}"


def fish_script(commands: Mapping[str, list[Argument]], summaries: Mapping[str, str]) -> str:
    lines = [
        f"complete -c qwixx -n __fish_use_subcommand -f -a {name} -d {_fish(summaries[name])}"
        for name in commands
    ]
    for command, arguments in commands.items():
        condition = f"complete -c qwixx -n {_fish(f'__fish_seen_subcommand_from {command}')}"
        for each in arguments:
            flags = [f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in each.names]
            values = (
                [f"-x -a {_fish(' '.join(each.values))}" if each.values else "-r"] if each.takes_value else []
            )
            if flags:
                lines.append(" ".join([condition, *flags, *values, f"-d {_fish(each.help)}"]))
            elif each.values:
                lines.append(f"{condition} -a {_fish(' '.join(each.values))}")
    return "\n".join([*lines, ""])


def _fish(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"
