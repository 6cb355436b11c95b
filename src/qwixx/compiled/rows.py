"""A row as a small number, and the transition tables of crosses. Importing it loads no compiler.

The state of an open row is its number of crosses and the place of the last one. A closed row takes no more
crosses, so all closed rows are one state. The printed sheet has 56 open states.

Cells count from 0 at the left of the printed row: cell 0 is the 2 of red and the 12 of green.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated

import numpy as np

from qwixx.compiled.structs import Ints, NumbaStruct, new_struct
from qwixx.rules.colours import COLOURS, LAST, NUMBERS_UP, Colour
from qwixx.rules.scoring import POINTS
from qwixx.rules.sheet import CROSSES_BEFORE_LOCK, PENALTY_BOXES, Row, Sheet

LOWEST = NUMBERS_UP[0]
CELLS = len(NUMBERS_UP)
IMPOSSIBLE = -1
EMPTY = 0
# States of a row of the printed sheet: 55 with crosses, the empty one, and the closed one.
MOST_STATES = 57

# Closed rows that end a game. Written out for compiled code, which refuses rulesets with another number.
ROWS_TO_END = 2


class RowTable(NumbaStruct):
    """Transitions: the next state and the points of a cross, by the state of the row and the cell.

    A struct and not a tuple of arrays: compiled code would count references to each of them at every call.
    """

    closed: int
    penalty_boxes: int
    first_cell: Annotated[Ints, MOST_STATES]
    after: Annotated[Ints, (MOST_STATES, CELLS)]
    points: Annotated[Ints, (MOST_STATES, CELLS)]


@dataclass(frozen=True)
class Shape:
    """A kind of sheet. Smaller ones than the printed one are there to be checked by brute force.

    The numbers lie around 7, so that a row and its mirror image are crossed with equal chances.
    """

    numbers: tuple[int, ...] = NUMBERS_UP
    crosses_before_lock: int = CROSSES_BEFORE_LOCK
    penalty_boxes: int = PENALTY_BOXES

    @cached_property
    def open_rows(self) -> tuple[tuple[int, int], ...]:
        """The crosses and the place after the last one, for each state of an open row."""
        lock = len(self.numbers) - 1
        return ((0, 0), *((c, after) for after in range(1, lock + 1) for c in range(1, after + 1)))

    @cached_property
    def state_of(self) -> dict[tuple[int, int], int]:
        """The state of an open row by its crosses and the place after the last one."""
        return {row: state for state, row in enumerate(self.open_rows)}

    @property
    def closed(self) -> int:
        """The one state that stands for every closed row."""
        return len(self.open_rows)

    @property
    def rows(self) -> int:
        """The number of states of a row, including the closed one."""
        return self.closed + 1

    @cached_property
    def progress(self) -> Ints:
        """The crosses of each state; a closed row is ahead of any open one."""
        return np.array([*(crosses for crosses, _ in self.open_rows), len(self.numbers)])

    @cached_property
    def table(self) -> RowTable:
        """The transitions as a struct, for compiled code."""
        table = new_struct(RowTable)
        table.closed, table.penalty_boxes = self.closed, self.penalty_boxes
        table.first_cell[:], table.after[:] = CELLS, IMPOSSIBLE
        offset = self.numbers[0] - LOWEST
        for state, (crosses, after_last) in enumerate(self.open_rows):
            table.first_cell[state] = after_last + offset
            for place in range(len(self.numbers)):
                after, points = self._cross(crosses, after_last, place)
                table.after[state, place + offset] = after
                table.points[state, place + offset] = points
        return table

    def _cross(self, crosses: int, after_last: int, place: int) -> tuple[int, int]:
        """The state after a cross, and its points."""
        is_last = place == len(self.numbers) - 1
        if place < after_last or (is_last and crosses < self.crosses_before_lock):
            return IMPOSSIBLE, 0
        made = crosses + 1 + is_last
        state = self.closed if is_last else self.state_of[made, place + 1]
        return state, POINTS[made] - POINTS[crosses]


PRINTED = Shape()
# In an array, since compiled code takes no struct as a constant.
PRINTED_TABLE = np.array([PRINTED.table])


def row_states(sheet: Sheet) -> list[int]:
    """The states of a sheet's rows."""
    return [_row_state(colour, sheet.rows[colour]) for colour in COLOURS]


def _row_state(colour: Colour, row: Row) -> int:
    if LAST[colour] in row:
        return PRINTED.closed
    return PRINTED.state_of[len(row), colour.place(row[-1]) + 1 if row else 0]
