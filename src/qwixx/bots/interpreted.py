"""A trained bot's choice in a process that compiles nothing: slow, but there at once on any machine."""

import os
from collections.abc import Sequence

from qwixx.bots.levels import LEVELS
from qwixx.rules.cards import Card
from qwixx.rules.choices import Choice
from qwixx.rules.view import View


def choose_interpreted(bot: str, view: View, shown: Sequence[Card]) -> Choice:
    """For a process of its own: whatever it imports from now on is never compiled there."""
    os.environ["NUMBA_DISABLE_JIT"] = "1"
    import numpy as np

    # Sums of 64 bits wrap around, as they do in compiled code.
    with np.errstate(over="ignore"):
        return choose_compiled(bot, view, shown)


def choose_compiled(bot: str, view: View, shown: Sequence[Card]) -> Choice:
    """The same in a process that compiles what it needs."""
    from qwixx.bots.trained import TrainedBot

    return TrainedBot(LEVELS[bot]).choose_knowing(view, shown)
