"""The table of an arena, for people and for programs."""

from collections.abc import Iterable, Sequence

from qwixx.arena.contest import Contest
from qwixx.arena.croupier import PlayedDeal
from qwixx.arena.standings import Estimate, Pair, Standing, Standings, forfeits
from qwixx.cli.columns import aligned

HEADINGS = ("bot", "games", "win share", "margin", "points", "rating", "95%", "forfeits", "a decision")
UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"))


def heading(contest: Contest, deals: int) -> str:
    """What is played: one line."""
    bots, players, tables = len(contest.entrants), contest.players, len(contest.tables)
    if tables == 1:
        where = f"one table of {players}"
    elif players == 2:
        where = f"all {tables} pairings of {bots} bots"
    else:
        where = f"all {tables} tables of {players} out of {bots} bots"
    games = tables * deals * players
    chance = "cards" if contest.rules.has_cards else "dice"
    return (
        f"{_game(contest)}: {where}, {deals} {'deal' if deals == 1 else 'deals'} in {players}"
        f" rotations with the same {chance}: {games} games, seed {contest.seed}"
    )


def _game(contest: Contest) -> str:
    words = " ".join(f"{name}={word}" for name, word in contest.rules.option_words.items())
    title = contest.rules.title.removeprefix("the ")
    return f"{title}, {words}" if words else title


def table_lines(contest: Contest, standings: Standings) -> list[str]:
    """The table in text, with the pairs if there are several."""
    lines = aligned([HEADINGS, *(_row(contest, row) for row in standings.rows)])
    if len(contest.entrants) > 2:
        lines += ["", "How often the bot of the row came before that of the column, a tie being half:"]
        lines += aligned(_pair_rows(contest, standings))
    lines += [
        "",
        "margin: points more than the others at the table had on average.",
        f"rating: Bradley-Terry on the Elo scale, {standings.anchor}. ± and 95%: intervals over deals.",
    ]
    return lines


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


def plain_report(
    contest: Contest, standings: Standings, played: Iterable[PlayedDeal], deals: int
) -> dict[str, object]:
    """The same for programs."""
    played = list(played)
    names = [entrant.name for entrant in contest.entrants]
    return {
        "game": contest.rules.name,
        "options": contest.rules.option_words,
        "seed": contest.seed,
        "players": contest.players,
        "tables": [contest.names(table) for table in contest.tables],
        "deals": deals,
        "games": standings.games,
        "complete": len(played) == deals * len(contest.tables),
        "rating_anchor": standings.anchor,
        "bots": [_plain_standing(contest, row) for row in standings.rows],
        "pairs": [_plain_pair(names, pair) for pair in standings.pairs],
        "forfeits": [
            {
                "bot": names[entrant],
                "table": contest.names(contest.tables[deal.table]),
                "deal": deal.deal + 1,
                "rotation": rotation + 1,
                "why": why,
            }
            for entrant, deal, rotation, why in forfeits(contest, played)
        ],
    }


def _plain_standing(contest: Contest, row: Standing) -> dict[str, object]:
    entrant = contest.entrants[row.entrant]
    return {
        "bot": entrant.name,
        "spec": entrant.spec,
        "games": row.games,
        "forfeits": row.forfeits,
        "win_share": _plain_estimate(row.win_share),
        "margin": _plain_estimate(row.margin),
        "points": _plain_estimate(row.total),
        "rating": _plain_estimate(row.rating),
        "seconds_per_decision": row.seconds_per_decision,
    }


def _plain_pair(names: Sequence[str], pair: Pair) -> dict[str, object]:
    return {
        "bot": names[pair.entrant],
        "against": names[pair.against],
        "games": pair.games,
        "share": _plain_estimate(pair.share),
    }


def _plain_estimate(estimate: Estimate | None) -> dict[str, float | None] | None:
    return estimate._asdict() if estimate is not None else None
