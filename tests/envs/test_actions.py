import hashlib

import pytest
from hypothesis import given, settings

from qwixx.envs.actions import CROSS_ACTIONS, DRAW_ACTIONS, FIRST_PLAY, PLAY_ACTIONS, Actions, IllegalAction
from qwixx.gameplay import Game
from qwixx.notation import format_choice, parse_choice
from qwixx.rules.choices import Choice, Cross, Take
from qwixx.rules.colours import Colour
from qwixx.rules.ruleset import CARDS, CARDS_JOKER, DICE, SOLO, Ruleset
from tests.positions import card_state, cards
from tests.strategies import games

HAND = cards("R4 R5 R7 G3 B12")


@settings(max_examples=60)
@given(games())
def test_every_choice_of_whole_games_has_a_unique_number_and_round_trips(game: Game) -> None:
    actions = Actions(game.state.ruleset)
    for state in game.record.states():
        for seat in range(state.players):
            view = state.view(seat)
            legal = actions.legal(view)
            assert tuple(legal.values()) == view.choices
            for number, choice in legal.items():
                assert 0 <= number < actions.size
                assert actions.decode(number, view.hand) == choice
                assert actions.encode(choice, view.hand) == number


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "-"),
        (1, "r2"),
        (11, "r12"),
        (12, "y2"),
        (23, "g12"),
        (44, "b2"),
        (45, "take 1"),
        (49, "take 1 2"),
        (58, "take 2 3 4"),
        (59, "play R4"),
        (60, "play R4 cross r4"),
        (68, "play B12 cross b12"),
        (69, "play R4 R5"),
        (72, "play R4 R5 cross r4 r5"),
        (109, "play R4 R5 R7"),
        (116, "play R4 R5 R7 cross r4 r5 r7"),
    ],
)
def test_numbers_of_version_0(number: int, text: str) -> None:
    actions = Actions(CARDS)
    assert format_choice(actions.decode(number, HAND)) == text
    assert actions.encode(parse_choice(text), HAND) == number


def test_the_numbering_of_version_0_has_not_changed() -> None:
    numbering = repr(([format_choice(cell) for cell in CROSS_ACTIONS], DRAW_ACTIONS, PLAY_ACTIONS))
    digest = hashlib.sha256(numbering.encode()).hexdigest()
    assert digest.startswith("e67d4de9475710020d94")
    assert [Actions(rules).size for rules in (SOLO, DICE, CARDS, CARDS_JOKER)] == [45, 45, 189, 579]


def test_with_jokers_the_number_encodes_the_colour() -> None:
    actions, hand = Actions(CARDS_JOKER), cards("R4 R5 G3 B12 J6")
    for colour, text in enumerate(("play J6 as r", "play J6 as y", "play J6 as g", "play J6 as b")):
        assert actions.encode(parse_choice(text), hand) == FIRST_PLAY + 130 * colour + 8
        assert actions.decode(FIRST_PLAY + 130 * colour + 8, hand) == parse_choice(text)


def test_J2_a_number_held_twice_is_crossed_with_the_first_card() -> None:
    actions = Actions(CARDS_JOKER)
    state = card_state("play", "R5 R6 G3 B12 J5", "R2 R3", game="cards_joker")
    legal = actions.legal(state.view(0))
    both = FIRST_PLAY + PLAY_ACTIONS.index(((0, 4), (0,)))
    assert format_choice(legal[both]) == "play R5 J5 cross r5"
    with_the_joker = FIRST_PLAY + PLAY_ACTIONS.index(((0, 4), (4,)))
    assert with_the_joker not in legal
    assert actions.decode(with_the_joker, state.view(0).hand) == legal[both]


def test_encoding_does_not_depend_on_the_order_of_the_hand() -> None:
    play, actions = parse_choice("play R4 R7 cross r7"), Actions(CARDS)
    assert actions.encode(play, HAND) == actions.encode(play, HAND[::-1])
    assert actions.decode(actions.encode(play, HAND), HAND[::-1]) == play


@pytest.mark.parametrize("number", [-1, 45])
def test_numbers_out_of_range_are_rejected(number: int) -> None:
    with pytest.raises(IllegalAction, match=f"no action {number}: actions go from 0 to 44"):
        Actions(DICE).decode(number)


@pytest.mark.parametrize(
    ("rules", "choice"),
    [
        (DICE, Cross(Colour.RED, 13)),
        (DICE, Take((0,))),
        (CARDS, Take((0, 1, 2, 3))),
        (CARDS, parse_choice("play Y2")),
        (CARDS, parse_choice("play R4 cross r9")),
    ],
)
def test_choices_without_a_number_are_rejected(rules: Ruleset, choice: Choice) -> None:
    with pytest.raises(IllegalAction, match="has no number in this game with this hand"):
        Actions(rules).encode(choice, HAND)


def test_a_play_of_an_empty_card_slot_is_rejected() -> None:
    with pytest.raises(IllegalAction, match="no card in slot 4: the hand has 4 cards"):
        Actions(CARDS).decode(67, HAND[:4])
