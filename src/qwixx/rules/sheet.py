"""One player's sheet: crosses, the numbers that may be crossed next, and refusals (S1 to S9)."""

from dataclasses import dataclass
from functools import cache, lru_cache

from qwixx.pictured import Pictured
from qwixx.rules import reasons
from qwixx.rules.colours import COLOURS, LAST, NUMBERS, Colour
from qwixx.rules.errors import IllegalChoice
from qwixx.rules.reasons import Reason

CROSSES_BEFORE_LOCK = 5
PENALTY_BOXES = 4

Row = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sheet(Pictured):
    """Rows hold the crossed numbers in row order; the lock goes with the last number (S6).

    >>> sheet = Sheet().cross(Colour.RED, 5).cross(Colour.RED, 7)
    >>> sheet.crossable(Colour.RED)
    (8, 9, 10, 11)
    >>> print(sheet.why_not(Colour.RED, 6))
    S2: Red 6 lies left of your last cross there, the 7; it was skipped.
    """

    rows: tuple[Row, Row, Row, Row] = ((), (), (), ())
    penalties: int = 0

    def __str__(self) -> str:
        """As in ``r5,7 y3,4,7 p1``, or ``-`` if nothing is on it."""
        rows = [
            f"{colour.letter.lower()}{','.join(map(str, row))}"
            for colour, row in zip(COLOURS, self.rows, strict=True)
            if row
        ]
        penalties = [f"p{self.penalties}"] if self.penalties else []
        return " ".join(rows + penalties) or "-"

    def has_lock(self, colour: Colour) -> bool:
        """Whether the last number of a row is crossed, and the lock with it."""
        return LAST[colour] in self.rows[colour]

    @property
    def locks(self) -> tuple[Colour, ...]:
        """The rows whose locks are crossed."""
        return locks_of(self.rows)

    def crosses(self, colour: Colour) -> int:
        """Crosses of a row, its lock included (S7)."""
        return len(self.rows[colour]) + self.has_lock(colour)

    def crossable(self, colour: Colour) -> Row:
        """The numbers that could be crossed now as a single cross, in row order."""
        return crossable_after(colour, self.rows[colour])

    def why_not(self, colour: Colour, number: int) -> Reason | None:
        """Why the sheet alone does not allow a cross, or None if it does."""
        if number in crossable_after(colour, self.rows[colour]):
            return None
        return why_not_after(colour, self.rows[colour], number)

    def cross(self, colour: Colour, *numbers: int) -> "Sheet":
        """The sheet with these numbers of a row crossed as well, one after the other."""
        row = self.rows[colour]
        for number in numbers:
            if number not in crossable_after(colour, row):
                refusal = why_not_after(colour, row, number)
                assert refusal is not None
                raise IllegalChoice(refusal)
            row = (*row, number)
        rows = list(self.rows)
        rows[colour] = row
        return Sheet(tuple(rows), self.penalties)  # type: ignore[arg-type]

    def with_penalty(self) -> "Sheet":
        """The sheet with one more penalty."""
        return Sheet(self.rows, self.penalties + 1)


def why_not_after(colour: Colour, row: Row, number: int) -> Reason | None:
    """The reason why a number may not be crossed after those already in its row, or None."""
    if number not in NUMBERS[colour]:
        return reasons.NO_SUCH_NUMBER(number=number)
    if number in row:
        return reasons.ALREADY_CROSSED(colour=colour, number=number)
    if row and colour.place(number) < colour.place(row[-1]):
        return reasons.LEFT_OF_LAST(colour=colour, number=number, last=row[-1])
    if number == LAST[colour] and len(row) < CROSSES_BEFORE_LOCK:
        return reasons.NEEDS_FIVE(colour=colour, number=number, crosses=len(row))
    return None


# A row has few contents and is looked at all the time: both results are cached.
@cache
def crossable_after(colour: Colour, row: Row) -> Row:
    return tuple(number for number in NUMBERS[colour] if why_not_after(colour, row, number) is None)


@lru_cache(maxsize=1 << 16)
def locks_of(rows: tuple[Row, Row, Row, Row]) -> tuple[Colour, ...]:
    return tuple(colour for colour in COLOURS if LAST[colour] in rows[colour])


def why_impossible(sheet: Sheet) -> str | None:
    """The reason why no game can lead to this sheet, or None."""
    if not 0 <= sheet.penalties <= PENALTY_BOXES:
        return f"S1: a sheet has {PENALTY_BOXES} penalty boxes, not {sheet.penalties} penalties"
    if len(sheet.rows) != len(COLOURS) or not all(isinstance(row, tuple) for row in sheet.rows):
        return f"S1: a sheet has four rows of numbers, as in ((2, 5), (), (12,), ()), not {sheet.rows}"
    for colour, row in zip(COLOURS, sheet.rows, strict=True):
        for before in range(len(row)):
            refusal = why_not_after(colour, row[:before], row[before])
            if refusal is not None:
                return str(refusal)
    return None
