import json
import re
from pathlib import Path

import pytest

from qwixx.cli import COMMANDS
from qwixx.notation import parse_position
from tests.cli.conftest import Run
from tests.golden.regenerate import golden_games, path_of

ROOT = Path(__file__).parent.parent.parent
CASES = ROOT / "tests" / "conformance" / "rulebook_cases.json"


@pytest.mark.parametrize("name", golden_games())
def test_replay_tells_every_golden_game(run: Run, name: str) -> None:
    ran = run("replay", path_of(name))
    assert ran.status == 0
    assert "Game over: " in ran.out
    assert ran.out.rstrip().splitlines()[-1].startswith("position: ")


def test_replay_up_to_a_turn(run: Run) -> None:
    ran = run("replay", path_of("dice-2"), "--turn", 2)
    assert "--- turn 2, Ben ---" in ran.out
    assert "--- turn 3" not in ran.out
    begun = run("replay", path_of("cards-3"), "--turn", 0)
    assert "begins." in begun.out
    assert "--- turn" not in begun.out


def test_replay_for_programs(run: Run) -> None:
    message = json.loads(run("replay", path_of("dice-2"), "--json").out)
    assert message["outcome"]["totals"] == message["totals"]
    states = [parse_position(text) for text in message["positions"]]
    assert states[-1].is_over
    part = json.loads(run("replay", path_of("dice-2"), "--json", "--turn", 1).out)
    assert part["positions"] == message["positions"][:2]
    assert part["outcome"] is None


def test_replay_of_what_is_no_record(run: Run, tmp_path: Path) -> None:
    assert run("replay", path_of("dice-2"), "--turn", 99).err.startswith("qwixx: the game has turns 1 to ")
    path = tmp_path / "x.qwixx"
    path.write_text("hello")
    ran = run("replay", path)
    assert (ran.status, ran.out) == (2, "")
    assert (
        ran.err
        == f'qwixx: {path}: line 1, column 1: expected a tag like [Qwixx "dice"] at the head of the record\n'
    )
    assert run("replay", tmp_path).status == 2


def test_conform_passes(run: Run) -> None:
    ran = run("conform", CASES)
    assert (ran.status, ran.out, ran.err) == (0, "73 passed, 0 failed\n", "")


def test_conform_tells_what_failed(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "cases.json"
    path.write_text(CASES.read_text(encoding="utf-8").replace('"scores": [25, 0]', '"scores": [26, 0]', 1))
    ran = run("conform", CASES, path)
    assert ran.status == 1
    assert ran.out.splitlines() == [
        "SH-001: Sheet example: what may still be crossed (dice)",
        "  scores: expected [26, 0], actual [25, 0]",
        "145 passed, 1 failed",
    ]
    message = json.loads(run("conform", path, "--json").out)
    assert (message["passed"], message["failed"]) == (72, 1)
    assert message["failures"][0]["id"] == "SH-001"


def test_conform_exits_2_on_a_file_it_cannot_read_and_runs_the_others(run: Run, tmp_path: Path) -> None:
    ran = run("conform", tmp_path / "none.json", CASES)
    assert ran.status == 2
    assert ran.out == "73 passed, 0 failed\n"
    assert ran.err == f"qwixx: {tmp_path / 'none.json'}: No such file or directory\n"


@pytest.mark.parametrize(
    "arguments", [["--help"], ["play", "--help"], ["replay", "--help"], ["conform", "--help"]]
)
def test_help_has_examples(run: Run, arguments: list[str]) -> None:
    ran = run(*arguments)
    assert ran.status == 0
    assert "examples:" in ran.out


@pytest.mark.parametrize("command", COMMANDS)
def test_help_names_documents_where_they_are(run: Run, command: str) -> None:
    """The wheel has no documents: whoever is sent to one is told that it is in the source distribution."""
    text = " ".join(run(command, "--help").out.split())
    named = re.findall(r"(?:docs|examples|tests)/[\w./-]*\w", text)
    assert all((ROOT / path).exists() for path in named)
    assert not named or "source distribution" in text


def test_wrong_commands(run: Run) -> None:
    assert run().status == 2
    assert run("dance").status == 2
    assert run("--version").out.startswith("qwixx ")
