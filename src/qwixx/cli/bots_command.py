"""``qwixx bots``: the bots there are, what they do, and how strong they are."""

import argparse

SUMMARY = "list the bots, what they do, and how strong they were measured to be"
EXAMPLES = """\
examples:
  qwixx bots
  qwixx bots --json

A bot can sit at any table: qwixx play --players Ann gap:1,2; qwixx arena random gap:1,2."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print the list as JSON")


def run(args: argparse.Namespace) -> int:
    # Other commands need not import it.
    from qwixx.cli.bots_run import run_bots

    return run_bots(args)
