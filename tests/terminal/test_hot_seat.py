"""Several people at one keyboard: the order of questions, hidden hands, and undo."""

import re
from collections.abc import Sequence

import pytest

from qwixx.terminal.console import LINES_WITHOUT_CLEAR
from tests.command_line import Ran, Run

CLEARED = "\n" * LINES_WITHOUT_CLEAR


def screens(ran: Ran) -> list[str]:
    """The output between clearings of the screen, when the keyboard is passed on."""
    return ran.out.split(CLEARED)


def asked(out: str) -> list[str]:
    """The names of the players who were asked, in order."""
    return re.findall(r"(\w+), (?:\d+ for everyone|white \+ colour|take|play one)", out)


def play_cards(run: Run, typed: Sequence[str], game: str = "cards") -> Ran:
    """Play a card game in which Ann begins."""
    people = ("--players", "Ann", "Ben", "gap:1,2")
    return run("play", "--game", game, *people, "--seed", 4, typed="".join(f"{line}\n" for line in typed))


def play_dice(run: Run, typed: Sequence[str], *players: str) -> Ran:
    """Play a dice game in which Ben begins, and rolls 5 and 5."""
    people = players or ("Ann", "Ben")
    return run("play", "--players", *people, "--seed", 11, typed="".join(f"{line}\n" for line in typed))


def test_the_keyboard_is_passed_where_hands_are_hidden(run: Run) -> None:
    ran = play_cards(run, ["", "1", "", "", "", "", "R4"])
    _, *seen = screens(ran)
    assert len(seen) > 2
    for screen in seen:
        (name,) = re.findall(r"Pass the keyboard to (\w+)\. ", screen)
        other = {"Ann": "Ben", "Ben": "Ann"}[name]
        assert set(asked(screen)) <= {name}
        assert f"{name} holds" not in screen
        assert f"{other} holds" in screen or "your hand" not in screen


def test_the_keyboard_is_not_passed_in_dice_games(run: Run) -> None:
    ran = play_dice(run, ["", ""])
    assert "Pass the keyboard" not in ran.out
    assert CLEARED not in ran.out


def test_the_person_at_the_keyboard_is_asked_first_and_the_others_clockwise(run: Run) -> None:
    assert asked(play_dice(run, [""] * 4).out) == ["Ann", "Ben", "Ben", "Ben", "Ann"]
    three = play_dice(run, [""] * 6, "Ann", "Ben", "Cleo")
    assert asked(three.out) == ["Ann", "Ben", "Cleo", "Ben", "Ben", "Cleo", "Ann"]
    (_, first, second, *_) = screens(play_cards(run, ["", "1", "", "", ""]))
    assert asked(first) == ["Ann", "Ann"], "Ann draws and then chooses for the common action"
    assert asked(second) == ["Ben"]


def test_everybody_sees_the_events_since_their_last_turn(run: Run) -> None:
    (_, first, second, third, *_) = screens(play_cards(run, ["", "1", "", "", "", "", "q"]))
    tip, began = "Type ? for help at any time.", "Ann begins."
    for newcomer in (first, second):
        assert newcomer.index(tip) < newcomer.index(began) < newcomer.index("--- turn 1, Ann ---")
    assert "Ann takes a" in first, "a player's own action is narrated while the keyboard stays"
    assert "Ann takes a" in second
    assert "crosses out nothing" not in first + second, "choices are hidden until everybody has chosen"
    assert began not in third
    assert "Ben crosses out nothing." in third


def test_legal_crosses_are_marked_only_on_the_players_own_sheet(run: Run) -> None:
    shown = play_dice(run, ["s"]).out.split("Enter to pass): ")[1]
    ann, ben = shown.split("Ben (0 points)")
    assert ann.count("[10]") == 4
    assert "[10]" not in ben.partition("Ann, ")[0]


def test_leaving_while_the_keyboard_is_passed(run: Run) -> None:
    ran = play_cards(run, ["q"])
    assert "You left the game" in ran.out
    assert "your hand" not in ran.out


@pytest.mark.parametrize("command", ["u", "undo", "U"])
def test_A21_the_last_choice_can_be_undone_while_another_player_has_to_choose(run: Run, command: str) -> None:
    ran = play_dice(run, ["r", command, "y", "-"])
    assert asked(ran.out) == ["Ann", "Ben", "Ann", "Ben", "Ben"]
    assert "Ann crosses out yellow 10." in ran.out
    assert "Ann crosses out red" not in ran.out


def test_A21_choices_are_undone_one_after_the_other(run: Run) -> None:
    ran = play_dice(run, ["r", "y", "u", "u", "g", "b", ""], "Ann", "Ben", "Cleo")
    assert asked(ran.out)[:7] == ["Ann", "Ben", "Cleo", "Ben", "Ann", "Ben", "Cleo"]
    assert "Ann crosses out green 10.\nBen crosses out blue 10." in ran.out


def test_A21_revealed_choices_cannot_be_undone(run: Run) -> None:
    refusal = "You have no hidden choice that you could take back. (rule A21)"
    assert refusal in play_dice(run, ["u"]).out
    known = play_dice(run, ["r", "-", "u"])
    assert refusal in known.out
    assert "Ann crosses out red 10." in known.out


def test_A21_undoing_a_hidden_choice_passes_the_keyboard_back(run: Run) -> None:
    ran = play_cards(run, ["", "1", "r", "", "u", "", "-"])
    names = re.findall(r"Pass the keyboard to (\w+)\. ", ran.out)
    assert names == ["Ann", "Ben", "Ann", "Ben"]


def test_the_record_of_hidden_cards_is_not_shown_before_the_end(run: Run) -> None:
    ran = play_cards(run, ["", "record"])
    assert "The record shows all hands: use --save to read it after the game." in ran.out
    assert "deck:" not in ran.out
    assert "[Seats" in play_dice(run, ["record"]).out
