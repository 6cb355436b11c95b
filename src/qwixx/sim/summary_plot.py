"""A picture of many games: how points are spread, and who wins."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from qwixx.plot import FAINT_INK, SERIES, panels
from qwixx.sim.summary import Summary
from qwixx.sim.tally import LOWEST_TOTAL, Tally

# Single totals jump about, since rows score triangular numbers.
BIN = 5


def draw_summary(path: Path, tally: Tally, summary: Summary) -> None:
    """Histograms of points beside shares of wins."""
    names = [f"{number}: {seat.player}" for number, seat in enumerate(summary.seats, 1)]
    with panels(path, 2, (11.0, 4.5)) as (points, wins):
        for name, counts in zip(names, tally.points, strict=True):
            edges, shares = _binned(counts / tally.games)
            points.stairs(shares, edges, label=name, linewidth=1.5)
        points.set(title="Points", xlabel="total", ylabel=f"share of games, by {BIN} points")
        points.legend()
        shares_won = [seat.wins.value for seat in summary.seats]
        margins = [seat.wins.margin for seat in summary.seats]
        colours = [SERIES[seat % len(SERIES)] for seat in range(len(names))]
        wins.bar(names, shares_won, yerr=margins, width=0.6, color=colours)
        wins.axhline(1 / len(names), linestyle=":", color=FAINT_INK)
        wins.set(title="Share of wins, with 95 % intervals", ylim=(0, 1.15 * max(shares_won)))


def _binned(shares: NDArray[np.float64]) -> tuple[list[int], list[float]]:
    """Edges and heights of a histogram, without the empty ends."""
    first, last = shares.nonzero()[0][[0, -1]] // BIN * BIN
    edges = range(int(first), int(last) + BIN + 1, BIN)
    heights = [float(shares[edge : edge + BIN].sum()) for edge in edges[:-1]]
    return [edge + LOWEST_TOTAL for edge in edges], heights
