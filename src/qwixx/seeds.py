"""Seeds: the same one gives the same chance again, wherever one is taken."""

import hashlib
import random
from operator import index
from typing import TypeAlias, cast

from qwixx.rules.errors import SetupError

Seed: TypeAlias = int | str

SEED_NUMBERS = range(2**63)
# Every number that JavaScript, which reads them from JSON, can hold.
BYTES_OF_TEXT = 6


def checked_seed(seed: Seed) -> Seed:
    """The seed; SetupError if it is neither a whole number in range nor a text.

    >>> checked_seed(7), checked_seed("2026-11-16")
    (7, '2026-11-16')
    """
    if isinstance(seed, str):
        return seed
    if not hasattr(seed, "__index__") or index(seed) not in SEED_NUMBERS:
        raise SetupError(f"a seed is a whole number from 0 to {SEED_NUMBERS[-1]}, or a text, not {seed!r}")
    return index(seed)


def generator(seed: Seed | random.Random | None = None) -> random.Random:
    """The generator of a seed, or the one that is given; without a seed a different one every time.

    >>> generator(7).random() == random.Random(7).random()
    True
    """
    # Anything that draws as `random.Random` does will do, such as the streams of compiled games.
    if hasattr(seed, "randrange"):
        return cast(random.Random, seed)
    return random.Random(None if seed is None else checked_seed(seed))


def seed_number(seed: Seed) -> int:
    """A seed as a number, for code that computes with it; a text is hashed.

    >>> seed_number(7), seed_number("Friday")
    (7, 248623832443462)
    """
    checked = checked_seed(seed)
    if isinstance(checked, int):
        return checked
    return int.from_bytes(hashlib.sha256(checked.encode()).digest()[:BYTES_OF_TEXT], "big")
