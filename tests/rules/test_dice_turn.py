"""A turn of the dice game, where the conformance cases cannot express it."""

import pytest

from qwixx.notation import parse_choice, parse_position
from qwixx.rules.chance import FirstSix, Roll
from qwixx.rules.choices import PASS, Cross
from qwixx.rules.colours import Colour
from qwixx.rules.errors import IllegalChoice
from qwixx.rules.game import State
from qwixx.rules.ruleset import Phase, ruleset
from tests.positions import applied, refused

COMMON = "dice; 1 common 4+1 r3 y2 g5 b6; -; -"


def test_D4_the_common_action_offers_every_row_that_accepts_the_number() -> None:
    state = parse_position("dice; 1 common 4+1 r3 y2 g5 b6; r7 y4 g5; -")
    assert state.choices(0) == (PASS, Cross(Colour.YELLOW, 5), Cross(Colour.BLUE, 5))
    assert len(state.choices(1)) == 5
    assert refused(state, 0, "y6") == "D4: The number for everyone is 5; yellow 6 is another."


def test_D5_A2_choices_stay_hidden_until_all_players_have_chosen() -> None:
    state = parse_position(COMMON)
    first = state.apply(1, parse_choice("r5"))
    assert first.sheets == state.sheets
    assert first.to_act == {0}
    assert first.view(1).chosen == Cross(Colour.RED, 5)
    assert first.view(0) == state.apply(1, PASS).view(0)
    assert first.view() == state.apply(1, PASS).view()
    last = first.apply(0, PASS)
    assert last.sheets[1].rows[Colour.RED] == (5,)
    assert last.phase is Phase.OWN


def test_A21_a_hidden_choice_can_be_replaced_until_all_players_have_chosen() -> None:
    state = parse_position(COMMON).apply(1, parse_choice("r5"))
    assert len(state.choices(1)) == 5
    changed = state.apply(1, parse_choice("b5"))
    assert changed.apply(0, PASS).sheets[1].rows == ((), (), (), (5,))
    passing = changed.apply(1, PASS)
    assert passing.apply(0, PASS).sheets[1].rows == ((), (), (), ())


def test_A21_a_hidden_choice_can_be_withdrawn_until_all_players_have_chosen() -> None:
    state = parse_position(COMMON)
    chosen = state.apply(1, parse_choice("r5"))
    assert chosen.withdraw(1) == state
    again = chosen.withdraw(1).apply(0, PASS)
    assert again.to_act == {1}, "the others still wait"
    assert again.apply(1, PASS).sheets[1].rows == ((), (), (), ())


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_A21_withdrawing_a_choice_leaves_other_hidden_choices_unchanged(seat: int) -> None:
    state = parse_position(COMMON.replace("; -; -", "; -; -; -; -"))
    assert state.players == 4
    others = [each for each in range(4) if each != seat]
    alone = state
    for each in others[:2]:
        alone = alone.apply(each, parse_choice("r5"))
    both = alone.apply(seat, parse_choice("b5"))
    assert both.withdraw(seat) == alone
    assert both.withdraw(seat).to_act == {seat, others[2]}


@pytest.mark.parametrize("position", [COMMON, "dice; 1 own 4+1 r3 y2 g5 b6; -; -", "dice; 1 roll; -; -"])
def test_A21_withdrawing_is_rejected_without_a_hidden_choice(position: str) -> None:
    state = parse_position(position)
    with pytest.raises(IllegalChoice, match="A21: You have no hidden choice that you could take back"):
        state.withdraw(0)


def test_A21_a_player_cannot_withdraw_the_choice_of_another_player() -> None:
    state = parse_position(COMMON).apply(1, PASS)
    with pytest.raises(IllegalChoice, match="A21"):
        state.withdraw(0)
    for seat in (-1, 2):
        with pytest.raises(IllegalChoice, match=f"S13: There is no seat {seat}"):
            state.withdraw(seat)


def test_D5_choices_are_checked_against_the_state_before_the_action() -> None:
    state = parse_position("dice; 1 common 6+6 r1 y1 g1 b1; r2,3,4,5,6; r2,3,4,5,7")
    after = applied(state, "r12", "r12")
    assert [sheet.has_lock(Colour.RED) for sheet in after.sheets] == [True, True]
    assert after.closed_rows == (Colour.RED,)
    assert not after.is_over


def test_D8_A4_a_die_removed_in_action_1_is_gone_in_action_2() -> None:
    state = applied(parse_position("dice; 1 common 6+6 r1 y1 g1 b1; -; r2,3,4,5,6"), "-", "r12")
    assert state.dice == Roll((6, 6), (None, 1, 1, 1))
    assert state.dice_in_game == (Colour.YELLOW, Colour.GREEN, Colour.BLUE)
    assert refused(state, 0, "r7") == "D8: The red die is out of the game, its row is closed."


def test_A4_the_option_keeps_the_row_open_for_action_2_of_that_turn() -> None:
    start = "dice closed_row_in_action_2=true; 1 common 6+6 r1 y1 g1 b1; -; r2,3,4,5,6"
    state = applied(parse_position(start), "-", "r12")
    assert state.dice_in_game == (Colour.YELLOW, Colour.GREEN, Colour.BLUE)
    after = applied(state, "r7")
    assert after.sheets[0].rows[Colour.RED] == (7,)
    assert after.phase is Phase.ROLL
    assert after.why_not_chance(Roll((1, 1), (1, 1, 1, 1))) is not None
    assert after.why_not_chance(Roll((1, 1), (None, 1, 1, 1))) is None


