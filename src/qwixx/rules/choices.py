"""Choices of players, as values."""

from dataclasses import dataclass
from operator import index
from typing import TypeAlias

from qwixx.rules.cards import Card, in_pack_order
from qwixx.rules.colours import COLOURS, NUMBERS, Colour, check_colour
from qwixx.rules.errors import SetupError


@dataclass(frozen=True, slots=True)
class Pass:
    """Cross nothing."""

    def __str__(self) -> str:
        return "-"


@dataclass(frozen=True, slots=True)
class Cross:
    """Cross one number (D4, D6, C10)."""

    colour: Colour
    number: int

    def __post_init__(self) -> None:
        check_colour(self.colour)
        if not hasattr(self.number, "__index__"):
            raise SetupError(f"a cross takes a number from 2 to 12, not {self.number!r}")

    def __str__(self) -> str:
        return f"{self.colour.letter.lower()}{self.number}"


@dataclass(frozen=True, slots=True)
class Take:
    """Take the cards at these places of the display, 0 to 3 (C7)."""

    places: tuple[int, ...]

    def __post_init__(self) -> None:
        try:
            object.__setattr__(self, "places", tuple(sorted(map(index, self.places))))
        except TypeError:
            raise SetupError(
                f"cards are taken from places 0 to 3, as in Take((0, 2)), not {self.places!r}"
            ) from None

    def __str__(self) -> str:
        """As in ``take 1 3``: texts count places from 1."""
        return " ".join(["take", *(str(place + 1) for place in self.places)])


@dataclass(frozen=True, slots=True, repr=False)
class Play:
    """Play cards as one colour and cross some of their numbers (C11, C12, J2).

    Both are sets; however they are listed, they are kept in pack order and in row order.
    """

    cards: tuple[Card, ...]
    colour: Colour
    numbers: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        # Every legal play of a hand is made here each time, so checks must cost next to nothing.
        if type(self.colour) is not Colour:
            check_colour(self.colour)
        try:
            in_row_order = sorted(set(self.numbers), reverse=NUMBERS[self.colour][0] == 12)
            object.__setattr__(self, "cards", in_pack_order(self.cards))
        except (KeyError, TypeError):
            raise SetupError(
                "a play takes cards and numbers, as in Play((Card(Colour.RED, 4),), Colour.RED, (4,)),"
                f" not {self.cards!r} and {self.numbers!r}"
            ) from None
        object.__setattr__(self, "numbers", tuple(in_row_order))

    def __str__(self) -> str:
        """As in ``play G9 G11 cross g11 g9``; the row is named where nothing else tells it."""
        letter = self.colour.letter.lower()
        words = ["play", *map(str, self.cards)]
        if self.numbers:
            words += ["cross", *(f"{letter}{number}" for number in self.numbers)]
        elif implied_colour(self.cards) is not self.colour:
            words += ["as", letter]
        return " ".join(words)

    def __repr__(self) -> str:
        return f"parse_choice({str(self)!r})"


def implied_colour(cards: tuple[Card, ...]) -> Colour | None:
    """The default colour of a play."""
    return min((card.colour for card in cards if card.colour is not None), default=None)


Choice: TypeAlias = Pass | Cross | Take | Play
"""Anything that a player can choose."""

PASS = Pass()
"""The only `Pass` that is needed."""
CROSSES = tuple({number: Cross(colour, number) for number in NUMBERS[colour]} for colour in COLOURS)
