"""Values as text: what ``str()`` gives, for values of one kind only."""

from qwixx.record import Record
from qwixx.rules.chance import ChanceOutcome, Roll
from qwixx.rules.choices import Choice
from qwixx.rules.game import State


def format_choice(choice: Choice) -> str:
    """A choice as text: ``-``, ``r7``, ``take 1 3`` or ``play G9 G11 cross g11 g9``."""
    return str(choice)


def format_roll(dice: Roll) -> str:
    """A roll as text: ``4+1 r3 y2 g5 b6``; a die out of the game is left out."""
    return str(dice)


def format_outcome(outcome: ChanceOutcome) -> str:
    """What chance decided as text: a roll, ``first 2``, ``first six 3 1 6`` or ``shuffle R2 R3 …``."""
    return str(outcome)


def format_position(state: State) -> str:
    """A state as one line that ``parse_position`` reads back.

    >>> format_position(State.new("solo", players=1))
    'solo; 1 roll; -'
    """
    return str(state)


def format_record(record: Record) -> str:
    """A record as text that ``parse_record`` reads back."""
    return str(record)
