from dataclasses import replace
from typing import Any

import pytest

from qwixx.rules.errors import SetupError
from qwixx.rules.game import State
from qwixx.rules.ruleset import DICE, RULESETS, FirstPlayer, ruleset, ruleset_with


@pytest.mark.parametrize(
    ("game", "allowed"),
    [("dice", (2, 3, 4, 5)), ("cards", (2, 3, 4, 5)), ("cards_joker", (2, 3, 4, 5)), ("solo", (1,))],
)
def test_S13_number_of_players(game: str, allowed: tuple[int, ...]) -> None:
    for players in range(-1, 8):
        if players in allowed:
            assert State.new(ruleset(game), players).players == players
        else:
            with pytest.raises(SetupError, match=rf"^S13: .* not {players}$"):
                State.new(ruleset(game), players)


def test_every_ruleset_has_the_name_of_its_key() -> None:
    assert {name: rules.name for name, rules in RULESETS.items()} == {name: name for name in RULESETS}


def test_an_unknown_game_is_rejected_with_a_list_of_the_games() -> None:
    with pytest.raises(SetupError, match="no game 'poker': the games are dice, cards, cards_joker, solo"):
        ruleset("poker")


@pytest.mark.parametrize(
    ("game", "options", "problem"),
    [
        ("dice", {"speed": 1}, "no option 'speed': the options are first_player, closed_row_in_action_2,"),
        ("dice", {"first_player": "oldest"}, "option first_player is random or first_six, not oldest"),
        ("dice", {"closed_row_in_action_2": 1}, "option closed_row_in_action_2 is false or true, not 1"),
        ("cards", {"hand_numbers_public": None}, "option hand_numbers_public is true or false, not None"),
        ("cards", {"first_player": "first_six"}, "has no option first_player: it has hand_numbers_public"),
        ("solo", {"closed_row_in_action_2": True}, "has no option closed_row_in_action_2: it has none"),
        (
            "dice",
            {"hand_numbers_public": False},
            "has no option hand_numbers_public: it has first_player and closed_row",
        ),
    ],
)
def test_invalid_options_are_rejected(game: str, options: dict[str, object], problem: str) -> None:
    with pytest.raises(SetupError, match=problem):
        ruleset_with(game, options)


def test_options_also_apply_to_a_ruleset_passed_instead_of_a_name() -> None:
    assert ruleset(DICE) is DICE
    assert ruleset(DICE, first_player="first_six") == ruleset("dice", first_player="first_six")
    with pytest.raises(SetupError, match="the solo game has no option first_player"):
        ruleset(RULESETS["solo"], first_player="first_six")
    anything: Any = 3
    with pytest.raises(SetupError, match="no game 3: the games are dice, "):
        ruleset(anything)


def test_a_ruleset_rejects_text_as_the_value_of_a_boolean_option() -> None:
    """Any non-empty text would be truthy."""
    with pytest.raises(SetupError, match="option closed_row_in_action_2 is False or True, not 'false'"):
        replace(DICE, closed_row_in_action_2="false")  # type: ignore[arg-type]


def test_options_given_as_text_make_the_same_ruleset() -> None:
    rules = ruleset("dice", first_player="first_six", closed_row_in_action_2=True)
    assert rules.option_words == {"first_player": "first_six", "closed_row_in_action_2": "true"}
    assert ruleset_with("dice", rules.option_words) == rules


def test_options_are_data_and_accept_text_or_values() -> None:
    assert ruleset("dice", first_player="first_six").first_player is FirstPlayer.FIRST_SIX
    assert ruleset("dice", closed_row_in_action_2="true") == ruleset(  # type: ignore[arg-type]
        "dice", closed_row_in_action_2=True
    )
    assert ruleset("cards", hand_numbers_public=False).options == {"hand_numbers_public": False}
    assert ruleset("cards", first_player="random").options == {}
