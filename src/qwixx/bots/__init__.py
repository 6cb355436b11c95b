"""Players that need no person: ``make_bot("gap:1,2", rng)``."""

from qwixx.bots.gap import GapBot
from qwixx.bots.registry import BOTS, BotError, make_bot
from qwixx.bots.uniform import RandomBot

__all__ = ["BOTS", "BotError", "GapBot", "RandomBot", "make_bot"]
