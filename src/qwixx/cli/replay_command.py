"""``qwixx replay``: a recorded game, checked and told again."""

import argparse
from itertools import pairwise
from pathlib import Path

from qwixx.cli.drawings import sheet_lines
from qwixx.cli.narration import Narrator
from qwixx.cli.record_file import read_record
from qwixx.cli.terminal import Terminal, add_color_argument, print_json
from qwixx.notation import format_position
from qwixx.notation.plain import plain_outcome
from qwixx.record import Record
from qwixx.rules.errors import QwixxError
from qwixx.rules.events import events
from qwixx.rules.game import State
from qwixx.server.messages import happening, sheet_message

SUMMARY = "check a recorded game and tell it again"
EXAMPLES = """\
examples:
  qwixx replay game.qwixx              the whole game in sentences, then the sheets
  qwixx replay game.qwixx --turn 5     the position after turn 5
  qwixx replay game.qwixx --json       positions after each turn and the result

Every rule is checked again; a mistake is shown with its line and column."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="a record as qwixx play --save writes it")
    parser.add_argument("--turn", type=int, metavar="N", help="stop after this turn")
    parser.add_argument("--json", action="store_true", help="print the positions and the result as JSON")
    add_color_argument(parser)


def run(args: argparse.Namespace) -> int:
    record = read_record(args.file)
    turns = split_turns(record)
    if args.turn is not None and not 0 <= args.turn < len(turns):
        raise QwixxError(f"the game has turns 1 to {len(turns) - 1}, not {args.turn}")
    shown = turns[: args.turn + 1] if args.turn is not None else turns
    if args.json:
        print_json(_plain(record, shown))
    else:
        _tell(Terminal(args.color), record, shown)
    return 0


def split_turns(record: Record) -> list[list[State]]:
    """The states of a game by turn, each turn from its first state to the one it leads to.

    The first part is the set-up.
    """
    states = list(record.states())
    turns = [[states[0]]]
    for before, after in pairwise(states):
        if before.phase is record.ruleset.turn[0]:
            turns.append([before])
        turns[-1].append(after)
    return turns


def _plain(record: Record, turns: list[list[State]]) -> dict[str, object]:
    last = turns[-1][-1]
    return {
        "game": record.ruleset.name,
        "names": record.names,
        "positions": [format_position(turn[-1]) for turn in turns],
        "totals": last.totals,
        "outcome": plain_outcome(last.outcome) if last.outcome is not None else None,
    }


def _tell(terminal: Terminal, record: Record, turns: list[list[State]]) -> None:
    narrator = Narrator(terminal, record.names, record.ruleset.lock_scope)
    for number, turn in enumerate(turns):
        if number:
            terminal.print(narrator.heading(number, turn[0].active))
        for before, after in pairwise(turn):
            for event in events(before, after):
                terminal.print(narrator.sentence(happening(event)))
    last = turns[-1][-1]
    closed = [str(colour) for colour in last.closed_rows]
    for name, sheet in zip(record.names, last.sheets, strict=True):
        terminal.print()
        for line in sheet_lines(terminal, name, sheet_message(sheet), closed):
            terminal.print(line)
    terminal.print()
    terminal.print(f"position: {format_position(last)}")
