"""Arguments, counts and output of both kinds of matches."""

import argparse
from typing import Any

import numpy as np
from numpy.typing import NDArray

from qwixx.sim.kernel import SEAT_COLUMNS


def add_match_arguments(parser: argparse.ArgumentParser, deals: int) -> None:
    parser.add_argument("players", type=int)
    parser.add_argument("first")
    parser.add_argument("others", nargs="+")
    parser.add_argument("--deals", type=int, default=deals)
    parser.add_argument("--seed", type=int, default=99)


def shares_of_win(results: NDArray[np.int16]) -> NDArray[np.float64]:
    """Each seat's share of the win, from the results of the simulator; a tie is shared."""
    points = results[:, SEAT_COLUMNS::3]
    won = (points == points.max(axis=1, keepdims=True)).astype(np.float64)
    shares: NDArray[np.float64] = won / won.sum(axis=1, keepdims=True)
    return shares


def print_share(first: str, other: str, by_deal: NDArray[np.floating[Any]]) -> None:
    """Print the mean over deals with its 95 % interval."""
    error = 1.96 * by_deal.std() / len(by_deal) ** 0.5
    print(f"{first} takes {by_deal.mean():.4f} ± {error:.4f} from {other}", flush=True)
