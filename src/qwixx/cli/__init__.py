"""The command line: ``qwixx play``, ``serve``, ``replay`` and ``conform``."""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib.metadata import version

from qwixx.cli import conform_command, play_command, replay_command, serve_command
from qwixx.rules.errors import QwixxError

COMMANDS = {
    "play": play_command,
    "serve": serve_command,
    "replay": replay_command,
    "conform": conform_command,
}
EPILOG = """\
examples:
  qwixx play                      a game in the terminal
  qwixx serve                     tables for browsers, here and on the same network
  qwixx replay game.qwixx         a recorded game, checked and told again
  qwixx conform cases.json        conformance cases against the rules

`qwixx COMMAND --help` tells more.
Exit status: 0 done, 1 a conformance case failed, 2 wrong input, 130 interrupted."""

WRONG_INPUT, INTERRUPTED = 2, 130


def build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="qwixx",
        description="The dice game and the card game Qwixx.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"qwixx {version('qwixx')}")
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
        print(f"qwixx: {error}", file=sys.stderr)
        return WRONG_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED
    except EOFError:
        return 0
    except BrokenPipeError:
        # Whoever read our output has gone; there is nobody left to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return status
