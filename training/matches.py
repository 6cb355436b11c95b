"""What the programs that play matches ask for and tell."""

import argparse

import numpy as np
from numpy.typing import NDArray


def add_match_arguments(parser: argparse.ArgumentParser, deals: int) -> None:
    parser.add_argument("players", type=int)
    parser.add_argument("first")
    parser.add_argument("others", nargs="+")
    parser.add_argument("--deals", type=int, default=deals)
    parser.add_argument("--seed", type=int, default=99)


def tell(first: str, other: str, by_deal: NDArray[np.floating]) -> None:
    """The mean over deals, with its 95 % interval."""
    error = 1.96 * by_deal.std() / len(by_deal) ** 0.5
    print(f"{first} takes {by_deal.mean():.4f} ± {error:.4f} from {other}", flush=True)
