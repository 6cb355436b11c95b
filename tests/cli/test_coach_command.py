"""``qwixx coach``, ``qwixx review`` and ``qwixx puzzle`` in the solo game, over a table of made-up values."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from qwixx.bots import make_bot
from qwixx.cli.review_report import review_lines
from qwixx.cli.terminal import Terminal
from qwixx.coach.appointment import judge_for
from qwixx.coach.findings import CurvePoint, Ending, Review, SeatReview, Words
from qwixx.gameplay import Game, play
from qwixx.nets.weights import WeightsError
from qwixx.solver.solution import Solution, keep
from tests.cli.conftest import Run

SOLO = "solo; 1 roll; r2,3 p1"
ROLL = "4+1 r3 y2 g5 b6"


@pytest.fixture
def solved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every position promises ten points more, so that a choice is worth what it crosses."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    values = np.full((4, 1_367_031), 10, dtype=np.float32)
    keep(Solution(values, (10.0, 5.0, 0.0, -5.0), {10: 1.0}), tmp_path / "cache" / "qwixx" / "solo.values")
    judge_for.cache_clear()
    yield
    judge_for.cache_clear()


def record(path: Path, game: str = "solo", players: int = 1, seed: int = 2) -> Path:
    played = Game(game, ["Ann", "Ben", "Cleo"][:players], seed=seed)
    play(played, [make_bot("gap:1,2")] * players)
    path.write_text(str(played), encoding="utf-8")
    return path


# coach


@pytest.mark.usefixtures("solved")
def test_each_choice_with_its_value_and_its_reason(run: Run) -> None:
    ran = run("coach", "--position", SOLO, "--dice", ROLL)
    assert (ran.status, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[0] == "The solo game, seat 1, white + white: 5"
    # Two crosses and a penalty are -2, and ten points are promised. Red 5 brings 3, red 7 then 4 (D4, D6);
    # passing leaves 3 for red 4 alone.
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
            "--position: line 1, column 29: no row of the active player ends with 5",
        ),
        (
            ["--position", f"solo; 1 own {ROLL} crossed r5; r2"],
            "--position: D4: red 5 was not crossed in the common action: its row ends with 2",
        ),
        (["--position", "chess"], "--position: line 1, column 1"),
    ],
)
def test_wrong_questions_are_told_what_is_wrong(run: Run, arguments: list[object], words: str) -> None:
    ran = run("coach", *arguments)
    assert ran.status == 2
    assert ran.out == ""
    assert words in ran.err


def test_weights_that_are_missing(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
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


# review


@pytest.mark.usefixtures("solved")
def test_a_review_tells_curve_luck_and_the_costliest(run: Run, tmp_path: Path) -> None:
    ran = run("review", record(tmp_path / "game.qwixx"))
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith("The solo game, ")
    assert "Expected total before each turn" in ran.out
    assert "Perfect play averages 10.0 points; your dice were worth " in ran.out
    assert "The costliest choices" in ran.out
    shown = [line for line in ran.out.splitlines() if line.endswith(("blunder", "mistake", "inaccuracy"))]
    everything = run("review", tmp_path / "game.qwixx", "--all").out.splitlines()
    assert len(everything) > len(ran.out.splitlines())
    assert set(shown) - {""} != set()


def test_luck_and_skill_of_two_players(run: Run, tmp_path: Path) -> None:
    ran = run("review", record(tmp_path / "game.qwixx", "dice", 2))
    lines = ran.out.splitlines()
    table = next(place for place, line in enumerate(lines) if line.startswith("in % of the win"))
    for line in lines[table + 1 : table + 3]:
        *parts, result = map(float, line.split()[1:])
        assert sum(parts) == pytest.approx(result, abs=1e-9)


def test_luck_of_cards_is_told_with_its_error_and_the_hidden_cards(run: Run, tmp_path: Path) -> None:
    told = run("review", record(tmp_path / "game.qwixx", "cards", 2)).out
    assert "Luck is sampled; its standard error is at most " in told
    assert "The estimate is where the judge corrected itself, and what cards were worth" in told


def test_a_review_as_json_from_standard_input(run: Run, tmp_path: Path) -> None:
    text = record(tmp_path / "game.qwixx", "dice", 2).read_text(encoding="utf-8")
    told = json.loads(run("review", "-", "--json", typed=text).out)
    assert told["players"] == ["Ann", "Ben"]
    assert told == json.loads(run("review", tmp_path / "game.qwixx", "--json").out)
    for seat in told["seats"]:
        parts = sum(seat[part] for part in ("start", "luck", "skill", "others", "estimate"))
        assert parts == pytest.approx(seat["result"])


@pytest.mark.usefixtures("solved")
def test_a_page_and_a_plot(run: Run, tmp_path: Path) -> None:
    page, plot = tmp_path / "game.html", tmp_path / "game.svg"
    assert run("review", record(tmp_path / "game.qwixx"), "--html", page, "--plot", plot).status == 0
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert "<svg" in plot.read_text(encoding="utf-8")


@pytest.mark.usefixtures("solved")
def test_a_terminal_without_blocks_gets_plain_letters(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = record(tmp_path / "game.qwixx")
    assert "█" in run("review", path).out
    monkeypatch.setattr("qwixx.cli.review_report.can_show", lambda text: False)
    assert "#" in run("review", path).out


def test_an_unfinished_record_is_refused(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "half.qwixx"
    path.write_text('[Qwixx "dice"]\n[Seats "Ann" "Ben"]\n\nfirst: Ann\n', encoding="utf-8")
    ran = run("review", path)
    assert (ran.status, ran.out) == (2, "")
    assert "half.qwixx: the game is not finished: after 1 steps it waits for the roll" in ran.err
    typed = run("review", "-", typed=path.read_text(encoding="utf-8"))
    assert "standard input: the game is not finished" in typed.err


def test_an_illegal_record_is_refused_with_its_line(run: Run, tmp_path: Path) -> None:
    path = record(tmp_path / "game.qwixx", "dice", 2)
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    place = next(place for place, line in enumerate(lines) if line.startswith("1 "))
    lines[place] = "1 " + lines[place].split()[1] + " 4+1 r3 y2 g5 b6 / r6 - / -"
    path.write_text("\n".join(lines), encoding="utf-8")
    ran = run("review", path)
    assert ran.status == 2
    assert f"line {place + 1}" in ran.err
    assert "D4" in ran.err
    assert "standard input: " in run("review", "-", typed="\n".join(lines)).err


def test_files_that_cannot_be_read_or_drawn(run: Run, tmp_path: Path) -> None:
    assert "cannot read" in run("review", tmp_path / "none.qwixx").err
    path = record(tmp_path / "game.qwixx", "dice", 2)
    assert "ends in .png or .svg" in run("review", path, "--plot", tmp_path / "game.gif").err


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("", "cannot write .: it is a folder, and a file is needed"),
        ("none/game.html", "none/game.html: there is no folder "),
        ("/dev/null", "cannot write /dev/null: it is no ordinary file"),
    ],
)
def test_a_page_that_cannot_be_written_is_refused_before_the_work(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run("review", tmp_path / "not-even-read.qwixx", "--html", name)
    assert (ran.status, ran.out) == (2, "")
    assert words in ran.err


def test_a_page_is_not_written_over_the_plot_or_the_record(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = record(tmp_path / "game.qwixx", "dice", 2)
    text = path.read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    both = run("review", path, "--html", "x.svg", "--plot", tmp_path / "x.svg")
    assert (both.status, both.err) == (
        2,
        "qwixx: --html and --plot are the same file, x.svg: name another one\n",
    )
    assert "--html and the record are the same file" in run("review", path, "--html", "game.qwixx").err
    assert path.read_text(encoding="utf-8") == text


@pytest.mark.usefixtures("solved")
def test_coach_review_and_page_call_things_the_same(run: Run, tmp_path: Path) -> None:
    page = tmp_path / "game.html"
    told = run("review", record(tmp_path / "game.qwixx"), "--all", "--html", page).out
    rows = [re.split(r"  +", line) for line in told.splitlines() if re.match(r" *\d+  Ann  ", line)]
    asked = {phrase for phrase in ("white + white", "white + colour") if any(phrase in row for row in rows)}
    assert asked == {"white + white", "white + colour"}
    assert any("pass" in row for row in rows)
    assert not any("-" in row for row in rows)
    html = page.read_text(encoding="utf-8")
    assert all(phrase in html for phrase in (*asked, "<b>pass</b>"))


def test_perfect_solo_play_costs_nothing(solved_game: Review) -> None:
    lines = review_lines(Terminal("never"), solved_game, everything=False)
    assert any("your choices cost 0.0: " in line for line in lines)


@pytest.fixture
def solved_game() -> Review:
    """A game without a loss, whose skill is no more than that."""
    ended = Ending("four_penalties", (90,), (1,), (1.0,))
    seat = SeatReview("Ann", 90, 1, 90.0, 115.5, -25.5, None, -0.0, 0.0, 0.0, Words(best=3))
    curve = (CurvePoint(0, 0, None, (115.5,), (0.0,)), CurvePoint(1, 1, None, (90.0,), (0.0,)))
    return Review("solo", "points", ("Ann",), ended, curve, (), (seat,), ())


# puzzle


@pytest.mark.usefixtures("solved")
def test_a_puzzle_asks_refuses_and_explains(run: Run) -> None:
    told = json.loads(run("puzzle", "--game", "solo", "--seed", 3, "--json").out)
    (puzzle,) = told
    best, worst = puzzle["advice"]["options"][0]["choice"], puzzle["advice"]["options"][-1]["choice"]
    right = run("puzzle", "--game", "solo", "--seed", 3, typed=f"xyz\n{best}\n")
    assert (right.status, right.err) == (0, "")
    assert "Puzzle 3, solo: you are Ann" in right.out
    assert "That is no choice here: type a cross like r7, or Enter to pass." in right.out
    assert "Right: " in right.out
    wrong = run("puzzle", "--game", "solo", "--seed", 3, typed=f"{worst}\n")
    assert "Not the best: " in wrong.out
    assert "The best choice is " in wrong.out


@pytest.mark.usefixtures("solved")
def test_several_puzzles_are_counted_and_may_be_left(run: Run) -> None:
    told = json.loads(run("puzzle", "--game", "solo", "--seed", 3, "--count", 2, "--json").out)
    assert [puzzle["seed"] for puzzle in told] == [3, 4]
    best = told[0]["advice"]["options"][0]["choice"]
    ran = run("puzzle", "--game", "solo", "--seed", 3, "--count", 3, typed=f"{best}\ns\nq\n")
    assert "1 of 1 found." in ran.out
    assert "1 of 2 found." in ran.out
    assert "of 3 found" not in ran.out
    assert run("puzzle", "--game", "solo", "--seed", 3, typed="").status == 0


@pytest.mark.usefixtures("solved")
def test_an_illegal_answer_is_told_its_rule(run: Run) -> None:
    ran = run("puzzle", "--game", "solo", "--seed", 3, typed="r1\nr2 r3\ng12 b2\nq\n")
    assert ran.status == 0
    assert "The best choice" not in ran.out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--game", "chess"], "no game 'chess'"),
        (["--game", "dise"], "did you mean dice?"),
        (["--players", 6], "S13: the dice game is for 2 to 5 players, not 6"),
        (["--count", 0], "--count is 1 or more, not 0"),
    ],
)
def test_wrong_puzzles_are_refused(run: Run, arguments: list[object], words: str) -> None:
    ran = run("puzzle", *arguments)
    assert ran.status == 2
    assert words in ran.err


def test_what_judges_is_not_imported_for_other_commands() -> None:
    """Weights and compilers are slow to load; ``qwixx --help`` must not wait for them."""
    code = "import qwixx.cli, sys; print([name for name in sys.modules if name.startswith(('numba', 'qwixx.nets.evaluator'))])"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"
