"""Duplicate chance: all games of a deal get the same dice and cards, whatever the players do."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from qwixx.arena.dealer import DuplicateDealer
from qwixx.rules.cards import Card, pack
from qwixx.rules.chance import (
    FACES,
    FirstSeat,
    FirstSeatNode,
    FirstSixNode,
    Roll,
    RollNode,
    Shuffle,
    ShuffleNode,
)
from qwixx.rules.colours import COLOURS, Colour

ALL_DICE = RollNode(COLOURS)
deals = st.integers(0, 10**6)


def roll(dealer: DuplicateDealer, node: RollNode) -> Roll:
    outcome = dealer.draw(node)
    assert isinstance(outcome, Roll)
    return outcome


def order(dealer: DuplicateDealer, pile: tuple[Card, ...]) -> tuple[Card, ...]:
    outcome = dealer.draw(ShuffleNode(pile))
    assert isinstance(outcome, Shuffle)
    return outcome.order


@given(deals, st.lists(st.sets(st.sampled_from(COLOURS)), min_size=1, max_size=8))
def test_removed_dice_do_not_change_the_other_dice(deal: int, removed: list[set[Colour]]) -> None:
    whole, reduced = DuplicateDealer("s", deal), DuplicateDealer("s", deal)
    for gone in removed:
        node = RollNode(tuple(colour for colour in COLOURS if colour not in gone))
        dice = roll(reduced, node)
        assert node.why_not(dice) is None
        assert dice == roll(whole, ALL_DICE).without(tuple(gone))


@given(
    deals, st.sets(st.sampled_from(pack(True)), min_size=2), st.sets(st.sampled_from(pack(True)), min_size=2)
)
def test_cards_in_both_of_two_piles_are_shuffled_into_the_same_order(
    deal: int, one: set[Card], other: set[Card]
) -> None:
    first, second = DuplicateDealer("s", deal), DuplicateDealer("s", deal)
    # Earlier shuffles have no effect either.
    order(first, pack(False))
    order(second, pack(True))
    in_one, in_other = order(first, tuple(one)), order(second, tuple(other))
    assert ShuffleNode(tuple(one)).why_not(Shuffle(in_one)) is None
    assert [card for card in in_one if card in other] == [card for card in in_other if card in one]


def test_kinds_of_chance_are_drawn_independently() -> None:
    one, other = DuplicateDealer("s", 3), DuplicateDealer("s", 3)
    one.draw(FirstSixNode(2))
    order(one, pack(True))
    assert roll(one, ALL_DICE) == roll(other, ALL_DICE)


def test_the_first_seat_is_independent_of_the_first_roll() -> None:
    pairs = Counter(
        (dealer.draw(FirstSeatNode(2)), roll(dealer, ALL_DICE).white[0])
        for dealer in (DuplicateDealer("apart", deal) for deal in range(2400))
    )
    assert len(pairs) == 2 * len(FACES)
    assert all(abs(count - 200) < 60 for count in pairs.values())


def test_every_shuffle_has_a_different_order() -> None:
    dealer = DuplicateDealer("s", 1)
    assert len({order(dealer, pack(False)) for _ in range(20)}) == 20


def test_deals_and_seeds_differ() -> None:
    rolls = [
        tuple(roll(DuplicateDealer(seed, deal), ALL_DICE).white) for seed in ("a", "b") for deal in range(200)
    ]
    assert len(set(rolls)) == 36


def test_rolls_are_fair() -> None:
    counts = Counter(
        face
        for deal in range(3000)
        for dice in [roll(DuplicateDealer("fair", deal), ALL_DICE)]
        for face in (*dice.white, *dice.coloured.values())
    )
    assert set(counts) == set(FACES)
    assert all(abs(count - 3000) < 250 for count in counts.values())


def test_every_seat_is_equally_likely_to_begin() -> None:
    counts = Counter(DuplicateDealer("fair", deal).draw(FirstSeatNode(3)) for deal in range(3000))
    assert set(counts) == {FirstSeat(0), FirstSeat(1), FirstSeat(2)}
    assert all(abs(count - 1000) < 150 for count in counts.values())


@given(deals)
def test_rolls_for_the_first_six_end_with_the_only_six(deal: int) -> None:
    outcome = DuplicateDealer("s", deal).draw(FirstSixNode(4))
    assert FirstSixNode(4).why_not(outcome) is None


def test_every_card_can_be_on_top() -> None:
    tops = Counter(order(DuplicateDealer("fair", deal), pack(False))[0] for deal in range(4400))
    assert len(tops) == 44
    assert max(tops.values()) < 160
