"""A turn of the card game, where the conformance cases cannot express it."""

import random
import re

import pytest

from qwixx.gameplay import SeededDealer
from qwixx.notation import format_position, parse_choice, parse_position
from qwixx.rules.cards import card_named, in_pack_order, pack
from qwixx.rules.chance import ChanceOutcome, FirstSeat, FirstSix, Roll, Shuffle
from qwixx.rules.choices import PASS, Play, Take
from qwixx.rules.colours import Colour
from qwixx.rules.errors import IllegalChoice
from qwixx.rules.game import State
from qwixx.rules.ruleset import CARDS, DICE, Phase, ruleset
from tests.positions import applied, card_state, cards, refused


def test_C3_C5_J1_the_deal() -> None:
    for game, deck in (("cards", 44 - 8 - 4), ("cards_joker", 55 - 8 - 4)):
        rules = ruleset(game)
        state = State.new(rules, 2).apply_chance(FirstSeat(1))
        assert state.phase is Phase.DEAL
        assert refused(state, 1, "take 1") == "C6: Nobody chooses now: the shuffle comes first."
        pile = pack(rules.jokers)[::-1]
        state = state.apply_chance(Shuffle(pile))
        assert state.cards.hands == (pile[:4], pile[4:8])
        assert state.cards.display == pile[8:12]
        assert state.cards.deck == pile[12:]
        assert len(state.cards.deck) == deck
        assert (state.active, state.phase) == (1, Phase.DRAW)


@pytest.mark.parametrize(("hand", "ways"), [("R2 R3", 4), ("R2 R3 R4", 6), ("R2 R3 R4 R5", 4)])
def test_C7_draw_to_exactly_five(hand: str, ways: int) -> None:
    state = card_state("draw", hand, "B2 B3 B4 B5")
    missing = 5 - len(hand.split())
    assert len(state.choices(0)) == ways
    for choice in state.choices(0):
        assert isinstance(choice, Take)
        assert len(choice.places) == missing
        assert len(state.apply(0, choice).cards.hands[0]) == 5
    wrong = "take 1 2 3 4" if missing != 4 else "take 1"
    assert refused(state, 0, wrong) == f"C7: You draw to exactly five cards: take {missing}, not 4."
    assert refused(state, 1, "take 1").startswith("C19: ")


@pytest.mark.parametrize("seat", [0, 1])
def test_C6_no_seat_can_cross_before_the_draw(seat: int) -> None:
    state = card_state("draw", "R2 R3 R4", "B2 B3 B4 B5")
    assert refused(state, seat, "r5").startswith("C6: The active player draws first")
    assert refused(state, seat, "-").startswith("C6: " if seat == 0 else "C19: ")


def test_C7_a_draw_takes_distinct_places_of_the_display() -> None:
    state = card_state("draw", "R2 R3 R4", "B2 B3 B4 B5")
    for places, named in (((0, 0), "1, 1"), ((-1, 0), "0, 1"), ((3, 4), "4, 5")):
        with pytest.raises(IllegalChoice, match=f"C7: The display has .*, each taken once; not {named}.$"):
            state.apply(0, Take(places))


def test_C8_free_places_are_filled_from_left_to_right() -> None:
    state = card_state("draw", "R2 R3 R4", "B2 B3 B4 B5", display="G2 G3 G4 G5", deck="Y2 Y3 Y4")
    after = state.apply(0, parse_choice("take 4 2"))
    assert after.cards.hands[0] == cards("R2 R3 R4 G3 G5")
    assert after.cards.display == cards("G2 Y2 G4 Y3")
    assert (after.common_number, after.phase) == (4, Phase.COMMON)


def test_C9_A12_an_empty_deck_is_reshuffled_in_the_middle_of_a_refill() -> None:
    state = card_state("draw", "R2 R3", "B2 B3 B4 B5", display="G2 G3 G4 G5", deck="Y2", rest_to="discard")
    half = state.apply(0, parse_choice("take 1 2 4"))
    assert half.phase is Phase.SHUFFLE
    assert half.cards.display == (card_named("Y2"), None, card_named("G4"), None)
    assert half.to_act == frozenset()
    assert refused(half, 0, "-") == "C6: Nobody chooses now: the shuffle comes first."
    pile = half.cards.discard[::-1]
    full = half.apply_chance(Shuffle(pile))
    assert full.cards.display == (card_named("Y2"), pile[0], card_named("G4"), pile[1])
    assert full.cards.deck == pile[2:]
    assert full.cards.discard == ()
    assert (full.phase, full.common_number) == (Phase.COMMON, pile[2].number)


