"""Values as text: ``str()`` is the notation, and ``repr()`` is an expression that evaluates to the value."""

import pickle

import pytest

import qwixx
from qwixx.notation import parse_choice, parse_outcome, parse_position
from qwixx.rules.errors import IllegalChoice
from qwixx.rules.reasons import GAME_OVER
from tests.positions import card_state

POSITIONS = [
    "dice first_player=first_six; 1 start; -; -",
    "dice; 2 common 4+1 r3 y2 b6 chosen y5 ?; r5,7 p1; g12,11,10,9,8,2",
    "solo; 1 own 4+1 r3 y2 g5 b6 crossed r5; r5",
    "cards_joker; 1 deal; -; -",
]
CHOICES = ["-", "r7", "take 1 3", "play G9 G11 cross g11 g9", "play R4 J5", "play J5 as b"]
OUTCOMES = ["first 2", "first six 3 1 6", "4+1 r3 b6", "shuffle R2 J11"]


def pasted(value: object) -> object:
    """The value of the ``repr`` in a program that imports all public names."""
    return eval(repr(value), {name: getattr(qwixx, name) for name in qwixx.__all__})


@pytest.mark.parametrize("text", POSITIONS)
def test_the_text_of_a_state_is_its_position(text: str) -> None:
    state = parse_position(text)
    assert str(state) == text
    assert pasted(state) == state
    assert [pasted(sheet) for sheet in state.sheets] == list(state.sheets)


def test_the_text_of_a_card_game_state_is_its_position() -> None:
    state = qwixx.Game("cards_joker", ["Ann", "Ben"], seed=3).advance()
    assert parse_position(str(state)) == state
    assert pasted(state) == state


@pytest.mark.parametrize("text", CHOICES)
def test_the_text_of_a_choice_is_its_notation(text: str) -> None:
    assert str(parse_choice(text)) == text
    assert pasted(parse_choice(text)) == parse_choice(text)


@pytest.mark.parametrize("text", OUTCOMES)
def test_the_text_of_a_chance_outcome_is_its_notation(text: str) -> None:
    assert str(parse_outcome(text)) == text
    assert pasted(parse_outcome(text)) == parse_outcome(text)


def test_the_repr_of_rulesets_and_enum_members_can_be_evaluated() -> None:
    rules = qwixx.ruleset("dice", first_player="first_six", closed_row_in_action_2=True)
    assert str(rules) == "dice first_player=first_six closed_row_in_action_2=true"
    for value in (rules, qwixx.Colour.RED, qwixx.Phase.OWN, qwixx.EndReason.TWO_ROWS, qwixx.DICE):
        assert pasted(value) == value


def test_the_repr_of_a_card_table_shows_hands_and_counts_piles() -> None:
    state = card_state("draw", "R2 R3 R4", "B2 B3 B4 B5", display="G2 G3 G4 G5", deck="Y2", rest_to="discard")
    hands = "R2 R3 R4 / B2 B3 B4 B5"
    assert repr(state.cards) == f"<CardTable: hands {hands}; 1 in the deck, 32 discarded>"


def test_a_repr_that_cannot_be_evaluated_is_short() -> None:
    game = qwixx.Game("dice", ["Ann", "Ben"], seed=1)
    game.advance()
    assert repr(game) == "<Game of dice: Ann 0, Ben 0; phase common>"
    assert repr(game.record) == "<Record of dice: Ann, Ben; 2 steps>"
    assert str(game) == str(game.record)
    qwixx.play(game, [qwixx.make_bot("gap:1,2")] * 2)
    assert repr(game).startswith("<Game of dice: Ann ")
    assert len(repr(game)) < 80
    assert repr(GAME_OVER) == "<Reason S12: The game is over.>"


def test_an_illegal_choice_error_survives_pickling() -> None:
    refused = pickle.loads(pickle.dumps(IllegalChoice(GAME_OVER, chosen_by="Ann")))
    assert (str(refused), refused.reason, refused.chosen_by) == (
        "S12: The game is over. Ann chose that.",
        GAME_OVER,
        "Ann",
    )
