"""Sheets, positions and records that may be given as values or as their text."""

from qwixx.notation.positions import parse_position, read_sheet
from qwixx.notation.reader import parse_record
from qwixx.record import Record
from qwixx.rules.errors import SetupError
from qwixx.rules.game import State
from qwixx.rules.scanner import Scanner
from qwixx.rules.sheet import Sheet
from qwixx.rules.validity import check_state


def state_of(position: State | str) -> State:
    """The state; SetupError for anything but a State and a text."""
    state = parse_position(position) if isinstance(position, str) else position
    if not isinstance(state, State):
        raise SetupError(f"a position is a State or its text, not {position!r}")
    return state


def check_position(position: State | str) -> State:
    """The state if it is possible, else a SetupError that says what is wrong with it.

    A State that is made from its fields is not checked: what leads from state to state is.
    """
    return check_state(state_of(position))


def sheet_of(sheet: Sheet | str) -> Sheet:
    """The sheet; SetupError for anything but a Sheet and a text such as ``r2,3 p1``."""
    if isinstance(sheet, str):
        scanner = Scanner(sheet)
        found = read_sheet(scanner)
        scanner.expect_end()
        return found
    if not isinstance(sheet, Sheet):
        raise SetupError(f"a sheet is a Sheet or its text, not {sheet!r}")
    return sheet


def record_of(record: Record | str) -> Record:
    """The record; SetupError for anything but a Record and a text."""
    found = parse_record(record) if isinstance(record, str) else record
    if not isinstance(found, Record):
        raise SetupError(f"a record is a Record, as game.record, or its text, not {record!r}")
    return found
