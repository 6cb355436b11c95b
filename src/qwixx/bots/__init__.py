"""Players that need no person: ``make_bot("gap:1,2", rng)``, and programs in other processes."""

from qwixx.bots.errors import BotError, BotFailure
from qwixx.bots.gap import GapBot
from qwixx.bots.registry import BOTS, make_bot
from qwixx.bots.uniform import RandomBot

__all__ = ["BOTS", "BotError", "BotFailure", "GapBot", "RandomBot", "make_bot"]
