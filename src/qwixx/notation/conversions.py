"""Conversions between values and their text.

``…_of`` takes a value or its text and returns the value; ``format_…`` is ``str()`` for one type of value.
"""

from qwixx.notation.positions import parse_position, read_sheet
from qwixx.notation.reader import parse_record
from qwixx.record import Record
from qwixx.rules.chance import ChanceOutcome, Roll
from qwixx.rules.choices import Choice
from qwixx.rules.errors import InputError, SetupError
from qwixx.rules.game import State
from qwixx.rules.pieces import choice_of, outcome_of
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
    """The state if it is possible, else a SetupError with the problem.

    A State constructed from its fields is not checked; moves from state to state are.
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


def format_choice(choice: Choice) -> str:
    """A choice as text: ``-``, ``r7``, ``take 1 3`` or ``play G9 G11 cross g11 g9``."""
    return str(choice_of(choice))


def format_roll(dice: Roll) -> str:
    """A roll as text: ``4+1 r3 y2 g5 b6``; a die out of the game is left out."""
    if not isinstance(dice, Roll):
        raise InputError(f"a roll is a Roll, not {dice!r}")
    return str(dice)


def format_outcome(outcome: ChanceOutcome) -> str:
    """A chance outcome as text: a roll, ``first 2``, ``first six 3 1 6`` or ``shuffle R2 R3 …``."""
    return str(outcome_of(outcome))


def format_position(state: State) -> str:
    """A state as one line that ``parse_position`` reads back.

    >>> format_position(State.new("solo", players=1))
    'solo; 1 roll; -'
    """
    return str(state_of(state))


def format_record(record: Record) -> str:
    """A record as text that ``parse_record`` reads back."""
    return str(record_of(record))
