"""A fake evaluator: its evaluations are a deterministic hash of the view.

With any evaluations a review must add up, have no negative losses, and advise only legal choices.
"""

import random
import zlib
from dataclasses import fields
from typing import cast

from qwixx.coach.judge import Judge
from qwixx.coach.judges import SoloJudge
from qwixx.coach.net_judges import CardJudge, DiceJudge
from qwixx.nets.evaluator import Evaluation, Evaluator, Expectation
from qwixx.rules.game import State
from qwixx.rules.ruleset import Ruleset
from qwixx.rules.view import View
from qwixx.solver.solved import Solution


class Oracle:
    """Has the interface of `Evaluator` and records the views."""

    def __init__(self) -> None:
        self.seen: list[View] = []

    def evaluate(self, view: View) -> tuple[Evaluation, ...]:
        rng = self._listen(view)
        return tuple(Evaluation(choice, rng.random(), rng.uniform(0, 100)) for choice in view.choices)

    def expectation(self, view: View) -> Expectation:
        rng = self._listen(view)
        return Expectation(rng.random(), rng.uniform(0, 100))

    def after_roll(self, state: State) -> tuple[float, ...]:
        return _shares(state, "after")

    def before_roll(self, state: State) -> tuple[float, ...]:
        return _shares(state, "before")

    def _listen(self, view: View) -> random.Random:
        self.seen.append(view)
        return random.Random(zlib.crc32(repr([getattr(view, each.name) for each in fields(view)]).encode()))


def _shares(state: State, moment: str) -> tuple[float, ...]:
    rng = random.Random(zlib.crc32(f"{moment} {state.sheets} {state.dice} {state.active}".encode()))
    weights = [rng.random() for _ in range(state.players)]
    return tuple(weight / sum(weights) for weight in weights)


def judge_by(oracle: Oracle, rules: Ruleset) -> Judge:
    """The judge of a game with opponents, using this oracle."""
    evaluator = cast(Evaluator, oracle)
    return CardJudge(evaluator) if rules.has_cards else DiceJudge(evaluator)


def any_judge(rules: Ruleset, solved: Solution) -> Judge:
    """A judge of any game; that of the solo game uses the exact solution."""
    return SoloJudge(solved) if rules.max_players == 1 else judge_by(Oracle(), rules)
