"""A judge who knows nothing: its opinions follow from what it is shown, and mean nothing.

Whatever a judge says, a review has to add up, losses are not negative, and nothing illegal is advised.
"""

import random
import zlib
from collections.abc import Sequence
from typing import cast

from qwixx.analysis.judging import SoloValues, Values
from qwixx.analysis.net_values import CardValues, DiceValues
from qwixx.nets.judge import Judge, Opinion, Standing
from qwixx.rules.cards import Card
from qwixx.rules.game import State
from qwixx.rules.ruleset import Ruleset
from qwixx.rules.view import View
from qwixx.solver.solution import Solution


class Oracle:
    """Speaks as `Judge` does, and remembers what it was asked."""

    def __init__(self) -> None:
        self.seen: list[tuple[View, tuple[Card, ...]]] = []

    def opinions(self, view: View, shown: Sequence[Card] = ()) -> tuple[Opinion, ...]:
        rng = self._listen(view, shown)
        return tuple(Opinion(choice, rng.random(), rng.uniform(0, 100)) for choice in view.choices)

    def standing(self, view: View, shown: Sequence[Card] = ()) -> Standing:
        rng = self._listen(view, shown)
        return Standing(rng.random(), rng.uniform(0, 100))

    def after_roll(self, state: State) -> tuple[float, ...]:
        return _shares(state, "after")

    def before_roll(self, state: State) -> tuple[float, ...]:
        return _shares(state, "before")

    def _listen(self, view: View, shown: Sequence[Card]) -> random.Random:
        self.seen.append((view, tuple(shown)))
        return random.Random(zlib.crc32(repr((view, tuple(shown))).encode()))


def _shares(state: State, moment: str) -> tuple[float, ...]:
    rng = random.Random(zlib.crc32(f"{moment} {state.sheets} {state.dice} {state.active}".encode()))
    weights = [rng.random() for _ in range(state.players)]
    return tuple(weight / sum(weights) for weight in weights)


def values_by(oracle: Oracle, rules: Ruleset) -> Values:
    """The values of a game with opponents, as this oracle sees them."""
    judge = cast(Judge, oracle)
    return CardValues(judge) if rules.has_cards else DiceValues(judge)


def any_values(rules: Ruleset, solved: Solution) -> Values:
    """Values of any game; those of the solo game are true."""
    return SoloValues(solved) if rules.max_players == 1 else values_by(Oracle(), rules)
