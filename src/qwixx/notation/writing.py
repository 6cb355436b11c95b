"""Values as text: what ``str()`` gives, for values of one kind only."""

from qwixx.notation.given import record_of, state_of
from qwixx.record import Record
from qwixx.rules.chance import ChanceOutcome, Roll
from qwixx.rules.choices import Choice
from qwixx.rules.errors import InputError
from qwixx.rules.game import State
from qwixx.rules.pieces import choice_of, outcome_of


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
