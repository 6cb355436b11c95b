"""``qwixx coach``, in the solo game with a table of made-up values."""

import json
from pathlib import Path

import pytest

from qwixx.coach.judges import judge_for
from qwixx.nets.weight_files import WeightsError
from qwixx.notation import parse_record
from tests.cli.commands.conftest import record
from tests.command_line import Run

SOLO = "solo; 1 roll; r2,3 p1"
ROLL = "4+1 r3 y2 g5 b6"


@pytest.mark.usefixtures("solved")
def test_each_choice_with_its_value_and_its_reason(run: Run) -> None:
    ran = run("coach", "--position", SOLO, "--dice", ROLL)
    assert (ran.status, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[0] == "The solo game, seat 1, white + white: 5"
    # The sheet has -2 points (two crosses and a penalty), and ten further points are assumed. Red 5 adds 3,
    # then red 7 adds 4 (D4, D6); after a pass red 4 adds 3.
    assert [line.split() for line in lines[2:4]] == [["choice", "total", "loss"], ["r5", "15.0", "best"]]
    assert lines[7].split() == ["pass", "11.0", "-4.0", "points", "blunder"]
    assert (
        "Passing leaves out red 5, which brings three points and gives up one number (-4.0 points)." in lines
    )


@pytest.mark.usefixtures("solved")
def test_advice_as_json(run: Run) -> None:
    ran = run("coach", "--position", SOLO, "--dice", ROLL, "--json", "--top", 5)
    told = json.loads(ran.out)
    assert told["position"] == f"solo; 1 common {ROLL}; r2,3 p1"
    assert [option["choice"] for option in told["options"]] == ["r5", "y5", "g5", "b5", "-"]
    assert told["options"][0] == {"choice": "r5", "win": None, "total": 15.0, "loss": 0.0}
    assert told["explanations"][0] is None
    assert told["explanations"][4]["code"] == "passed_a_cross"
    fewer = json.loads(run("coach", "--position", SOLO, "--dice", ROLL, "--json", "--top", 2).out)
    assert fewer["options"] == told["options"][:2]


def test_the_dice_game_by_its_net(run: Run) -> None:
    position = ("coach", "--position", "dice; 1 roll; r2,4 y3; g12,10", "--dice", ROLL)
    own, other = run(*position), run(*position, "--seat", 2)
    assert own.out.splitlines()[0] == "The dice game, seat 1, white + white: 5"
    assert own.out.splitlines()[2].split() == ["choice", "win", "total", "loss"]
    assert other.out.splitlines()[0].startswith("The dice game, seat 2")
    for ran in (own, other):
        assert sorted(line.split()[0] for line in ran.out.splitlines()[3:8]) == [
            "b5",
            "g5",
            "pass",
            "r5",
            "y5",
        ]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--position", "dice; 1 roll; -; -"], "nothing is chosen before the roll: name it too"),
        (["--position", "dice; 1 roll; -"], "--position: S13: the dice game is for 2 to 5 players, not 1"),
        (
            ["--position", "dice; 1 roll; r12; -", "--dice", ROLL],
            "--position: seat 1 of 2: S5: Red 12 needs five",
        ),
        (["--position", "dice; 1 roll; -; -", "--dice", "7+1"], "--dice: line 1, column 1"),
        (["--position", "dice; 1 roll; -; -", "--dice", "4+1 r3"], "--dice: D3: A roll needs two white dice"),
        (["--position", f"dice; 1 own {ROLL}; -; -", "--dice", ROLL], "the dice lie there already"),
        (["--position", f"dice; 1 own {ROLL}; -; -", "--seat", 2], "--seat: it is the turn of seat 1"),
        (
            ["--position", f"dice; 1 common {ROLL}; -; -", "--seat", 3],
            "--seat: there is no seat 3: seats go from 1 to 2",
        ),
        (["--position", "dice; 1 over; p4; -", "--seat", 2], "--position: the game is over"),
        (["--position", "dice; 1 over; p4; -"], "--position: the game is over"),
        (["--position", f"dice; 1 own {ROLL}; -; -", "--top", 0], "--top is 1 or more, not 0"),
        (
            ["--position", f"solo; 1 own {ROLL} crossed; r2"],
            "--position: line 1, column 36: expected what was crossed, like r7, found ';'",
        ),
        (
            ["--position", f"solo; 1 own {ROLL} crossed r5; r2"],
            "--position: D4: red 5 was not crossed in the common action: its row ends with 2",
        ),
        (["--position", "chess"], "--position: line 1, column 1"),
    ],
)
def test_errors_in_questions_are_reported(run: Run, arguments: list[object], words: str) -> None:
    ran = run("coach", *arguments)
    assert ran.status == 2
    assert ran.out == ""
    assert words in ran.err


def test_missing_weights_are_reported(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def missing(rules: object, players: int) -> object:
        raise WeightsError("the weights dice-3.npz are missing; reinstall qwixx")

    judge_for.cache_clear()
    monkeypatch.setattr("qwixx.nets.evaluator.evaluator_for", missing)
    position = f"dice; 1 common {ROLL}; -; -; -"
    assert (
        run("coach", "--position", position).err
        == "qwixx: the weights dice-3.npz are missing; reinstall qwixx\n"
    )
    ran = run("review", record(tmp_path / "game.qwixx", "dice", 3))
    assert (ran.status, ran.out) == (2, "")
    assert "game.qwixx: the weights dice-3.npz are missing" in ran.err
    assert "are missing" in run("puzzle", "--players", 3).err


@pytest.mark.usefixtures("solved")
def test_advice_for_a_turn_of_a_record(run: Run, tmp_path: Path) -> None:
    path = record(tmp_path / "game.qwixx")
    by_file = run("coach", path, "--turn", 2)
    assert by_file.status == 0
    assert by_file == run("coach", "-", "--turn", 2, typed=path.read_text())
    (state, *_) = [s for _, turn, s in parse_record(path.read_text()).moments() if turn == 2 and s.to_act]
    assert by_file.out == run("coach", "--position", "-", typed=f"{state}\n").out
    assert "--turn is 1 to" in run("coach", path, "--turn", 99).err
    assert "name the turn with --turn N" in run("coach", path).err
    assert "--turn is for a record" in run("coach", "--position", SOLO, "--turn", 2).err
