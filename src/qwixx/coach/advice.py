"""One decision judged: every legal choice with its value, and why the others are worse."""

from collections.abc import Sequence

from qwixx.coach.explanation import explain
from qwixx.coach.findings import Advice, Unit
from qwixx.coach.judge import Judge, Valued, as_opened, options, ranked
from qwixx.coach.judges import judge_for
from qwixx.notation.conversions import state_of
from qwixx.rules.game import State
from qwixx.rules.ruleset import DECISIONS
from qwixx.rules.validity import check_state


def advise(state: State | str, seat: int, judge: Judge | None = None) -> Advice:
    """The legal choices of a seat, valued, best first; InputError if it has none.

    Only what the seat may see counts: hidden cards, and choices that others have made, make no difference.
    """
    known = as_opened(check_state(state_of(state)))
    judge = judge or judge_for(known.ruleset, known.players)
    return advice_of(known, seat, ranked(judge.choices(known, seat)), judge.unit)


def advice_of(state: State, seat: int, ranking: Sequence[Valued], unit: Unit) -> Advice:
    """The advice from a ranking of all legal choices."""
    return Advice(
        unit=unit,
        seat=seat,
        phase=DECISIONS[state.phase],
        options=options(ranking),
        explanations=tuple(explain(state, seat, each, ranking[0], unit) for each in ranking),
    )
