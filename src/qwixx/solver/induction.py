"""Backward induction: the value of every position of the solo game."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import numpy as np

from qwixx.compiled.cache import compiled
from qwixx.compiled.cells import Scratch
from qwixx.compiled.rows import RowTable, Shape
from qwixx.compiled.structs import Floats, Ints, new_struct
from qwixx.solver.best_turn import ValueTable, value_of_turn
from qwixx.solver.numbering import layers, positions, put_rows
from qwixx.system.processes import cores


@contextmanager
def in_parallel(parts: int) -> Iterator[Callable[[Callable[[int], None]], None]]:
    """A function that runs work(0), work(1), ... work(parts - 1) on several cores and waits for all of them.

    Compiled functions release the GIL.
    """
    with ThreadPoolExecutor(parts) as pool:

        def run(work: Callable[[int], None]) -> None:
            list(pool.map(work, range(parts)))

        yield run


def solve(shape: Shape, on_progress: Callable[[int], object] = lambda positions: None) -> Floats:
    """The expected gain by penalties and position; ``on_progress`` gets the positions done."""
    values = np.zeros((shape.penalty_boxes, positions(shape)))
    in_order, threads = layers(shape), cores()
    scratch = [new_struct(Scratch) for _ in range(threads)]
    with in_parallel(threads) as run:
        for penalties in reversed(range(shape.penalty_boxes)):
            for layer in in_order:
                run(
                    lambda part: _solve(shape.table, values, penalties, layer[part::threads], scratch[part])  # noqa: B023
                )
                on_progress(len(layer))
    return values


@compiled(nogil=True)
def _solve(table: RowTable, values: ValueTable, penalties: int, some: Ints, scratch: Scratch) -> None:
    for position in some:
        put_rows(position, scratch.rows)
        values[penalties, position] = value_of_turn(table, values, penalties, scratch)
