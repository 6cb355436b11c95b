"""The random streams in plain Python, and a dealer that draws from them: the reference for compiled code."""

from collections.abc import Sequence
from typing import TypeVar

from qwixx.engine.stream import CHANCE, DICE_COUNT
from qwixx.gameplay import draw
from qwixx.rules.chance import ChanceNode, ChanceOutcome
from qwixx.rules.colours import COLOURS, Colour

T = TypeVar("T")

_BITS = (1 << 64) - 1
_STEP, _MIX_1, _MIX_2 = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


class Stream:
    """A random stream in plain Python, with the methods of ``random.Random`` that players and dealers use."""

    def __init__(self, seed: int, game: int, index: int) -> None:
        self._state = _mixed((_mixed((_mixed(seed & _BITS) + game) & _BITS) + index) & _BITS)

    def bits(self) -> int:
        self._state = (self._state + _STEP) & _BITS
        return _mixed(self._state)

    def randrange(self, stop: int) -> int:
        return ((self.bits() >> 11) * stop) >> 53

    def choice(self, items: Sequence[T]) -> T:
        return items[self.randrange(len(items))]

    def dice(self, rolled: tuple[Colour, ...] = COLOURS) -> list[int]:
        """Six faces from one draw, as digits in base six.

        All six are drawn, whichever are rolled, so that games with different players use the same numbers.
        """
        digits, faces = self.bits() >> 4, []
        for _ in range(DICE_COUNT):
            digits *= 6
            faces.append((digits >> 60) + 1)
            digits &= (1 << 60) - 1
        return faces

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.randrange(last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)


def _mixed(z: int) -> int:
    z = ((z ^ (z >> 30)) * _MIX_1) & _BITS
    z = ((z ^ (z >> 27)) * _MIX_2) & _BITS
    return z ^ (z >> 31)


class StreamDealer:
    """The dealer of one simulated game, for the readable engine."""

    def __init__(self, seed: int, game: int) -> None:
        self._stream = Stream(seed, game, CHANCE)

    def draw(self, node: ChanceNode) -> ChanceOutcome:
        return draw(node, self._stream)