def test_C9_an_empty_deck_is_reshuffled_right_after_the_last_place_is_filled() -> None:
    state = card_state(
        "draw", "R2 R3 R4 R5", "B2 B3 B4 B5", display="G2 G3 G4 G5", deck="Y2", rest_to="discard"
    )
    half = state.apply(0, parse_choice("take 3"))
    assert half.phase is Phase.SHUFFLE
    full = half.apply_chance(Shuffle(half.cards.discard))
    assert full.cards.display == cards("G2 G3 Y2 G5")
    assert len(full.cards.deck) == len(state.cards.discard)


def test_C10_the_common_number_stays_on_the_deck() -> None:
    state = card_state("common", "R2 R3 R4 R5 R6", "B2 B3 B4 B5", deck="Y9 Y10")
    assert state.common_number == 9
    after = applied(state, "y9", "b9")
    assert after.cards == state.cards
    assert (after.phase, after.crossed, after.common_number) == (Phase.PLAY, parse_choice("y9"), 9)


@pytest.mark.parametrize(
    ("choice", "text"),
    [
        ("play R9", "C11: R9 is not in your hand."),
        ("play R4 R4", "C11: R4 is not in your hand."),
        ("play R4 R5 R7 R8", "C11: You may play at most three cards, not 4."),
        ("play R4 Y2", "C11: Cards played together are of one colour; Y2 is not red."),
        ("play Y2 as r", "C11: Cards played together are of one colour; Y2 is not red."),
        ("play R4 cross r5", "C12: You may cross only numbers you play: 5 is not among them."),
        (
            "play R5 R8 cross r5 r8",
            "C13: Between the first and the last number you cross at most one may stay",
        ),
        ("play R4 R7 R8 cross r4 r7 r8", "C13: .* here 2 would."),
        ("play Y2 cross y2", "S4: Yellow 2 is crossed already."),
        ("-", "C6: This is the time to play one to three cards, not to pass."),
        ("r5", "C6: This is the time to play one to three cards, not to cross a number."),
        ("take 1", "C6: This is the time to play one to three cards, not to take cards."),
    ],
)
def test_C11_C12_C13_illegal_plays_are_rejected(choice: str, text: str) -> None:
    state = card_state("play", "R4 R5 R7 R8 Y2", "B2 B3 B4 B5", sheets=("y2", "-"))
    assert re.match(text, refused(state, 0, choice))


def test_C11_a_play_without_cards_is_rejected() -> None:
    state = card_state("play", "R4 R5 R7 R8 Y2", "B2 B3 B4 B5")
    with pytest.raises(IllegalChoice, match="C11: You must play at least one card"):
        state.apply(0, Play((), Colour.RED))


def test_C12_cards_and_crosses_of_a_play_are_normalised_to_sets() -> None:
    one = Play(cards("R7 R4 R5"), Colour.RED, (7, 4, 5))
    assert one == Play(cards("R4 R5 R7"), Colour.RED, (4, 5, 7))
    assert Play(cards("G9 G11"), Colour.GREEN, (9, 11, 9)).numbers == (11, 9)
    assert in_pack_order(cards("J2 B12 R2")) == cards("R2 B12 J2")


def test_C13_every_choice_obeys_the_gap_rule() -> None:
    state = card_state("play", "R4 R5 R6 R8 R9", "B2 B3 B4 B5")
    plays = [choice for choice in state.choices(0) if isinstance(choice, Play)]
    assert all(max(p.numbers) - min(p.numbers) + 1 - len(p.numbers) <= 1 for p in plays if p.numbers)
    assert Play(cards("R6 R8 R9"), Colour.RED, (6, 8, 9)) in plays
    assert Play(cards("R5 R6 R9"), Colour.RED, (5, 6, 9)) not in plays
    assert len(plays) == len(set(plays))


def test_C15_played_cards_go_to_the_discards_and_the_turn_passes() -> None:
    state = card_state("play", "R4 R5 R7 R8 Y2", "B2 B3 B4 B5")
    after = applied(state, "play R5 R4 cross r4")
    assert after.cards.hands[0] == cards("R7 R8 Y2")
    assert after.cards.discard == cards("R4 R5")
    assert after.sheets[0].rows[Colour.RED] == (4,)
    assert (after.active, after.phase, after.crossed) == (1, Phase.DRAW, None)


@pytest.mark.parametrize(
    ("crossed", "play", "penalties"), [(0, "Y2", 1), (1, "Y2", 0), (0, "Y2 cross y2", 0)]
)
def test_C16_penalty(crossed: int, play: str, penalties: int) -> None:
    turn, sheet = ("play crossed r2", "r2") if crossed else ("play", "-")
    state = card_state(turn, "R4 R5 R7 R8 Y2", "B2 B3 B4 B5", deck="G2", sheets=(sheet, "-"))
    assert applied(state, f"play {play}").sheets[0].penalties == penalties


