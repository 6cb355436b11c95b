"""``qwixx replay``: a recorded game, checked and narrated."""

import argparse
from collections.abc import Iterator, Sequence
from itertools import pairwise

from qwixx.notation import format_position
from qwixx.notation.plain import plain_outcome
from qwixx.record import ChanceStep, Record
from qwixx.rules.errors import InputError
from qwixx.rules.events import events
from qwixx.rules.game import State
from qwixx.terminal.console import Console, add_color_argument, print_json
from qwixx.terminal.drawings import sheet_lines
from qwixx.terminal.narration import Narrator
from qwixx.terminal.record_file import input_name, read_game, read_games

EXAMPLES = """\
examples:
  qwixx replay game.qwixx              the whole game in sentences, then the sheets
  qwixx replay game.qwixx --turn 5     the position after turn 5
  qwixx replay game.qwixx --json       positions after each turn and the result
  qwixx replay games.qwixx --number 2  the second game of a file; without --number, all of them

Every rule is checked; errors are shown with line and column."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", metavar="FILE", help="a record as qwixx play --save writes it, or - for standard input"
    )
    parser.add_argument("--number", type=int, metavar="N", help="which of several games in the file")
    parser.add_argument("--turn", type=int, metavar="N", help="stop after this turn")
    parser.add_argument("--json", action="store_true", help="print the positions and the result as JSON")
    add_color_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Narrate a recorded game; the exit status."""
    if args.number is None and args.turn is None and not args.json:
        _show_all(args)
        return 0
    record = read_game(args.file, args.number)
    turns = split_turns(record)
    if args.turn is not None and not 0 <= args.turn < len(turns):
        raise InputError(f"the game has turns 1 to {len(turns) - 1}, not {args.turn}")
    shown = turns[: args.turn + 1] if args.turn is not None else turns
    if args.json:
        print_json(plain_replay(record, shown), "qwixx-replay/1")
    else:
        console = Console(args.color)
        console.print_lines(replay_lines(console, record, shown))
    return 0


def _show_all(args: argparse.Namespace) -> None:
    """Narrate every game of a file, under a heading if there are several."""
    console = Console(args.color)
    records = read_games(args.file)
    for number, record in enumerate(records, start=1):
        if len(records) > 1:
            console.print(console.bold(f"{input_name(args.file)}, game {number} of {len(records)}"))
            console.print()
        console.print_lines(replay_lines(console, record, split_turns(record)))
        if number < len(records):
            console.print()


def split_turns(record: Record) -> list[list[State]]:
    """The states of a game by turn, each turn from its first state to the one it leads to.

    The first part is the set-up, or where the game began if that was a position.
    """
    turns = [[record.start]]
    for (_, turn, before), (_, _, after) in pairwise(record.moments()):
        if turn == len(turns):
            turns.append([before])
        turns[-1].append(after)
    return turns


def replay_lines(console: Console, record: Record, turns: Sequence[Sequence[State]]) -> Iterator[str]:
    """The events of each turn, then the last sheets and the last position."""
    narrator = Narrator(console, record.names, record.ruleset.lock_scope)
    # Only the choice of the first player is reported with the rolls behind it, and it comes first.
    decided = [step.outcome for step in record.steps[:1] if isinstance(step, ChanceStep)]
    for number, turn in enumerate(turns):
        if number:
            yield narrator.heading(number, turn[0].active)
        for before, after in pairwise(turn):
            for event in events(before, after, *decided):
                yield narrator.sentence(event)
    last = turns[-1][-1]
    for name, sheet in zip(record.names, last.sheets, strict=True):
        yield ""
        yield from sheet_lines(console, name, sheet, last.closed_rows)
    yield ""
    yield f"position: {format_position(last)}"


def plain_replay(record: Record, turns: Sequence[Sequence[State]]) -> dict[str, object]:
    """The position after each turn, and the result."""
    last = turns[-1][-1]
    return {
        "game": record.ruleset.name,
        "names": record.names,
        "positions": [format_position(turn[-1]) for turn in turns],
        "totals": last.totals,
        "outcome": plain_outcome(last.outcome) if last.outcome is not None else None,
    }
