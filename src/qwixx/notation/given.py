"""A position or a record that may be given as a value or as its text."""

from qwixx.notation.positions import parse_position
from qwixx.notation.reader import parse_record
from qwixx.record import Record
from qwixx.rules.errors import SetupError
from qwixx.rules.game import State


def state_of(position: State | str) -> State:
    """The state; SetupError for anything but a State and a text."""
    state = parse_position(position) if isinstance(position, str) else position
    if not isinstance(state, State):
        raise SetupError(f"a position is a State or its text, not {position!r}")
    return state


def record_of(record: Record | str) -> Record:
    """The record; SetupError for anything but a Record and a text."""
    found = parse_record(record) if isinstance(record, str) else record
    if not isinstance(found, Record):
        raise SetupError(f"a record is a Record, as game.record, or its text, not {record!r}")
    return found
