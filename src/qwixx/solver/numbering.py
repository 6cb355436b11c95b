"""The positions of the solo game, numbered without their mirror images.

Red and yellow may be exchanged, green and blue too, and both pairs with each other, since the
chances of a sum and of its mirror image (5 and 9) are equal. The two rows of a pair are numbered
as an unordered pair, and the two pairs as an unordered pair of pairs.
"""

import numpy as np

from qwixx.compiled.cache import compiled
from qwixx.compiled.rows import ROWS_TO_END, Shape
from qwixx.compiled.structs import Ints


def positions(shape: Shape) -> int:
    """The number of positions with the same penalties, including finished ones."""
    return unordered_pairs(unordered_pairs(shape.rows))


def unordered_pairs(members: int) -> int:
    return members * (members + 1) // 2


def layers(shape: Shape) -> list[Ints]:
    """Positions by their progress, the most advanced first, without those where the game is over.

    A turn without a penalty makes progress, so a layer depends only on the layers before it.
    """
    first, second = np.tril_indices(shape.rows)
    progress = shape.progress[first] + shape.progress[second]
    closed = (first == shape.closed).astype(np.int64) + (second == shape.closed)
    high, low = np.tril_indices(len(progress))
    running = np.flatnonzero(closed[high] + closed[low] < ROWS_TO_END)
    made = (progress[high] + progress[low])[running]
    order = np.argsort(-made, kind="stable")
    borders = np.flatnonzero(np.diff(made[order])) + 1
    return np.split(running[order], borders)


@compiled(inline="always")
def unordered(a: int, b: int) -> int:
    """The number of an unordered pair: (0,0), (1,0), (1,1), (2,0), ..."""
    return a * (a + 1) // 2 + b if a >= b else b * (b + 1) // 2 + a


@compiled()
def ordered(pair: int) -> tuple[int, int]:
    """The larger and the smaller member of an unordered pair."""
    larger = int((np.sqrt(8.0 * pair + 1.0) - 1.0) / 2.0)
    if larger * (larger + 1) // 2 > pair:
        larger -= 1
    elif (larger + 1) * (larger + 2) // 2 <= pair:
        larger += 1
    return larger, pair - larger * (larger + 1) // 2


@compiled()
def position_of(rows: Ints) -> int:
    """The number of the position with these rows."""
    return unordered(unordered(rows[0], rows[1]), unordered(rows[2], rows[3]))


@compiled()
def put_rows(position: int, rows: Ints) -> None:
    """Write the rows of a numbered position: one of up to eight mirror images."""
    upper, lower = ordered(position)
    rows[0], rows[1] = ordered(upper)
    rows[2], rows[3] = ordered(lower)
