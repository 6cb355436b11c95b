"""The card game's own part of a turn: the deal, the draw with its refill, and the play (C3 to C15, J2)."""

from collections import Counter
from dataclasses import replace
from functools import lru_cache
from itertools import combinations

from qwixx.rules import reasons
from qwixx.rules.cards import Card, in_pack_order
from qwixx.rules.chance import Shuffle
from qwixx.rules.choices import Choice, Play, Take
from qwixx.rules.colours import COLOURS, Colour
from qwixx.rules.position import (
    DISPLAY_PLACES,
    HAND_AT_START,
    HAND_TO_PLAY,
    CardTable,
    P,
    Position,
    no_choices,
)
from qwixx.rules.reasons import Reason
from qwixx.rules.ruleset import Phase
from qwixx.rules.sheet import Row, crossable_after, why_not_after
from qwixx.rules.turn import finish_turn

MOST_CARDS_IN_A_PLAY = 3
MOST_LEFT_UNMARKED = 1
# By the number of cards that are drawn.
DRAWS = tuple(
    tuple(map(Take, combinations(range(DISPLAY_PLACES), count))) for count in range(HAND_TO_PLAY + 1)
)


def deal(position: P, shuffle: Shuffle) -> P:
    """Four cards to each seat in turn, four into the display, the rest is the deck (C3)."""
    pile, dealt = shuffle.order, HAND_AT_START * position.players
    hands = tuple(pile[first : first + HAND_AT_START] for first in range(0, dealt, HAND_AT_START))
    deck = dealt + DISPLAY_PLACES
    return replace(position, cards=CardTable(hands, pile[dealt:deck], pile[deck:]), phase=Phase.DRAW)


def draw_count(position: Position, seat: int) -> int:
    return HAND_TO_PLAY - len(position.cards.hands[seat])


def draw_choices(position: Position, seat: int) -> tuple[Choice, ...]:
    return DRAWS[draw_count(position, seat)]


def why_not_draw(position: Position, seat: int, choice: Choice) -> Reason | None:
    assert isinstance(choice, Take)
    places = choice.places
    if len(set(places)) < len(places) or not set(places) <= set(range(DISPLAY_PLACES)):
        return reasons.NOT_IN_DISPLAY(places=", ".join(str(place + 1) for place in places))
    if len(places) != draw_count(position, seat):
        return reasons.DRAW_TO_FIVE(expected=draw_count(position, seat), found=len(places))
    return None


def choose_draw(position: P, seat: int, choice: Choice) -> P:
    assert isinstance(choice, Take)
    table = position.cards
    taken = tuple(card for place in choice.places if (card := table.display[place]) is not None)
    hands = (*table.hands[:seat], table.hands[seat] + taken, *table.hands[seat + 1 :])
    display = tuple(None if place in choice.places else card for place, card in enumerate(table.display))
    return _refill(position, CardTable(hands, display, table.deck, table.discard))


def _refill(position: P, table: CardTable) -> P:
    """Fill free places left to right; an empty deck stops it until the discards are shuffled (C8, C9)."""
    display, deck = list(table.display), table.deck
    for place, card in enumerate(display):
        if card is None and deck:
            display[place], deck = deck[0], deck[1:]
    cards = CardTable(table.hands, tuple(display), deck, table.discard)
    if not deck:
        return replace(position, phase=Phase.SHUFFLE, cards=cards)
    return replace(position, phase=Phase.COMMON, cards=cards, pending=no_choices(position.players))


def reshuffle(position: P, shuffle: Shuffle) -> P:
    """The shuffled discards become the deck, and the refill goes on (A12)."""
    table = position.cards
    return _refill(position, CardTable(table.hands, table.display, deck=shuffle.order))


def play_choices(position: Position, seat: int) -> tuple[Choice, ...]:
    """Every legal play, by colour, then by number of cards, then by crosses, fewest first."""
    hand, sheet = in_pack_order(position.cards.hands[seat]), position.sheets[seat]
    return tuple(
        Play(cards, colour, numbers)
        for colour in COLOURS
        for size in range(1, MOST_CARDS_IN_A_PLAY + 1)
        for cards in combinations([card for card in hand if card.counts_as(colour)], size)
        for numbers in cross_sets(colour, sheet.rows[colour], tuple(card.number for card in cards))
    )


@lru_cache(maxsize=1 << 14)
def cross_sets(colour: Colour, row: Row, played: Row) -> tuple[Row, ...]:
    """All sets of the played numbers that may be crossed in a row, the empty one first."""
    numbers = [number for number in colour.numbers if number in played]
    subsets = (s for size in range(len(numbers) + 1) for s in combinations(numbers, size))
    return tuple(subset for subset in subsets if why_not_cross_all(colour, row, subset) is None)


def why_not_play(position: Position, seat: int, choice: Choice) -> Reason | None:
    assert isinstance(choice, Play)
    refusal = _why_not_cards(position.cards.hands[seat], choice)
    if refusal is not None:
        return refusal
    played = [card.number for card in choice.cards]
    for number in choice.numbers:
        if number not in played:
            return reasons.NUMBER_NOT_PLAYED(number=number)
    return why_not_cross_all(choice.colour, position.sheets[seat].rows[choice.colour], choice.numbers)


def _why_not_cards(hand: tuple[Card, ...], choice: Play) -> Reason | None:
    if not choice.cards:
        return reasons.NO_CARD
    if len(choice.cards) > MOST_CARDS_IN_A_PLAY:
        return reasons.TOO_MANY_CARDS(found=len(choice.cards))
    for card in Counter(choice.cards) - Counter(hand):
        return reasons.NOT_IN_HAND(card=card)
    for card in choice.cards:
        if not card.counts_as(choice.colour):
            return reasons.MIXED_COLOURS(card=card, colour=choice.colour)
    return None


def why_not_cross_all(colour: Colour, row: Row, numbers: Row) -> Reason | None:
    """Numbers in row order, crossed one after the other (A9), with the gap rule (C13)."""
    for number in numbers:
        if number not in crossable_after(colour, row):
            return why_not_after(colour, row, number)
        row = (*row, number)
    if numbers:
        left = colour.place(numbers[-1]) - colour.place(numbers[0]) + 1 - len(numbers)
        if left > MOST_LEFT_UNMARKED:
            return reasons.GAP(left=left)
    return None


def choose_play(position: P, seat: int, choice: Choice) -> P:
    assert isinstance(choice, Play)
    table = position.cards
    hand = tuple(card for card in table.hands[seat] if card not in choice.cards)
    hands = (*table.hands[:seat], hand, *table.hands[seat + 1 :])
    cards = CardTable(hands, table.display, table.deck, table.discard + choice.cards)
    sheet = position.sheets[seat].cross(choice.colour, *choice.numbers)
    crossed = position.crossed is not None or bool(choice.numbers)
    return finish_turn(position, sheet, crossed, cards)
