"""The report of a contest: its heading, the table of its standings as text, and a plot of them."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from qwixx.arena.contest import Contest
from qwixx.arena.standings import Estimate, Standing, Standings
from qwixx.plot import FAINT_INK, SERIES, panels
from qwixx.text_table import aligned

if TYPE_CHECKING:
    from qwixx.plot import Axes

HEADINGS = ("bot", "games", "win share", "margin", "points", "rating", "95%", "forfeits", "a decision")
UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"))
# Of the plot.
WIDTH, HEIGHT_OF_A_BOT, MARGINS = 9.0, 0.42, 1.5


def heading(contest: Contest, deals: int) -> str:
    """The contest in one line."""
    bots, players, tables = len(contest.entrants), contest.players, len(contest.tables)
    if players == 1:
        where = f"{bots} bots, each alone"
    elif tables == 1:
        where = f"one table of {players}"
    elif players == 2:
        where = f"all {tables} pairings of {bots} bots"
    else:
        where = f"all {tables} tables of {players} out of {bots} bots"
    games = tables * deals * players
    rotations = f" in {players} rotations" if players > 1 else ""
    chance = "cards" if contest.rules.has_cards else "dice"
    return (
        f"{_game(contest)}: {where}, {deals} {'deal' if deals == 1 else 'deals'}{rotations}"
        f" with the same {chance}: {games} games, seed {contest.seed}"
    )


def _game(contest: Contest) -> str:
    words = " ".join(f"{name}={word}" for name, word in contest.rules.option_words.items())
    title = contest.rules.title.removeprefix("the ")
    return f"{title}, {words}" if words else title


def standings_lines(contest: Contest, standings: Standings) -> list[str]:
    """The table in text, with the pairs if there are several."""
    lines = aligned([HEADINGS, *(_row(contest, row) for row in standings.rows)])
    if len(contest.entrants) > 2:
        lines += ["", "How often the bot of the row came before that of the column, a tie being half:"]
        lines += aligned(_pair_rows(contest, standings))
    lines += [
        "",
        f"margin: points more than the others {_others(contest)} had on average.",
        f"rating: Bradley-Terry on the Elo scale, {standings.anchor}. ± and 95%: intervals over deals.",
        *([_adjustment(contest, standings)] if contest.adjusted else []),
    ]
    return lines


def _others(contest: Contest) -> str:
    return "at the table" if contest.players > 1 else "with the same dice"


def _adjustment(contest: Contest, standings: Standings) -> str:
    """The subjects of the luck adjustment, and its worth."""
    if contest.players == 1:
        what = "points and margin"
    else:
        what = "win share and rating" if contest.players == 2 else "win share"
    worth = f"; one game tells as much as {standings.worth:.1f} without" if standings.worth else ""
    return f"adjusted: luck is subtracted from {what}{worth}."


def _row(contest: Contest, row: Standing) -> tuple[str, ...]:
    return (
        contest.entrants[row.entrant].name,
        str(row.games),
        _with_error(row.win_share, "{:.1f}%", 100),
        _with_error(row.margin, "{:+.1f}"),
        f"{row.total.value:.1f}" if row.total else "-",
        f"{row.rating.value:.0f}" if row.rating else "-",
        _interval(row.rating),
        str(row.forfeits),
        _duration(row.seconds_per_decision),
    )


def _pair_rows(contest: Contest, standings: Standings) -> list[tuple[str, ...]]:
    order = [row.entrant for row in standings.rows]
    shares = {(pair.entrant, pair.against): f"{100 * pair.share.value:.1f}%" for pair in standings.pairs}
    numbers = range(1, len(order) + 1)
    rows = [
        (f"{number} {name}", *(shares.get((one, other), "") for other in order))
        for number, name, one in zip(numbers, contest.names(order), order, strict=True)
    ]
    return [("", *map(str, numbers)), *rows]


def _with_error(estimate: Estimate | None, form: str, scale: float = 1) -> str:
    if estimate is None:
        return "-"
    text = form.format(estimate.value * scale)
    if estimate.low is None or estimate.high is None:
        return text
    return f"{text} ±{(estimate.high - estimate.low) / 2 * scale:.1f}"


def _interval(estimate: Estimate | None) -> str:
    if estimate is None or estimate.low is None or estimate.high is None or estimate.low == estimate.high:
        return "-"
    return f"{estimate.low:.0f} to {estimate.high:.0f}"


def _duration(seconds: float | None) -> str:
    if seconds is None:
        return "-"
    size, unit = next((each for each in UNITS if seconds >= each[0]), UNITS[-1])
    return f"{seconds / size:.3g} {unit}"


def draw_standings(path: Path, contest: Contest, standings: Standings) -> None:
    """Plot ratings and win shares with their intervals."""
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
