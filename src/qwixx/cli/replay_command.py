"""``qwixx replay``: a recorded game, checked and told again."""

import argparse
from pathlib import Path

from qwixx.cli.terminal import add_color_argument

SUMMARY = "check a recorded game and tell it again"
EXAMPLES = """\
examples:
  qwixx replay game.qwixx              the whole game in sentences, then the sheets
  qwixx replay game.qwixx --turn 5     the position after turn 5
  qwixx replay game.qwixx --json       positions after each turn and the result

Every rule is checked again; a mistake is shown with its line and column."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="a record as qwixx play --save writes it")
    parser.add_argument("--turn", type=int, metavar="N", help="stop after this turn")
    parser.add_argument("--json", action="store_true", help="print the positions and the result as JSON")
    add_color_argument(parser)


def run(args: argparse.Namespace) -> int:
    # Only this command needs what replays and tells a game.
    from qwixx.cli.replay_run import run_replay

    return run_replay(args)
