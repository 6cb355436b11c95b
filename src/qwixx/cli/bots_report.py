"""The bots there are and how strong they were measured to be, for people and for programs."""

from qwixx.bots import BOTS
from qwixx.bots.measured import Measured, Rating
from qwixx.cli.columns import aligned
from qwixx.rules.ruleset import RULESETS


def bot_lines() -> list[str]:
    """What each bot does."""
    return aligned([(kind.usage, kind.sentence) for kind in BOTS.values()], left=(0, 1))


def rating_lines(measured: Measured) -> list[str]:
    """A row for each bot that was measured, the best first, and a column for each game."""
    games = [game for game in RULESETS if game in measured.games]
    if not games:
        return []
    ratings = {game: measured.games[game].ratings for game in games}
    bots = sorted({bot for each in ratings.values() for bot in each}, key=lambda bot: _best(ratings, bot))
    rows = [["measured", *games]]
    rows += [[bot, *(_words(ratings[game].get(bot)) for game in games)] for bot in bots]
    how = [f"{game} {measured.games[game].games} games, {measured.games[game].anchor}" for game in games]
    return [
        "",
        *aligned(rows, left=range(len(games) + 1)),
        "",
        "Ratings are on the Elo scale, with 95% intervals, measured by `qwixx arena`:",
        f"{'; '.join(how)}.",
    ]


def _best(ratings: dict[str, dict[str, Rating]], bot: str) -> float:
    return -max(each[bot].value for each in ratings.values() if bot in each)


def _words(rating: Rating | None) -> str:
    if rating is None:
        return "-"
    return (
        f"{rating.value:4} ({rating.low} to {rating.high})"
        if rating.low < rating.high
        else f"{rating.value:4}"
    )


def plain_report(measured: Measured) -> dict[str, object]:
    """The same for programs."""
    return {
        "bots": [
            {"usage": kind.usage, "example": kind.example, "sentence": kind.sentence}
            for kind in BOTS.values()
        ],
        "measured": {
            game: {
                "command": each.command,
                "games": each.games,
                "anchor": each.anchor,
                "ratings": {
                    bot: {"value": rating.value, "low": rating.low, "high": rating.high}
                    for bot, rating in each.ratings.items()
                },
            }
            for game, each in measured.games.items()
        },
    }
