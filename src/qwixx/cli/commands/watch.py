"""``qwixx watch``: what happens at a table on a server, until the game is over."""

import argparse

from qwixx.cli.tables import add_server_argument, server_at
from qwixx.terminal.console import Console, add_color_argument

EXAMPLES = """\
examples:
  qwixx watch http://192.168.1.5:8080/t/LpH1IfRtRqwwq7fk
  qwixx watch TOMILA --server http://192.168.1.5:8080"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("table", metavar="LINK", help="the link or the code of a table")
    add_server_argument(parser)
    add_color_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Watch a table until its game is over; the exit status."""
    table = server_at(args).watch(args.table)
    from qwixx.terminal.person import AutoPass
    from qwixx.terminal.remote_game import RemoteGame

    with table:
        RemoteGame(Console(args.color), table, AutoPass()).watch()
    return 0
