"""The best turn of the solo game, compiled: its value before the roll, and its choices after the roll.

All dice are known before action 1, so a turn is one joint decision. The two white dice determine
action 1. Given them, each coloured die has one best value, and these four are
independent: the mean of their maximum needs no walk through all 1296 rolls.

Dice and sums count from 0, so that two dice add up to the cell of a rising row. A falling row sees
every die from below: as 5 minus its value.
"""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from qwixx.compiled.cache import compiled
from qwixx.compiled.cells import COLOURS, FACES, Scratch, cell_of
from qwixx.compiled.rows import CELLS, IMPOSSIBLE, ROWS_TO_END, RowTable
from qwixx.compiled.structs import Floats, Ints
from qwixx.rules.scoring import POINTS_PER_PENALTY
from qwixx.solver.numbering import position_of, unordered

NO_ROW = -1
NEVER = -np.inf
# Reciprocals: a division takes as long as the rest of its loop.
ONE_IN = np.array([0.0, *(1 / faces for faces in range(1, FACES + 1))])

# Expected gains by penalties and position.
ValueTable: TypeAlias = NDArray[np.floating[Any]]


@compiled()
def is_over(table: RowTable, rows: Ints) -> bool:
    locked = table.closed
    closed = (rows[0] == locked) + (rows[1] == locked) + (rows[2] == locked) + (rows[3] == locked)
    return closed >= ROWS_TO_END


@compiled()
def value_of_nothing(table: RowTable, values: ValueTable, penalties: int, rows: Ints) -> float:
    """The value of a turn without a cross: the penalty, and with the last box the end of the game."""
    if penalties + 1 == table.penalty_boxes:
        return float(POINTS_PER_PENALTY)
    return POINTS_PER_PENALTY + values[penalties + 1, position_of(rows)]


@compiled()
def look_at_single_crosses(table: RowTable, values: ValueTable, penalties: int, scratch: Scratch) -> None:
    """Fill ``alone`` for the rows in scratch."""
    for colour in range(COLOURS):
        for cell in range(CELLS):
            scratch.alone[colour, cell] = NEVER
        _look_at_row(table, values, penalties, colour, NO_ROW, 0, CELLS, 0, scratch.alone, scratch)


@compiled()
def look_at_pairs(
    table: RowTable, values: ValueTable, penalties: int, total: int, scratch: Scratch
) -> tuple[float, int]:
    """Fill ``best`` and ``first`` for a white sum; returns the value without action 2 and its row."""
    base, base_row = value_of_nothing(table, values, penalties, scratch.rows), NO_ROW
    for colour in range(COLOURS):
        for cell in range(CELLS):
            scratch.best[colour, cell] = scratch.alone[colour, cell]
            scratch.first[colour, cell] = NO_ROW
    for colour in range(COLOURS):
        cell = cell_of(colour, total)
        if scratch.alone[colour, cell] == NEVER:
            continue
        if scratch.alone[colour, cell] > base:
            base, base_row = scratch.alone[colour, cell], colour
        _look_at_second_crosses(table, values, penalties, total, colour, scratch)
    return base, base_row


@compiled()
def _look_at_second_crosses(
    table: RowTable, values: ValueTable, penalties: int, total: int, first: int, scratch: Scratch
) -> None:
    """Action 2 after the sum of the white dice was crossed in row ``first``, if there is an action 2."""
    row, cell = scratch.rows[first], cell_of(first, total)
    scratch.rows[first] = table.after[row, cell]
    if not is_over(table, scratch.rows):
        # A white die that goes with this sum and a coloured one make these sums and no others.
        lowest, highest = max(0, total - FACES + 1), min(total, FACES - 1) + FACES - 1
        points = table.points[row, cell]
        for second in range(COLOURS):
            start = min(cell_of(second, lowest), cell_of(second, highest))
            stop = start + highest - lowest + 1
            _look_at_row(table, values, penalties, second, first, start, stop, points, scratch.best, scratch)
    scratch.rows[first] = row


@compiled(inline="always")
def _look_at_row(
    table: RowTable,
    values: ValueTable,
    penalties: int,
    colour: int,
    first: int,
    start: int,
    stop: int,
    points: int,
    best: Floats,
    scratch: Scratch,
) -> None:
    """Raise ``best`` to the values of crosses in one row, after a cross in row ``first`` for ``points``."""
    rows = scratch.rows
    row, partner = rows[colour], rows[colour ^ 1]
    other_pair = unordered(rows[colour & 2 ^ 2], rows[colour & 2 ^ 3])
    for cell in range(max(start, table.first_cell[row]), stop):
        crossed = table.after[row, cell]
        if crossed != IMPOSSIBLE:
            position = unordered(unordered(crossed, partner), other_pair)
            value = points + table.points[row, cell] + values[penalties, position]
            if value > best[colour, cell]:
                best[colour, cell] = value
                scratch.first[colour, cell] = first


