"""``qwixx coach``: what each choice in a position is worth."""

import argparse

from qwixx.cli.terminal import add_color_argument

SUMMARY = "tell what each choice in a position is worth, and why the others are worse"
EXAMPLES = """\
examples:
  qwixx coach --position 'dice; 1 roll; r2,4 y3; g12,10' --dice '4+1 r3 y2 g5 b6'
  qwixx coach --position 'dice; 1 roll; r2,4 y3; g12,10' --dice '4+1 r3 y2 g5 b6' --seat 2
  qwixx coach --position 'dice; 2 own 4+1 r3 y2 b6 crossed b5; r5,7 g12,11,10,9,8,2 p1; b10,5'
  qwixx coach --position 'solo; 1 roll; r2,3 p1' --dice '4+1 r3 y2 g5 b6' --json

Win is the share of the win (a tie is shared), total the expected final total. The solo game is exact,
the others are judged by the nets of the bot master, who sees no more than the seat does. Positions and
rolls are written as above; all about them is in docs/notation.md of the source distribution, the method
in docs/coach.md."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--position", required=True, metavar="TEXT", help="a position of any game")
    parser.add_argument("--dice", metavar="TEXT", help="the roll, for a position before it")
    parser.add_argument(
        "--seat", type=int, metavar="N", help="whose choice it is, from 1 (default: the active player)"
    )
    parser.add_argument("--top", type=int, metavar="N", help="only the N best choices")
    parser.add_argument("--json", action="store_true", help="print everything as JSON")
    add_color_argument(parser)


def run(args: argparse.Namespace) -> int:
    # What judges takes longer to import than most other commands take to run.
    from qwixx.cli.coach_run import run_coach

    return run_coach(args)
