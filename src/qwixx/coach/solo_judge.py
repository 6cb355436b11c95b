"""The judge of the solo game, which is solved: its values are exact."""

from qwixx.coach.findings import Unit
from qwixx.coach.judge import Luck, Shares, Valued, check_to_act
from qwixx.coach.origins import FROM_THE_DEAL, Origins
from qwixx.rules.game import State
from qwixx.rules.ruleset import SOLO
from qwixx.solver.solution import Solution


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

    def start(self, players: int) -> Shares:
        return self.standing(State.new(SOLO, players))

    def opening_luck(self, state: State, standing: Shares) -> Luck:
        return Luck((0.0,), (0.0,))

    def turn_luck(
        self, state: State, standing: Shares, common: State, origins: Origins = FROM_THE_DEAL
    ) -> Luck:
        return Luck((self._solved.value(common) - standing[0],), (0.0,))
