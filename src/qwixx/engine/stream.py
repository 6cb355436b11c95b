"""Streams of chance: the same seed gives the same numbers on any machine, in Python and compiled.

A stream is a SplitMix64 generator. Each game has streams of its own, one for the dice or cards and
one for each seat's luck, so that games can be played in any order, on any number of machines.
"""

from collections.abc import Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from qwixx.compiled import compiled
from qwixx.gameplay import drawn
from qwixx.rules.chance import ChanceNode, ChanceOutcome
from qwixx.rules.colours import COLOURS, Colour

T = TypeVar("T")
Streams = NDArray[np.uint64]

CHANCE, FIRST_PLAYER = 0, 1
DICE = 2 + len(COLOURS)

_BITS = (1 << 64) - 1
_STEP, _MIX_1, _MIX_2 = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


class Stream:
    """One stream in plain Python, with the methods of ``random.Random`` that players and dealers use."""

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
        """Six faces from one draw, as digits to base six.

        All six are drawn, whichever are rolled, so that two games stay alike when their players differ.
        """
        digits, faces = self.bits() >> 4, []
        for _ in range(DICE):
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
    """The chance of one simulated game, for the readable engine."""

    def __init__(self, seed: int, game: int) -> None:
        self._stream = Stream(seed, game, CHANCE)

    def draw(self, node: ChanceNode) -> ChanceOutcome:
        return drawn(node, self._stream)


STEP, MIX_1, MIX_2 = np.uint64(_STEP), np.uint64(_MIX_1), np.uint64(_MIX_2)


@compiled()
def _mix(z: np.uint64) -> np.uint64:
    z = (z ^ (z >> np.uint64(30))) * MIX_1
    z = (z ^ (z >> np.uint64(27))) * MIX_2
    return z ^ (z >> np.uint64(31))


@compiled()
def begin_streams(streams: Streams, seed: int, game: int) -> None:
    """Set every stream of a game to its start."""
    key = _mix(_mix(np.uint64(seed)) + np.uint64(game))
    for index in range(streams.size):
        streams[index] = _mix(key + np.uint64(index))


@compiled()
def bits(streams: Streams, index: int) -> np.uint64:
    streams[index] += STEP
    return _mix(streams[index])


@compiled()
def below(streams: Streams, index: int, stop: int) -> int:
    """A number from 0 to ``stop`` - 1."""
    return int(((bits(streams, index) >> np.uint64(11)) * np.uint64(stop)) >> np.uint64(53))


@compiled()
def roll(streams: Streams, dice: NDArray[np.int64]) -> None:
    """Roll all dice into ``dice``, two white ones first."""
    digits = bits(streams, CHANCE) >> np.uint64(4)
    for die in range(DICE):
        digits *= np.uint64(6)
        dice[die] = np.int64(digits >> np.uint64(60)) + 1
        digits &= np.uint64((1 << 60) - 1)


@compiled()
def shuffle(streams: Streams, pile: NDArray[np.int64], count: int) -> None:
    """Put the first ``count`` of a pile into a new order."""
    for last in range(count - 1, 0, -1):
        other = below(streams, CHANCE, last + 1)
        pile[last], pile[other] = pile[other], pile[last]
