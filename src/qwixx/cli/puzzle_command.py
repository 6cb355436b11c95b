"""``qwixx puzzle``: what would you cross?"""

import argparse

from qwixx.cli.terminal import add_color_argument

SUMMARY = "set a puzzle: a position in which one choice is clearly the best"
EXAMPLES = """\
examples:
  qwixx puzzle                           a position of the dice game: what would you cross?
  qwixx puzzle --game solo --count 5     five puzzles of the solo game, one after the other
  qwixx puzzle --seed 7                  the same puzzle every time
  qwixx puzzle --seed 7 --json           the position, every choice with its value, and the reasons

Answers are typed as in qwixx play: r7 crosses red 7, Enter passes, s shows the solution, q ends it."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--game", default="dice", metavar="GAME", help="dice, cards, cards_joker or solo (default: dice)"
    )
    parser.add_argument("--players", type=int, metavar="N", help="how many play (default: as few as can)")
    parser.add_argument("--seed", type=int, metavar="N", help="the number of the first puzzle (default: any)")
    parser.add_argument("--count", type=int, default=1, metavar="N", help="how many puzzles (default: 1)")
    parser.add_argument("--json", action="store_true", help="print the puzzles, with their answers, as JSON")
    add_color_argument(parser)


def run(args: argparse.Namespace) -> int:
    # What judges takes longer to import than most other commands take to run.
    from qwixx.cli.puzzle_run import run_puzzle

    return run_puzzle(args)
