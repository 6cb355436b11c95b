"""The playing style of a net's player, as data."""

from enum import IntEnum
from typing import NamedTuple


class Manner(IntEnum):
    """How a net's player chooses: the functions of ``nets.choice``, as numbers for compiled code."""

    BEST = 0
    BY_HABIT = 1
    DEEPER = 2


class Style(NamedTuple):
    """How well a net's player plays: whether it looks a roll deeper, and how it errs (``nets.choice``)."""

    margin: float = 0.0
    dozes: bool = False
    deeper: bool = False

    @property
    def manner(self) -> Manner:
        if self.deeper:
            return Manner.DEEPER
        return Manner.BY_HABIT if self.margin or self.dozes else Manner.BEST


BEST = Style()
