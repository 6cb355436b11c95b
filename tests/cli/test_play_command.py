import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from qwixx.cli.terminal import Terminal
from qwixx.notation import parse_record
from qwixx.rules.colours import Colour
from tests.cli.conftest import Run

BOTS = ("play", "--players", "gap:1,2", "random", "--seed", "3")


def test_two_bots_play_a_whole_game(run: Run) -> None:
    ran = run(*BOTS)
    assert ran.status == 0
    assert "Game over: " in ran.out
    assert "gap:1,2 wins." in ran.out
    assert "R red" in ran.out
    assert "\x1b" not in ran.out


@pytest.mark.parametrize("game", ["dice", "cards", "cards_joker"])
def test_the_same_seed_plays_the_same_game(run: Run, game: str) -> None:
    assert run(*BOTS, "--game", game) == run(*BOTS, "--game", game)
    assert run(*BOTS, "--game", game).out != run(*BOTS[:-1], "4", "--game", game).out


@pytest.mark.parametrize("game", ["dice", "cards", "cards_joker", "solo"])
def test_a_person_who_always_presses_enter_or_plays_the_first_card_finishes(run: Run, game: str) -> None:
    players = ["Ann"] if game == "solo" else ["Ann", "gap:1,2"]
    typed = "\n" * 400 if "cards" not in game else cards_script()
    ran = run("play", "--game", game, "--players", *players, "--seed", 1, typed=typed)
    assert ran.status == 0
    assert "Game over" in ran.out


def cards_script() -> str:
    """Answers that suit a card game, whatever is asked: those that do not fit are asked again."""
    cards = [
        f"{letter}{number}\n" + ("r\n1\n" if letter == "J" else "1\n")
        for letter in "RYGBJ"
        for number in range(2, 13)
    ]
    return ("1\n1 2\n1 2 3\n\n" + "".join(cards)) * 100


def test_S14_skipped_numbers_are_marked_on_the_sheet(run: Run) -> None:
    ran = run("play", "--game", "solo", "--players", "Ann", "--seed", 8, typed="r\nq\n")
    (row,) = [line for line in ran.out.splitlines() if line.startswith("  R red") and " x " in line]
    assert " . " in row
    assert row.index(" . ") < row.index(" x ")


def test_a_new_player_is_asked_what_and_with_whom(run: Run) -> None:
    ran = run("play", "--seed", 5, typed="9\n\nAnn\n" + "Ann Ann\n" + "Ann gap:1,2\nq\n")
    assert "Which game?" in ran.out
    assert "'9' is not a number from 1 to 4." in ran.out
    assert "S13: the dice game is for 2 to 5 players, not 1" in ran.out
    assert ran.status == 2
    assert "two players are called 'Ann'" in ran.err


def test_enter_twice_is_enough_to_begin(run: Run) -> None:
    ran = run("play", "--seed", 5, typed="\n\nq\n")
    assert ran.status == 0
    assert "Player, " in ran.out
    assert "You left the game; it was not saved" in ran.out


def test_the_solo_player_is_asked_for_a_name(run: Run) -> None:
    ran = run("play", "--seed", 5, typed="solo\nAnn\nq\n")
    assert "Ann rolls" in ran.out


def test_choices_may_be_typed_short_or_long_and_mistakes_are_explained(run: Run) -> None:
    typed = "zz\nr13\nwhy r12\nwhy\ns\n?\nrecord\nr99\ng12\nr\nq\n"
    ran = run("play", "--players", "Ann", "gap:1,2", "--seed", 8, typed=typed)
    assert (
        ran.out.count("That is no choice here: type a cross like r7, or Enter to pass, or ? for help.") == 4
    )
    assert "(rule D4)" in ran.out
    assert "this help" in ran.out
    assert '[Seats "Ann" "gap:1,2"]' in ran.out
    assert "Ann crosses red" in ran.out
    assert ran.status == 0


def test_why_answers_for_legal_choices_too(run: Run) -> None:
    ran = run("play", "--game", "solo", "--players", "Ann", "--seed", 8, typed="why -\nq\n")
    assert "You may choose -." in ran.out


