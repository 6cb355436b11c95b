"""The tables package needs no server: only msgspec and the standard library, no threads, sockets or clock."""

import ast
import json
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

import qwixx
from qwixx.rules.ruleset import RULESETS
from tests.tables import alone

SOURCE = Path(qwixx.__file__).parent
IN_OUT = {"asyncio", "concurrent", "multiprocessing", "selectors", "socket", "sqlite3", "ssl", "threading"}
CLOCKS = {"time", "datetime", "sched"}
# The packages that tables import; of the coach and the nets only types and names of styles.
BELOW = {
    "bots",
    "daily",
    "extras",
    "fairness",
    "gameplay",
    "notation",
    "pictured",
    "record",
    "rules",
    "seeds",
}
NAMES_ONLY = {"qwixx.coach", "qwixx.coach.findings", "qwixx.nets", "qwixx.nets.style"}
# It computes with dates, but does not read the clock while a table is planned.
CALENDAR = "qwixx.daily"


def imported_by(path: Path) -> set[str]:
    """The packages that a module imports anywhere."""
    imported: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            imported |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add((node.module or "").partition(".")[0])
    return imported


def path_of(module: str) -> Path:
    path = SOURCE.joinpath(*module.split(".")[1:])
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """The played games and loaded modules of alone.py, run without other packages."""
    folder = tmp_path_factory.mktemp("installed")
    for package in (SOURCE, Path(msgspec.__file__).parent):
        (folder / package.name).symlink_to(package, target_is_directory=True)
    # Isolated mode, without site-packages.
    command = [sys.executable, "-I", "-S", "-B", alone.__file__, str(folder)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert ended.returncode == 0, ended.stderr
    printed: dict[str, list[str]] = json.loads(ended.stdout)
    return printed


def test_games_of_every_kind_are_played_to_the_end(found: dict[str, list[str]]) -> None:
    assert found["played"] == ["dice over", "cards over", "cards_joker over", "solo over", "pad finished"]


def test_no_game_of_the_rules_is_left_out(found: dict[str, list[str]]) -> None:
    assert {*RULESETS} <= {each.partition(" ")[0] for each in found["played"]}


def test_only_msgspec_is_needed(found: dict[str, list[str]]) -> None:
    packages = {module.partition(".")[0] for module in found["modules"]}
    assert packages - sys.stdlib_module_names == {"__main__", "qwixx", "msgspec"}


def test_no_module_for_input_and_output_is_loaded(found: dict[str, list[str]]) -> None:
    assert not set(found["modules"]) & IN_OUT


def test_only_the_packages_below_tables_are_loaded(found: dict[str, list[str]]) -> None:
    own = {module for module in found["modules"] if module.startswith("qwixx.")}
    assert {module for module in own if module.split(".")[1] in ("coach", "nets")} == NAMES_ONLY
    assert {module.split(".")[1] for module in own - NAMES_ONLY} == {*BELOW, "tables"}


def test_no_loaded_module_imports_a_clock(found: dict[str, list[str]]) -> None:
    own = [module for module in found["modules"] if module.startswith("qwixx.")]
    assert {module for module in own if imported_by(path_of(module)) & CLOCKS} == {CALENDAR}


@pytest.mark.parametrize("path", sorted((SOURCE / "tables").rglob("*.py")), ids=lambda path: path.stem)
def test_no_table_imports_a_clock_a_thread_or_a_socket_in_any_function(path: Path) -> None:
    imported = imported_by(path)
    assert not imported & (IN_OUT | CLOCKS)
    assert imported <= sys.stdlib_module_names | {"qwixx", "msgspec"}
