"""``qwixx bots``: the bots there are, what they do, and how strong they are."""

import argparse
from collections.abc import Callable

from qwixx.bots.ratings import Rating, Ratings, shipped_ratings
from qwixx.bots.registry import all_kinds
from qwixx.rules.ruleset import RULESETS
from qwixx.terminal.console import Console, print_json
from qwixx.terminal.seats import bot_lines
from qwixx.text_table import aligned

EXAMPLES = """\
examples:
  qwixx bots
  qwixx bots --json

Use a name wherever a bot is expected: qwixx play --players Ann gap:1,2; qwixx arena random gap:1,2."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print the list as JSON")


def run(args: argparse.Namespace) -> int:
    """List the bots; the exit status."""
    measured = shipped_ratings()
    if args.json:
        print_json(plain_report(measured), "qwixx-bots/1")
    else:
        console = Console()
        console.print_lines([*bot_lines(), *rating_lines(measured, console.width)])
    return 0


def rating_lines(measured: Ratings, width: int) -> list[str]:
    """A row for each bot that was measured, the best first, and a column for each game.

    Where ``width`` has no room for them the intervals are left out.
    """
    games = [game for game in RULESETS if game in measured.games]
    if not games:
        return []
    ratings = {game: measured.games[game].ratings for game in games}
    bots = sorted({bot for each in ratings.values() for bot in each}, key=lambda bot: _best(ratings, bot))

    def table(words: Callable[[Rating], str]) -> list[str]:
        rows = [["measured", *games]]
        rows += [
            [bot, *("-" if (found := ratings[game].get(bot)) is None else words(found) for game in games)]
            for bot in bots
        ]
        return aligned(rows, left=range(len(games) + 1))

    shown, intervals = table(_words), ", with 95% intervals"
    if max(map(len, shown)) > width:
        shown, intervals = table(_value), ""
    how = [f"{game} {measured.games[game].games} games, {measured.games[game].anchor}" for game in games]
    return [
        "",
        *shown,
        "",
        f"Ratings are on the Elo scale{intervals}, measured by `qwixx arena`:",
        f"{'; '.join(how)}.",
    ]


def _best(ratings: dict[str, dict[str, Rating]], bot: str) -> float:
    return -max(each[bot].value for each in ratings.values() if bot in each)


def _value(rating: Rating) -> str:
    return f"{rating.value:4}"


def _words(rating: Rating) -> str:
    interval = f" ({rating.low} to {rating.high})" if rating.low < rating.high else ""
    return f"{_value(rating)}{interval}"


def plain_report(measured: Ratings) -> dict[str, object]:
    """The same for programs."""
    return {
        "bots": [
            {"usage": kind.usage, "example": kind.example, "sentence": kind.sentence} for kind in all_kinds()
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
