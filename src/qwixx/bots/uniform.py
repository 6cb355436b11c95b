"""A player without a plan."""

import random

from qwixx.rules.choices import Choice
from qwixx.rules.view import View


class RandomBot:
    """Every legal choice is equally likely."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def choose(self, view: View) -> Choice:
        return self._rng.choice(view.choices)
