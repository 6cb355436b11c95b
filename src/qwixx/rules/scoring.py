"""From sheets to points, and from points to places (S9 to S12)."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from qwixx.rules.colours import COLOURS, Colour
from qwixx.rules.enums import QualifiedRepr
from qwixx.rules.errors import SetupError
from qwixx.rules.sheet import Sheet

POINTS_PER_PENALTY = -5
POINTS = tuple(crosses * (crosses + 1) // 2 for crosses in range(13))


class EndReason(QualifiedRepr, StrEnum):
    """The reason of a game's end."""

    TWO_ROWS = "two_rows"
    FOUR_PENALTIES = "four_penalties"


EndName = Literal["two_rows", "four_penalties"]


@dataclass(frozen=True, slots=True)
class GameOutcome:
    """The end of a game: why, each seat's total, and each seat's place (equal totals share it, A1)."""

    reason: EndReason
    totals: tuple[int, ...]
    places: tuple[int, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in the first place: several if they share it."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)

    @property
    def standings(self) -> tuple[tuple[int, int], ...]:
        """Pairs of place and seat, best first."""
        return tuple(sorted((place, seat) for seat, place in enumerate(self.places)))


def row_points(sheet: Sheet, colour: Colour) -> int:
    return POINTS[sheet.crosses(colour)]


def penalty_points(sheet: Sheet) -> int:
    return POINTS_PER_PENALTY * sheet.penalties


def total(sheet: Sheet) -> int:
    """Points of a sheet if it were scored now.

    >>> total(Sheet(((2, 3, 4, 5), (2, 3, 4), (12, 11, 10, 9, 8, 7, 6), (12, 11, 10, 9, 8, 7, 6, 5)), 2))
    70
    """
    if not isinstance(sheet, Sheet):
        raise SetupError(f"points are those of a Sheet, not of {sheet!r}")
    return sum(row_points(sheet, colour) for colour in COLOURS) + penalty_points(sheet)


def places(totals: tuple[int, ...]) -> tuple[int, ...]:
    """Each seat's place: one more than the number of seats with a higher total.

    >>> places((16, 40, 16))
    (2, 1, 2)
    """
    return tuple(1 + sum(other > own for other in totals) for own in totals)
