"""``qwixx daily``: the solo game with today's dice, which are the same for all, or the puzzle of the day."""

import argparse
import time
from importlib.util import find_spec
from pathlib import Path

from qwixx.cli.tables import person_name
from qwixx.daily import DAILY_TAG, check_day, day_at, par_of, puzzle_of
from qwixx.record import Record
from qwixx.rules.errors import InputError
from qwixx.rules.ruleset import SOLO
from qwixx.system.signals import defer_handlers
from qwixx.terminal.console import Console, add_color_argument
from qwixx.terminal.drawings import points_text
from qwixx.terminal.record_file import SavedRecord, check_new
from qwixx.terminal.seats import SeatArgument
from qwixx.terminal.warm_up import solve_notice

EXAMPLES = """\
examples:
  qwixx daily                  today's dice, the same for everyone
  qwixx daily 2026-11-16       the dice of a past day
  qwixx daily --puzzle         the puzzle of the day

Days begin at midnight UTC. Servers use the same dice, so you can compare results."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("day", nargs="?", metavar="DATE", help="a day such as 2026-11-16 (default: today)")
    parser.add_argument("--puzzle", action="store_true", help="solve the puzzle of the day instead")
    parser.add_argument("--name", metavar="NAME", help="your name in the record (default: your user name)")
    parser.add_argument("--save", type=Path, metavar="FILE", help="save the record of the game to this file")
    parser.add_argument("--auto", action="store_true", help="pass automatically if nothing fits")
    add_color_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Play the dice or set the puzzle of a day; the exit status."""
    today = day_at(time.time())
    day = args.day or today
    check_day(day, today)
    return _set_puzzle(args, day) if args.puzzle else _play(args, day)


def _set_puzzle(args: argparse.Namespace, day: str) -> int:
    from qwixx.cli.commands import puzzle

    if args.save is not None:
        raise InputError("--save keeps a game: leave it out, or --puzzle")
    game, seed = puzzle_of(day)
    settings = {"game": game, "seed": seed, "players": None, "count": 1, "json": False, "color": args.color}
    return puzzle.run(argparse.Namespace(**settings))


def _play(args: argparse.Namespace, day: str) -> int:
    with defer_handlers():
        from qwixx.terminal.local_game import LocalGame, opened_table
        from qwixx.terminal.person import AutoPass

    if args.save:
        check_new(args.save)
    console, name = Console(args.color), person_name(args)
    record = Record.new(SOLO, [name], [(DAILY_TAG, day)])
    with opened_table(record, [SeatArgument(name, None)], day) as table:
        saved = SavedRecord(table.record, record.tags, args.save)
        status = LocalGame(console, table, saved, AutoPass(args.auto)).play()
        if table.record().state.is_over:
            console.print_lines(_best_play(day))
    return status


def _best_play(day: str) -> list[str]:
    """The result of best play for comparison, where the solver is installed."""
    if find_spec("numba") is None:
        return ["To compare with best play, install the solver: pip install 'qwixx[bots]'"]
    with defer_handlers():
        from qwixx.solver.solved import solution

    solve_notice()
    par = par_of(day, solution())
    made = points_text(par.record.state.totals[0])
    return [f"Best play averages {par.expected:.1f} points over all dice, and makes {made} of these."]
