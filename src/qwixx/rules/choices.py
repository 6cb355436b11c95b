"""What a player can decide, as values."""

from dataclasses import dataclass
from typing import TypeAlias

from qwixx.rules.cards import Card, in_pack_order
from qwixx.rules.colours import COLOURS, NUMBERS, Colour


@dataclass(frozen=True, slots=True)
class Pass:
    """Cross nothing."""


@dataclass(frozen=True, slots=True)
class Cross:
    """Cross one number (D4, D6, C10)."""

    colour: Colour
    number: int


@dataclass(frozen=True, slots=True)
class Draw:
    """Take the cards at these places of the display, 0 to 3 (C7)."""

    places: tuple[int, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "places", tuple(sorted(self.places)))


@dataclass(frozen=True, slots=True)
class Play:
    """Play cards as one colour and cross some of their numbers (C11, C12, J2).

    Both are sets; however they are listed, they are kept in pack order and in row order.
    """

    cards: tuple[Card, ...]
    colour: Colour
    numbers: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        in_row_order = sorted(set(self.numbers), reverse=NUMBERS[self.colour][0] == 12)
        object.__setattr__(self, "cards", in_pack_order(self.cards))
        object.__setattr__(self, "numbers", tuple(in_row_order))


Choice: TypeAlias = Pass | Cross | Draw | Play

PASS = Pass()
CROSSES = tuple({number: Cross(colour, number) for number in NUMBERS[colour]} for colour in COLOURS)
