"""A brute-force solver of the solo game: every roll, every choice, no symmetry, no code of the package.

A sheet is the set of crossed numbers. All 46,656 rolls are listed; those that offer the same numbers are
then counted together, which only saves time.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

FALLING = (2, 3)  # green and blue; red is 0, yellow 1
Row = tuple[int, ...]
Rolls = NDArray[np.bool_]


class Sheet(NamedTuple):
    """The crossed numbers of red, yellow, green and blue, and the penalties."""

    rows: tuple[Row, Row, Row, Row] = ((), (), (), ())
    penalties: int = 0


@dataclass(frozen=True)
class NaiveGame:
    """A game on a sheet with these numbers, crosses needed before a lock, and penalty boxes."""

    numbers: tuple[int, ...]
    crosses_before_lock: int
    penalty_boxes: int

    # The sheet

    def printed(self, colour: int) -> Row:
        return self.numbers[::-1] if colour in FALLING else self.numbers

    def is_closed(self, sheet: Sheet, colour: int) -> bool:
        return self.printed(colour)[-1] in sheet.rows[colour]

    def is_over(self, sheet: Sheet) -> bool:
        closed = sum(self.is_closed(sheet, colour) for colour in range(4))
        return closed >= 2 or sheet.penalties == self.penalty_boxes

    def total(self, sheet: Sheet) -> int:
        points = -5 * sheet.penalties
        for colour in range(4):
            crosses = len(sheet.rows[colour]) + self.is_closed(sheet, colour)
            points += sum(range(crosses + 1))
        return points

    def crossable(self, sheet: Sheet) -> Iterator[tuple[int, int]]:
        """Colours and numbers that can be crossed: right of all crosses, the last number after enough crosses."""
        for colour in range(4):
            printed, row = self.printed(colour), sheet.rows[colour]
            for place, number in enumerate(printed):
                right = all(printed.index(crossed) < place for crossed in row)
                is_last = place == len(printed) - 1
                if right and (not is_last or len(row) >= self.crosses_before_lock):
                    yield colour, number

    def sheets(self) -> Iterator[Sheet]:
        """Every sheet on which the game is not over."""
        rows = [list(self._rows(colour)) for colour in range(4)]
        for penalties in range(self.penalty_boxes):
            for red, yellow, green, blue in product(*rows):
                sheet = Sheet((red, yellow, green, blue), penalties)
                if not self.is_over(sheet):
                    yield sheet

    def _rows(self, colour: int) -> Iterator[Row]:
        found: list[Row] = [()]
        while found:
            row = found.pop()
            yield row
            alone = with_row(Sheet(), colour, row)
            found += [(*row, number) for where, number in self.crossable(alone) if where == colour]

    # The dice

    @cached_property
    def offers(self) -> tuple[dict[int, Rolls], dict[tuple[int, int], Rolls], NDArray[np.float64]]:
        """The rolls that offer each number in action 1 and each cell in action 2, and their probabilities."""
        white, other, *coloured = np.indices((6,) * 6).reshape(6, -1) + 1
        common = [white + other == number for number in self.numbers]
        own = [(white + die == n) | (other + die == n) for die in coloured for n in self.numbers]
        different, counts = np.unique(np.array(common + own), axis=1, return_counts=True)
        places = [(colour, number) for colour in range(4) for number in self.numbers]
        first = dict(zip(self.numbers, different, strict=False))
        second = dict(zip(places, different[len(common) :], strict=True))
        return first, second, counts / 6**6

    def turns(self, sheet: Sheet) -> Iterator[tuple[Rolls, Sheet]]:
        """Every way to play a turn: the rolls that allow it, and the resulting sheet."""
        common, _, chances = self.offers
        every_roll = np.full(len(chances), True)
        yield from self._second_actions(sheet, every_roll, crossed=False)
        for colour, number in self.crossable(sheet):
            after = cross(sheet, colour, number)
            if self.is_over(after):
                yield common[number], after
            else:
                yield from self._second_actions(after, common[number], crossed=True)

    def _second_actions(self, sheet: Sheet, rolls: Rolls, crossed: bool) -> Iterator[tuple[Rolls, Sheet]]:
        _, own, _ = self.offers
        yield rolls, sheet if crossed else sheet._replace(penalties=sheet.penalties + 1)
        # The die of a closed row is removed, but that row has nothing left to cross anyway.
        for colour, number in self.crossable(sheet):
            yield rolls & own[colour, number], cross(sheet, colour, number)

    # Optimal play

    def value_of_turn(self, sheet: Sheet, value_after: Callable[[Sheet], float]) -> float:
        """The mean over all rolls of the best reachable value."""
        *_, chances = self.offers
        best = np.full(len(chances), -np.inf)
        for rolls, after in self.turns(sheet):
            np.maximum(best, value_after(after), out=best, where=rolls)
        return float(best @ chances)

    @cached_property
    def value(self) -> Callable[[Sheet], float]:
        """The expected final total of a sheet."""

        @cache
        def value(sheet: Sheet) -> float:
            return float(self.total(sheet)) if self.is_over(sheet) else self.value_of_turn(sheet, value)

        return value

    @cached_property
    def totals(self) -> Callable[[Sheet], dict[int, float]]:
        """The probability of each final total from a sheet; ties between turns go to the first one."""

        @cache
        def totals(sheet: Sheet) -> dict[int, float]:
            if self.is_over(sheet):
                return {self.total(sheet): 1.0}
            *_, chances = self.offers
            turns = list(self.turns(sheet))
            values = np.array([np.where(rolls, self.value(after), -np.inf) for rolls, after in turns])
            chosen = values.argmax(axis=0)
            found: dict[int, float] = {}
            for place, (_, after) in enumerate(turns):
                chance = float(chances[chosen == place].sum())
                for points, share in totals(after).items() if chance else ():
                    found[points] = found.get(points, 0.0) + chance * share
            return found

        return totals


def cross(sheet: Sheet, colour: int, number: int) -> Sheet:
    return with_row(sheet, colour, (*sheet.rows[colour], number))


def with_row(sheet: Sheet, colour: int, row: Row) -> Sheet:
    red, yellow, green, blue = (row if at == colour else sheet.rows[at] for at in range(4))
    return sheet._replace(rows=(red, yellow, green, blue))
