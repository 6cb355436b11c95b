"""Sheets for tests of the solver."""

import random
from collections.abc import Iterator
from itertools import product

import numpy as np

from qwixx.rules.colours import COLOURS, NUMBERS, Colour
from qwixx.rules.game import State
from qwixx.rules.ruleset import SOLO
from qwixx.rules.sheet import CROSSES_BEFORE_LOCK, PENALTY_BOXES, Row, Sheet


def before_the_roll(sheet: Sheet) -> State:
    return State(SOLO, (sheet,), active=0, phase=SOLO.turn[0])


def random_sheet(rng: random.Random) -> Sheet:
    """Any sheet on which the game is not over: full as likely as empty, possibly with a closed row."""
    rows = [_random_row(rng, colour) for colour in COLOURS]
    if rng.random() < 0.3:
        colour = rng.choice(COLOURS)
        before = rng.randint(CROSSES_BEFORE_LOCK, len(NUMBERS[colour]) - 1)
        rows[colour] = (*_some(rng, NUMBERS[colour][:-1], before), NUMBERS[colour][-1])
    return Sheet((rows[0], rows[1], rows[2], rows[3]), rng.randrange(PENALTY_BOXES))


def _random_row(rng: random.Random, colour: Colour) -> Row:
    reach = rng.randint(0, len(NUMBERS[colour]) - 1)
    return _some(rng, NUMBERS[colour][:reach], rng.randint(0, reach))


def _some(rng: random.Random, numbers: Row, count: int) -> Row:
    places = sorted(rng.sample(range(len(numbers)), count))
    return tuple(numbers[place] for place in places)


def random_sheets(seed: int, count: int) -> list[Sheet]:
    rng = random.Random(seed)
    return [random_sheet(rng) for _ in range(count)]


def images(sheet: Sheet) -> Iterator[Sheet]:
    """All eight mirror images: rows swapped within each pair, and the pairs swapped."""
    for first, second, pairs in product((False, True), repeat=3):
        rising, falling = list(sheet.rows[:2]), list(sheet.rows[2:])
        rising = rising[::-1] if first else rising
        falling = falling[::-1] if second else falling
        if pairs:
            rising, falling = [mirrored(row) for row in falling], [mirrored(row) for row in rising]
        yield Sheet((rising[0], rising[1], falling[0], falling[1]), sheet.penalties)


def mirrored(row: Row) -> Row:
    """The numbers at the same places in a row of the opposite direction."""
    return tuple(14 - number for number in row)


def faces(
    white: tuple[int, int], colours: tuple[int | None, ...]
) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    """Dice in the form that compiled code takes: 0 is a removed die."""
    return np.array([*white, *(face or 0 for face in colours)], dtype=np.int64)
