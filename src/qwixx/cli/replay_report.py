"""A recorded game, turn by turn, as lines of text and for programs."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from qwixx.cli.drawings import sheet_lines
from qwixx.cli.narration import Narrator
from qwixx.cli.terminal import Terminal
from qwixx.notation import format_position
from qwixx.notation.plain import plain_outcome
from qwixx.record import Record
from qwixx.rules.events import events
from qwixx.rules.game import State
from qwixx.server.wire.messages import happening, sheet_message


def replay_lines(terminal: Terminal, record: Record, turns: Sequence[Sequence[State]]) -> Iterator[str]:
    """What happened in each turn, and below it the sheets and the position that it led to."""
    narrator = Narrator(terminal, record.names, record.ruleset.lock_scope)
    for number, turn in enumerate(turns):
        if number:
            yield narrator.heading(number, turn[0].active)
        for before, after in pairwise(turn):
            for event in events(before, after):
                yield narrator.sentence(happening(event))
    last = turns[-1][-1]
    closed = [str(colour) for colour in last.closed_rows]
    for name, sheet in zip(record.names, last.sheets, strict=True):
        yield ""
        yield from sheet_lines(terminal, name, sheet_message(sheet), closed)
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
