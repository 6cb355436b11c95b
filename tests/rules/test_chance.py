import re
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from qwixx.rules.cards import Card, card_named, pack
from qwixx.rules.chance import (
    ChanceOutcome,
    FirstSeat,
    FirstSeatNode,
    FirstSix,
    FirstSixNode,
    Roll,
    RollNode,
    Shuffle,
    ShuffleNode,
)
from qwixx.rules.colours import COLOURS, Colour
from qwixx.rules.errors import InputError, SetupError


@pytest.mark.parametrize("dice", [COLOURS, (Colour.RED, Colour.BLUE), (Colour.GREEN,), ()])
def test_D1_D3_every_roll_is_listed_once_and_probabilities_sum_to_one(dice: tuple[Colour, ...]) -> None:
    node = RollNode(dice)
    rolls = dict(node.outcomes())
    assert len(rolls) == 6 ** (2 + len(dice))
    assert sum(rolls.values()) == 1
    assert all(node.why_not(roll) is None for roll in rolls)


def test_D3_a_roll_has_no_face_for_a_removed_die() -> None:
    assert RollNode((Colour.RED, Colour.BLUE)).roll([1, 2, 3, 4, 5, 6]) == Roll((1, 2), (3, None, None, 6))


def test_D4_the_sum_of_two_white_dice_has_the_expected_distribution() -> None:
    sums: Counter[int] = Counter()
    for roll, probability in RollNode(()).outcomes():
        sums[roll.sum] += probability * 36  # type: ignore[assignment]
    assert [sums[number] for number in range(2, 13)] == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]


def test_D6_sums_of_a_white_and_a_coloured_die() -> None:
    assert Roll((4, 1), (3, 2, 5, 6)).sums(Colour.BLUE) == (10, 7)
    assert Roll((3, 3), (1, 1, 1, 1)).sums(Colour.RED) == (4,)
    assert Roll((3, 3), (None, 1, 1, 1)).sums(Colour.RED) == ()


@pytest.mark.parametrize("players", [2, 5])
def test_D2_C5_each_seat_is_equally_likely_to_begin(players: int) -> None:
    outcomes = dict(FirstSeatNode(players).outcomes())
    assert outcomes == {FirstSeat(seat): Fraction(1, players) for seat in range(players)}


def test_A6_probability_of_rolling_for_the_first_six() -> None:
    node = FirstSixNode(3)
    assert node.probability(FirstSix((6,))) == Fraction(1, 6)
    assert node.probability(FirstSix((1, 2, 6))) == Fraction(1, 216)


def test_C9_probability_of_a_shuffle() -> None:
    pile = pack(jokers=False)[:4]
    assert ShuffleNode(pile).probability(Shuffle(pile)) == Fraction(1, 24)


RED_ONLY = RollNode((Colour.RED,))
PILE = (Card(Colour.RED, 2), Card(Colour.RED, 3))


@pytest.mark.parametrize(
    ("node", "outcome", "text"),
    [
        (RED_ONLY, Roll((1, 2), (None, 3, None, None)), "D3: A roll needs two white dice and the dice red; "),
        (
            RED_ONLY,
            Roll((1, 2), (None,) * 4),
            "D3: A roll needs two white dice and the dice red; this one has no",
        ),
        (RED_ONLY, FirstSeat(0), "D3: The roll comes next, not a first player."),
        (FirstSeatNode(3), FirstSeat(3), "D2: No seat 3 can begin; seats count from 0 to 2."),
        (FirstSeatNode(3), FirstSeat(-1), "D2: No seat -1 can begin; seats count from 0 to 2."),
        (FirstSeatNode(3), FirstSix((6,)), "D3: The draw of the first player comes next, not rolls for the"),
        (FirstSixNode(3), FirstSix(()), "A6: The players roll in turn, .* not no roll."),
        (FirstSixNode(3), FirstSix((1, 2)), "A6: .* not 1 2."),
        (FirstSixNode(3), FirstSix((6, 6)), "A6: .* not 6 6."),
        (FirstSixNode(3), FirstSix((6, 1)), "A6: .* not 6 1."),
        (FirstSixNode(3), FirstSix((0, 6)), "A6: .* not 0 6."),
        (FirstSixNode(3), Shuffle(()), "D3: Rolling for the first six comes next, not a shuffle."),
        (
            ShuffleNode(PILE),
            Shuffle(PILE[:1]),
            "C9: A shuffle holds each card of the pile once: R3 is missing.",
        ),
        (ShuffleNode(PILE), Shuffle(PILE * 2), "C9: .*: R2 is too many."),
        (ShuffleNode(PILE), Roll((1, 1), (1, 1, 1, 1)), "D3: The shuffle comes next, not a roll."),
    ],
)
def test_invalid_outcomes_are_rejected(
    node: FirstSeatNode | FirstSixNode | RollNode | ShuffleNode, outcome: ChanceOutcome, text: str
) -> None:
    refusal = node.why_not(outcome)
    assert refusal is not None
    assert re.match(text, str(refusal))


