"""A small net and what it says of a position: the seat's share of the win, and its final total.

The inputs are on or off, so the first layer is a sum of rows of a table. Ties count as shared wins.
Trying choices comes to the same positions again and again, so what was just said of one is recalled.
"""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from qwixx.compiled import compiled
from qwixx.engine.board import CARDS, COLOURS, MOST_CHOICES, MOST_PLAYERS, RUNNING, Board
from qwixx.nets.features import AS_IT_IS, MOST_FEATURES, MOST_ON, write_features
from qwixx.nets.trial import MEMORY
from qwixx.solver.rows import CELLS

Net: TypeAlias = Any
Scales: TypeAlias = Any
Floats: TypeAlias = NDArray[np.float32]
Places: TypeAlias = NDArray[np.int64]
ZERO = np.float32(0)
MOST_WIDTH, MOST_INNER = 1024, 64
HEADS = 2
WIN, TOTAL = range(HEADS)
# Of the common action: to pass, or a colour.
OPTIONS = 1 + COLOURS
# Units of the second layer are reckoned so many at a time.
AT_ONCE = 4
# Rows a power of two apart would compete for the same places in the cache.
OFF_THE_PAGE = 16
# Totals are learned in this unit, so that both outputs have errors of like size.
POINTS_UNIT = 50.0
# Places for positions that can be recalled. A position is known by the sum of its inputs' marks: random
# numbers of 64 bits, so that two positions have the same sum about never.
RECALLED = 1 << 14
MARKS = np.random.default_rng(0).integers(1 << 64, size=MOST_FEATURES, dtype=np.uint64)

# Choices, and what each of them is worth.
SCALES = np.dtype(
    [
        ("options", np.int64, MOST_CHOICES),
        ("wins", np.float64, MOST_CHOICES),
        ("totals", np.float64, MOST_CHOICES),
    ]
)
# Weights, then room to work in: one record is for one thread.
NET = np.dtype(
    [
        ("width", np.int64),
        ("inner_width", np.int64),
        ("embedding", np.float32, (MOST_FEATURES, MOST_WIDTH)),
        ("bias", np.float32, MOST_WIDTH),
        ("second", np.float32, (MOST_INNER, MOST_WIDTH + OFF_THE_PAGE)),
        ("second_bias", np.float32, MOST_INNER),
        ("heads", np.float32, (HEADS, MOST_INNER)),
        ("heads_bias", np.float32, HEADS),
        ("on", np.int64, MOST_ON),
        ("hidden", np.float32, MOST_WIDTH),
        ("inner", np.float32, MOST_INNER),
        ("said", np.float32, HEADS),
        ("recalled", np.uint64, RECALLED),
        ("recalled_said", np.float32, (RECALLED, HEADS)),
        ("before_common", MEMORY),
        ("before_own", MEMORY),
        ("before_look", MEMORY),
        ("before_settling", MEMORY),
        ("settled", np.uint64),
        ("legal", np.int64, (MOST_PLAYERS, OPTIONS)),
        ("alone", np.float64, (MOST_PLAYERS, OPTIONS, HEADS)),
        ("beside", np.float64, (MOST_PLAYERS, OPTIONS, MOST_PLAYERS, OPTIONS, HEADS)),
        ("beliefs", np.float64, (MOST_PLAYERS, OPTIONS)),
        ("worth", np.float64, (MOST_PLAYERS, OPTIONS, HEADS)),
        ("likely", np.int64, MOST_PLAYERS),
        ("own_after", np.int64, OPTIONS),
        ("unseen", np.int64, CARDS),
        ("means", np.float64, MOST_PLAYERS),
        ("offer_base", np.float64),
        ("offer_base_values", np.float64, MOST_PLAYERS),
        ("offer_values", np.float64, (COLOURS, CELLS, MOST_PLAYERS)),
        ("scales", SCALES),
        ("own_scales", SCALES),
    ]
)


@compiled()
def read_position(board: Board, seat: int, turned: int, net: Net) -> None:
    """Write into ``net.said`` what the net says of a position."""
    count = write_features(board, seat, turned, net.on)
    mark = np.uint64(0)
    for each in range(count):
        mark += MARKS[net.on[each]]
    place = mark % np.uint64(RECALLED)
    if net.recalled[place] != mark:
        _run(net, count, net.recalled_said[place])
        net.recalled[place] = mark
    for head in range(HEADS):
        net.said[head] = net.recalled_said[place, head]


@compiled()
def _run(net: Net, count: int, said: Floats) -> None:
    """Write what the net says of the inputs that are on."""
    _sum_rows(net.embedding, net.bias, net.on, count, net.width, net.hidden)
    _mix(net.second, net.second_bias, net.hidden, net.width, net.inner, net.inner_width)
    for head in range(HEADS):
        said[head] = net.heads_bias[head]
        for unit in range(net.inner_width):
            said[head] += net.inner[unit] * net.heads[head, unit]


@compiled(fastmath=True)
def _sum_rows(embedding: Floats, bias: Floats, on: Places, count: int, width: int, hidden: Floats) -> None:
    """The first layer; four rows at a time, since the sum is read and written each time."""
    for unit in range(width):
        hidden[unit] = bias[unit]
    place = 0
    while place + 3 < count:
        a, b = embedding[on[place]], embedding[on[place + 1]]
        c, d = embedding[on[place + 2]], embedding[on[place + 3]]
        for unit in range(width):
            hidden[unit] += (a[unit] + b[unit]) + (c[unit] + d[unit])
        place += 4
    while place < count:
        a = embedding[on[place]]
        for unit in range(width):
            hidden[unit] += a[unit]
        place += 1
    for unit in range(width):
        hidden[unit] = max(hidden[unit], ZERO)


@compiled(fastmath=True)
def _mix(second: Floats, bias: Floats, hidden: Floats, width: int, inner: Floats, inner_width: int) -> None:
    """The second layer; four units at a time, so that the first is read less often."""
    for unit in range(0, inner_width, AT_ONCE):
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


@compiled()
def share_of_win(board: Board, seat: int) -> float:
    """What a finished game is worth to a seat: a tie is shared."""
    winners, best = 0, board.points[seat]
    for other in range(board.players):
        if board.points[other] > best:
            return 0.0
        winners += board.points[other] == best
    return 1.0 / winners


@compiled(nogil=True)
def win_of(board: Board, seat: int, net: Net) -> float:
    """The share of the win that a seat may expect at the beginning of a turn, or has at the end."""
    if board.ended != RUNNING:
        return share_of_win(board, seat)
    read_position(board, seat, AS_IT_IS, net)
    return 1.0 / (1.0 + np.exp(-float(net.said[WIN])))


@compiled()
def total_after(board: Board, seat: int, net: Net) -> float:
    """The final total that a seat may expect; the net has just read the position."""
    return float(board.points[seat]) if board.ended != RUNNING else net.said[TOTAL] * POINTS_UNIT


@compiled(inline="always")
def heaviest(scales: Scales, count: int) -> int:
    """The place of the best choice, the first of equals."""
    best = 0
    for place in range(1, count):
        if scales.wins[place] > scales.wins[best]:
            best = place
    return best
