"""``qwixx conform``: conformance files run against the rules."""

import argparse
from pathlib import Path

SUMMARY = "run conformance files against the rules"
EXAMPLES = """\
examples:
  qwixx conform cases.json
  qwixx conform *.json --json

Files are of format qwixx-conformance/1, which docs/conformance.md of the source distribution describes;
its folder tests/conformance has some.
Exit status: 0 if all cases pass, 1 if one fails, 2 if a file cannot be read."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a file of conformance cases")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")


def run(args: argparse.Namespace) -> int:
    # Other commands need not import it.
    from qwixx.cli.conform_run import run_conform

    return run_conform(args)
