"""The page of the commands, from their parsers."""

import argparse
import re
from collections.abc import Iterator
from pathlib import Path

from qwixx.cli import COMMANDS, EPILOG, parser_of

INTRODUCTION = """# Commands

What `qwixx COMMAND --help` prints, for every command. From a checkout the command is `.venv/bin/qwixx`.
"""
EXIT_STATUS = EPILOG.partition("Exit status: ")[2]


def pages() -> dict[str, str]:
    """The page, by its path."""
    summaries = [f"| [`qwixx {name}`](#qwixx-{name}) | {summary} |" for name, summary in COMMANDS.items()]
    table = ["| command | what it does |", "|---|---|", *summaries]
    status = f"\n## Exit status\n\n{' '.join(EXIT_STATUS.split())}\n"
    sections = [_section(name) for name in COMMANDS]
    return {"reference/commands.md": _portable("\n".join([INTRODUCTION, *table, "", *sections, status]))}


def _portable(text: str) -> str:
    """The text without the home folder of the user who builds the site."""
    return text.replace(str(Path.home()), "~")


def _section(name: str) -> str:
    parser = parser_of(name)
    usage = re.sub(r"\s+", " ", parser.format_usage().removeprefix("usage: ").strip())
    parts = [
        f"## `qwixx {name}` {{ #qwixx-{name} }}",
        str(parser.description),
        f"```console\n{_wrapped(usage)}\n```",
        "\n".join(["| argument | meaning |", "|---|---|", *_rows(parser)]),
        *_paragraphs(parser.epilog or ""),
    ]
    return "\n\n".join(parts) + "\n"


def _wrapped(usage: str, width: int = 88) -> str:
    """The usage in lines, broken between arguments."""
    words = re.findall(r"\[[^\[\]]*(?:\[[^\[\]]*\][^\[\]]*)*\]|\([^()]*\)|\S+", usage)
    lines = [""]
    for word in words:
        if len(lines[-1]) + len(word) > width:
            lines.append("   ")
        lines[-1] += f" {word}" if lines[-1] else word
    return "\n".join(lines)


def _rows(parser: argparse.ArgumentParser) -> Iterator[str]:
    for action in parser._actions:
        if action.help == argparse.SUPPRESS:
            continue
        help_text = parser._get_formatter()._expand_help(action) if action.help else ""
        yield f"| {_names(action)} | {_cell(help_text)} |"


def _names(action: argparse.Action) -> str:
    value = _value(action)
    if not action.option_strings:
        return f"`{value}`"
    return ", ".join(f"`{f'{name} {value}'.strip()}`" for name in action.option_strings)


def _value(action: argparse.Action) -> str:
    """What stands for the values of an argument, as in ``FILE…``; choices with a stroke between them."""
    if action.nargs == 0:
        return ""
    if action.metavar is None and action.choices is not None:
        name = "{" + ",".join(map(str, action.choices)) + "}"
    else:
        name = str(action.metavar or action.dest.upper())
    return f"{name}…" if action.nargs in ("+", "*") else name


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")


def _paragraphs(epilog: str) -> Iterator[str]:
    """The paragraphs of what stands below the arguments; lines that are indented are examples."""
    for paragraph in epilog.split("\n\n"):
        lines = paragraph.splitlines()
        examples = [line.strip() for line in lines if line.startswith("  ")]
        prose = " ".join(line for line in lines if not line.startswith("  "))
        if prose:
            yield f"{prose[0].upper()}{prose[1:]}".replace("<", "&lt;")
        if examples:
            yield "```sh\n" + "\n".join(examples) + "\n```"
