"""The command line: ``qwixx play``, ``serve``, ``replay``, ``arena`` and the others."""

import argparse
import errno
import os
import sys
from collections.abc import Sequence
from typing import Never

import qwixx
from qwixx.cli import (
    arena_command,
    bots_command,
    coach_command,
    conform_command,
    move_tables_command,
    play_command,
    puzzle_command,
    replay_command,
    review_command,
    serve_command,
    sim_command,
    solve_command,
    verify_command,
)
from qwixx.cli.terminal import Terminal, print_notice, printable_line
from qwixx.rules.errors import QwixxError

COMMANDS = {
    "play": play_command,
    "serve": serve_command,
    "move-tables": move_tables_command,
    "replay": replay_command,
    "review": review_command,
    "verify": verify_command,
    "coach": coach_command,
    "puzzle": puzzle_command,
    "sim": sim_command,
    "solve": solve_command,
    "arena": arena_command,
    "bots": bots_command,
    "conform": conform_command,
}
EPILOG = """\
examples:
  qwixx play                      a game in the terminal
  qwixx serve                     tables for browsers, here and on the same network
  qwixx replay game.qwixx         a recorded game, checked and told again
  qwixx review game.qwixx         which choices cost what, and what was luck
  qwixx verify game.qwixx         whether the dice and cards of a game from a server were fair
  qwixx puzzle                    a position to think about: what would you cross?
  qwixx sim --games 1000000       a million games between compiled bots
  qwixx solve solo                what the best play of the solo game brings
  qwixx arena random gap:1,2      bots against each other, rated
  qwixx bots                      the bots there are, and how strong they are
  qwixx conform cases.json        conformance cases against the rules
  qwixx move-tables FROM TO       tables from a file into a PostgreSQL database, or back

`qwixx COMMAND --help` tells more. Documents that it names (docs/...) are in the source distribution.
Exit status: 0 done, 1 a conformance case failed, dice were not fair or no room for the output,
2 wrong input, 130 interrupted."""

NOT_WRITTEN, WRONG_INPUT, INTERRUPTED = 1, 2, 130
# How a disk, a quota or a device refuses what is written to it.
REFUSED = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


class Parser(argparse.ArgumentParser):
    """Quotes wrong arguments in its errors, some of them as they are."""

    def error(self, message: str) -> Never:
        super().error(printable_line(message))


class ShowVersion(argparse.Action):
    """Looks the version up only when asked: argparse's own action would do so at every start."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> Never:
        Terminal().print(f"qwixx {qwixx.__version__}")
        parser.exit()


def build_parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="qwixx",
        description="The dice game and the card game Qwixx.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action=ShowVersion, nargs=0, help="show the version and exit")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, command in COMMANDS.items():
        subparser = commands.add_parser(
            name,
            help=command.SUMMARY,
            description=f"{command.SUMMARY[0].upper()}{command.SUMMARY[1:]}.",
            epilog=command.EXAMPLES,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        command.add_arguments(subparser)
        subparser.set_defaults(run=command.run)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; the exit status."""
    args = build_parser().parse_args(argv)
    try:
        status: int = args.run(args)
        sys.stdout.flush()
    except QwixxError as error:
        print_notice(f"qwixx: {error}")
        return WRONG_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED
    except EOFError:
        return 0
    except BrokenPipeError:
        # The reader closed the pipe: there is nobody left to tell.
        _drop_output()
        return 0
    except OSError as error:
        if error.errno not in REFUSED:
            raise
        _drop_output()
        print_notice(f"qwixx: cannot write: {error.strerror}")
        return NOT_WRITTEN
    return status


def _drop_output() -> None:
    """Redirect the output to the null device: the flush at exit would fail again, with a traceback."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
