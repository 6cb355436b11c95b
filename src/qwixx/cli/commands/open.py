"""``qwixx open``: a new table on a server, with a seat at it."""

import argparse
import ipaddress
from importlib.util import find_spec
from urllib.parse import urlsplit

from qwixx.cli.options import add_rules_arguments, rules_named
from qwixx.cli.tables import add_person_arguments, add_server_argument, person_name, server_at, sit
from qwixx.rules.errors import InputError
from qwixx.terminal.console import Console, add_color_argument, can_show, is_interactive

EXAMPLES = """\
examples:
  qwixx open                                          a dice game for two on this machine's server
  qwixx open --game cards --seats 3 --bot casual      you, a bot and a person who joins
  qwixx open --server https://play.example.org --name Ann

Others join by link or code, in a browser or with qwixx join. The game begins when all seats are taken, or
when you type start; then bots take the free seats."""
HALF_BLOCKS = "▀▄█"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_rules_arguments(parser)
    parser.add_argument(
        "--seats", type=int, metavar="N", help="number of seats (default: as few as possible)"
    )
    parser.add_argument(
        "--bot", action="append", default=[], metavar="BOT", help="add a bot; may be repeated"
    )
    parser.add_argument("--hints", action="store_true", help="let players ask the coach for hints")
    add_person_arguments(parser)
    add_server_argument(parser)
    add_color_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Open a table and play; the exit status."""
    rules = rules_named(args.game, args.option)
    count = args.seats if args.seats is not None else max(rules.min_players, 1 + len(args.bot))
    rules.check_players(count)
    if len(args.bot) >= count:
        raise InputError(f"with {len(args.bot)} bots no seat of {count} is left for you: give fewer")
    console, name = Console(args.color), person_name(args)
    server = server_at(args)
    seats = [None] * (count - len(args.bot)) + args.bot
    # Its import takes time, and `server_at` has refused a missing extra.
    from qwixx.tables.protocol import TableSettings

    settings = TableSettings(hints=args.hints or None)
    table = server.open(rules, name=name, seats=seats, settings=settings)
    if table.info.code is not None:
        reachable = server.address() or server.url
        _invite(console, f"{reachable}/t/{table.now.name}", table.info.code)
    return sit(console, table, name, auto=args.auto)


def _invite(console: Console, link: str, code: str) -> None:
    """Print link and code for others, and a QR code for phones where the terminal can show one."""
    console.print(f"Others join at {link}")
    console.print(f"or with the code {console.bold(code)}.")
    if is_interactive() and can_show(HALF_BLOCKS) and find_spec("segno") and not _is_here(link):
        import segno

        segno.make(link, micro=False).terminal(compact=True, border=1)


def _is_here(link: str) -> bool:
    """Whether a link works on this machine alone."""
    host = urlsplit(link).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
