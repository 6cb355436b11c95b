"""``qwixx play``: whole games, saved games and input errors."""

import json
import random
import re
from pathlib import Path

import pytest

from qwixx.bots import RandomBot
from qwixx.gameplay import Game, play
from qwixx.notation import parse_record
from qwixx.record import ChanceStep
from qwixx.rules.errors import FileError
from qwixx.tables.game.state import REMEMBERED_HAPPENINGS
from qwixx.terminal import record_file
from tests.command_line import Run

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


@pytest.mark.parametrize("game", ["dice", "cards", "cards_joker"])
def test_a_seed_gives_the_same_game_as_in_the_library(run: Run, game: str) -> None:
    ran = run("play", "--players", "random", "Robo=random", "--game", game, "--seed", "x", "--json")
    played = Game(game, ["random", "Robo"], seed="x")
    play(played, [RandomBot(random.Random(f"x/bot {seat}")) for seat in range(2)])
    assert parse_record(json.loads(ran.out)["record"]).steps == played.record.steps


def test_a_long_game_of_bots_is_narrated_completely(run: Run) -> None:
    ran = run("play", "--players", *["gap:0,1"] * 5, "--seed", 1, "--game", "cards")
    told = [int(number) for number in re.findall(r"--- turn (\d+), ", ran.out)]
    assert told == list(range(1, len(told) + 1))
    assert len(re.findall(r" takes an? \d", ran.out)) == len(told)
    assert len(ran.out.splitlines()) > 2 * REMEMBERED_HAPPENINGS, (
        "the game must exceed the history of a table"
    )


