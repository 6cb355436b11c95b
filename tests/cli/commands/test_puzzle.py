"""``qwixx puzzle``, in the solo game with a table of made-up values."""

import json
import re

import pytest

from tests.command_line import Run


@pytest.mark.usefixtures("solved")
def test_a_puzzle_explains_right_and_wrong_answers(run: Run) -> None:
    told = json.loads(run("puzzle", "--game", "solo", "--seed", 3, "--json").out)
    assert told["format"] == "qwixx-puzzles/1"
    (puzzle,) = told["puzzles"]
    best, worst = puzzle["advice"]["options"][0]["choice"], puzzle["advice"]["options"][-1]["choice"]
    right = run("puzzle", "--game", "solo", "--seed", 3, typed=f"xyz\n{best}\n")
    assert (right.status, right.err) == (0, "")
    assert "Puzzle 3, solo: you are Ann" in right.out
    assert "That is not a choice here: type a cross like r7, or Enter to pass." in right.out
    assert "Right: " in right.out
    wrong = run("puzzle", "--game", "solo", "--seed", 3, typed=f"{worst}\n")
    assert "Not the best: " in wrong.out
    assert "The best choice is " in wrong.out


@pytest.mark.usefixtures("solved")
def test_several_puzzles_are_counted_and_can_be_quit(run: Run) -> None:
    told = json.loads(run("puzzle", "--game", "solo", "--seed", 3, "--count", 2, "--json").out)
    assert [puzzle["seed"] for puzzle in told["puzzles"]] == [3, 4]
    best = told["puzzles"][0]["advice"]["options"][0]["choice"]
    ran = run("puzzle", "--game", "solo", "--seed", 3, "--count", 3, typed=f"{best}\ns\nq\n")
    assert "1 of 1 found." in ran.out
    assert "1 of 2 found." in ran.out
    assert "of 3 found" not in ran.out
    unanswered = run("puzzle", "--game", "solo", "--seed", 3, typed="")
    assert unanswered.status == 2
    assert unanswered.err.endswith("standard input has ended, and a question is not answered\n")


@pytest.mark.usefixtures("solved")
def test_an_illegal_answer_shows_its_rule(run: Run) -> None:
    ran = run("puzzle", "--game", "solo", "--seed", 3, typed="r1\nr2\nr12\ng12\nq\n")
    assert ran.status == 0
    assert re.search(r"^.*:   [A-Z]\d+: .+", ran.out, re.MULTILINE)
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
def test_invalid_arguments_are_refused(run: Run, arguments: list[object], words: str) -> None:
    ran = run("puzzle", *arguments)
    assert ran.status == 2
    assert words in ran.err
