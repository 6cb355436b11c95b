"""The package without its extras: what works, and the error messages of the rest."""

import os
import subprocess
import sys
import tomllib
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import qwixx
from qwixx.cli import COMMANDS
from qwixx.extras import EXTRAS, MissingExtra, require

ROOT = Path(__file__).parent.parent
GOLDEN = ROOT / "tests" / "golden" / "dice-2.qwixx"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def install(name: str, folder: Path) -> None:
    """Link an installed distribution and its dependencies into a folder."""
    found = distribution(name)
    for top in {file.parts[0] for file in found.files or () if not file.parts[0].startswith(("..", "_"))}:
        if not (folder / top).exists():
            (folder / top).symlink_to(Path(str(found.locate_file(top))))
    for text in found.requires or ():
        requirement = Requirement(text)
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
            install(requirement.name, folder)


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package and its dependencies, without extras."""
    folder = tmp_path_factory.mktemp("bare")
    (folder / "qwixx").symlink_to(Path(qwixx.__file__).parent)
    for text in PROJECT["dependencies"]:
        install(Requirement(text).name, folder)
    return folder


def run(bare: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a Python that can import nothing else."""
    environment = {**os.environ, "PYTHONPATH": str(bare), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-S", "-m", "qwixx", *arguments]
    return subprocess.run(
        command,
        cwd=bare,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_only_small_packages_are_required(bare: Path) -> None:
    assert {path.name.partition(".")[0].partition("-")[0] for path in bare.iterdir()} == {
        "msgspec",
        "platformdirs",
        "qwixx",
    }


@pytest.mark.parametrize("game", ["dice", "cards", "cards_joker"])
def test_the_bare_package_plays_a_game(bare: Path, game: str) -> None:
    ran = run(bare, "play", "--game", game, "--players", "gap:1,2", "random", "--seed", "5", "--json")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert '"totals"' in ran.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ("--help",),
        ("bots",),
        ("completion", "bash"),
        ("replay", str(GOLDEN)),
        ("conform", str(ROOT / "tests" / "conformance" / "rulebook_cases.json")),
    ],
    ids=lambda arguments: str(arguments[0]),
)
def test_commands_without_extras_work(bare: Path, arguments: tuple[str, ...]) -> None:
    ran = run(bare, *arguments)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_every_command_has_its_help(bare: Path) -> None:
    """The completion script is generated from the parsers of all commands."""
    script = run(bare, "completion", "fish").stdout
    listed = {command for command in COMMANDS if f"__fish_seen_subcommand_from {command}'" in script}
    assert listed == set(COMMANDS)


@pytest.mark.parametrize(
    ("arguments", "extra"),
    [
        (("serve",), "serve"),
        (("open",), "client"),
        (("join", "TOMILA"), "client"),
        (("watch", "TOMILA"), "client"),
        (("sim",), "bots"),
        (("solve", "solo"), "bots"),
        (("arena", "random", "gap:1,2"), "bots"),
        (("review", str(GOLDEN)), "bots"),
        (("puzzle",), "bots"),
        (("play", "--players", "novice", "random"), "bots"),
        (("play", "--players", "optimal"), "bots"),
    ],
    ids=lambda value: str(value[0]) if isinstance(value, tuple) else value,
)
def test_a_command_with_a_missing_extra_fails_with_one_sentence(
    bare: Path, arguments: tuple[str, ...], extra: str
) -> None:
    ran = run(bare, *arguments)
    assert ran.returncode == 2
    assert ran.stderr.startswith("qwixx: ")
    assert ran.stderr.endswith(f"pip install 'qwixx[{extra}]'\n")
    assert ran.stderr.count("\n") == 1


def test_the_error_can_be_caught_as_an_import_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(
        ImportError, match=r"^a plot needs matplotlib: pip install 'qwixx\[plot\]'$"
    ) as caught:
        require("plot", "a plot")
    assert isinstance(caught.value, MissingExtra)


def test_every_extra_is_declared() -> None:
    assert set(EXTRAS) <= set(PROJECT["optional-dependencies"])
