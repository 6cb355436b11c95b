"""The outcomes of the best turn from a position, with their probabilities."""

from typing import Annotated

from qwixx.compiled.cache import compiled
from qwixx.compiled.cells import COLOURS, FACES, Scratch, cell_of
from qwixx.compiled.rows import CELLS, RowTable
from qwixx.compiled.structs import Floats, Ints, NumbaStruct
from qwixx.rules.scoring import POINTS_PER_PENALTY
from qwixx.solver.best_turn import (
    NO_ROW,
    ONE_IN,
    ValueTable,
    collect_offers,
    is_over,
    look_at_pairs,
    look_at_single_crosses,
)
from qwixx.solver.numbering import position_of

TERMINAL = -1
# A turn crosses two numbers, or one, or none.
MOST_OUTCOMES = CELLS * COLOURS * CELLS + COLOURS * CELLS + 1


class Outcomes(NumbaStruct):
    """For each outcome the next position or TERMINAL, the points gained, and the probability.

    Only a penalty loses points. ``alone`` and ``second`` add up the probabilities of a cross without
    another, and of one in action 2.
    """

    position: Annotated[Ints, MOST_OUTCOMES]
    gain: Annotated[Ints, MOST_OUTCOMES]
    chance: Annotated[Floats, MOST_OUTCOMES]
    alone: Annotated[Floats, (COLOURS, CELLS)]
    second: Annotated[Floats, (COLOURS, CELLS)]


@compiled()
def list_outcomes(
    table: RowTable, values: ValueTable, penalties: int, scratch: Scratch, outcomes: Outcomes
) -> int:
    """Fill the columns for the rows in scratch; returns the number of outcomes."""
    look_at_single_crosses(table, values, penalties, scratch)
    for colour in range(COLOURS):
        for cell in range(CELLS):
            outcomes.alone[colour, cell] = outcomes.second[colour, cell] = 0.0
    nothing, listed = 0.0, 0
    for total in range(CELLS):
        base, base_row = look_at_pairs(table, values, penalties, total, scratch)
        left = _share_out(table, total, base, scratch, outcomes)
        if base_row == NO_ROW:
            nothing += left
        else:
            outcomes.alone[base_row, cell_of(base_row, total)] += left
        listed = _list_pairs(table, penalties, total, scratch, outcomes, listed)
    for colour in range(COLOURS):
        for cell in range(CELLS):
            chance = outcomes.alone[colour, cell]
            if chance > 0.0:
                _list(table, penalties, 0, NO_ROW, colour, cell, chance, scratch.rows, outcomes, listed)
                listed += 1
    _list(table, penalties, 0, NO_ROW, NO_ROW, 0, nothing, scratch.rows, outcomes, listed)
    return listed + 1


@compiled()
def _share_out(table: RowTable, total: int, base: float, scratch: Scratch, outcomes: Outcomes) -> float:
    """Add the probability that each cross is the best action 2 to ``second``; returns that of no action 2."""
    none = 0.0
    for white in range(max(0, total - FACES + 1), total // 2 + 1):
        other = total - white
        left = (1.0 if white == other else 2.0) / FACES**2
        offers = collect_offers(table, white, other, base, scratch)
        for colour in range(COLOURS):
            scratch.faces[colour] = FACES
        for place in range(offers):
            colour, cell = divmod(scratch.offered[place], CELLS)
            taken = left * ONE_IN[scratch.faces[colour]]
            scratch.faces[colour] -= 1
            left -= taken
            outcomes.second[colour, cell] += taken
        none += left
    return none


@compiled()
def _list_pairs(
    table: RowTable, penalties: int, total: int, scratch: Scratch, outcomes: Outcomes, listed: int
) -> int:
    """List each action 2 after a cross, and add the others to ``alone``; returns the new count."""
    for colour in range(COLOURS):
        for cell in range(CELLS):
            chance = outcomes.second[colour, cell]
            if chance == 0.0:
                continue
            outcomes.second[colour, cell] = 0.0
            first = scratch.first[colour, cell]
            if first == NO_ROW:
                outcomes.alone[colour, cell] += chance
            else:
                _list(table, penalties, total, first, colour, cell, chance, scratch.rows, outcomes, listed)
                listed += 1
    return listed


@compiled()
def _list(
    table: RowTable,
    penalties: int,
    total: int,
    first: int,
    second: int,
    cell: int,
    chance: float,
    rows: Ints,
    outcomes: Outcomes,
    listed: int,
) -> None:
    """Write one outcome: the sum of the white dice in row ``first``, then ``cell`` of row ``second``."""
    before = rows[0], rows[1], rows[2], rows[3]
    gain = 0
    if first != NO_ROW:
        gain += _cross(table, rows, first, cell_of(first, total))
    if second != NO_ROW:
        gain += _cross(table, rows, second, cell)
    over = is_over(table, rows)
    if first == NO_ROW and second == NO_ROW:
        gain = POINTS_PER_PENALTY
        over = penalties + 1 == table.penalty_boxes
    outcomes.position[listed] = TERMINAL if over else position_of(rows)
    outcomes.gain[listed] = gain
    outcomes.chance[listed] = chance
    rows[0], rows[1], rows[2], rows[3] = before


@compiled()
def _cross(table: RowTable, rows: Ints, colour: int, cell: int) -> int:
    row = rows[colour]
    rows[colour] = table.after[row, cell]
    return int(table.points[row, cell])
