"""Streams of random numbers, compiled: the same seed gives the same numbers on any machine.

A stream is a SplitMix64 generator. Each game has its own streams, one for the dice or cards and
one for each seat, so that games can be played in any order, on any number of machines.
"""

import numpy as np

from qwixx.compiled.cache import compiled
from qwixx.compiled.structs import Ints, UInts
from qwixx.rules.colours import COLOURS

CHANCE, FIRST_PLAYER = 0, 1
DICE_COUNT = 2 + len(COLOURS)

STEP = np.uint64(0x9E3779B97F4A7C15)
MIX_1, MIX_2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)


@compiled()
def _mix(z: np.uint64) -> np.uint64:
    z = (z ^ (z >> np.uint64(30))) * MIX_1
    z = (z ^ (z >> np.uint64(27))) * MIX_2
    return z ^ (z >> np.uint64(31))


@compiled()
def begin_streams(streams: UInts, seed: int, game: int) -> None:
    """Seed every stream of a game."""
    key = _mix(_mix(np.uint64(seed)) + np.uint64(game))
    for index in range(streams.size):
        streams[index] = _mix(key + np.uint64(index))


@compiled()
def bits(streams: UInts, index: int) -> np.uint64:
    streams[index] += STEP
    return _mix(streams[index])


@compiled()
def below(streams: UInts, index: int, stop: int) -> int:
    """A number from 0 to ``stop`` - 1."""
    return int(((bits(streams, index) >> np.uint64(11)) * np.uint64(stop)) >> np.uint64(53))


@compiled()
def roll(streams: UInts, dice: Ints) -> None:
    """Roll all dice into ``dice``, two white ones first."""
    digits = bits(streams, CHANCE) >> np.uint64(4)
    for die in range(DICE_COUNT):
        digits *= np.uint64(6)
        dice[die] = np.int64(digits >> np.uint64(60)) + 1
        digits &= np.uint64((1 << 60) - 1)


@compiled()
def shuffle(streams: UInts, pile: Ints, count: int) -> None:
    """Shuffle the first ``count`` cards of a pile."""
    for last in range(count - 1, 0, -1):
        other = below(streams, CHANCE, last + 1)
        pile[last], pile[other] = pile[other], pile[last]
