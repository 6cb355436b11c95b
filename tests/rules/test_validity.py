from dataclasses import replace

import pytest

from qwixx.notation import parse_choice, parse_position
from qwixx.rules.cards import card_named
from qwixx.rules.chance import FirstSeat, Roll
from qwixx.rules.choices import PASS, Cross
from qwixx.rules.errors import SetupError
from qwixx.rules.game import State
from qwixx.rules.position import CardTable
from qwixx.rules.ruleset import Phase, ruleset
from qwixx.rules.sheet import Sheet
from qwixx.rules.validity import check_state, inferred_cross, problems
from tests.positions import card_state

HANDS = ("R2 R3 R4 R5", "B2 B3 B4 B5")


@pytest.mark.parametrize(
    ("position", "problem"),
    [
        ("dice; 1 roll; -", "S13: the dice game is for 2 to 5 players, not 1"),
        ("dice; 1 roll; -; -; -; -; -; -", "S13: the dice game is for 2 to 5 players, not 6"),
        ("solo; 1 roll; -; -", "S13: the solo game is for 1 player, not 2"),
        ("dice; 3 roll; -; -", "it is the turn of seat 3, but there are 2 seats"),
        ("dice; 1 play; -; -", "the dice game has no phase play; it has start, roll, common, own, over"),
        ("solo; 1 start; -", "the solo game has no phase start; it has roll, common, own, over"),
        ("dice; 1 roll; r5,4; -", "seat 1 of 2: S2: Red 4 lies left"),
        ("dice; 1 roll; -; r12", "seat 2 of 2: S5: Red 12 needs five"),
        ("dice; 1 over; p3; -", "the phase is over, but there are no two closed rows and no four penalties"),
        ("dice; 1 roll; p4; -", "the phase is roll, but the game has ended: four penalties"),
        (
            "dice; 1 own 1+1 g1 b1; r2,3,4,5,6,12; y2,3,4,5,6,12",
            "the phase is own, but the game has ended: two rows",
        ),
        (
            "dice; 1 over; r2,3,4,5,6,12 y2,3,4,5,6,12 g12,11,10,9,8,2 b12,11,10,9,8,2; -",
            "D20: at most 3 rows are ever closed, not 4",
        ),
        ("dice; 1 start; r2; -", "a game that has not begun has empty sheets"),
        ("dice; 1 common; -; -", "phase common needs the dice that were rolled"),
        ("dice; 1 roll 1+1 r1 y1 g1 b1; -; -", "there are no dice to see in phase roll of the dice game"),
        (
            "dice; 1 own 1+1 r1 y1 g1; -; -",
            "D3: A roll needs two white dice and the dice red, yellow, green, blue",
        ),
        (
            "dice; 1 own 1+1 r1 y1 g1 b1; r2,3,4,5,6,12; -",
            "D3: A roll needs two white dice and the dice yellow,",
        ),
        (
            "dice closed_row_in_action_2=true; 1 own 1+1 r1; -; -",
            "D3: A roll needs two white dice and the dice red, yellow, green, blue",
        ),
        ("dice; 1 roll crossed r5; r5; -", "nobody has crossed anything yet in phase roll"),
        (
            "dice; 1 common 4+1 r3 y2 g5 b6 crossed r5; r5; -",
            "nobody has crossed anything yet in phase common",
        ),
        (
            "dice; 1 own 4+1 r3 y2 g5 b6 crossed r6; r6; -",
            "D4: the number for everyone is 5; red 6 is another",
        ),
        (
            "solo; 1 own 4+1 r3 y2 g5 b6 crossed r5; y5",
            "D4: red 5 was not crossed in the common action: its row is empty",
        ),
        (
            "dice; 1 own 4+1 r3 y2 g5 b6 crossed r5; r5,6; -",
            "D4: red 5 was not crossed in the common action: its row ends with 6",
        ),
        (
            "dice; 1 own 4+1 r3 y2 g5 b6 crossed r5; -; r5",
            "D4: red 5 was not crossed in the common action: its row is empty",
        ),
        (
            "dice; 1 over 4+1 r3 y2 g5 b6 crossed r5; r6; p4",
            "D4: red 5 was not crossed in the common action: its row ends with 6",
        ),
        ("dice; 1 common 1+1 r1 y1 g1 b1 chosen r2; -; -", "phase common has 2 hidden choices, not 1"),
        ("dice; 1 roll chosen - -; -; -", "phase roll has 0 hidden choices, not 2"),
        (
            "dice; 1 common 1+1 r1 y1 g1 b1 chosen - -; -; -",
            "D5: when all have chosen, the common action is over",
        ),
        ("dice; 1 common 1+1 r1 y1 g1 b1 chosen ? g2; -; -", "seat 2 of 2: S5: Green 2 needs five"),
        (
            "cards; 1 roll; -; -",
            "the card game has no phase roll; it has start, deal, draw, shuffle, common, play",
        ),
        ("cards; 1 draw; -; -", "C1: R2 is missing"),
    ],
)
def test_impossible_positions_are_rejected(position: str, problem: str) -> None:
    with pytest.raises(SetupError) as caught:
        parse_position(position)
    assert str(caught.value).startswith(problem)


