"""A judge who knows nothing: its opinions follow from what it is shown, and mean nothing.

Whatever a judge says, a review has to add up, losses are not negative, and nothing illegal is advised.
"""

import random
import zlib
from collections.abc import Sequence
from typing import cast

from qwixx.coach.judge import Judge
from qwixx.coach.net_judges import CardJudge, DiceJudge
from qwixx.coach.solo_judge import SoloJudge
from qwixx.nets.evaluator import Evaluator, Opinion, Standing
from qwixx.rules.cards import Card
from qwixx.rules.game import State
from qwixx.rules.ruleset import Ruleset
from qwixx.rules.view import View
from qwixx.solver.solution import Solution


class Oracle:
    """Speaks as `Evaluator` does, and remembers what it was asked."""

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


def judge_by(oracle: Oracle, rules: Ruleset) -> Judge:
    """The judge of a game with opponents who asks this oracle."""
    evaluator = cast(Evaluator, oracle)
    return CardJudge(evaluator) if rules.has_cards else DiceJudge(evaluator)


def any_judge(rules: Ruleset, solved: Solution) -> Judge:
    """A judge of any game; that of the solo game tells the truth."""
    return SoloJudge(solved) if rules.max_players == 1 else judge_by(Oracle(), rules)
