"""The command line: help, and lazy imports of commands."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from qwixx.cli import COMMANDS, EPILOG, parser_of
from tests.command_line import Run

ROOT = Path(__file__).parent.parent.parent
# Slow to import, or not needed by most commands.
HEAVY = {"numba", "numpy", "matplotlib", "tqdm", "asyncio", "sqlite3", "starlette", "uvicorn", "segno"}
MODULES_AFTER_HELP = """
import json, sys
from qwixx.cli import main
after = {}
for command in sys.argv[1:]:
    try:
        main([command, "--help"] if command != "qwixx" else ["--help"])
    except SystemExit:
        after[command] = list(sys.modules)
print(json.dumps(after))
"""


def modules_after_help(*commands: str) -> dict[str, list[str]]:
    """The modules imported after the help of each command, in the same process."""
    words = [sys.executable, "-c", MODULES_AFTER_HELP, *commands]
    ran = subprocess.run(words, capture_output=True, text=True, check=True)
    after: dict[str, list[str]] = json.loads(ran.stdout.splitlines()[-1])
    return after


def test_help_imports_no_command() -> None:
    (modules,) = modules_after_help("qwixx").values()
    assert "qwixx.cli" in modules
    commands = ("qwixx.cli.commands", "qwixx.bots", "qwixx.notation", "qwixx.tables")
    assert [name for name in modules if name.startswith(commands)] == []
    assert HEAVY & set(modules) == set()


def test_only_the_chosen_command_is_imported_and_nothing_heavy_for_its_help() -> None:
    after = modules_after_help(*COMMANDS)
    names = [name.replace("-", "_") for name in COMMANDS]
    for number, modules in enumerate(after.values(), 1):
        imported = {name.rpartition(".")[2] for name in modules if name.startswith("qwixx.cli.commands.")}
        assert imported == set(names[:number])
        assert HEAVY & set(modules) == set(), names[number - 1]


def test_every_command_has_its_summary_in_the_help(run: Run) -> None:
    text = " ".join(run("--help").out.split())
    assert all(f"{name} {summary}" in text for name, summary in COMMANDS.items())


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command_begins_with_its_summary_and_has_examples(run: Run, command: str) -> None:
    ran = run(command, "--help")
    text = " ".join(ran.out.split())
    assert ran.status == 0
    assert f"{COMMANDS[command][1:]}. " in text
    assert f"examples: qwixx {command} " in text


@pytest.mark.parametrize("command", COMMANDS)
def test_help_names_documents_by_the_command_that_prints_them(run: Run, command: str) -> None:
    """An installed wheel has no docs folder."""
    text = " ".join(run(command, "--help").out.split())
    assert "docs/" not in text
    pages = re.findall(r"`qwixx docs ([\w/-]+)`", text)
    assert all((ROOT / "docs" / f"{page}.md").exists() for page in pages)


def test_without_a_command_the_overview_is_shown(run: Run) -> None:
    overview = run("--help")
    assert overview.status == 0
    assert run() == run("help") == overview
    assert run("help", "puzzle") == run("puzzle", "--help")


def test_unknown_commands_are_refused(run: Run) -> None:
    assert run("dance").status == 2
    assert run("help", "dance").status == 2
    assert run("--version").out.startswith("qwixx ")


@pytest.mark.parametrize("columns", [40, 80, 110])
@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_fits_the_width_of_the_terminal(
    run: Run, monkeypatch: pytest.MonkeyPatch, command: str, columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    lines = (run(command, "--help") if command else run("--help")).out.splitlines()
    # Commands are not wrapped, so that they can be copied.
    examples = parser_of(command).epilog if command else EPILOG
    commands = {found.rstrip() for found in re.findall(r"(?m)^  \w(?:\S| (?! ))*", examples or "")}
    assert [each for each in commands if not any(line.startswith(each) for line in lines)] == []
    assert max(len(line) for line in lines if line not in commands) <= columns
