"""Parsing of typed choices, and the questions when they are ambiguous."""

from pathlib import Path

import pytest

from qwixx.gameplay import Game
from qwixx.rules.cards import pack
from qwixx.rules.chance import FirstSeat, Shuffle
from qwixx.terminal.typed_choice import cross_typed
from tests.command_line import Ran, Run
from tests.positions import cards


@pytest.mark.parametrize(
    "typed",
    ["r7", "R7", "r 7", "red 7", "RED7", "cross r7", "Cross red 7", "7r", "7 red"],
)
def test_a_cross_may_be_typed_short_or_long(typed: str) -> None:
    assert cross_typed(typed) == "r7"


@pytest.mark.parametrize("typed", ["take 1 3", "play R4 cross r4", "-", "r", "7", "x7"])
def test_other_input_is_only_lower_cased(typed: str) -> None:
    assert cross_typed(typed) == typed.lower()


def solo(run: Run, *typed: str) -> Ran:
    """Play a solo game whose first roll is white 2 and 5, red 4, yellow 3, green 6, blue 1."""
    lines = "".join(f"{line}\n" for line in typed)
    return run("play", "--game", "solo", "--players", "Ann", "--seed", 8, typed=lines)


def test_a_single_player_reads_nothing_about_other_players(run: Run) -> None:
    ran = solo(run, "")
    assert ran.out.startswith("Type ? for help at any time.\n\n--- turn 1, Ann ---\nAnn rolls: ")
    assert "Ann, 7 with both white dice (r7, y7, g7, b7, or Enter to pass): " in ran.out
    assert "crosses out nothing" not in ran.out


def test_a_row_or_a_number_is_enough_where_only_one_choice_matches(run: Run) -> None:
    assert "Ann crosses out yellow 7." in solo(run, "y").out
    assert "Ann crosses out yellow 7." in solo(run, "Yellow").out
    assert "Ann crosses out blue 3." in solo(run, "", "3").out
    assert "Which one: r7, y7, g7, b7?" in solo(run, "7").out
    assert "Which one: r6, r9?" in solo(run, "", "red").out


def test_a_number_is_an_index_of_the_choices_unless_a_cell_has_it(run: Run) -> None:
    # The choices are r7, y7, g7, b7 and then r6, r9, y5, y8 and others.
    assert "Ann crosses out green 7." in solo(run, "3").out
    assert "Ann crosses out red 9." in solo(run, "", "2").out
    assert "That is not a choice here" in solo(run, "9").out


def test_D9_the_question_says_that_a_pass_costs_a_penalty(run: Run) -> None:
    assert "or Enter for a penalty): " in solo(run, "").out
    assert "or Enter for a penalty): " not in solo(run, "r").out
    assert "r9, y5, y8, g8, g11, b3, b6, or Enter to pass): " in solo(run, "r").out


@pytest.fixture
def about_to_play(tmp_path: Path) -> Path:
    """A saved game with empty rows, in which Ann holds R5, R6, J7, G2 and B12; only G2 does not fit."""
    first = cards("R5 R6 J7 G2 Y2 Y3 Y4 Y5 B12 B3 B4 B5")
    others = tuple(card for card in pack(jokers=True) if card not in first)
    game = Game("cards_joker", ["Ann", "Ben"], tags=[("Bots", "2=gap:1,2")])
    game.apply_chance(FirstSeat(0))
    game.apply_chance(Shuffle(first + others))
    for seat, choice in ((0, "take 1"), (0, "-"), (1, "-")):
        game.apply(seat, choice)
    path = tmp_path / "game.qwixx"
    path.write_text(str(game))
    return path


def play(run: Run, path: Path, *typed: str) -> Ran:
    return run("play", "--resume", path, "--seed", 1, typed="".join(f"{line}\n" for line in typed))


def test_the_hand_is_sorted_and_the_sheet_marks_the_cells_that_it_can_cross(
    run: Run, about_to_play: Path
) -> None:
    ran = play(run, about_to_play)
    assert "your hand  R5 R6 G2 B12 J7" in ran.out
    assert "  R red     2   3   4  [5] [6] [7]  8   9  10  11  12  |L|   0" in ran.out
    assert "  B blue  [12] 11  10   9   8  [7]  6   5   4   3   2  |L|   0" in ran.out


def test_C12_ways_to_cross_are_listed_with_most_crosses_first(run: Run, about_to_play: Path) -> None:
    ran = play(run, about_to_play, "r6, r5", "x", "R5 R6", "")
    listed = [
        "1: cross out r5 r6",
        "2: cross out r5",
        "3: cross out r6",
        "4: cross out nothing, and take a penalty",
    ]
    assert "\n".join(f"  {line}" for line in listed) in ran.out
    assert "'x' is not a number from 1 to 4: choose your cards again." in ran.out
    assert "Ann crosses out red 5 and 6." in ran.out


def test_J2_a_joker_needs_a_colour(run: Run, about_to_play: Path) -> None:
    ran = play(run, about_to_play, "j7", "pink", "j7", "b", "1")
    assert "as which colour: R red, Y yellow, G green, B blue?" in ran.out
    assert "No colour 'pink'" in ran.out
    assert "Ann plays J7.\nAnn crosses out blue 7." in ran.out


def test_C16_a_play_that_crosses_nothing_and_costs_a_penalty_must_be_confirmed(
    run: Run, about_to_play: Path
) -> None:
    ran = play(run, about_to_play, "G2", "", "G2", "yes")
    question = "That crosses out nothing and costs a penalty. Play it anyway? [y/N]"
    assert ran.out.count(question) == 2
    assert "Choose your cards again." in ran.out
    assert "Ann plays G2.\nAnn crosses out nothing.\nAnn takes a penalty, the first: -5 points." in ran.out


def test_C11_illegal_cards_are_refused_by_the_table(run: Run, about_to_play: Path) -> None:
    ran = play(run, about_to_play, "R5 G2", "Y9", "")
    assert "Cards played together are of one colour; G2 is not red. (rule C11)" in ran.out
    assert "Y9 is not in your hand. (rule C11)" in ran.out
    assert "You must play a card: type it, for example R5" in ran.out
