"""Who judges which game."""

from functools import cache

from qwixx.analysis.judging import SoloValues, Values
from qwixx.rules.ruleset import SOLO, Ruleset
from qwixx.solver.solution import solution


@cache
def values_for(rules: Ruleset, players: int) -> Values:
    """The judge of a game, loaded once; WeightsError if its weights are missing or damaged."""
    if rules == SOLO:
        return SoloValues(solution())
    # A compiler takes longer to load than a solved game.
    from qwixx.analysis.net_values import CardValues, DiceValues
    from qwixx.nets.judge import judge_for

    judge = judge_for(rules, players)
    return CardValues(judge) if rules.has_cards else DiceValues(judge)
