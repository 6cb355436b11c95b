"""Bots by name."""

import random
import re
from collections.abc import Callable
from typing import NamedTuple

from qwixx.bots.gap import GapBot
from qwixx.bots.uniform import RandomBot
from qwixx.play import Player
from qwixx.rules.errors import QwixxError


class BotError(QwixxError):
    """A bot that does not exist, or parameters it does not take."""


class BotKind(NamedTuple):
    """How a kind of bot is written, what it does, and how one is made from its parameters."""

    example: str
    sentence: str
    make: Callable[[str, random.Random], Player]


def _random(parameters: str, rng: random.Random) -> Player:
    if parameters:
        raise BotError(f"random takes no parameters, not {parameters!r}")
    return RandomBot(rng)


def _gap(parameters: str, rng: random.Random) -> Player:
    limits = re.fullmatch(r"(\d{1,2}),(\d{1,2})", parameters or "1,2")
    if limits is None:
        raise BotError(f"gap takes two limits as in gap:1,2, not {parameters!r}")
    return GapBot(int(limits[1]), int(limits[2]))


BOTS = {
    "random": BotKind("random", "chooses any legal choice, all equally likely", _random),
    "gap": BotKind("gap:1,2", "skips at most 1 number, or 2 when a penalty threatens", _gap),
}


def make_bot(spec: str, rng: random.Random | None = None) -> Player:
    """The bot that a text like ``random`` or ``gap:1,2`` names; its luck comes from ``rng``."""
    name, _, parameters = spec.partition(":")
    if name not in BOTS:
        raise BotError(f"no bot {spec!r}: there are {', '.join(kind.example for kind in BOTS.values())}")
    return BOTS[name].make(parameters, rng or random.Random())
