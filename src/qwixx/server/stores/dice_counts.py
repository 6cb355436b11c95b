"""Dice counts: how often each face was rolled in a game so far. They outlive the game's table."""

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


class GameDice(NamedTuple):
    """The counts of one game so far, in the order of ``COLUMNS``; they only grow.

    ``game`` is a hash that identifies the game and reveals nothing of its table.
    """

    game: str
    counts: tuple[int, ...]


class DiceTotals(NamedTuple):
    """All games together."""

    games: int
    counts: tuple[int, ...]


def game_dice(table: str, number: int, outcomes: Sequence[ChanceOutcome]) -> GameDice | None:
    """The counts of a table's game, numbered from 1; None where no dice were rolled."""
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
    return GameDice(game, tuple(found[column] for column in COLUMNS))