@pytest.mark.parametrize(
    "position",
    [
        "dice; 1 start; -; -",
        "dice; 2 over 1+1 r1 y1 g1 b1 crossed r2; p4; r2,3",
        "dice; 1 own 4+1 r3 y2 g5 b6 crossed g5; r5 g5; -",
        "dice; 2 over; p4; -",
        "dice closed_row_in_action_2=true; 1 own 6+6 r1 y1 g1 b1; -; r2,3,4,5,6,12",
        "dice; 1 common 1+1 r1 y1 g1 b1 chosen ? r2; -; -",
        "cards; 1 deal; -; -",
        "solo; 1 roll; p3",
    ],
)
def test_possible_positions_are_accepted(position: str) -> None:
    assert list(problems(parse_position(position))) == []


def with_cards(state: State, **piles: object) -> State:
    return replace(state, cards=replace(state.cards, **piles))  # type: ignore[arg-type]


def test_C1_every_card_exists_exactly_once() -> None:
    state = card_state("draw", *HANDS)
    twice = with_cards(state, deck=(card_named("R2"), *state.cards.deck[1:]))
    assert [problem.split(" is")[0] for problem in problems(twice)] == [
        "C1: R2",
        f"C1: {state.cards.deck[0]}",
    ]
    with pytest.raises(SetupError, match="C1: R2 is there twice"):
        check_state(twice)
    with pytest.raises(SetupError, match="C1: J2 is no card of this game"):
        check_state(with_cards(state, deck=(card_named("J2"), *state.cards.deck)))


def test_C4_the_display_holds_four_cards() -> None:
    state = card_state("draw", *HANDS)
    fewer = with_cards(
        state, display=state.cards.display[:3], deck=(*state.cards.deck, state.cards.display[3])
    )
    with pytest.raises(SetupError, match="C4: the display holds 4 cards, not 3"):
        check_state(fewer)
    gap = with_cards(
        state, display=(None, *state.cards.display[1:]), deck=(*state.cards.deck, state.cards.display[0])
    )
    with pytest.raises(SetupError, match="C4: the display holds 4 cards, not 3"):
        check_state(gap)


def test_C9_the_deck_is_empty_only_before_a_shuffle() -> None:
    state = card_state("draw", *HANDS)
    with pytest.raises(SetupError, match="C9: the deck is empty just before a shuffle, and only then"):
        check_state(with_cards(state, deck=(), discard=state.cards.deck))
    with pytest.raises(SetupError, match="C9: "):
        check_state(
            replace(card_state("common", "R2 R3 R4 R5 R6", HANDS[1]), phase=Phase.SHUFFLE, pending=())
        )


@pytest.mark.parametrize(
    ("turn", "hands", "wanted"),
    [
        ("draw", ("R2", "B2 B3 B4 B5"), "seat 1 of 2 holds 2 to 4 cards in phase draw, not 1"),
        ("draw", ("R2 R3 R4 R5 R6", "B2 B3 B4 B5"), "seat 1 of 2 holds 2 to 4 cards in phase draw, not 5"),
        ("play", ("R2 R3 R4 R5", "B2 B3 B4 B5"), "seat 1 of 2 holds 5 cards in phase play, not 4"),
        (
            "common",
            ("R2 R3 R4 R5 R6", "B2 B3 B4 B5 B6"),
            "seat 2 of 2 holds 2 to 4 cards in phase common, not 5",
        ),
    ],
)
def test_C24_hand_sizes(turn: str, hands: tuple[str, str], wanted: str) -> None:
    with pytest.raises(SetupError, match=f"C24: {wanted}"):
        card_state(turn, *hands)


