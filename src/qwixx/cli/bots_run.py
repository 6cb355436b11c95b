"""One run of ``qwixx bots``: the bots are listed, and what was measured of them."""

import argparse

from qwixx.bots.measured import measured_ratings
from qwixx.cli.bots_report import bot_lines, plain_report, rating_lines
from qwixx.cli.terminal import Terminal, print_json


def run_bots(args: argparse.Namespace) -> int:
    """The exit status."""
    measured = measured_ratings()
    if args.json:
        print_json(plain_report(measured))
    else:
        Terminal().print_lines([*bot_lines(), *rating_lines(measured)])
    return 0
