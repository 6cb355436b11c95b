"""Players that need no person: ``make_bot("gap:1,2", rng)``, programs, and your own players as programs."""

from typing import TYPE_CHECKING

from qwixx.bots.errors import BotError, BotFailure
from qwixx.bots.registry import BOTS, make_bot
from qwixx.bots.simple import GapBot, RandomBot

if TYPE_CHECKING:
    from qwixx.bots.as_program import run

__all__ = ["BOTS", "BotError", "BotFailure", "GapBot", "RandomBot", "make_bot", "run"]


def __getattr__(name: str) -> object:
    """Import ``run`` on first use, since its dependencies are slow to import."""
    if name != "run":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from qwixx.bots import as_program

    return as_program.run
