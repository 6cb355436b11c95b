"""Sampled card layouts that are indistinguishable from the real one for a seat."""

import random
from collections import Counter
from itertools import pairwise
from math import sqrt
from statistics import fmean, stdev

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qwixx.bots import make_bot
from qwixx.coach.advice import advise
from qwixx.coach.card_luck import imagined, of_the_refill, shuffle_of_each_card
from qwixx.coach.game_review import review
from qwixx.coach.judge import FROM_THE_DEAL, Origins
from qwixx.gameplay import Game, play
from qwixx.record import Record
from qwixx.rules.cards import Card, pack
from qwixx.rules.chance import FirstSeat, Shuffle
from qwixx.rules.choices import Take
from qwixx.rules.colours import Colour
from qwixx.rules.game import State
from qwixx.rules.ruleset import CARDS, CARDS_JOKER, Phase
from qwixx.rules.validity import check_state
from tests.coach.oracle import Oracle, judge_by
from tests.positions import card_state
from tests.strategies import games

card_games = games(st.sampled_from([CARDS, CARDS_JOKER]))


Traced = tuple[State, Origins]


def traced_states(record: Record) -> list[Traced]:
    """Every state of a game with the shuffle that each card comes from."""
    return list(zip(record.states(), shuffle_of_each_card(record.states()), strict=True))


@st.composite
def draws(draw: st.DrawFn) -> Traced:
    """A state of a card game before a draw."""
    found = traced_states(draw(card_games).record)
    return draw(st.sampled_from([each for each in found if each[0].phase is Phase.DRAW]))


@given(draws(), st.integers(0, 99))
@settings(max_examples=25)
def test_I1_a_sample_has_the_same_view_for_the_seat(drawing: Traced, seed: int) -> None:
    state, origins = drawing
    for seat in range(state.players):
        other = imagined(state, (seat,), origins, random.Random(seed))
        assert check_state(other).view(seat) == state.view(seat)
        assert other.cards.discard == state.cards.discard


def test_C9_samples_exchange_cards_of_the_same_shuffle_only() -> None:
    """Cards of different shuffles cannot be in the same place."""
    every = traced_states(two_shuffles())
    later = [(state, origins) for state, origins in every if origins and state.phase is Phase.DRAW]
    assert len(later) > 5
    for seed, (state, origins) in enumerate(later):
        other = imagined(state, (0,), origins, random.Random(seed))
        for pile, imagined_pile in zip(_piles(state), _piles(other), strict=True):
            shuffles = [origins.get(card, 0) for card in pile]
            assert [origins.get(card, 0) for card in imagined_pile] == shuffles


def two_shuffles() -> Record:
    """A game with two reshuffles of the discards."""
    game = Game("cards", ["Ann", "Ben", "Cleo", "Dora", "Emil"], seed=4)
    play(game, [make_bot("gap:1,2")] * 5)
    return game.record


def _piles(state: State) -> list[tuple[Card, ...]]:
    display = tuple(card for card in state.cards.display if card is not None)
    return [*state.cards.hands, display, state.cards.deck]


def test_every_colour_of_a_hidden_card_is_equally_likely() -> None:
    state = card_state("draw", "R2 R3 Y4 G5", "R7 R8 R9 R10", display="B12 G11 Y9 R6", deck="B8")
    rng = random.Random(1)
    tops = Counter(str(imagined(state, (0,), FROM_THE_DEAL, rng).cards.deck[0]) for _ in range(4000))
    # The other seat's hand is hidden too: R8 can be anywhere.
    assert set(tops) == {"R8", "Y8", "G8", "B8"}
    assert all(abs(count - 1000) < 5 * 27.4 for count in tops.values())
    held = Counter(str(imagined(state, (1,), FROM_THE_DEAL, rng).cards.deck[0]) for _ in range(300))
    assert set(held) == {"Y8", "G8", "B8"}


def test_C9_origins_record_which_cards_were_reshuffled() -> None:
    shuffles = 0
    for (before, known), (_, origins) in pairwise(traced_states(two_shuffles())):
        if before.phase is Phase.SHUFFLE:
            shuffles += 1
            assert all(origins[card] == shuffles for card in before.cards.discard)
        else:
            assert origins == known
    assert shuffles > 1


@given(draws(), st.integers(0, 99))
@settings(max_examples=12)
def test_I1_advice_does_not_depend_on_hidden_cards(drawing: Traced, seed: int) -> None:
    state, origins = drawing
    values = judge_by(Oracle(), state.ruleset)
    other = imagined(state, (state.active,), origins, random.Random(seed))
    assert advise(other, state.active, values) == advise(state, state.active, values)


@given(game=card_games)
@settings(max_examples=4)
def test_sampled_luck_has_a_standard_error_and_sums_to_zero(game: Game) -> None:
    found = review(game.record, judge_by(Oracle(), game.state.ruleset))
    assert all(seat.luck_error is not None and seat.luck_error > 0 for seat in found.seats)
    for point in found.curve:
        assert sum(point.luck) == pytest.approx(0, abs=1e-9)


def reds_and_sevens(state: State, seat: int) -> float:
    """A value that depends on colours known to the seat only and on a public number."""
    reds = sum(card.colour is Colour.RED for card in state.cards.hands[seat])
    return 0.1 * reds + 0.2 * (state.cards.deck[0].number == 7)


def test_C8_mean_luck_of_the_refill_is_zero() -> None:
    rng = random.Random(5)
    lucks = []
    for _ in range(150):
        order = tuple(rng.sample(pack(jokers=False), 44))
        dealt = State.new(CARDS, 2).apply_chance(FirstSeat(0)).apply_chance(Shuffle(order))
        common = dealt.apply(0, Take((0,)))
        lucks.append(of_the_refill(dealt, common, FROM_THE_DEAL, reds_and_sevens))
    own = [luck.values[0] for luck in lucks]
    assert stdev(own) > 0.02
    assert abs(fmean(own)) < 4 * stdev(own) / sqrt(len(own))
    # The standard error is much smaller than the luck itself.
    assert 0 < fmean(luck.variances[0] for luck in lucks) < 0.02**2


def test_C7_a_card_seen_by_one_seat_is_its_luck_and_bad_luck_of_the_others() -> None:
    state = card_state("draw", "Y2 Y3 Y4 G5", "B7 B8 B9 B10", display="R12 G11 Y9 Y6", deck="R8 R2")
    taken, other = (state.apply(0, Take((place,))) for place in (0, 1))

    def reds(state: State, seat: int) -> float:
        return 0.1 * sum(card.colour is Colour.RED for card in state.cards.hands[seat])

    lucky = of_the_refill(state, taken, FROM_THE_DEAL, reds).values
    unlucky = of_the_refill(state, other, FROM_THE_DEAL, reds).values
    # One of four twelves is red, and none has been seen: a red one is 0.075 above the mean.
    assert lucky == pytest.approx((0.075, -0.075), abs=0.03)
    assert unlucky == pytest.approx((-0.025, 0.025), abs=0.03)


@pytest.mark.parametrize("hidden", [False, True])
def test_I3_samples_also_exchange_hidden_numbers(hidden: bool) -> None:
    options = "hand_numbers_public=false" if hidden else ""
    state = card_state("draw", "R2 R3 Y4 G5", "R7 R8 R9 R10", options=options)
    rng = random.Random(1)
    hands = {
        tuple(sorted(card.number for card in imagined(state, (0,), FROM_THE_DEAL, rng).cards.hands[1]))
        for _ in range(50)
    }
    assert (len(hands) > 1) is hidden
