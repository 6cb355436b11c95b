"""What an address uses at one process, or at all others together."""

from collections.abc import Callable, Mapping
from typing import NamedTuple


class Used(NamedTuple):
    """Connections and tables listened to now, and tables opened within the hour."""

    connections: int = 0
    sockets: int = 0
    tables: int = 0


NOTHING = Used()

# What each address uses here that uses much, and what an address uses elsewhere.
UsedHere = Callable[[], Mapping[str, Used]]
UsedElsewhere = Callable[[str], Used]


def nothing_elsewhere(address: str) -> Used:
    """For those who know of no other process."""
    return NOTHING
