"""The best choice for dice that lie on the table, compiled: the policy ``optimal``."""

from qwixx.compiled import compiled
from qwixx.solver.positions import position_of
from qwixx.solver.rows import RowTable
from qwixx.solver.turn import (
    COLOURS,
    NO_ROW,
    Scratch,
    ValueTable,
    cell_of,
    look_at_pairs,
    look_at_single_crosses,
    value_of_nothing,
)
from qwixx.structs import Ints


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
