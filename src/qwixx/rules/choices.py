"""What a player can decide, as values."""

from dataclasses import dataclass
from operator import index
from typing import TypeAlias

from qwixx.rules.cards import Card, in_pack_order
from qwixx.rules.colours import COLOURS, NUMBERS, Colour, check_colour
from qwixx.rules.errors import SetupError


@dataclass(frozen=True, slots=True)
class Pass:
    """Cross nothing."""


@dataclass(frozen=True, slots=True)
class Cross:
    """Cross one number (D4, D6, C10)."""

    colour: Colour
    number: int

    def __post_init__(self) -> None:
        check_colour(self.colour)
        if not hasattr(self.number, "__index__"):
            raise SetupError(f"a cross takes a number from 2 to 12, not {self.number!r}")


@dataclass(frozen=True, slots=True)
class Draw:
    """Take the cards at these places of the display, 0 to 3 (C7)."""

    places: tuple[int, ...]

    def __post_init__(self) -> None:
        try:
            object.__setattr__(self, "places", tuple(sorted(map(index, self.places))))
        except TypeError:
            raise SetupError(f"a draw takes places 0 to 3, as in Draw((0, 2)), not {self.places!r}") from None


@dataclass(frozen=True, slots=True)
class Play:
    """Play cards as one colour and cross some of their numbers (C11, C12, J2).

    Both are sets; however they are listed, they are kept in pack order and in row order.
    """

    cards: tuple[Card, ...]
    colour: Colour
    numbers: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        # Every legal play of a hand is made here whenever somebody asks, so checks must cost next to nothing.
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


Choice: TypeAlias = Pass | Cross | Draw | Play

PASS = Pass()
CROSSES = tuple({number: Cross(colour, number) for number in NUMBERS[colour]} for colour in COLOURS)
