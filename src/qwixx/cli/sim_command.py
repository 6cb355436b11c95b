"""``qwixx sim``: millions of games between compiled bots."""

import argparse
from pathlib import Path

from qwixx.bots.registry import kind_of
from qwixx.rules.errors import InputError
from qwixx.system.signals import handlers_wait

SUMMARY = "play millions of games between compiled bots and sum them up"
EXAMPLES = """\
examples:
  qwixx sim --players gap:1,2 gap:2,3 --games 1000000 --seed 7 --jobs 2
  qwixx sim --game cards --players net gap:1,2 random --plot points.svg
  qwixx sim --game solo --players optimal --json
  qwixx sim --players gap:1,2 gap:2,3 --cluster auto

Compiled are random, gap:a,b, the levels novice to master, net, and optimal in the solo game. The same
seed gives the same result for any --jobs and on a --cluster (Ray; pip install 'qwixx[cluster]'); for
random and gap:a,b on any machine."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", default="dice", metavar="GAME", help="dice, cards, cards_joker or solo")
    parser.add_argument(
        "--players", nargs="+", default=["gap:1,2", "gap:2,3"], metavar="BOT", help="a bot for each seat"
    )
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the rules"
    )
    parser.add_argument("--games", type=int, default=100_000, metavar="N", help="(default: 100000)")
    parser.add_argument("--seed", type=int, default=1, help="for chance and luck (default: 1)")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="threads (default: 1)")
    parser.add_argument("--cluster", metavar="ADDRESS", help="a Ray cluster that plays instead")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--csv", action="store_true", help="print a line for each seat, with commas")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw points and wins as .svg or .png")


def run(args: argparse.Namespace) -> int:
    for bot in args.players:
        if kind_of(bot)[0].runs_programs:
            raise InputError(f"{bot!r} is a program and cannot be compiled: it can play in qwixx arena")
    # Compiled code takes long to import; other commands do without it. Ctrl-C has to wait: libraries that are
    # being imported may take it for a failure of theirs and go on.
    with handlers_wait():
        from qwixx.cli.sim_run import run_sim

    return run_sim(args)
