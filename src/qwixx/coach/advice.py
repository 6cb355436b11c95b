"""One decision judged: every legal choice with its value, and why the others are worse."""

from typing import cast

from qwixx.coach.appointment import judge_for
from qwixx.coach.explanation import explain
from qwixx.coach.findings import Advice, DecisionPhase, Explanation, Option, Unit
from qwixx.coach.judge import Judge, options, ranked
from qwixx.coach.moments import as_opened
from qwixx.notation import parse_choice
from qwixx.rules.game import State


def advise(state: State, seat: int, judge: Judge | None = None) -> Advice:
    """What a seat can choose now, the best first; QwixxError if it has nothing to choose.

    It is judged by what the seat may see: hidden cards of the state, and what others
    have chosen already, make no difference.
    """
    judge = judge or judge_for(state.ruleset, state.players)
    known = as_opened(state)
    found = options(ranked(judge.choices(known, seat)))
    explanations = tuple(explanation(known, seat, found, place, judge.unit) for place in range(len(found)))
    return Advice(judge.unit, seat, cast(DecisionPhase, state.phase.value), found, explanations)


def explanation(
    state: State, seat: int, found: tuple[Option, ...], place: int, unit: Unit
) -> Explanation | None:
    """Why the best option is better than the one at this place; None if nothing is lost there."""
    loss = found[place].loss
    if loss <= 0:
        return None
    chosen, better = parse_choice(found[place].choice), parse_choice(found[0].choice)
    return explain(state, seat, chosen, better, loss=loss, unit=unit)