def test_a_card_play_is_asked_for_step_by_step(run: Run, tmp_path: Path) -> None:
    saved = tmp_path / "game.qwixx"
    run(
        "play",
        "--game",
        "cards_joker",
        "--players",
        "Ann",
        "Robo=gap:1,2",
        "--seed",
        2,
        "--save",
        saved,
        typed="q\n",
    )
    record = parse_record(saved.read_text())
    seat = record.names.index("Ann")
    assert record.state.cards.hands[seat]
    typed = "x\n\n1 1\n1\n\n\nB2\nnothing\n" + "".join(
        f"{card}\nr\n\n" for card in record.state.cards.hands[seat]
    )
    ran = run("play", "--resume", saved, typed=typed)
    assert ran.status == 0
    assert "type places of the display like 2 or 1 3" in ran.out
    assert "You must play a card: type it, for example" in ran.out
    assert "no card 'NOTHING'" in ran.out or "no card 'nothing'" in ran.out


def test_several_people_pass_the_keyboard_where_hands_are_hidden(run: Run) -> None:
    ran = run("play", "--game", "cards", "--players", "Ann", "Ben", "--seed", 3, typed="\n1\n\n\n\n\n\n")
    first, second = ran.out.split("Pass the keyboard to ")[1:3]
    assert first.split(".")[0] != second.split(".")[0]
    assert "takes a" in second
    assert "\n" * 40 in ran.out
    dice = run("play", "--game", "dice", "--players", "Ann", "Ben", "--seed", 3, typed="\n\n\n")
    assert "Pass the keyboard" not in dice.out


def test_a_game_is_saved_at_every_step_and_goes_on(run: Run, tmp_path: Path) -> None:
    saved = tmp_path / "game.qwixx"
    left = run("play", "--players", "Ann", "Robo=gap:1,2", "--seed", 8, "--save", saved, typed="\n\nq\n")
    assert f"go on with: qwixx play --resume {saved}" in left.out
    before = parse_record(saved.read_text())
    assert before.tags == (("Seed", "8"), ("Bots", "2=gap:1,2"))
    ended = run("play", "--resume", saved, typed="\n" * 400)
    assert f"The record is in {saved}." in ended.out
    after = parse_record(saved.read_text())
    assert after.steps[: len(before.steps)] == before.steps
    assert after.state.is_over
    assert [path.name for path in tmp_path.iterdir()] == ["game.qwixx"]


def test_json_is_for_programs(run: Run, tmp_path: Path) -> None:
    ran = run(*BOTS, "--json", "--save", tmp_path / "g")
    message = json.loads(ran.out)
    assert message["names"] == ["gap:1,2", "random"]
    assert message["outcome"]["winners"] == [0]
    assert message["record"] == (tmp_path / "g").read_text()
    assert parse_record(message["record"]).state.totals == tuple(message["outcome"]["totals"])


def test_options_reach_the_game(run: Run) -> None:
    ran = run(*BOTS, "--json", "--option", "first_player=first_six")
    assert '[Qwixx "dice first_player=first_six"]' in json.loads(ran.out)["record"]


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--game", "poker"], "no game 'poker': the games are dice, cards, cards_joker, solo"),
        (["--players", "Ann"], "S13: the dice game is for 2 to 5 players, not 1"),
        (["--players", *"ABCDEF"], "S13: the dice game is for 2 to 5 players, not 6"),
        (["--game", "solo", "--players", "A", "B"], "S13: the solo game is for 1 player, not 2"),
        (["--players", "Ann", "Ann"], "two players are called 'Ann'"),
        (["--players", "Ann", "Ben=master"], "no bot 'master': there are random, gap:1,2"),
        (["--players", "Ann", "gap:x"], "gap takes two limits as in gap:1,2, not 'x'"),
        (["--players", "Ann", "=gap"], "'' cannot be a name"),
        (["--game", "dice", "--option", "speed=3"], "no option 'speed'"),
        (["--game", "dice", "--option", "first_player"], "option first_player is random or first_six, not "),
        (["--resume", "nowhere.qwixx"], "cannot read nowhere.qwixx: No such file or directory"),
        (
            ["--game", "dice", "--save", "no/such/folder.qwixx"],
            "cannot write no/such/folder.qwixx: No such file",
        ),
        (["--players", "Ann", "gap", "--json"], "--json is for games of bots; Ann is a person"),
    ],
)
def test_mistakes_on_the_command_line(run: Run, arguments: list[str], problem: str) -> None:
    ran = run("play", *arguments)
    assert ran.status == 2
    assert ran.err.startswith(f"qwixx: {problem}")
    assert "Traceback" not in ran.err


