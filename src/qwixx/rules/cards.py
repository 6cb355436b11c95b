"""The cards of the card game: 44, and 11 jokers (C1, J1)."""

from collections.abc import Iterable
from typing import NamedTuple

from qwixx.rules.colours import COLOURS, NUMBERS_UP, Colour, check_colour
from qwixx.rules.errors import SetupError


class _Face(NamedTuple):
    colour: Colour | None
    number: int


class Card(_Face):
    """A number with a colour; a joker has none until it is played (J2).

    >>> print(Card(Colour.RED, 4), Card(None, 11))
    R4 J11
    """

    __slots__ = ()

    def __new__(cls, colour: Colour | None, number: int) -> "Card":
        """SetupError if no pack holds such a card."""
        if colour is not None:
            check_colour(colour)
        if number not in NUMBERS_UP:
            raise SetupError(f"no card has the number {number!r}: they go from 2 to 12")
        return super().__new__(cls, colour, number)

    @property
    def is_joker(self) -> bool:
        """Whether the card may be played as any colour."""
        return self.colour is None

    def counts_as(self, colour: Colour) -> bool:
        """Whether the card may be played as this colour."""
        return self.colour is None or self.colour is colour

    def __str__(self) -> str:
        return f"{'J' if self.colour is None else self.colour.letter}{self.number}"


JOKERS = tuple(Card(None, number) for number in NUMBERS_UP)
COLOURED_CARDS = tuple(Card(colour, number) for colour in COLOURS for number in NUMBERS_UP)
PACK_ORDER = {card: index for index, card in enumerate(COLOURED_CARDS + JOKERS)}


def pack(jokers: bool) -> tuple[Card, ...]:
    """Every card of the game, once, in a fixed order."""
    return COLOURED_CARDS + JOKERS if jokers else COLOURED_CARDS


def in_pack_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards sorted: red 2 to 12, then yellow, green, blue, and jokers."""
    return tuple(sorted(cards, key=PACK_ORDER.__getitem__))


def written_cards(cards: Iterable[Card]) -> str:
    """Cards as text: ``R4 J11``, or ``-`` for none."""
    return " ".join(map(str, cards)) or "-"


def card_named(token: str) -> Card:
    """The card written like this.

    >>> card_named("G11")
    Card(colour=Colour.GREEN, number=11)
    """
    for card in PACK_ORDER:
        if str(card) == token.upper():
            return card
    raise SetupError(f"no card {token!r}: a card is R, Y, G, B or J and a number from 2 to 12")