def test_events_that_could_not_be_saved_are_not_shown(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[str] = []

    def fill_the_disk(path: Path, text: str) -> None:
        kept.append(text)
        if len(kept) > 2:
            raise FileError(f"cannot write {path}: No space left on device")

    monkeypatch.setattr(record_file, "write_text", fill_the_disk)
    ran = run("play", "--players", "Ann", "gap", "--seed", 8, "--save", tmp_path / "x", typed="r\n\n")
    assert ran.status == 2
    assert "No space left on device" in ran.err
    assert "Ann rolls" in ran.out
    assert "Ann crosses" not in ran.out


def test_the_result_is_below_the_sheets(run: Run) -> None:
    out = run(*BOTS).out
    assert out.endswith("\n\ngap:1,2 wins.\n")
    assert out.count("Game over: ") == 1


@pytest.mark.parametrize("game", ["dice", "cards", "cards_joker", "solo"])
def test_a_person_who_always_presses_enter_or_plays_the_first_card_finishes(run: Run, game: str) -> None:
    players = ["Ann"] if game == "solo" else ["Ann", "gap:1,2"]
    typed = "\n" * 400 if "cards" not in game else cards_script()
    ran = run("play", "--game", game, "--players", *players, "--seed", 1, typed=typed)
    assert ran.status == 0
    assert "Game over" in ran.out


def cards_script() -> str:
    """Answers for a card game; invalid ones are asked again, so one of them fits any question."""
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


def test_without_arguments_the_game_and_the_players_are_asked_for(run: Run) -> None:
    ran = run("play", "--seed", 5, typed="9\n\nAnn\n" + "Ann Ann\n" + "Ann gap:1,2\nq\n")
    assert "Which game?" in ran.out
    assert "'9' is not a number from 1 to 4." in ran.out
    assert "S13: the dice game is for 2 to 5 players, not 1" in ran.out
    assert "two players are called 'Ann'" in ran.out
    assert "Ann (0 points)" in ran.out
    assert ran.status == 0


def test_pressing_enter_twice_starts_a_game(run: Run) -> None:
    ran = run("play", "--seed", 5, typed="\n\nq\n")
    assert ran.status == 0
    assert "Player, " in ran.out
    assert "You left the game; it was not saved" in ran.out


def test_the_solo_player_is_asked_for_a_name(run: Run) -> None:
    ran = run("play", "--seed", 5, typed="solo\nAnn\nq\n")
    assert "Ann rolls" in ran.out


def test_invalid_input_is_explained_and_asked_again(run: Run) -> None:
    typed = "zz\nr13\nwhy r12\nwhy\ns\n?\nrecord\nr99\ng12\nr\nq\n"
    ran = run("play", "--players", "Ann", "gap:1,2", "--seed", 8, typed=typed)
    hint = "That is not a choice here: type a cross like r7, or Enter to pass, or ? for help."
    assert ran.out.count(hint) == 3
    assert "Ask about a choice, for example: why r12" in ran.out
    assert "(rule D4)" in ran.out
    assert "this help" in ran.out
    assert '[Seats "Ann" "gap:1,2"]' in ran.out
    assert "Ann crosses out red" in ran.out
    assert ran.status == 0


def test_the_dice_are_printed_once(run: Run) -> None:
    ran = run("play", "--players", "Ann", "gap:1,2", "--seed", 8, typed="\n" * 2)
    (first, *_) = ran.out.split("Ann, ")
    assert first.count("white [") == 1


def test_forced_passes_are_made_without_asking(run: Run) -> None:
    game = ("play", "--players", "Ann", "gap:1,2", "--seed", 8)
    typed = "1\n\n" * 300
    asked, auto, toggled = (
        run(*game, typed=typed),
        run(*game, "--auto", typed=typed),
        run(*game, typed=f"a\n{typed}"),
    )
    assert asked.status == auto.status == toggled.status == 0
    assert "nothing fits, Enter" in asked.out
    assert "nothing fits, Enter" not in auto.out
    assert auto.out.splitlines()[-9:] == toggled.out.splitlines()[-9:]
    assert "From now on you pass without being asked" in toggled.out


@pytest.mark.usefixtures("solved")
def test_hints(run: Run) -> None:
    ran = run("play", "--game", "solo", "--players", "Ann", "--seed", 8, typed="h\nq\n")
    assert re.search(r"\n  r7 +\d+\.\d +best\n", ran.out)


def test_help_lists_all_bots_where_players_are_asked_for(run: Run) -> None:
    ran = run("play", typed="1\n?\nq gap:1,2\nq\n")
    assert "the weakest first, are novice, casual, solid, strong, master." in ran.out
    assert "plays as well as possible" in ran.out


def test_an_option_is_checked_before_anything_is_asked(run: Run) -> None:
    ran = run("play", "--option", "first_player", typed="1\n\n")
    assert (ran.status, ran.out) == (2, "")


def test_why_also_answers_for_legal_choices(run: Run) -> None:
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
    assert "type one place or more, like 2 or 1 3" in ran.out
    assert "You must play a card: type it, for example" in ran.out
    assert "No card 'nothing'" in ran.out


def test_a_game_is_saved_at_every_step_and_can_be_resumed(run: Run, tmp_path: Path) -> None:
    saved = tmp_path / "game.qwixx"
    left = run("play", "--players", "Ann", "Robo=gap:1,2", "--seed", 8, "--save", saved, typed="\n\nq\n")
    assert f"go on with: qwixx play --resume {saved}" in left.out
    turn = left.out.split("--- turn ")[-1].splitlines()[0]
    before = parse_record(saved.read_text())
    assert before.tags == (("Seed", "8"), ("Bots", "2=gap:1,2"))
    ended = run("play", "--resume", saved, typed="\n" * 400)
    assert f"The record is in {saved}." in ended.out
    assert ended.out.startswith(f"Type ? for help at any time.\n\n--- turn {turn}\n")
    assert ended.out.split("\n\n")[2].count("\ndice  white ") == 1, "the current roll is shown again"
    after = parse_record(saved.read_text())
    assert after.steps[: len(before.steps)] == before.steps
    assert after.state.is_over
    assert [path.name for path in tmp_path.iterdir()] == ["game.qwixx"]


def test_resuming_with_the_same_seed_does_not_repeat_the_dice(run: Run, tmp_path: Path) -> None:
    saved, seed = tmp_path / "game.qwixx", ("--seed", "8")
    run("play", "--game", "solo", "--players", "Ann", *seed, "--save", saved, typed="\nq\n")
    run("play", "--resume", saved, *seed, typed="\nq\n")
    first, second = [
        step.outcome for step in parse_record(saved.read_text()).steps if isinstance(step, ChanceStep)
    ]
    assert first != second


def test_end_of_input_is_an_error_and_the_game_can_be_resumed(run: Run, tmp_path: Path) -> None:
    saved = tmp_path / "game.qwixx"
    ran = run("play", "--players", "Ann", "gap:1,2", "--save", saved, typed="\n")
    assert (ran.status, ran.err) == (
        2,
        "qwixx: standard input has ended, and a question is not answered\n",
    )
    assert f"The game stopped; go on with: qwixx play --resume {saved}" in ran.out
    assert run("play", typed="").status == 2


def test_json_output_has_the_outcome_and_the_record(run: Run, tmp_path: Path) -> None:
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
        (["--players", "Ann", "Ben=grandmother"], "no bot 'grandmother': there are random, gap:1,2"),
        (["--players", "Ann", "gap:x"], "gap takes two limits as in gap:1,2, not 'x'"),
        (["--players", "Ann", "=gap"], "'' cannot be a name"),
        (["--game", "dice", "--option", "speed=3"], "no option 'speed'"),
        (
            ["--game", "dice", "--option", "first_player"],
            "an option is written NAME=VALUE, as in first_player=first_six, not ",
        ),
        (["--resume", "nowhere.qwixx"], "cannot read nowhere.qwixx: No such file or directory"),
        (
            ["--game", "dice", "--save", "no/such/folder.qwixx"],
            "cannot write no/such/folder.qwixx: No such file",
        ),
        (["--players", "Ann", "gap", "--json"], "--json is for games of bots; Ann is a person"),
    ],
)
def test_invalid_arguments_are_reported(run: Run, arguments: list[str], problem: str) -> None:
    ran = run("play", *arguments)
    assert ran.status == 2
    assert ran.err.startswith(f"qwixx: {problem}")
    assert "Traceback" not in ran.err


