"""The dice of a day: the same for everybody, derived from the date alone.

docs/daily.md has every byte of it.
"""

import hashlib

from qwixx.fairness.derivation import DerivedLuck
from qwixx.rules.chance import ChanceNode, Roll, RollNode
from qwixx.rules.colours import COLOURS
from qwixx.rules.errors import SetupError

_KEY = b"qwixx/daily/1/key"


def key_of(day: str) -> bytes:
    """What all dice of a day come from."""
    return hashlib.sha256(_KEY + day.encode()).digest()


def faces(day: str, draw: int) -> tuple[int, ...]:
    """The six dice of a draw, numbered from 0: white, white, red, yellow, green, blue.

    >>> faces("2026-11-16", 0)
    (1, 5, 1, 5, 3, 6)
    """
    return tuple(DerivedLuck(key_of(day), draw).dice(COLOURS))


class DailyDealer:
    """Rolls the dice of a day, from one of its draws on.

    Every die has its place in a draw, also one that has left the game: whatever somebody closes, the dice
    that are left show the same for everybody.
    """

    def __init__(self, day: str, draw: int = 0) -> None:
        self._day = day
        self._draw = draw

    def draw(self, node: ChanceNode) -> Roll:
        """The next roll; a daily game has no other chance."""
        if not isinstance(node, RollNode):
            raise SetupError(f"the dice of a day are for games in which only dice are rolled, not for {node}")
        first, second, *coloured = faces(self._day, self._draw)
        self._draw += 1
        dice = zip(COLOURS, coloured, strict=True)
        return Roll((first, second), tuple(face if colour in node.colours else None for colour, face in dice))
