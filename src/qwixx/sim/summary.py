"""Summary statistics of a tally: shares with intervals, means, deviations, quantiles; and a plot of them."""

from dataclasses import dataclass
from math import sqrt
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from qwixx.engine.board import FOUR_PENALTIES, TWO_ROWS
from qwixx.plot import FAINT_INK, SERIES, panels
from qwixx.rules.errors import InputError
from qwixx.rules.scoring import EndReason
from qwixx.seeds import Seed
from qwixx.sim.tally import LOWEST_TOTAL, Counts, Tally

STANDARD_ERRORS = 1.96
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
# The bins of the plot: single totals jump about, since rows score triangular numbers.
BIN = 5


@dataclass(frozen=True)
class Share:
    """A share of wins, ties shared, and half the width of its 95 % interval."""

    value: float
    margin: float

    def __str__(self) -> str:
        return f"{self.value:.4f} ± {self.margin:.4f}"


@dataclass(frozen=True)
class Spread:
    """A quantity over all games."""

    mean: float
    deviation: float
    quantiles: tuple[int, ...]


@dataclass(frozen=True)
class SeatSummary:
    """The figures of one seat."""

    player: str
    wins: Share
    points: Spread
    crosses: Spread
    penalties: Spread


@dataclass(frozen=True)
class Summary:
    """The figures of all games; ``first_seat`` is the share of the seat that began.

    ``seed`` is None for games of several seeds.
    """

    game: str
    games: int
    seed: Seed | None
    seats: tuple[SeatSummary, ...]
    first_seat: Share
    turns: Spread
    end_reasons: dict[str, float]

    def __repr__(self) -> str:
        wins = ", ".join(f"{seat.player} wins {seat.wins}" for seat in self.seats)
        return f"<Summary of {self.games:,} games of {self.game}: {wins}>"


def summarise(tally: Tally) -> Summary:
    """The figures of a tally."""
    if not isinstance(tally, Tally):
        raise InputError(f"figures are those of a Tally, as simulate() returns it, not of {tally!r}")
    return Summary(
        game=tally.setup.game,
        games=tally.games,
        seed=tally.seeds[0] if len(tally.seeds) == 1 else None,
        seats=tuple(_seat(tally, seat, player) for seat, player in enumerate(tally.setup.players)),
        first_seat=share(tally.first_shares),
        turns=spread(tally.turns),
        end_reasons={
            str(EndReason.TWO_ROWS): float(tally.ended[TWO_ROWS] / tally.games),
            str(EndReason.FOUR_PENALTIES): float(tally.ended[FOUR_PENALTIES] / tally.games),
        },
    )


def _seat(tally: Tally, seat: int, player: str) -> SeatSummary:
    return SeatSummary(
        player=player,
        wins=share(tally.shares[seat]),
        points=spread(tally.points[seat], LOWEST_TOTAL),
        crosses=spread(tally.crosses[seat]),
        penalties=spread(tally.penalties[seat]),
    )


def share(counts: Counts) -> Share:
    """The mean share of the win; ``counts[k]`` games were shared among k winners, k = 0 are losses."""
    won = np.array([0.0, *(1 / winners for winners in range(1, len(counts)))])
    games = counts.sum()
    mean = float(counts @ won / games)
    variance = float(counts @ won**2 / games) - mean**2
    return Share(mean, STANDARD_ERRORS * sqrt(max(variance, 0.0) / float(games)))


def spread(counts: Counts, lowest: int = 0) -> Spread:
    """Mean, deviation and quantiles of a quantity by how often each value, from ``lowest`` on, came."""
    values = np.arange(len(counts)) + lowest
    games = counts.sum()
    mean = float(counts @ values / games)
    variance = float(counts @ (values - mean) ** 2 / games)
    reached = np.cumsum(counts)
    quantiles = tuple(int(values[np.searchsorted(reached, q * games)]) for q in QUANTILES)
    return Spread(mean, sqrt(variance), quantiles)


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