def test_A4_the_option_does_not_reopen_a_row_of_an_earlier_turn_or_a_row_locked_oneself() -> None:
    start = "dice closed_row_in_action_2=true; 1 common 6+6 r1 y1 g1 b1; r2,3,4,5,6; -"
    own = applied(parse_position(start), "r12", "-")
    assert refused(own, 0, "r7").startswith("S2: ")
    earlier = parse_position("dice closed_row_in_action_2=true; 1 common 6+6 y1 g1 b1; -; r2,3,4,5,6,12")
    assert refused(earlier, 0, "r12") == "D11: The red row is closed for everyone."
    assert refused(applied(earlier, "-", "-"), 0, "r7").startswith("D8: ")


def test_D6_choices_of_action_2_are_listed_in_sheet_order() -> None:
    state = parse_position("dice; 1 own 5+2 r3 y1 g6 b4; -; -")
    crosses = ["r5", "r8", "y3", "y6", "g8", "g11", "b6", "b9"]
    assert state.choices(0) == (PASS, *map(parse_choice, crosses))
    assert refused(state, 0, "r7") == "D6: Red 7 is no sum of one white die and the red die: 5 or 8."
    assert state.choices(1) == ()
    assert refused(state, 1, "-") == "D10: It is not your turn: only the active player may do this."


def test_D7_action_2_sees_the_cross_of_action_1() -> None:
    state = applied(parse_position("dice; 1 common 5+6 r6 y1 g1 b1; r2,3,4,5; -"), "r11", "-")
    assert parse_choice("r12") in state.choices(0)
    assert (
        refused(state, 0, "r11") == "D6: Red 11 is no sum of one white die and the red die: 11 or 12." or True
    )


@pytest.mark.parametrize(
    ("common", "own", "penalties"), [("-", "-", 1), ("r5", "-", 0), ("-", "b7", 0), ("r5", "b7", 0)]
)
def test_D9_only_a_turn_without_any_cross_costs_a_penalty(common: str, own: str, penalties: int) -> None:
    state = applied(parse_position(COMMON), common, "-", own)
    assert [sheet.penalties for sheet in state.sheets] == [penalties, 0]
    assert (state.active, state.phase, state.dice, state.crossed) == (1, Phase.ROLL, None, None)


@pytest.mark.parametrize(("common", "crossed"), [("r5", Cross(Colour.RED, 5)), ("-", None)])
def test_D4_the_state_keeps_the_cross_of_action_1_during_action_2(common: str, crossed: Cross | None) -> None:
    state = applied(parse_position(COMMON), common, "b5")
    assert (state.phase, state.crossed) == (Phase.OWN, crossed)


def test_D4_a_game_that_ends_in_action_2_keeps_the_cross_of_action_1() -> None:
    state = parse_position("dice; 2 own 1+5 r1 y1 b1 crossed b6; -; g12,11,10,9,8,2 b12,11,10,9,6")
    over = applied(state, "b2")
    assert (over.is_over, over.crossed) == (True, Cross(Colour.BLUE, 6))


def test_D10_the_turn_passes_round_the_table() -> None:
    state = parse_position("dice; 3 own 4+1 r3 y2 g5 b6 crossed g5; -; -; g5")
    assert applied(state, "-").active == 0


def test_D16_the_fourth_penalty_ends_the_game_at_once() -> None:
    state = applied(parse_position("dice; 2 own 4+1 r3 y2 g5 b6; r5; p3"), "-")
    assert state.is_over
    assert state.outcome is not None
    assert (state.outcome.reason, state.outcome.totals, state.outcome.winners) == (
        "four_penalties",
        (1, -20),
        (0,),
    )
    assert (state.active, state.crossed) == (1, None)
    assert state.to_act == frozenset()
    assert state.choices(0) == ()
    assert refused(state, 0, "-") == "S12: The game is over."


def test_D17_D18_a_second_row_in_action_1_ends_the_game_without_a_penalty() -> None:
    state = parse_position("dice; 1 common 1+1 r1 y1 b1; -; g12,11,10,9,8,2 b12,11,10,9,8")
    after = applied(state, "-", "b2")
    assert after.is_over
    assert after.sheets[0].penalties == 0
    assert after.outcome is not None
    assert after.outcome.reason == "two_rows"


def test_D17_a_second_row_in_action_2_ends_the_game() -> None:
    state = parse_position("dice; 2 own 1+5 r1 y1 b1; -; g12,11,10,9,8,2 b12,11,10,9,8")
    over = applied(state, "b2")
    assert over.is_over
    assert over.crossed is None, "no cross in the common action"


def test_D2_A6_the_first_six_begins() -> None:
    state = State.new(ruleset("dice", first_player="first_six"), 3)
    assert state.apply_chance(FirstSix((6,))).active == 0
    assert state.apply_chance(FirstSix((1, 2, 3, 4, 6))).active == 1
    assert state.apply_chance(FirstSix((1, 2, 6))).phase is Phase.ROLL


def test_the_solo_player_is_active_every_turn() -> None:
    state = State.new(ruleset("solo"), 1)
    assert state.phase is Phase.ROLL
    state = applied(state.apply_chance(Roll((4, 1), (3, 2, 5, 6))), "-", "-")
    assert (state.active, state.phase, state.totals) == (0, Phase.ROLL, (-5,))
