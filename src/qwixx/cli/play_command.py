"""``qwixx play``: a game in the terminal, line by line."""

import argparse
from pathlib import Path

from qwixx.bots import BOTS
from qwixx.cli.terminal import add_color_argument
from qwixx.rules.ruleset import OPTIONS, RULESETS

SUMMARY = "play a game in the terminal, with people at one keyboard and bots"
EXAMPLES = f"""\
examples:
  qwixx play                                            asks which game and who plays
  qwixx play --game cards --players Ann Ben gap:1,2     two people and a bot
  qwixx play --game dice --players Ann Robo=gap:2,3 --seed 7 --save game.qwixx
  qwixx play --resume game.qwixx
  qwixx play --players gap:1,2 random --seed 3 --json   two bots, the result as JSON

A word in --players is a person's name, or a bot: {", ".join(kind.example for kind in BOTS.values())}.
NAME=BOT gives a bot a name. Ctrl-C leaves; what --save has written stays."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", metavar="GAME", help=f"one of {', '.join(RULESETS)} (default: dice)")
    parser.add_argument("--players", nargs="+", metavar="PLAYER", help="people and bots, in order of play")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help=f"an option of the rules: {', '.join(OPTIONS)}",
    )
    parser.add_argument("--seed", metavar="SEED", help="the same seed gives the same dice, cards and bots")
    parser.add_argument("--save", type=Path, metavar="FILE", help="keep the record of the game in this file")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="go on with a saved game")
    parser.add_argument("--json", action="store_true", help="for bots only: print the result as JSON")
    add_color_argument(parser)


def run(args: argparse.Namespace) -> int:
    # Other commands need not import it.
    from qwixx.cli.play_run import run_play

    return run_play(args)
