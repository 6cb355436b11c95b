"""``qwixx arena``: bots against each other, with the same dice and cards for all."""

import argparse
from pathlib import Path

SUMMARY = "let bots play each other, with the same dice and cards for all, and rate them"
EXAMPLES = """\
examples:
  qwixx arena random gap:1,2 gap:2,3                     all pairings, 1000 games each
  qwixx arena random gap:1,2 gap:2,3 --players 3 --game cards
  qwixx arena gap:1,2 'exec:python3 mybot.py --flag' --games 200 --record games
  qwixx arena gap:1,2 mine=exec:./mybot --results results.jsonl --json

A deal is played once for every rotation of the bots over the seats, with the same chance, so that
luck cancels. NAME=BOT gives a bot a name; exec: runs a program of yours that reads and writes lines
of JSON. With --results or --record the same command goes on after Ctrl-C. The source distribution tells
more: docs/arena.md, docs/bot-protocol.md and examples/python_bot.py."""

DEFAULT_GAMES, DEFAULT_SEED, DEFAULT_TIME_LIMIT = 1000, "1", 5.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("bots", nargs="+", metavar="BOT", help="a bot, as `qwixx bots` lists them")
    parser.add_argument("--game", default="dice", metavar="GAME", help="dice, cards or cards_joker")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the rules"
    )
    parser.add_argument(
        "--games",
        type=int,
        default=DEFAULT_GAMES,
        metavar="N",
        help=f"games at each table, in whole rotations (default: {DEFAULT_GAMES})",
    )
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--players", type=int, default=2, metavar="N", help="bots at a table (default: 2)")
    size.add_argument("--full", action="store_true", help="all bots at one table")
    parser.add_argument(
        "--seed", default=DEFAULT_SEED, help=f"for chance and for bots (default: {DEFAULT_SEED})"
    )
    parser.add_argument("--jobs", type=int, metavar="N", help="processes (default: as many as pay off)")
    parser.add_argument(
        "--time-limit",
        type=float,
        default=DEFAULT_TIME_LIMIT,
        metavar="SECONDS",
        help=f"for each decision of an exec: bot (default: {DEFAULT_TIME_LIMIT:g})",
    )
    kept = parser.add_mutually_exclusive_group()
    kept.add_argument("--results", type=Path, metavar="FILE", help="keep results here, and go on from them")
    kept.add_argument("--record", type=Path, metavar="DIR", help="keep results and every game in this folder")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the table as .svg or .png")
    parser.add_argument("--ratings", type=Path, metavar="FILE", help="write the ratings for `qwixx bots`")


def run(args: argparse.Namespace) -> int:
    # What takes long to import is imported by those who need it.
    from qwixx.cli.arena_run import run_arena

    return run_arena(args)