def test_an_existing_file_is_never_overwritten(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "diary.txt"
    path.write_text("dear diary")
    ran = run(*BOTS, "--save", path)
    assert (ran.status, path.read_text()) == (2, "dear diary")
    assert "already exists: continue it with --resume" in ran.err


def test_a_game_cannot_be_saved_to_standard_input(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    refused = run("play", "--players", "gap:1,2", "random", "--save", "-", "--json")
    assert (refused.status, refused.out) == (2, "")
    assert "--save takes a file, not -" in refused.err
    begun = str(Game("dice", ["Ann", "Ben"], seed=1, tags=[("Bots", "1=gap:1,2 2=random")]))
    assert run("play", "--resume", "-", "--json", typed=begun).status == 0
    assert list(tmp_path.iterdir()) == []


def test_a_game_cannot_be_saved_to_a_folder(run: Run, tmp_path: Path) -> None:
    ran = run(*BOTS, "--save", tmp_path)
    assert ran.status == 2
    example = tmp_path / "game.qwixx"
    assert ran.err == f"qwixx: {tmp_path} is a folder: name a file in it, as in --save {example}\n"


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


def test_resuming_needs_the_same_players_and_accepts_no_game_option(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.qwixx"
    run("play", "--players", "Ann", "gap", "--save", path, typed="q\n")
    assert (
        "played by Ann, gap: name the same players"
        in run("play", "--resume", path, "--players", "A", "B").err
    )
    assert "leave out --game and --option" in run("play", "--resume", path, "--game", "dice").err


def test_further_bots_of_the_same_kind_are_numbered(run: Run) -> None:
    ran = run("play", "--players", "gap", "gap", "gap", "--seed", 1)
    assert "gap #2" in ran.out
    assert "gap #3" in ran.out


def test_colours_add_no_information_to_the_text(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    plain, coloured = run(*BOTS, "--color", "never").out, run(*BOTS, "--color", "always").out
    assert "\x1b[" in coloured
    for code in ("\x1b[1;31m", "\x1b[1;32m", "\x1b[1;33m", "\x1b[1;34m", "\x1b[0m", "\x1b[1m", "\x1b[2m"):
        coloured = coloured.replace(code, "")
    assert coloured == plain
