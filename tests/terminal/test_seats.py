"""The seats of ``qwixx play``: people, bots, programs, and programs that may not be run."""

import json
import stat
import sys
from pathlib import Path

import pytest

from qwixx.bots import BOTS
from qwixx.bots.errors import BotError
from qwixx.terminal.seats import SeatArgument, parse_seats
from tests.command_line import Run

PROGRAM = """\
#!{python}
import json, sys
left = int((sys.argv + ["999"])[1])
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({{"type": "hello", "protocol": 1, "name": "first"}}), flush=True)
    elif message["type"] == "choose":
        left -= 1
        if left < 0:
            sys.exit(1)
        print(json.dumps({{"type": "choice", "choice": 0}}), flush=True)
open(sys.argv[0] + ".left", "w").close()
"""


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """A program that makes the first legal choice, a pass; with a number N it exits after N choices."""
    path = tmp_path / "bot"
    path.write_text(PROGRAM.format(python=sys.executable))
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("mastr", "master"),
        ("Master", "master"),
        ("masterr", "master"),
        ("mster", "master"),
        ("msater", "master"),
        ("moster", "master"),
        ("stron", "strong"),
        ("randon", "random"),
        ("gpa:1,2", "gap"),
        ("gaps:1,2", "gap"),
        ("exe:./bot", "exec"),
    ],
)
def test_a_mistyped_bot_is_not_taken_for_a_person(word: str, meant: str) -> None:
    with pytest.raises(
        BotError, match=f"no bot '{word}'; did you mean {meant}\\? .* is written {word}=human"
    ):
        parse_seats(["Ann", word])
    assert parse_seats([f"{word}=human"]) == [SeatArgument(word, None)]


@pytest.mark.parametrize(
    "name", ["Ann", "nat", "Ned", "gab", "Maestro", "Randolph", "Nova", "a:b", "mat", "asterm"]
)
def test_other_words_are_names_of_people(name: str) -> None:
    assert parse_seats([name]) == [SeatArgument(name, None)]


def test_bots_without_a_name_are_called_as_they_are_typed() -> None:
    examples = [kind.example for kind in BOTS.values() if not kind.runs_programs]
    assert parse_seats(examples) == [SeatArgument(example, example) for example in examples]


def test_errors_of_a_custom_class_name_it(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "slips.py").write_text("class Bad:\n    def choose(self, view): return 'r2 r3'\n")
    monkeypatch.setattr(sys, "path", [*sys.path])
    lower = run("play", "--players", "slips:bad", "random", "--json")
    assert lower.status == 2
    assert "no class 'slips:bad': the name of a class begins with a capital, as in mybot:Greedy" in lower.err
    wrong = run("play", "--players", "slips:Bad", "random", "--json")
    assert wrong.status == 2
    assert "slips:Bad (slips:Bad) chose that" in wrong.err


def test_a_mistyped_bot_on_the_command_line_is_reported(run: Run) -> None:
    ran = run("play", "--players", "Ann", "mastr", typed="q\n")
    assert ran.status == 2
    assert ran.err == (
        "qwixx: no bot 'mastr'; did you mean master? A person of this name is written mastr=human\n"
    )
    asked = run("play", typed="\nAnn mastr\nAnn random\nq\n")
    assert "did you mean master?" in asked.out
    assert "random" in asked.out


def test_a_program_plays_a_whole_game(run: Run, program: Path) -> None:
    ran = run("play", "--players", f"Robo=exec:{program}", "random", "--seed", 1)
    assert ran.status == 0
    assert "Game over: " in ran.out
    assert "Robo takes a penalty, the first" in ran.out
    assert program.with_suffix(".left").exists(), "the program ends its loop when the game is over"


def test_a_program_that_fails_ends_the_game_and_keeps_the_saved_file(run: Run, tmp_path: Path) -> None:
    saved = tmp_path / "game.qwixx"
    ran = run("play", "--players", "Robo=exec:false", "Ann", "--seed", 1, "--save", saved, typed="\n" * 9)
    assert ran.status == 2
    assert f"The game stopped; go on with: qwixx play --resume {saved}" in ran.out
    assert ran.err.startswith("qwixx: exec:false ")


def test_a_program_that_fails_during_the_game_is_not_taken_for_a_typing_error(
    run: Run, program: Path
) -> None:
    ran = run("play", "--players", "Ann", f"Robo=exec:{program} 3", "--seed", 1, typed="\n" * 99)
    assert ran.status == 2
    assert "The game stopped; it was not saved" in ran.out
    assert ran.err.startswith(f"qwixx: exec:{program} 3 ")
    assert "--- turn 2" in ran.out


def test_a_program_named_only_in_a_file_is_not_run(run: Run, program: Path, tmp_path: Path) -> None:
    saved = tmp_path / "game.qwixx"
    players = ("--players", f"Robo=exec:{program}", "Ann")
    run("play", *players, "--seed", 1, "--save", saved, typed="q\n")
    refused = run("play", "--resume", saved, typed="q\n")
    assert refused.status == 2
    assert "would run a program: only the command line may name it" in refused.err
    assert run("play", "--resume", saved, *players, typed="q\n").status == 0


def test_a_long_command_without_a_name(run: Run, program: Path) -> None:
    """The end of the command is the name; the command may contain ``=``, which separates names from bots."""
    command = f"exec:{program} 99 --folder=/a/place/with/a/long/name"
    ran = run("play", "--players", command, "random", "--seed", 1, "--json")
    assert (ran.status, ran.err) == (0, "")
    assert json.loads(ran.out)["names"] == [f"…{command[-29:]}", "random"]
