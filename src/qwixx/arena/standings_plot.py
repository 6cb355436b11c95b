"""A picture of a contest's table: ratings and win shares with their intervals."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from qwixx.arena.contest import Contest
from qwixx.arena.standings import Estimate, Standings
from qwixx.plot import FAINT_INK, SERIES, panels

if TYPE_CHECKING:
    from qwixx.plot import Axes

WIDTH, HEIGHT_OF_A_BOT, MARGINS = 9.0, 0.42, 1.5


def draw_standings(path: Path, contest: Contest, standings: Standings) -> None:
    rows = list(reversed(standings.rows))
    names = contest.names([row.entrant for row in rows])
    with panels(path, 2, (WIDTH, MARGINS + HEIGHT_OF_A_BOT * len(rows))) as (ratings, shares):
        _draw_estimates(ratings, [row.rating for row in rows], 1)
        ratings.set_yticks(range(len(rows)), names)
        ratings.set_title(f"Rating in {contest.rules.title}")
        ratings.set_xlabel(f"Elo scale, {standings.anchor}; bars are 95% intervals")
        _draw_estimates(shares, [row.win_share for row in rows], 100)
        even = 100 / contest.rivals
        shares.axvline(even, color=FAINT_INK, linewidth=1, linestyle="--")
        shares.set_yticks(range(len(rows)), [""] * len(rows))
        shares.set_title("Win share, %")
        shares.set_xlabel(f"{standings.games} games, {contest.players} at a table; dashed: {even:.0f}%")
        shares.set_xlim(0, 100)


def _draw_estimates(axes: "Axes", estimates: Sequence[Estimate | None], scale: float) -> None:
    for height, estimate in enumerate(estimates):
        if estimate is None:
            continue
        if estimate.low is not None and estimate.high is not None:
            ends = [estimate.low * scale, estimate.high * scale]
            axes.plot(ends, [height, height], color=SERIES[0], linewidth=2, solid_capstyle="butt")
        axes.plot([estimate.value * scale], [height], color=SERIES[0], marker="o")
    axes.set_ylim(-0.6, len(estimates) - 0.4)
    axes.grid(axis="y", visible=False)
