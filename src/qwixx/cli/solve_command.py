"""``qwixx solve``: the solo game solved exactly."""

import argparse
from pathlib import Path

SUMMARY = "solve the solo game exactly, and value any position and choice in it"
EXAMPLES = """\
examples:
  qwixx solve solo                                   what best play brings, and how likely each total is
  qwixx solve solo --plot totals.svg
  qwixx solve solo --position 'solo; 1 roll; r2,3 g12,10 p1'
  qwixx solve solo --position 'r2,3 g12,10 p1' --dice '4+1 r3 y2 g5 b6' --top 5
  qwixx solve solo --dice '4+1 r3 y2 g5 b6' --json

The first run solves the game, in about a minute, and keeps the result in the cache folder; later runs
read it. A file that is damaged is solved anew. The source distribution tells more: docs/solver.md,
and docs/notation.md for positions and rolls."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="solo", help="the game to solve; there is one so far")
    parser.add_argument(
        "--position", metavar="TEXT", help="the value of a position, or of a sheet alone before the roll"
    )
    parser.add_argument("--dice", metavar="TEXT", help="rank every pair of choices for this roll")
    parser.add_argument("--top", type=int, metavar="N", help="only the N best pairs of choices")
    parser.add_argument("--json", action="store_true", help="print everything as JSON")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the final totals as .svg or .png")
    parser.add_argument("--table", type=Path, metavar="FILE", help="keep the solved game in this file")
    parser.add_argument("--again", action="store_true", help="solve the game even if it is solved already")


def run(args: argparse.Namespace) -> int:
    # Reading a solved game takes less time than importing what reads it; other commands do without.
    from qwixx.cli.solve_run import run_solve

    return run_solve(args)