def test_a_file_that_is_there_is_never_overwritten(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "diary.txt"
    path.write_text("dear diary")
    ran = run(*BOTS, "--save", path)
    assert (ran.status, path.read_text()) == (2, "dear diary")
    assert "is there already: go on with it by --resume" in ran.err


def test_a_damaged_record_is_not_resumed(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.qwixx"
    run(*BOTS, "--save", path)
    text = path.read_text()
    path.write_text(text.replace(" / ", " ? ", 1))
    ran = run("play", "--resume", path)
    assert ran.status == 2
    assert f"{path}: line 8, column" in ran.err
    path.write_bytes(b"\xff\xfe")
    assert "is not text in UTF-8" in run("play", "--resume", path).err


def test_resuming_needs_the_same_players_and_takes_no_game(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.qwixx"
    run("play", "--players", "Ann", "gap", "--save", path, typed="q\n")
    assert (
        "played by Ann, gap: name the same players"
        in run("play", "--resume", path, "--players", "A", "B").err
    )
    assert "leave out --game and --option" in run("play", "--resume", path, "--game", "dice").err


def test_second_bots_of_a_kind_get_a_number(run: Run) -> None:
    ran = run("play", "--players", "gap", "gap", "gap", "--seed", 1)
    assert "gap #2" in ran.out
    assert "gap #3" in ran.out


def test_colour_only_repeats_what_letters_say(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    plain, coloured = run(*BOTS, "--color", "never").out, run(*BOTS, "--color", "always").out
    assert "\x1b[" in coloured
    for code in ("\x1b[1;31m", "\x1b[1;32m", "\x1b[1;33m", "\x1b[1;34m", "\x1b[0m", "\x1b[1m", "\x1b[2m"):
        coloured = coloured.replace(code, "")
    assert coloured == plain


def test_an_old_terminal_gets_question_marks_instead_of_a_crash(tmp_path: Path) -> None:
    with (tmp_path / "out").open("w", encoding="ascii") as out:
        terminal = Terminal("always", out)
        terminal.print(terminal.coloured(Colour.RED, "Zoë"))
    assert (tmp_path / "out").read_text() == "\x1b[1;31mZo?\x1b[0m\n"


def qwixx(*arguments: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "qwixx", *arguments]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )


def wait_until(happened: Callable[[], bool]) -> None:
    """Wait for something another process does; a minute is for ever."""
    end = time.monotonic() + 60
    while not happened():
        assert time.monotonic() < end, "it did not happen within a minute"
        time.sleep(0.02)


def test_ctrl_c_leaves_cleanly_and_keeps_what_was_saved(tmp_path: Path) -> None:
    saved = tmp_path / "game.qwixx"
    process = qwixx("play", "--players", "Ann", "gap:1,2", "--seed", "8", "--save", str(saved))
    assert process.stdin is not None
    process.stdin.write("\n" * 4)
    process.stdin.flush()
    wait_until(lambda: saved.exists() and "\n3 " in saved.read_text())
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert err == ""
    assert "go on with: qwixx play --resume" in out
    assert len(parse_record(saved.read_text()).steps) > 5


def test_a_reader_that_goes_away_is_no_error() -> None:
    process = qwixx(*BOTS)
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    assert process.stderr.read() == ""
    assert process.wait(timeout=30) == 0
    process.stderr.close()
    if process.stdin is not None:
        process.stdin.close()
