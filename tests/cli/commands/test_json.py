"""The header of every JSON result: its format and the software's version."""

import json
from pathlib import Path

import pytest

import qwixx
from qwixx.notation import format_record
from tests.cli.commands.conftest import record
from tests.command_line import Run
from tests.fairness.vectors import fair_game

CASES = Path(__file__).parents[2] / "conformance" / "rulebook_cases.json"
POSITION = ("--position", "solo; 1 roll; r2,3 p1")
BOTS = ("gap:1,2", "random")


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ("game", ["play", "--players", *BOTS, "--seed", "1"]),
        ("advice", ["coach", *POSITION, "--dice", "4+1 r3 y2 g5 b6"]),
        ("review", ["review", "solo.qwixx"]),
        ("puzzles", ["puzzle", "--game", "solo"]),
        ("replay", ["replay", "solo.qwixx"]),
        ("verification", ["verify", "fair.qwixx"]),
        ("arena-report", ["arena", *BOTS, "--games", "4"]),
        ("sim", ["sim", "--players", *BOTS, "--games", "4"]),
        ("solution", ["solve", "solo", *POSITION]),
        ("bots", ["bots"]),
        ("conformance-report", ["conform", str(CASES)]),
    ],
)
@pytest.mark.usefixtures("solved")
def test_results_name_their_format_and_the_software(
    form: str, words: list[str], run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    record(Path("solo.qwixx"))
    Path("fair.qwixx").write_text(format_record(fair_game("dice", 3).record), encoding="utf-8")
    message = json.loads(run(*words, "--json").out)
    assert (message["format"], message["software"]) == (f"qwixx-{form}/1", f"qwixx {qwixx.__version__}")
