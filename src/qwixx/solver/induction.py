"""Backward induction: the value of every position of the solo game."""

from collections.abc import Callable

import numpy as np

from qwixx.compiled import compiled
from qwixx.solver.positions import layers, positions, put_rows
from qwixx.solver.rows import RowTable, Shape
from qwixx.solver.threads import in_parallel
from qwixx.solver.turn import Scratch, ValueTable, value_of_turn
from qwixx.structs import Floats, Ints, new_struct
from qwixx.system.cores import cores


def solve(shape: Shape, told: Callable[[int], object] = lambda positions: None) -> Floats:
    """The expected gain by penalties and position; ``told`` hears how many positions are done."""
    values = np.zeros((shape.penalty_boxes, positions(shape)))
    in_order, threads = layers(shape), cores()
    scratch = [new_struct(Scratch) for _ in range(threads)]
    with in_parallel(threads) as run:
        for penalties in reversed(range(shape.penalty_boxes)):
            for layer in in_order:
                run(
                    lambda part: _solve(shape.table, values, penalties, layer[part::threads], scratch[part])  # noqa: B023
                )
                told(len(layer))
    return values


@compiled(nogil=True)
def _solve(table: RowTable, values: ValueTable, penalties: int, some: Ints, scratch: Scratch) -> None:
    for position in some:
        put_rows(position, scratch.rows)
        values[penalties, position] = value_of_turn(table, values, penalties, scratch)
