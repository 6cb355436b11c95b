"""The puzzle of a day."""

import hashlib
from datetime import date
from typing import NamedTuple

from qwixx.rules.ruleset import RULESETS

_SEED = b"qwixx/daily/1/puzzle"


class PuzzleOfDay(NamedTuple):
    """What names a puzzle: its game and its seed."""

    game: str
    seed: int


def puzzle_of(day: str) -> PuzzleOfDay:
    """The puzzle of a day: games take turns, and the seed is derived from the date.

    >>> puzzle_of("2026-11-16")
    PuzzleOfDay(game='dice', seed=191283946)
    """
    games = tuple(RULESETS)
    digest = hashlib.sha256(_SEED + day.encode()).digest()
    # 31 bits, which is how many seeds of puzzles there are.
    seed = int.from_bytes(digest[:4], "big") >> 1
    return PuzzleOfDay(games[date.fromisoformat(day).toordinal() % len(games)], seed)