@pytest.mark.parametrize(
    ("white", "colours", "problem"),
    [
        ((1, 7), (3, None, None, None), "D1: A die shows 1 to 6, not 7."),
        ((1, 6), (0, None, None, None), "D1: A die shows 1 to 6, not 0."),
        ((1, None), (3, 2, 5, 6), "D1: A die shows 1 to 6, not None."),
        ((1, 2), (3,), r"a roll is two white and four coloured dice, .* not \(1, 2\) and \(3,\)"),
        ((1, 2, 3), (3, None, None, None), "a roll is two white"),
        (4, 1, "a roll is two white .* not 4"),
    ],
)
def test_D1_D3_impossible_rolls_are_rejected(white: Any, colours: Any, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        Roll(white, colours)


def test_outcomes_made_from_lists_equal_those_from_tuples() -> None:
    white: Any = [4, 1]
    coloured: Any = [3, 2, None, 6]
    rolls: Any = [1, 6]
    order: Any = list(PILE)
    assert Roll(white, coloured) == Roll((4, 1), (3, 2, None, 6))
    assert hash(FirstSix(rolls)) == hash(FirstSix((1, 6)))
    assert Shuffle(order) == Shuffle(PILE)


@pytest.mark.parametrize(
    ("make", "arguments", "problem"),
    [
        (FirstSeat, ("Ann",), r"a seat is a number from 0, as in FirstSeat\(0\), not 'Ann'"),
        (FirstSix, (6,), r"the rolls for the first six are faces, as in FirstSix\(\(3, 6\)\), not 6"),
        (Shuffle, (("R4",),), "a shuffle is a pile of cards, .* not 'R4'"),
        (Shuffle, (4,), "a shuffle is a pile of cards, .* not 4"),
        (Card, ("red", 4), "'red' is no colour: take Colour.RED"),
        (Card, (Colour.RED, 13), "no card has the number 13: they go from 2 to 12"),
        (Card, (None, "4"), "no card has the number '4'"),
    ],
)
def test_cards_and_outcomes_of_values_of_the_wrong_type_are_rejected(
    make: Callable[..., object], arguments: tuple[object, ...], problem: str
) -> None:
    with pytest.raises(SetupError, match=problem):
        make(*arguments)


def test_C1_J1_the_pack() -> None:
    assert len(set(pack(jokers=False))) == 44
    assert len(set(pack(jokers=True))) == 55
    counts = Counter(card.colour for card in pack(jokers=True))
    assert counts == Counter(dict.fromkeys((None, *COLOURS), 11))


def test_cards_are_found_by_name() -> None:
    assert [card_named(str(card)) for card in pack(jokers=True)] == list(pack(jokers=True))
    assert card_named("g11") == Card(Colour.GREEN, 11)
    with pytest.raises(
        ValueError, match="no card 'R13': a card is R, Y, G, B or J and a number from 2 to 12"
    ):
        card_named("R13")