@pytest.mark.parametrize("hand", ["R2 R3", "R2 R3 R4 R5 R6"])
def test_C24_the_active_hand_can_be_full_when_a_game_ends(hand: str) -> None:
    assert card_state("over", hand, HANDS[1], sheets=("p4", "-")).is_over


@pytest.mark.parametrize(
    ("crossed", "sheet", "problem"),
    [
        ("y9", "y9", None),
        ("y8", "y8", "C10: the number for everyone is 9; yellow 8 is another"),
        ("y9", "g9", "C10: yellow 9 was not crossed in the common action: its row is empty"),
        ("y9", "y9,10", "C10: yellow 9 was not crossed in the common action: its row ends with 10"),
    ],
)
def test_C10_the_recorded_cross_has_the_common_number(crossed: str, sheet: str, problem: str | None) -> None:
    state = card_state("play", "R2 R3 R4 R5 R6", HANDS[1], deck="G9", sheets=(sheet, "-"))
    cross = parse_choice(crossed)
    assert isinstance(cross, Cross)
    assert list(problems(replace(state, crossed=cross))) == ([problem] if problem is not None else [])


def test_the_recorded_cross_is_not_compared_with_a_missing_number() -> None:
    state = replace(parse_position("dice; 1 own 4+1 r3 y2 g5 b6 crossed r5; r5; -"), dice=None)
    assert list(problems(state)) == ["phase own needs the dice that were rolled"]


@pytest.mark.parametrize(
    ("position", "cross"),
    [
        ("dice; 1 own 4+1 r3 y2 g5 b6; r2,5; -", "r5"),
        ("dice; 2 own 4+1 r3 y2 g5 b6; r5; r5,6 g9,5 b5", "g5"),
        ("solo; 1 own 4+1 r3 y2 g5 b6; r5,6", None),
        ("dice; 1 over 4+1 r3 y2 g5 b6; r5 p4; -", None),
    ],
)
def test_a_cross_is_inferred_from_the_first_row_that_ends_with_the_number(
    position: str, cross: str | None
) -> None:
    inferred = inferred_cross(parse_position(position))
    assert inferred == (parse_choice(cross) if cross is not None else None)


def test_no_cross_is_inferred_before_the_common_action() -> None:
    with pytest.raises(SetupError, match="nobody has crossed anything yet in phase roll"):
        inferred_cross(parse_position("dice; 1 roll; -; -"))


def test_C3_every_player_has_a_hand() -> None:
    with pytest.raises(SetupError, match="C3: every player has a hand: 3 hands, not 2"):
        card_state("draw", *HANDS, sheets=("-", "-", "-"))


def test_no_cards_before_the_deal_and_no_dice_in_the_card_game() -> None:
    state = card_state("draw", *HANDS)
    with pytest.raises(SetupError, match="no card is dealt yet in phase deal"):
        check_state(replace(state, phase=Phase.DEAL))
    with pytest.raises(SetupError, match="there are no dice to see in phase draw of the card game"):
        check_state(replace(state, dice=Roll((1, 1), (1, 1, 1, 1))))


def test_a_new_game_is_possible() -> None:
    for name, players in (("dice", 5), ("cards", 2), ("cards_joker", 5), ("solo", 1)):
        state = State.new(ruleset(name), players)
        assert check_state(state) is state
    assert check_state(State.new(ruleset("cards"), 2).apply_chance(FirstSeat(0))).phase is Phase.DEAL


def test_a_wrong_seat_or_phase_is_reported_without_follow_up_errors() -> None:
    state = State.new(ruleset("dice"), 2)
    assert len(list(problems(replace(state, active=2)))) == 1
    assert len(list(problems(replace(state, phase=Phase.PLAY)))) == 1


def test_all_problems_are_reported() -> None:
    state = State(
        ruleset("cards"),
        (Sheet(penalties=4), Sheet()),
        0,
        Phase.PLAY,
        cards=CardTable((), (), ()),
        pending=(PASS,),
    )
    found = list(problems(state))
    assert len(found) > 44
    assert found[-1] == "phase play has 0 hidden choices, not 1"
