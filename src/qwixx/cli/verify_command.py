"""``qwixx verify``: whether the chance of a game is what its seed says."""

import argparse

SUMMARY = "verify that the dice and cards of a game were fair"
EXAMPLES = """\
examples:
  qwixx verify game.qwixx                          every roll and shuffle derived once more
  qwixx verify game.qwixx --commitment HEX         also whether it is the commitment that you saw
  qwixx verify game.qwixx --contribution 2=HEX     also whether what seat 2 added is in it
  qwixx verify *.qwixx --json
  curl -s https://HOST/api/tables/TABLE/record | qwixx verify -

Records are those of games that are over on a server. What is checked, and what cannot be, is in
docs/fairness.md of the source distribution.
Exit status: 0 if all games are fair, 1 if one is not, 2 if a record cannot be read or says nothing of its
dice."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files", nargs="+", metavar="RECORD", help="a record of a finished game, or - for standard input"
    )
    parser.add_argument("--commitment", metavar="HEX", help="the commitment that was seen before the game")
    parser.add_argument(
        "--contribution",
        action="append",
        default=[],
        metavar="SEAT=HEX",
        help="what a seat, counted from 1, is known to have added; may be given several times",
    )
    parser.add_argument("--json", action="store_true", help="print the findings as JSON")


def run(args: argparse.Namespace) -> int:
    # Other commands need not import it.
    from qwixx.cli.verify_run import run_verify

    return run_verify(args)
