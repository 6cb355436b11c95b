"""One decision judged: every legal choice with its value, and why the others are worse."""

from collections.abc import Sequence
from typing import cast

from qwixx.coach.appointment import judge_for
from qwixx.coach.explanation import explain
from qwixx.coach.findings import Advice, DecisionPhase, Unit
from qwixx.coach.judge import Judge, Valued, as_opened, options, ranked
from qwixx.rules.game import State


def advise(state: State, seat: int, judge: Judge | None = None) -> Advice:
    """What a seat can choose now, the best first; InputError if it has nothing to choose.

    It is judged by what the seat may see: hidden cards of the state, and what others
    have chosen already, make no difference.
    """
    judge = judge or judge_for(state.ruleset, state.players)
    known = as_opened(state)
    return advice(known, seat, ranked(judge.choices(known, seat)), judge.unit)


def advice(state: State, seat: int, ranking: Sequence[Valued], unit: Unit) -> Advice:
    """The advice that a ranking of all legal choices amounts to."""
    return Advice(
        unit=unit,
        seat=seat,
        phase=cast(DecisionPhase, state.phase.value),
        options=options(ranking),
        explanations=tuple(explain(state, seat, each, ranking[0], unit) for each in ranking),
    )
