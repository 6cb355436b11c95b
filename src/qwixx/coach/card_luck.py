"""Luck in the card games: the result of chance minus its expectation, estimated by Monte Carlo.

A deck has too many orders to enumerate, so the expectation is sampled, conditional on the information
of a seat: cards hidden from it are permuted. The generator is seeded with the position,
so the same game has the same luck every time.
"""

import random
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from statistics import fmean, variance
from typing import NamedTuple

from qwixx.coach.judge import FROM_THE_DEAL, LuckEstimate, Origins, Shares
from qwixx.notation import format_position
from qwixx.rules.cards import Card, pack
from qwixx.rules.chance import Shuffle
from qwixx.rules.choices import Take
from qwixx.rules.game import State
from qwixx.rules.position import CardTable
from qwixx.rules.ruleset import Phase

DEAL_SAMPLES = 64
# For all seats of a table together, so that a review takes about as long with any number of them.
REFILL_SAMPLES_A_TURN = 192
# A control variate has mean zero with any number of samples, and more games are better than more samples.
REFILL_SAMPLES_FOR_ALL = 8

ValueFunction = Callable[[State, int], float]


class Slot(NamedTuple):
    """The place of a hidden card: the pile, the index in it, the shuffle of the card, its number if open."""

    pile: int
    place: int
    origin: int
    number: int | None


class Mean(NamedTuple):
    """The mean of samples, and its variance: the square of the standard error."""

    value: float
    variance: float


def shuffle_of_each_card(states: Iterable[State]) -> Iterator[Origins]:
    """The shuffle that each card comes from, for each state of a game in order from its beginning."""
    origins, shuffles = FROM_THE_DEAL, 0
    for state in states:
        yield origins
        if state.phase is Phase.SHUFFLE:
            shuffles += 1
            origins = {**origins, **dict.fromkeys(state.cards.discard, shuffles)}


