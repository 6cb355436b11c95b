"""The output of a net for a position: the seat's share of the win, and its final total.

Inputs are active or not, so the first layer is a sum of rows of its embedding. Ties count as shared wins.
Different choices lead to the same positions, so a transposition table caches outputs.
"""

import numpy as np

from qwixx.compiled.cache import compiled
from qwixx.compiled.folder import INTERPRETED
from qwixx.compiled.structs import Ints, Singles
from qwixx.engine.board import RUNNING, Board
from qwixx.nets.features import IDENTITY, MOST_FEATURES, write_features
from qwixx.nets.net import HEADS, TOTAL, TRANSPOSITIONS, WIN, Activations, ChoiceValues, Layers, Net

ZERO = np.float32(0)
# Units of the second layer that are evaluated together.
AT_ONCE = 4
# Totals are learned in this unit, so that both outputs have errors of like size.
POINTS_UNIT = 50.0
# Zobrist hashing: the hash of a position is the sum of 64-bit random keys of its active features.
KEYS = np.random.default_rng(0).integers(1 << 64, size=MOST_FEATURES, dtype=np.uint64)


@compiled()
def read_position(board: Board, seat: int, symmetry: int, net: Net) -> None:
    """Write the net's output for a position into ``net.output``."""
    active, transpositions = net.activations.active, net.transpositions
    count = write_features(board, seat, symmetry, active)
    hashed = np.uint64(0)
    for place in range(count):
        hashed += KEYS[active[place]]
    slot = hashed % np.uint64(TRANSPOSITIONS)
    if transpositions.hashes[slot] != hashed:
        _forward(net.layers, net.activations, count, transpositions.outputs[slot])
        transpositions.hashes[slot] = hashed
    for head in range(HEADS):
        net.output[head] = transpositions.outputs[slot, head]


@compiled()
def _forward_by_loops(layers: Layers, activations: Activations, count: int, output: Singles) -> None:
    """Write the output for the first ``count`` active inputs."""
    width, inner_width = layers.width, layers.inner_width
    hidden, inner = activations.hidden, activations.inner
    _first_layer(layers.embedding, layers.bias, activations.active, count, width, hidden)
    _second_layer(layers.second, layers.second_bias, hidden, width, inner, inner_width)
    for head in range(HEADS):
        output[head] = layers.heads_bias[head]
        for unit in range(inner_width):
            output[head] += inner[unit] * layers.heads[head, unit]


@compiled(fastmath=True)
def _first_layer(
    embedding: Singles, bias: Singles, active: Ints, count: int, width: int, hidden: Singles
) -> None:
    """The first layer; four rows at a time, since the sum is loaded and stored each time."""
    for unit in range(width):
        hidden[unit] = bias[unit]
    place = 0
    while place + 3 < count:
        a, b = embedding[active[place]], embedding[active[place + 1]]
        c, d = embedding[active[place + 2]], embedding[active[place + 3]]
        for unit in range(width):
            hidden[unit] += (a[unit] + b[unit]) + (c[unit] + d[unit])
        place += 4
    while place < count:
        a = embedding[active[place]]
        for unit in range(width):
            hidden[unit] += a[unit]
        place += 1
    for unit in range(width):
        hidden[unit] = max(hidden[unit], ZERO)


@compiled(fastmath=True)
def _second_layer(
    second: Singles, bias: Singles, hidden: Singles, width: int, inner: Singles, units: int
) -> None:
    """The second layer; four units at a time, so that the first is loaded less often."""
    for unit in range(0, units, AT_ONCE):
        a, b, c, d = second[unit], second[unit + 1], second[unit + 2], second[unit + 3]
        sum_a, sum_b, sum_c, sum_d = bias[unit], bias[unit + 1], bias[unit + 2], bias[unit + 3]
        for other in range(width):
            strength = hidden[other]
            sum_a += strength * a[other]
            sum_b += strength * b[other]
            sum_c += strength * c[other]
            sum_d += strength * d[other]
        inner[unit], inner[unit + 1] = max(sum_a, ZERO), max(sum_b, ZERO)
        inner[unit + 2], inner[unit + 3] = max(sum_c, ZERO), max(sum_d, ZERO)


def _forward_by_numpy(layers: Layers, activations: Activations, count: int, output: Singles) -> None:
    """The same for the interpreter, where loops over units are slow; sums may round differently."""
    width, units = layers.width, layers.inner_width
    rows = layers.embedding[activations.active[:count], :width]
    hidden = np.maximum(rows.sum(axis=0) + layers.bias[:width], ZERO)
    inner = np.maximum(layers.second[:units, :width] @ hidden + layers.second_bias[:units], ZERO)
    output[:] = layers.heads[:, :units] @ inner + layers.heads_bias


_forward = _forward_by_numpy if INTERPRETED else _forward_by_loops


@compiled()
def share_of_win(board: Board, seat: int) -> float:
    """The share of the win of a seat in a finished game; a tie is shared."""
    winners, best = 0, board.points[seat]
    for other in range(board.players):
        if board.points[other] > best:
            return 0.0
        winners += board.points[other] == best
    return 1.0 / winners


@compiled(nogil=True)
def win_of(board: Board, seat: int, net: Net) -> float:
    """The expected share of the win of a seat before a turn, or its share in a finished game."""
    if board.ended != RUNNING:
        return share_of_win(board, seat)
    read_position(board, seat, IDENTITY, net)
    return 1.0 / (1.0 + np.exp(-float(net.output[WIN])))


@compiled()
def total_after(board: Board, seat: int, net: Net) -> float:
    """The expected final total of a seat; call ``win_of`` first, which reads the position."""
    return float(board.points[seat]) if board.ended != RUNNING else net.output[TOTAL] * POINTS_UNIT


@compiled(inline="always")
def argmax(values: ChoiceValues, count: int) -> int:
    """The index of the best choice, the first of equals."""
    best = 0
    for place in range(1, count):
        if values.wins[place] > values.wins[best]:
            best = place
    return best
