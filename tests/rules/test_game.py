from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from qwixx.notation import ParseError, parse_choice, parse_position
from qwixx.rules.cards import pack
from qwixx.rules.chance import FirstSeat, FirstSeatNode, FirstSixNode, Roll, RollNode, Shuffle, ShuffleNode
from qwixx.rules.choices import Cross
from qwixx.rules.colours import COLOURS, Colour
from qwixx.rules.errors import IllegalChoice, InputError, SetupError
from qwixx.rules.game import State
from qwixx.rules.ruleset import DICE, Phase, ruleset
from tests.positions import card_state, refused

ROLL = Roll((4, 1), (3, 2, 5, 6))


def test_a_state_is_frozen() -> None:
    state = State.new(ruleset("dice"), 2)
    with pytest.raises(FrozenInstanceError):
        state.active = 1  # type: ignore[misc]


def test_chance_nodes_of_a_game() -> None:
    state = State.new(ruleset("dice"), 2)
    assert state.chance == FirstSeatNode(2)
    assert State.new(ruleset("dice", first_player="first_six"), 3).chance == FirstSixNode(3)
    assert state.apply_chance(FirstSeat(1)).chance == RollNode(COLOURS)
    cards = State.new(ruleset("cards_joker"), 2).apply_chance(FirstSeat(1)).chance
    assert isinstance(cards, ShuffleNode)
    assert len(cards.pile) == 55
    assert parse_position("dice; 1 common 4+1 r3 y2 g5 b6; -; -").chance is None
    assert parse_position("dice; 1 over; p4; -").chance is None


def test_a_turn_begins_with_the_roll_or_the_draw() -> None:
    """The set-up belongs to no turn; the solo game has no set-up."""
    start = State.new(ruleset("dice"), 2)
    assert not start.begins_turn
    assert start.apply_chance(FirstSeat(1)).begins_turn
    assert State.new(ruleset("solo"), 1).begins_turn
    dealing = State.new(ruleset("cards"), 2).apply_chance(FirstSeat(1))
    assert not dealing.begins_turn
    assert dealing.apply_chance(Shuffle(pack(jokers=False))).begins_turn
    for phase in ("common", "own"):
        assert not parse_position(f"dice; 1 {phase} 4+1 r3 y2 g5 b6; -; -").begins_turn
    assert not card_state("play", "R4 R5 R7 Y12 Y2", "B2 B3 B4 B5", deck="G9").begins_turn
    assert not parse_position("dice; 1 over; p4; -").begins_turn


def test_D3_chance_and_choices_come_in_order() -> None:
    roll = parse_position("dice; 1 roll; -; -")
    assert refused(roll, 0, "r5") == "D3: Nobody chooses now: the roll comes first."
    assert roll.choices(0) == ()
    common = roll.apply_chance(ROLL)
    with pytest.raises(IllegalChoice, match="D3: Nothing is rolled, drawn or shuffled now: players have to"):
        common.apply_chance(ROLL)
    assert refused(common, 0, "take 1").startswith("D3: This is the time to cross the common number or pass")
    assert refused(common, 0, "play R4") == (
        "D3: This is the time to cross the common number or pass, not to play cards."
    )
    with pytest.raises(IllegalChoice, match="S12: The game is over"):
        parse_position("dice; 1 over; p4; -").apply_chance(ROLL)


def test_a_value_that_is_not_a_choice_is_rejected() -> None:
    state = parse_position("dice; 1 common 4+1 r3 y2 g5 b6; -; -")
    unchecked: Any = state
    with pytest.raises(InputError, match=r"^a choice is a Cross, .* or a text like 'r7', not 5$"):
        unchecked.apply(0, 5)
    with pytest.raises(ParseError, match="expected a cross like r7"):
        state.why_not(0, "red 5")


def test_choices_are_accepted_as_values_or_text() -> None:
    state = parse_position("dice; 1 common 4+1 r3 y2 g5 b6; -; -")
    assert state.apply(0, "r5") == state.apply(0, Cross(Colour.RED, 5))
    assert str(state.why_not(0, "r6")) == str(state.why_not(0, Cross(Colour.RED, 6)))


@pytest.mark.parametrize("seat", [-1, 2])
def test_S13_a_choice_from_an_invalid_seat_is_rejected(seat: int) -> None:
    state = parse_position("dice; 1 common 4+1 r3 y2 g5 b6; -; -")
    with pytest.raises(InputError, match=f"^no seat {seat}: seats count from 0, and the last is 1$"):
        state.choices(seat)
    with pytest.raises(IllegalChoice, match=f"S13: There is no seat {seat}; seats count from 0 to 1"):
        state.apply(seat, parse_choice("r5"))


@pytest.mark.parametrize("seat", ["0", None, 0.0])
def test_S13_a_seat_must_be_a_number(seat: Any) -> None:
    state = parse_position("dice; 1 common 4+1 r3 y2 g5 b6 chosen r5 ?; -; -")
    for ask in (state.choices, state.view, state.withdraw, lambda seat: state.apply(seat, "r5")):
        if seat is not None or ask != state.view:
            with pytest.raises(InputError, match=r"^a seat is a number from 0 to 1, not "):
                ask(seat)


def test_S13_a_new_game_requires_a_known_ruleset_and_a_number_of_players() -> None:
    begin: Any = State.new
    with pytest.raises(SetupError, match="no game 'dise': the games are dice, cards"):
        begin("dise", 2)
    assert State.new("dice", 2) == State.new(DICE, 2)
    with pytest.raises(SetupError, match="S13: the dice game is for 2 to 5 players, not '2'"):
        begin(DICE, "2")


def test_numbers_not_on_the_sheet_are_rejected_in_every_action() -> None:
    for position in ("dice; 1 common 4+1 r3 y2 g5 b6; -; -", "dice; 1 own 4+1 r3 y2 g5 b6; -; -"):
        state = parse_position(position)
        with pytest.raises(IllegalChoice):
            state.apply(0, Cross(COLOURS[0], 99))


def test_the_common_number_is_known_from_the_roll_to_the_end_of_the_turn() -> None:
    assert parse_position("dice; 1 roll; -; -").common_number is None
    assert parse_position("dice; 1 common 4+1 r3 y2 g5 b6; -; -").common_number == 5
    assert parse_position("dice; 1 own 4+1 r3 y2 g5 b6; -; -").common_number == 5
    assert parse_position("dice; 1 over; p4; -").common_number is None
    assert card_state("draw", "R4 R5 R7 Y12", "B2 B3 B4 B5", deck="G9").common_number is None
    assert card_state("play", "R4 R5 R7 Y12 Y2", "B2 B3 B4 B5", deck="G9").common_number == 9


def test_the_card_games_have_no_dice() -> None:
    state = card_state("draw", "R4 R5 R7 Y12", "B2 B3 B4 B5")
    assert (state.dice_in_game, state.dice, state.phase) == ((), None, Phase.DRAW)
