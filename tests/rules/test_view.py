import json

import pytest

from qwixx.notation import parse_choice, parse_position
from qwixx.notation.plain import plain_view
from qwixx.rules.cards import pack
from qwixx.rules.errors import InputError
from tests.positions import card_state, cards


def test_the_repr_of_a_view_is_one_short_line() -> None:
    state = card_state("draw", "R4 R5 R7 Y12", "B2 B3 B4 B5", display="Y2 Y3 Y4 Y5", deck="G12 G11")
    assert repr(state.view(0)).startswith("<View of seat 0: cards; phase draw; ")
    assert repr(state.view()).startswith("<View of a spectator: cards; phase draw; ")


def test_I1_a_view_shows_only_the_own_hand() -> None:
    state = card_state("draw", "R4 R5 R7 Y12", "B2 B3 B4 B5", display="Y2 Y3 Y4 Y5", deck="G12 G11")
    assert state.view(0).hand == cards("R4 R5 R7 Y12")
    assert state.view(1).hand == cards("B2 B3 B4 B5")
    assert state.view().hand == ()


def test_I2_I3_I5_a_view_shows_numbers_of_display_and_deck_top_and_pile_sizes() -> None:
    state = card_state("draw", "R4 R5 R7 Y12", "B2 B3 B4 B5", display="Y2 Y3 Y4 Y5", deck="G12 G11")
    for seat in (0, 1, None):
        view = state.view(seat)
        assert (view.display, view.deck_top, view.deck_count, view.discard_count) == ((2, 3, 4, 5), 12, 32, 0)


@pytest.mark.parametrize("game", ["cards", "cards_joker"])
def test_I4_a_view_contains_no_hidden_card(game: str) -> None:
    hands = ("R4 R5 R7 Y12", "B2 B3 B4 B5")
    state = card_state("draw", *hands, game=game)
    for seat in (0, 1, None):
        message = json.dumps(plain_view(state.view(seat)))
        own = cards(hands[seat]) if seat is not None else ()
        for card in pack(jokers=True):
            assert (f'"{card}"' in message) is (card in own)


def test_I4_A11_numbers_of_other_hands_are_public_unless_the_option_hides_them() -> None:
    assert card_state("draw", "R4 R7 R5 Y12", "B5 B2", display="Y2 Y3 Y4 Y5", deck="G12 G11").view(
        1
    ).hand_numbers == ((4, 5, 7, 12), (2, 5))
    hidden = card_state("draw", "R4 R7 R5 Y12", "B5 B2", options="hand_numbers_public=false").view(1)
    assert (hidden.hand_numbers, hidden.hand_sizes, hidden.hand) == (None, (4, 2), cards("B5 B2"))


def test_I6_the_table_is_public() -> None:
    state = parse_position("dice; 2 own 4+1 r3 y2 b6 crossed b5; g12,11,10,9,8,2 p2; b10,5")
    for seat in (0, 1, None):
        view = state.view(seat)
        assert (view.sheets, view.dice, view.active) == (state.sheets, state.dice, 1)
        assert (view.totals, view.closed_rows, view.common_number) == ((18, 3), state.closed_rows, 5)
        assert view.crossed == parse_choice("b5")
        assert view.to_act == {1}
    assert state.view(1).choices == state.choices(1) != ()
    assert state.view(0).choices == state.view().choices == ()


def test_A2_players_still_to_choose_are_public_but_hidden_choices_are_not() -> None:
    state = parse_position("dice; 1 common 4+1 r3 y2 g5 b6; -; -; -")
    crossed, passed = state.apply(1, parse_choice("b5")), state.apply(1, parse_choice("-"))
    for seat in (0, 2, None):
        assert crossed.view(seat) == passed.view(seat)
        assert crossed.view(seat).to_act == {0, 2}
        assert crossed.view(seat).chosen is None
    assert crossed.view(1) != passed.view(1)


@pytest.mark.parametrize("seat", [-1, 2])
def test_a_view_from_an_invalid_seat_is_rejected(seat: int) -> None:
    with pytest.raises(InputError, match=f"no seat {seat}: seats count from 0, and the last is 1"):
        parse_position("dice; 1 roll; -; -").view(seat)
