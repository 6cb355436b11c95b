"""How well a net's player plays, as data."""

from typing import NamedTuple


class Style(NamedTuple):
    """How well a net's player plays: whether it looks a roll deeper, and how it errs (``nets.habit``)."""

    margin: float = 0.0
    dozes: bool = False
    deeper: bool = False


BEST = Style()
