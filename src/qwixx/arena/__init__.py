"""Tournaments of bots with the same dice and cards for all, and ratings from them."""

from typing import TYPE_CHECKING

from qwixx.arena.contest import ArenaError, ArenaFileError, Contest, Entrant, plan
from qwixx.arena.deal_player import PlayedDeal, PlayedGame
from qwixx.arena.workers import played_deals
from qwixx.extras import require

if TYPE_CHECKING:
    from qwixx.arena.comparison import Comparison, compare

__all__ = [
    "ArenaError",
    "ArenaFileError",
    "Comparison",
    "Contest",
    "Entrant",
    "PlayedDeal",
    "PlayedGame",
    "compare",
    "plan",
    "played_deals",
]


def __getattr__(name: str) -> object:
    """Comparisons are imported when they are used: their figures take NumPy, which is slow to import."""
    if name not in ("Comparison", "compare"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    require("bots", "the arena")
    from qwixx.arena import comparison

    return getattr(comparison, name)
