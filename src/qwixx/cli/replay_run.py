"""One run of ``qwixx replay``: the record is read and checked, then told turn by turn."""

import argparse
from itertools import pairwise

from qwixx.cli.record_file import read_record
from qwixx.cli.replay_report import plain_replay, replay_lines
from qwixx.cli.terminal import Terminal, print_json
from qwixx.record import Record
from qwixx.rules.errors import InputError
from qwixx.rules.game import State


def run_replay(args: argparse.Namespace) -> int:
    """The exit status."""
    record = read_record(args.file)
    turns = split_turns(record)
    if args.turn is not None and not 0 <= args.turn < len(turns):
        raise InputError(f"the game has turns 1 to {len(turns) - 1}, not {args.turn}")
    shown = turns[: args.turn + 1] if args.turn is not None else turns
    if args.json:
        print_json(plain_replay(record, shown))
    else:
        terminal = Terminal(args.color)
        terminal.print_lines(replay_lines(terminal, record, shown))
    return 0


def split_turns(record: Record) -> list[list[State]]:
    """The states of a game by turn, each turn from its first state to the one it leads to.

    The first part is the set-up.
    """
    turns = [[record.start]]
    for (_, turn, before), (_, _, after) in pairwise(record.moments()):
        if turn == len(turns):
            turns.append([before])
        turns[-1].append(after)
    return turns
