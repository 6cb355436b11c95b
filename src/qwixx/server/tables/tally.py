"""How often each face came in a game, counted when it is over; kept longer than the game's table."""

import hashlib
from collections import Counter
from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from qwixx.rules.chance import FACES, ChanceOutcome, Roll
from qwixx.rules.colours import COLOURS

# The white dice in the order they lie, and each coloured die by itself: one column for each, in this order.
PAIR_COLUMNS = tuple(f"white_{first}{second}" for first, second in product(FACES, FACES))
COLOURED_COLUMNS = tuple(f"{colour}_{face}" for colour in COLOURS for face in FACES)
COLUMNS = PAIR_COLUMNS + COLOURED_COLUMNS


class Tally(NamedTuple):
    """What one game counts. ``game`` is a name that tells nothing of its table, and no other game has."""

    game: str
    counts: tuple[int, ...]


class Tallied(NamedTuple):
    """All games together."""

    games: int
    counts: tuple[int, ...]


def tally(table: str, number: int, outcomes: Sequence[ChanceOutcome]) -> Tally | None:
    """The count of a table's game, counted from 1; None where no dice were rolled."""
    rolls = [outcome for outcome in outcomes if isinstance(outcome, Roll)]
    if not rolls:
        return None
    found = Counter(
        name
        for roll in rolls
        for name in (
            f"white_{roll.white[0]}{roll.white[1]}",
            *(f"{colour}_{face}" for colour, face in roll.coloured.items()),
        )
    )
    game = hashlib.sha256(f"{table} {number}".encode()).hexdigest()[:32]
    return Tally(game, tuple(found[column] for column in COLUMNS))
