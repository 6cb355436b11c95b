"""The four rows of a sheet: their colours, numbers and direction (S1)."""

from enum import IntEnum
from typing import Literal, get_args

from qwixx.rules.enums import QualifiedRepr
from qwixx.rules.errors import SetupError

ColourName = Literal["red", "yellow", "green", "blue"]
COLOUR_NAMES: tuple[ColourName, ...] = get_args(ColourName)
NUMBERS_UP = tuple(range(2, 13))
NUMBERS_DOWN = tuple(range(12, 1, -1))


class Colour(QualifiedRepr, IntEnum):
    """A row of the sheet, and the die or the cards that belong to it.

    >>> Colour.GREEN.numbers[:3], Colour.GREEN.last, str(Colour.GREEN)
    ((12, 11, 10), 2, 'green')
    """

    RED = 0
    YELLOW = 1
    GREEN = 2
    BLUE = 3

    def __str__(self) -> str:
        return COLOUR_NAMES[self]

    @property
    def letter(self) -> str:
        """The letter of the colour, where colour alone is not enough."""
        return self.name[0]

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the row as printed, left to right."""
        return NUMBERS[self]

    @property
    def last(self) -> int:
        """The rightmost number, which also crosses the lock (S6)."""
        return LAST[self]

    def place(self, number: int) -> int:
        """The index of a number in the row; 0 is the left end."""
        return NUMBERS[self].index(number)


COLOURS = tuple(Colour)
NUMBERS = (NUMBERS_UP, NUMBERS_UP, NUMBERS_DOWN, NUMBERS_DOWN)
LAST = tuple(numbers[-1] for numbers in NUMBERS)


def colour_named(name: str) -> Colour:
    """The colour with this name or letter, in upper or lower case.

    >>> colour_named("blue"), colour_named("Y")
    (Colour.BLUE, Colour.YELLOW)
    """
    wanted = name.lower()
    for colour in COLOURS:
        if wanted and wanted in (str(colour), colour.letter.lower()):
            return colour
    raise SetupError(f"no colour {name!r}: the colours are red, yellow, green and blue")


def check_colour(value: object) -> None:
    """SetupError if this is not a `Colour`; the number or the name of one is not accepted."""
    if not isinstance(value, Colour):
        raise SetupError(f"{value!r} is no colour: take Colour.RED, YELLOW, GREEN or BLUE")
