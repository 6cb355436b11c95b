"""Tables on a server for ``qwixx open``, ``join`` and ``watch``: the server, the person, the end."""

import argparse
import getpass
import os
import shlex
from typing import TYPE_CHECKING

from qwixx.extras import require
from qwixx.record import checked_names
from qwixx.rules.errors import InputError
from qwixx.system.signals import defer_handlers
from qwixx.terminal.console import Console
from qwixx.terminal.seats import DEFAULT_NAME

if TYPE_CHECKING:
    from qwixx.client import RemoteTable, Server

SERVER_VARIABLE = "QWIXX_SERVER"


def add_server_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--server",
        metavar="URL",
        default=os.environ.get(SERVER_VARIABLE),
        help=f"the server (default: {SERVER_VARIABLE}, or http://localhost:8080)",
    )


def add_person_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--name", metavar="NAME", help="your name at the table (default: your user name)")
    parser.add_argument("--auto", action="store_true", help="pass automatically if nothing fits")


def person_name(args: argparse.Namespace) -> str:
    """The name that was given, or that of the user of this machine."""
    if args.name is not None:
        (name,) = checked_names([args.name])
        return name
    try:
        return getpass.getuser().capitalize()
    except (OSError, KeyError):
        return DEFAULT_NAME


def server_at(args: argparse.Namespace) -> "Server":
    require("client", f"qwixx {args.command}")
    # It takes asyncio, which few commands need.
    with defer_handlers():
        from qwixx.client import Server

    return Server(args.server) if args.server is not None else Server()


def sit(console: Console, table: "RemoteTable", name: str, *, auto: bool) -> int:
    """Play at a table until the person leaves; the exit status."""
    from qwixx.terminal.person import AutoPass
    from qwixx.terminal.remote_game import RemoteGame

    with table:
        if table.seat is None:
            raise InputError(f"the private link is no longer valid: join {table.link} instead")
        try:
            RemoteGame(console, table, AutoPass(auto)).play()
        except EOFError:
            pass
        except KeyboardInterrupt:
            console.print()
            raise
        finally:
            if table.info.state != "over":
                console.print(f"Your seat stays yours: qwixx join {table.link} --name {shlex.quote(name)}")
    return 0