def of_the_deal(state: State, standing: Shares, value: ValueFunction) -> LuckEstimate:
    """The luck of the deal and of who begins, for the first state in which a seat acts."""
    rng = random.Random(format_position(state))
    seats = range(state.players)
    # Seats are exchangeable before the deal: the mean over all of them has the least variance.
    expected = _mean([fmean(value(_dealt(state, rng), seat) for seat in seats) for _ in range(DEAL_SAMPLES)])
    known = []
    for seat in seats:
        alike = [imagined(state, (), FROM_THE_DEAL, rng) for _ in range(DEAL_SAMPLES // state.players)]
        known.append(_mean([value(each, seat) for each in alike]))
    public = [Mean(each.value - expected.value, each.variance + expected.variance) for each in known]
    own = [Mean(has - each.value, each.variance) for has, each in zip(standing, known, strict=True)]
    return _together(public, own)


def _dealt(state: State, rng: random.Random) -> State:
    cards = pack(state.ruleset.jokers)
    begun = replace(state, phase=Phase.DEAL, cards=CardTable((), (), ()))
    return begun.apply_chance(Shuffle(tuple(rng.sample(cards, len(cards)))))


def of_the_refill(start: State, common: State, origins: Origins, value: ValueFunction) -> LuckEstimate:
    """The luck of the cards from the deck after a draw."""
    rng = random.Random(format_position(start))
    draw, count = _draw_between(start, common), REFILL_SAMPLES_A_TURN // (start.players + 1)
    public, own = [], []
    for seat in range(start.players):
        might_be = (_refilled(start, (seat,), origins, draw, rng) for _ in range(count))
        expected = _mean([value(each, seat) for each in might_be])
        after = Mean(value(common, seat), 0.0)
        known = after
        if seat == start.active and not _was_shuffled(start, common):
            alike = (_refilled(start, (seat,), origins, draw, rng, as_it_came=True) for _ in range(count))
            known = _mean([value(each, seat) for each in alike])
        public.append(Mean(known.value - expected.value, known.variance + expected.variance))
        own.append(Mean(after.value - known.value, known.variance))
    return _together(public, own)


def of_the_refill_for_all(start: State, common: State, origins: Origins, value: ValueFunction) -> Shares:
    """The luck of a refill against its mean given all hands, which sums to zero.

    No player has seen the deck, or the colours in the display: given all hands, the real cards are one more
    sample, whatever strategies the players follow. So the mean of the luck is zero.
    """
    rng = random.Random(str(start))
    everybody, draw = range(start.players), _draw_between(start, common)
    samples = [_refilled(start, everybody, origins, draw, rng) for _ in range(REFILL_SAMPLES_FOR_ALL)]
    lucks = [value(common, seat) - fmean(value(each, seat) for each in samples) for seat in everybody]
    mean = fmean(lucks)
    return tuple(luck - mean for luck in lucks)


def _mean(samples: Sequence[float]) -> Mean:
    return Mean(fmean(samples), variance(samples) / len(samples))


def _together(public: Sequence[Mean], own: Sequence[Mean]) -> LuckEstimate:
    """The luck of all seats, which sums to zero.

    Public luck: subtract the mean, so that it sums to zero. Private luck: charge its negative equally to
    the others.
    """
    others = len(public) - 1
    mean, total = fmean(each.value for each in public), sum(each.value for each in own)
    values, variances = [], []
    for seen, secret in zip(public, own, strict=True):
        values.append(seen.value - mean + secret.value - (total - secret.value) / others)
        rest = sum(each.variance for each in own) - secret.variance
        variances.append(seen.variance + secret.variance + rest / others**2)
    return LuckEstimate(tuple(values), tuple(variances))


def _was_shuffled(start: State, common: State) -> bool:
    return common.cards.discard != start.cards.discard


def _draw_between(start: State, common: State) -> Take:
    """The places of the display from which the active seat drew."""
    hand, display = common.cards.hands[start.active], start.cards.display
    return Take(tuple(place for place, card in enumerate(display) if card in hand))


def _refilled(
    start: State,
    seats: Collection[int],
    origins: Origins,
    draw: Take,
    rng: random.Random,
    *,
    as_it_came: bool = False,
) -> State:
    """A sample of the common action, given the joint information of these seats before the draw.

    ``as_it_came`` keeps every number that was public afterwards.
    """
    open_numbers = 1 + as_it_came * len(draw.places)
    state = imagined(start, seats, origins, rng, open_numbers).apply(start.active, draw)
    if state.phase is Phase.SHUFFLE:
        pile = state.cards.discard
        state = state.apply_chance(Shuffle(tuple(rng.sample(pile, len(pile)))))
    return state


def imagined(
    state: State, seats: Collection[int], origins: Origins, rng: random.Random, open_numbers: int = 1
) -> State:
    """A sample of the state given the joint information of these seats: cards hidden from them are permuted.

    Open are the numbers of the display, of the top of the deck (``open_numbers`` says how many cards) and,
    unless the table hides them, of all hands; and which cards have come from the deck since the discards,
    all shown, became the deck.
    """
    table = state.cards
    piles: list[list[Card | None]] = [list(pile) for pile in (*table.hands, table.display, table.deck)]
    alike: dict[int, list[Slot]] = defaultdict(list)
    for slot in _hidden_slots(state, seats, origins, open_numbers):
        alike[slot.origin].append(slot)
    for slots in alike.values():
        _exchange(piles, slots, rng)
    hands = tuple(tuple(card for card in pile if card is not None) for pile in piles[: state.players])
    deck = tuple(card for card in piles[-1] if card is not None)
    return replace(state, cards=CardTable(hands, tuple(piles[-2]), deck, table.discard))


def _hidden_slots(
    state: State, seats: Collection[int], origins: Origins, open_numbers: int
) -> Iterator[Slot]:
    table, public = state.cards, state.ruleset.hand_numbers_public
    for owner, hand in enumerate(table.hands):
        for index, card in enumerate(hand if owner not in seats else ()):
            yield Slot(owner, index, origins.get(card, 0), card.number if public else None)
    for index, place in enumerate(table.display):
        if place is not None:
            yield Slot(state.players, index, origins.get(place, 0), place.number)
    for index, card in enumerate(table.deck):
        number = card.number if index < open_numbers else None
        yield Slot(state.players + 1, index, origins.get(card, 0), number)


def _exchange(piles: Sequence[list[Card | None]], slots: list[Slot], rng: random.Random) -> None:
    """Permute the cards of these slots; where a number is open, only cards of that number fit."""
    cards = [card for slot in slots if (card := piles[slot.pile][slot.place]) is not None]
    rng.shuffle(cards)
    for slot in sorted(slots, key=lambda slot: slot.number is None):
        found = next(at for at, card in enumerate(cards) if slot.number in (None, card.number))
        piles[slot.pile][slot.place] = cards.pop(found)
