"""Every choice of a game as a number, and back; docs/environments.md has the table."""

from itertools import combinations
from typing import assert_never

from qwixx.notation import format_choice
from qwixx.rules.card_turn import MOST_CARDS_IN_A_PLAY
from qwixx.rules.cards import Card, in_pack_order
from qwixx.rules.choices import CROSSES, PASS, Choice, Cross, Pass, Play, Take
from qwixx.rules.colours import COLOURS, NUMBERS_UP, Colour
from qwixx.rules.errors import InputError
from qwixx.rules.position import DISPLAY_PLACES, HAND_TO_PLAY
from qwixx.rules.ruleset import Ruleset, ruleset
from qwixx.rules.view import View

CROSS_ACTIONS = tuple(CROSSES[colour][number] for colour in COLOURS for number in colour.numbers)
DRAW_ACTIONS = tuple(
    places
    for size in range(1, MOST_CARDS_IN_A_PLAY + 1)
    for places in combinations(range(DISPLAY_PLACES), size)
)
PLAY_ACTIONS = tuple(
    (played, crossed)
    for size in range(1, MOST_CARDS_IN_A_PLAY + 1)
    for played in combinations(range(HAND_TO_PLAY), size)
    for crosses in range(size + 1)
    for crossed in combinations(played, crosses)
)

NOTHING = 0
FIRST_CROSS = NOTHING + 1
FIRST_DRAW = FIRST_CROSS + len(CROSS_ACTIONS)
FIRST_PLAY = FIRST_DRAW + len(DRAW_ACTIONS)

_PLACE = tuple({number: place for place, number in enumerate(colour.numbers)} for colour in COLOURS)
_DRAW_NUMBER = {places: FIRST_DRAW + index for index, places in enumerate(DRAW_ACTIONS)}
_PLAY_INDEX = {slots: index for index, slots in enumerate(PLAY_ACTIONS)}


class IllegalAction(InputError):
    """A number without an action, or an action that the rules refuse now; the game does not change."""


class Actions:
    """The numbering of one game's choices.

    Plays name cards by their slot in the hand in pack order, so a hand is needed to read them. Without
    jokers the cards tell the colour; with them every play is there once for each colour.

    >>> from qwixx.rules.ruleset import CARDS, CARDS_JOKER, DICE
    >>> [Actions(rules).size for rules in (DICE, CARDS, CARDS_JOKER)]
    [45, 189, 579]
    >>> Actions(DICE).encode(Cross(Colour.GREEN, 11)), Actions(DICE).decode(24)
    (24, Cross(colour=Colour.GREEN, number=11))
    """

    def __init__(self, game: str | Ruleset) -> None:
        rules = ruleset(game)
        self._jokers = rules.jokers
        plays = len(PLAY_ACTIONS) * (len(COLOURS) if rules.jokers else 1)
        self.size: int = FIRST_PLAY + plays if rules.has_cards else FIRST_DRAW
        """How many actions there are; they go from 0 to one less."""
        self._rules = rules

    def __repr__(self) -> str:
        return f"Actions({self._rules!r})"

    def encode(self, choice: Choice, hand: tuple[Card, ...] = ()) -> int:
        """The number of a choice; for a play, of one from this hand. IllegalAction if it has none."""
        try:
            number = self._number(choice, in_pack_order(hand))
        except (LookupError, ValueError):
            number = self.size
        if number >= self.size:
            raise IllegalAction(f"{format_choice(choice)!r} has no number in this game with this hand")
        return number

    def decode(self, number: int, hand: tuple[Card, ...] = ()) -> Choice:
        """The choice with this number; IllegalAction if there is none with this hand."""
        self.check(number)
        if number == NOTHING:
            return PASS
        if number < FIRST_DRAW:
            return CROSS_ACTIONS[number - FIRST_CROSS]
        if number < FIRST_PLAY:
            return Take(DRAW_ACTIONS[number - FIRST_DRAW])
        return self._play(number - FIRST_PLAY, in_pack_order(hand))

    def legal(self, view: View) -> dict[int, Choice]:
        """The legal choices of a seat, by number."""
        hand = in_pack_order(view.hand)
        return {self._number(choice, hand): choice for choice in view.choices}

    def check(self, number: int) -> None:
        """IllegalAction if no choice has this number."""
        if not 0 <= number < self.size:
            raise IllegalAction(f"no action {number}: actions go from 0 to {self.size - 1}")

    def _number(self, choice: Choice, hand: tuple[Card, ...]) -> int:
        match choice:
            case Pass():
                return NOTHING
            case Cross(colour, number):
                return FIRST_CROSS + len(NUMBERS_UP) * colour + _PLACE[colour][number]
            case Take(places):
                return _DRAW_NUMBER[places]
            case Play():
                return self._play_number(choice, hand)
            case _:
                assert_never(choice)

    def _play_number(self, play: Play, hand: tuple[Card, ...]) -> int:
        played = tuple(map(hand.index, play.cards))
        # A joker may double the number of another card: the cross then goes with the first of the two.
        numbers = [hand[slot].number for slot in played]
        crossed = tuple(sorted(played[numbers.index(number)] for number in play.numbers))
        block = len(PLAY_ACTIONS) * play.colour if self._jokers else 0
        return FIRST_PLAY + block + _PLAY_INDEX[played, crossed]

    def _play(self, index: int, hand: tuple[Card, ...]) -> Play:
        block, play = divmod(index, len(PLAY_ACTIONS))
        played, crossed = PLAY_ACTIONS[play]
        if played[-1] >= len(hand):
            raise IllegalAction(f"no card in slot {played[-1]}: the hand has {len(hand)} cards")
        cards = tuple(hand[slot] for slot in played)
        colour = cards[0].colour if not self._jokers else Colour(block)
        assert colour is not None
        return Play(cards, colour, tuple(hand[slot].number for slot in crossed))
