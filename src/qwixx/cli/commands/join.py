"""``qwixx join``: a seat at a table on a server, line by line."""

import argparse

from qwixx.cli.tables import add_person_arguments, add_server_argument, person_name, server_at, sit
from qwixx.terminal.console import Console, add_color_argument

EXAMPLES = """\
examples:
  qwixx join http://192.168.1.5:8080/t/LpH1IfRtRqwwq7fk      by link
  qwixx join TOMILA --server http://192.168.1.5:8080         by code
  qwixx join https://play.example.org/t/LpH1IfRtRqwwq7fk --name Ann

The same command brings you back to your seat. Type choices as in qwixx play; ? lists them.
The secrets of your seats are stored in your state folder (or QWIXX_SEATS), readable only by you."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("table", metavar="LINK", help="the link or the code of a table")
    add_person_arguments(parser)
    add_server_argument(parser)
    add_color_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Join a table and play; the exit status."""
    console, name = Console(args.color), person_name(args)
    return sit(console, server_at(args).join(args.table, name), name, auto=args.auto)
