"""``qwixx bots``: the bots there are, what they do, and how strong they are."""

import argparse

from qwixx.bots import BOTS
from qwixx.bots.measured import Measured, Rating, measured_ratings
from qwixx.cli.terminal import Terminal, print_json
from qwixx.rules.ruleset import RULESETS

SUMMARY = "list the bots, what they do, and how strong they were measured to be"
EXAMPLES = """\
examples:
  qwixx bots
  qwixx bots --json

A bot can sit at any table: qwixx play --players Ann gap:1,2; qwixx arena random gap:1,2."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print the list as JSON")


def run(args: argparse.Namespace) -> int:
    measured = measured_ratings()
    if args.json:
        print_json(_plain(measured))
        return 0
    terminal = Terminal()
    width = max(len(kind.usage) for kind in BOTS.values())
    for kind in BOTS.values():
        terminal.print(f"{kind.usage:{width}}  {kind.sentence}")
    for line in rating_lines(measured):
        terminal.print(line)
    return 0


def rating_lines(measured: Measured) -> list[str]:
    """A row for each bot that was measured, the best first, and a column for each game."""
    games = [game for game in RULESETS if game in measured.games]
    if not games:
        return []
    ratings = {game: measured.games[game].ratings for game in games}
    bots = sorted({bot for each in ratings.values() for bot in each}, key=lambda bot: _best(ratings, bot))
    rows = [["measured", *games]]
    rows += [[bot, *(_words(ratings[game].get(bot)) for game in games)] for bot in bots]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    how = [f"{game} {measured.games[game].games} games, {measured.games[game].anchor}" for game in games]
    return [
        "",
        *("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows),
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


def _plain(measured: Measured) -> dict[str, object]:
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
