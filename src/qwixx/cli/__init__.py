"""The command line: ``qwixx play``, ``serve``, ``replay``, ``arena`` and the others.

Only the module of the command that is asked for is imported, from ``qwixx.cli.commands``. It has its
``EXAMPLES``, ``add_arguments(parser)`` and ``run(args)``; what is slow to import, ``run`` imports.
"""

import argparse
import errno
import os
import re
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from itertools import groupby
from typing import Never

from qwixx.rules.errors import QwixxError
from qwixx.system.signals import INTERRUPTED, defer_handlers
from qwixx.terminal.console import Console, has_output, print_notice, printable_line
from qwixx.terminal.wrapping import wrapped

COMMANDS = {
    "play": "play a game in the terminal, with bots and people at one keyboard",
    "open": "open a table on a server and join it",
    "join": "join a table on a server, by link or code",
    "watch": "watch a table on a server",
    "serve": "serve tables to browsers on this machine and its network",
    "move-tables": "move tables between a SQLite file and a PostgreSQL database",
    "replay": "check a recorded game and narrate it",
    "review": "review a finished game: what each choice cost, and how much was luck",
    "verify": "verify that the dice and cards of a game were fair",
    "coach": "value each choice in a position, and explain why the others are worse",
    "daily": "play the solo game of the day, with the same dice for everyone",
    "puzzle": "set a puzzle: a position with one clearly best choice",
    "sim": "simulate millions of games between compiled bots",
    "solve": "solve the solo game exactly, and value its positions and choices",
    "arena": "play bots against each other with the same dice and cards, and rate them",
    "bots": "list the bots with their measured ratings",
    "conform": "run conformance files against the rules",
    "docs": "print a page of the documentation",
    "completion": "print a shell completion script",
}
EPILOG = """\
examples:
  qwixx play                      a game in the terminal
  qwixx serve                     serve tables to browsers on this network
  qwixx open                      open a table on that server and play in the terminal
  qwixx join LINK                 join a table, also one opened in a browser
  qwixx replay game.qwixx         check a recorded game and narrate it
  qwixx review game.qwixx         what each choice cost, and how much was luck
  qwixx verify game.qwixx         check that the dice and cards of a game were fair
  qwixx daily                     the dice of the day, the same for everyone
  qwixx puzzle                    a position to think about: what would you cross?
  qwixx sim --games 1000000       a million games between compiled bots
  qwixx solve solo                perfect play of the solo game
  qwixx arena random gap:1,2      bots against each other, with ratings
  qwixx bots                      the bots and their ratings
  qwixx conform cases.json        run conformance cases
  qwixx move-tables FROM TO       move tables from SQLite to PostgreSQL, or back

See `qwixx COMMAND --help` or `qwixx help COMMAND`; `qwixx docs` lists the documentation.

Exit status: 0 success, 1 a check failed (a conformance case, the fairness of a game), 2 invalid input or
something is missing, 3 the output cannot be written, 130 interrupted."""

# The beginnings of examples.
EXAMPLE = ("  qwixx ", "  curl ", "  source ")
WRONG_INPUT, NOT_WRITTEN = 2, 3
# Errors of a full disk, a quota or a device.
WRITE_ERRORS = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


class HelpFormatter(argparse.RawDescriptionHelpFormatter):
    """Help as wide as the terminal: paragraphs are filled; indented lines, which are examples, stay apart."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        # The formatter leaves two columns free.
        return "\n".join(
            line for paragraph in _paragraphs(text) for line in _filled(paragraph, width + 2) or [""]
        )


def _paragraphs(text: str) -> Iterator[str]:
    """The paragraphs of a text; an example, a heading or an empty line is one by itself."""
    for is_prose, lines in groupby(text.splitlines(), lambda line: bool(line) and line[0] != " "):
        together = list(lines)
        yield from [" ".join(together)] if is_prose else together


def _filled(paragraph: str, width: int) -> list[str]:
    """A paragraph in lines; a command stays whole, so that it can be copied."""
    if len(paragraph) <= width or not paragraph.startswith(EXAMPLE):
        return wrapped(paragraph, width)
    command, *meaning = re.split(r"(?<=\S) {2,}", paragraph, maxsplit=1)
    return [command, *(line for each in meaning for line in wrapped(f"      {each}", width))]


class Parser(argparse.ArgumentParser):
    """Quotes wrong arguments in its errors, some of them as they are."""

    def error(self, message: str) -> Never:
        super().error(printable_line(message))

    def print_help(self, file: object = None) -> None:
        # argparse would not say that there is no room for it.
        console = Console()
        for line in self.format_help().rstrip().splitlines():
            console.print(line, wrap=not line.startswith(EXAMPLE))


class ShowVersion(argparse.Action):
    """Looks the version up only when asked: argparse's own action would do so at every start."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> Never:
        from qwixx.bots.provenance import software

        Console().print(software())
        parser.exit()


def parse(argv: Sequence[str]) -> argparse.Namespace:
    """The arguments of a command line, and in ``run`` what runs its command."""
    if not argv or argv[0] == "help":
        argv = [*argv[1:], "--help"]
    parser = Parser(
        prog="qwixx",
        description="The dice game and the card game Qwixx.",
        epilog=EPILOG,
        formatter_class=HelpFormatter,
    )
    parser.add_argument("--version", action=ShowVersion, nargs=0, help="show the version and exit")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    chosen = next((word for word in argv if word in COMMANDS), None)
    for name, summary in COMMANDS.items():
        command = commands.add_parser(name, help=summary, formatter_class=HelpFormatter)
        if name == chosen:
            _complete(command, name)
    return parser.parse_args(argv)


def _complete(parser: argparse.ArgumentParser, name: str) -> None:
    """Give the parser of a command what its module says of it."""
    # Ctrl-C has to wait: a module that is being imported may catch it as an import failure and continue.
    with defer_handlers():
        module = import_module(f"qwixx.cli.commands.{name.replace('-', '_')}")
    parser.description = f"{COMMANDS[name][0].upper()}{COMMANDS[name][1:]}."
    parser.epilog = module.EXAMPLES
    parser.set_defaults(run=module.run)
    module.add_arguments(parser)


def parser_of(name: str) -> argparse.ArgumentParser:
    """The parser of one command, without the others."""
    parser = Parser(prog=f"qwixx {name}", formatter_class=HelpFormatter)
    _complete(parser, name)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; the exit status."""
    if not has_output():
        print_notice("qwixx: the standard output is closed: to discard what is printed, use >/dev/null")
        return NOT_WRITTEN
    try:
        return _run(sys.argv[1:] if argv is None else argv)
    except QwixxError as error:
        print_notice(f"qwixx: {error}")
        return WRONG_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED
    except EOFError:
        return 0
    except BrokenPipeError:
        # The reader closed the pipe, and takes no more.
        _drop_output()
        return 0
    except OSError as error:
        if error.errno not in WRITE_ERRORS:
            raise
        _drop_output()
        print_notice(f"qwixx: cannot write: {error.strerror}")
        return NOT_WRITTEN


def _run(argv: Sequence[str]) -> int:
    args = parse(argv)
    status: int = args.run(args)
    sys.stdout.flush()
    return status


def _drop_output() -> None:
    """Redirect the output to the null device: the flush at exit would fail again, with a traceback."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
