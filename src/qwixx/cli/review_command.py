"""``qwixx review``: a finished game judged."""

import argparse
from pathlib import Path

from qwixx.cli.terminal import add_color_argument

SUMMARY = "review a finished game: what each choice cost, and what was luck"
EXAMPLES = """\
examples:
  qwixx review game.qwixx                     luck and skill, the slips, the costliest explained
  qwixx review game.qwixx --all               the same with every decision
  qwixx review game.qwixx --html game.html    all of it as a page to keep or to send
  qwixx review game.qwixx --plot game.svg     the curve of the win as a picture
  qwixx review - --json < game.qwixx

Records are those of qwixx play --save and of the browser. A choice that gives away 1 % of the win is an
inaccuracy, 3 % a mistake, 7 % a blunder; in the solo game 0.5, 1.5 and 4 points. How luck is told from
skill is in docs/coach.md of the source distribution."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="RECORD", help="a record of a finished game, or - for standard input")
    parser.add_argument("--all", action="store_true", help="list all decisions, also those that cost nothing")
    parser.add_argument("--json", action="store_true", help="print the whole review as JSON")
    parser.add_argument("--html", type=Path, metavar="FILE", help="write the review as a page")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the curve as .svg or .png")
    add_color_argument(parser)


def run(args: argparse.Namespace) -> int:
    # What judges takes longer to import than most other commands take to run.
    from qwixx.cli.review_run import run_review

    return run_review(args)
