"""The forward pass: the probability of each final total under best play."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from qwixx.compiled.cache import compiled
from qwixx.compiled.cells import COLOURS, Scratch
from qwixx.compiled.rows import EMPTY, RowTable, Shape
from qwixx.compiled.structs import Floats, Ints, new_struct
from qwixx.rules.scoring import POINTS, POINTS_PER_PENALTY
from qwixx.solver.best_turn import ValueTable
from qwixx.solver.induction import in_parallel
from qwixx.solver.numbering import layers, position_of, positions, put_rows, unordered_pairs
from qwixx.solver.outcomes import TERMINAL, Outcomes, list_outcomes

# Each thread adds to its own arrays, so that sums do not depend on scheduling.
# A fixed number, so that the result does not depend on the machine.
THREADS = 2
# Most positions are almost never reached. Leaving them out loses less than 1e-10 of the whole.
NEGLIGIBLE = 1e-16


class Flow(NamedTuple):
    """Probabilities of positions and totals, for each thread.

    The points of a position are those of its open rows. Those of a closed row are not known, so
    ``one_closed`` separates such positions by the crosses of the closed row.
    """

    all_open: Floats
    one_closed: Floats
    totals: Floats
    points: Ints
    closed_points: Ints


def distribution(
    shape: Shape, values: ValueTable, on_progress: Callable[[int], object] = lambda positions: None
) -> dict[int, float]:
    """The probability of each final total from the empty sheet."""
    flow, lowest = _new_flow(shape), POINTS_PER_PENALTY * shape.penalty_boxes
    flow.all_open[0, 0, position_of(np.full(COLOURS, EMPTY))] = 1.0
    in_order = layers(shape)
    scratch = [(new_struct(Scratch), new_struct(Outcomes)) for _ in range(THREADS)]
    with in_parallel(THREADS) as run:
        for penalties in range(shape.penalty_boxes):
            for layer in reversed(in_order):
                run(lambda part: _flow(shape.table, values, penalties, layer, flow, part, *scratch[part]))  # noqa: B023
                on_progress(len(layer))
    totals = flow.totals.sum(axis=0)
    return {int(place) + lowest: float(totals[place]) for place in np.flatnonzero(totals)}


def _new_flow(shape: Shape) -> Flow:
    boxes = shape.penalty_boxes
    all_open = unordered_pairs(unordered_pairs(shape.closed))
    row = np.array([*(POINTS[crosses] for crosses, _ in shape.open_rows), 0])
    pair = np.add.outer(row, row)[np.tril_indices(len(row))]
    totals = COLOURS * POINTS[len(shape.numbers) + 1] - POINTS_PER_PENALTY * boxes + 1
    return Flow(
        np.zeros((THREADS, boxes, all_open)),
        np.zeros((THREADS, boxes, positions(shape) - all_open, len(POINTS))),
        np.zeros((THREADS, totals)),
        np.add.outer(pair, pair)[np.tril_indices(len(pair))],
        np.array(POINTS),
    )


@compiled(nogil=True)
def _flow(
    table: RowTable,
    values: ValueTable,
    penalties: int,
    layer: Ints,
    flow: Flow,
    thread: int,
    scratch: Scratch,
    outcomes: Outcomes,
) -> None:
    for position in layer[thread::THREADS]:
        _flow_from(table, values, penalties, position, flow, thread, scratch, outcomes)


@compiled()
def _flow_from(
    table: RowTable,
    values: ValueTable,
    penalties: int,
    position: int,
    flow: Flow,
    thread: int,
    scratch: Scratch,
    outcomes: Outcomes,
) -> None:
    """Distribute the probability of a position over the outcomes of its best turns."""
    paid = POINTS_PER_PENALTY * penalties
    closed = position - flow.all_open.shape[2]
    if closed < 0:
        chance = _sum_of_threads(flow.all_open, penalties, position)
        if chance > NEGLIGIBLE:
            put_rows(position, scratch.rows)
            listed = list_outcomes(table, values, penalties, scratch, outcomes)
            _spread(flow, penalties, flow.points[position] + paid, chance, outcomes, listed, thread)
        return
    listed = 0
    for crosses, points in enumerate(flow.closed_points):
        chance = _sum_of_threads(flow.one_closed[:, :, :, crosses], penalties, closed)
        if chance > NEGLIGIBLE:
            if listed == 0:
                put_rows(position, scratch.rows)
                listed = list_outcomes(table, values, penalties, scratch, outcomes)
            total = flow.points[position] + points + paid
            _spread(flow, penalties, total, chance, outcomes, listed, thread)


@compiled()
def _sum_of_threads(chances: Floats, penalties: int, position: int) -> float:
    chance = 0.0
    for thread in range(THREADS):
        chance += chances[thread, penalties, position]
    return chance


@compiled()
def _spread(
    flow: Flow, penalties: int, total: int, chance: float, outcomes: Outcomes, listed: int, thread: int
) -> None:
    """Distribute a probability over outcomes; ``total`` are the points before the turn."""
    all_open, boxes = flow.all_open.shape[2], flow.all_open.shape[1]
    for place in range(listed):
        gain, position = outcomes.gain[place], outcomes.position[place]
        share = chance * outcomes.chance[place]
        after = penalties + (gain < 0)
        if position == TERMINAL:
            flow.totals[thread, total + gain - POINTS_PER_PENALTY * boxes] += share
        elif position < all_open:
            flow.all_open[thread, after, position] += share
        else:
            closed_points = total + gain - POINTS_PER_PENALTY * after - flow.points[position]
            crosses = np.searchsorted(flow.closed_points, closed_points)
            flow.one_closed[thread, after, position - all_open, crosses] += share