def test_C17_C18_a_finished_row_is_finished_for_its_owner_only() -> None:
    sheets = ("r2,3,4,5,6,12", "r2,3,4,5,6")
    state = card_state("common", "R4 R5 R7 R8 Y2", "B2 B3 B4 B5", deck="Y12", sheets=sheets)
    assert state.closed_rows == ()
    assert state.choices(0) == (PASS, parse_choice("g12"), parse_choice("b12"))
    assert parse_choice("r12") in state.choices(1)
    assert refused(state, 0, "r12").startswith("S4: ")


def test_C20_a_player_with_two_finished_rows_ends_the_game_in_action_3() -> None:
    sheets = ("r2,3,4,5,6,12 y2,3,4,5,6", "-")
    state = card_state("play", "Y12 R5 R7 R8 Y2", "B2 B3 B4 B5", sheets=sheets)
    over = applied(state, "play Y12 cross y12")
    assert over.outcome is not None
    assert (over.outcome.reason, over.active) == ("two_rows", 0)
    assert over.cards.discard == cards("Y12")
    assert over.crossed is None, "no cross in the common action"


def test_C10_a_game_that_ends_in_action_3_keeps_the_cross_of_action_2() -> None:
    sheets = ("r2,3,4,5,6,12 y2,3,4,5,9", "-")
    hands = ("Y12 R5 R7 R8 Y2", "B2 B3 B4 B5")
    state = card_state("play crossed y9", *hands, deck="G9", sheets=sheets)
    over = applied(state, "play Y12 cross y12")
    assert (over.is_over, over.crossed) == (True, parse_choice("y9"))


def test_C23_cards_of_a_finished_colour_can_still_be_played() -> None:
    state = card_state("play", "R4 R5 R7 R8 Y2", "B2 B3 B4 B5", sheets=("r2,3,4,5,6,12", "-"))
    reds = [choice for choice in state.choices(0) if isinstance(choice, Play) and choice.colour is Colour.RED]
    assert len(reds) == 4 + 6 + 4
    assert all(play.numbers == () for play in reds)


def test_J2_A14_jokers_count_as_any_one_colour() -> None:
    state = card_state("play", "R4 J5 J9 Y6 B2", "B3 B4 B5 B6", game="cards_joker")
    after = applied(state, "play J5 R4 cross r4 r5")
    assert after.sheets[0].rows[Colour.RED] == (4, 5)
    assert (
        refused(state, 0, "play R4 J5 as b")
        == "C11: Cards played together are of one colour; R4 is not blue."
    )
    named = [
        choice for choice in state.choices(0) if isinstance(choice, Play) and choice.cards == cards("J5")
    ]
    assert len(named) == 8  # four colours, crossing the 5 or nothing


def test_a_position_of_a_card_game_round_trips_through_text() -> None:
    state = card_state("draw", "R2 R3", "B2 B3 B4 B5", display="G2 G3 G4 G5", deck="Y2", rest_to="discard")
    half = state.apply(0, parse_choice("take 1 2 4"))
    for each in (state, half):
        assert parse_position(format_position(each)) == each


def test_rejections_in_a_card_game_cite_no_rule_of_the_dice_game() -> None:
    """They cite rules of the card games, of the sheet, or answers to questions that both games leave open."""
    found = set()
    rng = random.Random(7)
    for rules in (DICE, CARDS):
        state = State.new(rules, 2)
        dealer = SeededDealer(rng)
        choices = [parse_choice(text) for text in ("-", "r5", "b12", "take 1")]
        choices.append(Play((card_named("R7"),), Colour.RED, (7,)))
        rolled: list[ChanceOutcome] = [FirstSix((6,)), Roll((1, 1), (1, 1, 1, 1))]
        while not state.is_over:
            refused = [state.why_not(seat, choice) for seat in (0, 1, 2) for choice in choices]
            refused += [
                state.why_not_chance(outcome)
                for outcome in (FirstSeat(0), FirstSeat(9), Shuffle(()), *rolled)
            ]
            found |= {(rules.has_cards, reason.code, reason.rule) for reason in refused if reason is not None}
            if state.chance is not None:
                state = state.apply_chance(dealer.draw(state.chance))
            else:
                seat = min(state.to_act)
                state = state.apply(seat, rng.choice(state.choices(seat)))
    cited = {(code, rule) for has_cards, code, rule in found if has_cards}
    assert not [rule for _, rule in cited if rule.startswith("D")], cited
    assert {("chance_first", "C6"), ("wrong_kind", "C6"), ("not_the_number", "C10")} <= cited
    assert {("not_active", "C19"), ("bad_first_seat", "C5"), ("wrong_outcome", "C6")} <= cited
    assert not [rule for has_cards, _, rule in found if not has_cards and rule.startswith("C")]