@compiled()
def collect_offers(table: RowTable, lower: int, higher: int, base: float, scratch: Scratch) -> int:
    """Write the offers of all coloured dice that beat the base, best first; returns their number.

    ``lower`` and ``higher`` are the white dice; ``offered`` says which colour and cell make an offer.
    """
    count = 0
    for colour in range(COLOURS):
        near, far = (lower, higher) if colour < 2 else (FACES - 1 - higher, FACES - 1 - lower)
        for die in range(max(0, table.first_cell[scratch.rows[colour]] - far), FACES):
            cell = near + die
            if scratch.best[colour, far + die] > scratch.best[colour, cell]:
                cell = far + die
            if scratch.best[colour, cell] > base:
                _insert(scratch, count, scratch.best[colour, cell], colour * CELLS + cell)
                count += 1
    return count


@compiled(inline="always")
def _insert(scratch: Scratch, count: int, value: float, offer: int) -> None:
    """Insert an offer into the first ``count``, which are sorted."""
    place = count
    while place > 0 and scratch.offers[place - 1] < value:
        scratch.offers[place] = scratch.offers[place - 1]
        scratch.offered[place] = scratch.offered[place - 1]
        place -= 1
    scratch.offers[place] = value
    scratch.offered[place] = offer


@compiled()
def mean_of_best(base: float, count: int, scratch: Scratch) -> float:
    """The mean over the coloured dice of the best offer, or of the base where none beats it."""
    for colour in range(COLOURS):
        scratch.faces[colour] = FACES
    mean, left = 0.0, 1.0
    for place in range(count):
        colour = scratch.offered[place] // CELLS
        taken = left * ONE_IN[scratch.faces[colour]]
        scratch.faces[colour] -= 1
        mean += taken * scratch.offers[place]
        left -= taken
    return mean + left * base


@compiled()
def value_of_turn(table: RowTable, values: ValueTable, penalties: int, scratch: Scratch) -> float:
    """The expected gain under best play from the rows in scratch, before the roll."""
    look_at_single_crosses(table, values, penalties, scratch)
    mean = 0.0
    for total in range(CELLS):
        base, _ = look_at_pairs(table, values, penalties, total, scratch)
        for white in range(max(0, total - FACES + 1), total // 2 + 1):
            other = total - white
            weight = 1.0 if white == other else 2.0
            count = collect_offers(table, white, other, base, scratch)
            mean += weight * mean_of_best(base, count, scratch)
    return mean / FACES**2


@compiled()
def best_first_action(
    table: RowTable, values: ValueTable, penalties: int, dice: Ints, scratch: Scratch
) -> int:
    """The row in which to cross the sum of the white dice, or NO_ROW, for the rows in scratch.

    ``dice`` are the faces: two white, then one for each colour, 0 for a die out of the game.
    """
    look_at_single_crosses(table, values, penalties, scratch)
    total = dice[0] + dice[1] - 2
    best, row = look_at_pairs(table, values, penalties, total, scratch)
    for colour in range(COLOURS):
        for white in range(2):
            if dice[2 + colour] > 0:
                cell = cell_of(colour, dice[white] + dice[2 + colour] - 2)
                if scratch.best[colour, cell] > best:
                    best, row = scratch.best[colour, cell], scratch.first[colour, cell]
    return row


@compiled()
def best_second_action(
    table: RowTable, values: ValueTable, penalties: int, crossed: bool, dice: Ints, scratch: Scratch
) -> tuple[int, int]:
    """The row and the number to cross in action 2, or NO_ROW and 0, for the rows in scratch."""
    if crossed:
        best = float(values[penalties, position_of(scratch.rows)])
    else:
        best = value_of_nothing(table, values, penalties, scratch.rows)
    look_at_single_crosses(table, values, penalties, scratch)
    row, number = NO_ROW, 0
    for colour in range(COLOURS):
        for white in range(2):
            if dice[2 + colour] > 0:
                total = dice[white] + dice[2 + colour]
                value = scratch.alone[colour, cell_of(colour, total - 2)]
                if value > best:
                    best, row, number = value, colour, total
    return row, number
