"""Which judge judges which game."""

from functools import cache

from qwixx.coach.judge import Judge
from qwixx.coach.solo_judge import SoloJudge
from qwixx.rules.ruleset import SOLO, Ruleset
from qwixx.solver.solution import solution


@cache
def judge_for(rules: Ruleset, players: int) -> Judge:
    """The judge of a game, loaded once; WeightsError if its weights are missing or damaged."""
    if rules == SOLO:
        return SoloJudge(solution())
    # Imported here: loading the compiler takes longer than loading the solved game.
    from qwixx.coach.net_judges import CardJudge, DiceJudge
    from qwixx.nets.evaluator import evaluator_for

    evaluator = evaluator_for(rules, players)
    return CardJudge(evaluator) if rules.has_cards else DiceJudge(evaluator)
