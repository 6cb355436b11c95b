"""The judge of each game; that of the solo game, which is solved, is exact."""

from functools import cache

from qwixx.extras import require

require("bots", "the coach")

from qwixx.coach.findings import Unit
from qwixx.coach.judge import FROM_THE_DEAL, Judge, LuckEstimate, Origins, Shares, Valued, check_to_act
from qwixx.rules.game import State
from qwixx.rules.ruleset import SOLO, Ruleset, ruleset
from qwixx.solver.solved import Solution, solution


class SoloJudge:
    """The solo game, exactly: expected final totals under perfect play."""

    unit: Unit = "points"

    def __init__(self, solved: Solution) -> None:
        self._solved = solved

    def choices(self, state: State, seat: int) -> tuple[Valued, ...]:
        check_to_act(state, seat)
        values = ((choice, self._solved.value(state.apply(seat, choice))) for choice in state.choices(seat))
        return tuple(Valued(choice, None, value) for choice, value in values)

    def effect(self, state: State, seat: int, chosen: Valued, best: Valued) -> Shares:
        return (chosen.value - best.value,)

    def standing(self, state: State) -> Shares:
        return (self._solved.value(state),)

    def start(self, state: State) -> Shares:
        return self.standing(state)

    def opening_luck(self, state: State, standing: Shares) -> LuckEstimate:
        return LuckEstimate((0.0,), (0.0,))

    def turn_luck(
        self, state: State, standing: Shares, common: State, origins: Origins = FROM_THE_DEAL
    ) -> LuckEstimate:
        return LuckEstimate((self._solved.value(common) - standing[0],), (0.0,))

    def luck_of_all(self, state: State, common: State, origins: Origins = FROM_THE_DEAL) -> Shares:
        return self.turn_luck(state, self.standing(state), common).values


@cache
def judge_for(game: str | Ruleset, players: int) -> Judge:
    """The judge of a game, loaded once; WeightsError if its weights are missing or damaged."""
    rules = ruleset(game)
    if rules == SOLO:
        return SoloJudge(solution())
    # Imported here: loading the compiler takes longer than loading the solved game.
    from qwixx.coach.net_judges import CardJudge, DiceJudge
    from qwixx.nets.evaluator import evaluator_for

    evaluator = evaluator_for(rules, players)
    return CardJudge(evaluator) if rules.has_cards else DiceJudge(evaluator)
