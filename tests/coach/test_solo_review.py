"""Reviews of the solo game against the solver, which knows its value exactly."""

import random
from math import sqrt
from statistics import fmean, stdev

import pytest

from qwixx.bots import GapBot
from qwixx.bots.optimal import OptimalBot
from qwixx.bots.simple import RandomBot
from qwixx.coach.findings import Review
from qwixx.coach.game_review import review
from qwixx.coach.judges import SoloJudge
from qwixx.gameplay import Game, Player, play
from qwixx.record import Decision, Record
from qwixx.rules.choices import Choice
from qwixx.rules.ruleset import Phase
from qwixx.solver.solved import Solution


def played(player: Player, seed: int) -> Record:
    game = Game("solo", ["Ann"], seed=seed)
    play(game, [player])
    return game.record


def judged(record: Record, solved: Solution) -> Review:
    return review(record, SoloJudge(solved))


@pytest.mark.parametrize("seed", range(5))
def test_losses_match_the_ranking_of_whole_turns_by_the_solver(seed: int, solved: Solution) -> None:
    """The solver ranks both actions of a turn together; the coach judges them one by one."""
    record = played(RandomBot(random.Random(seed)), seed)
    lost: dict[int, float] = {}
    for decision in judged(record, solved).decisions:
        lost[decision.turn] = lost.get(decision.turn, 0.0) + decision.loss
    turn, made = 0, list[Choice]()
    for step, state in zip(record.steps, record.states(), strict=False):
        turn += state.phase is Phase.ROLL
        if state.phase is Phase.COMMON:
            ranking, made = solved.rank(state), []
        if isinstance(step, Decision):
            made.append(step.choice)
            done = [each for each in ranking if each.choices == tuple(made)]
            if done:
                assert lost.get(turn, 0.0) == pytest.approx(done[0].loss, abs=1e-6)


def test_luck_and_losses_relative_to_perfect_play(solved: Solution) -> None:
    record = played(GapBot(1, 2), 3)
    (seat,) = judged(record, solved).seats
    assert seat.start == pytest.approx(115.483126, abs=1e-5)
    values = [solved.value(state) for state in record.states()]
    rolls = [
        after - before
        for state, before, after in zip(record.states(), values, values[1:], strict=False)
        if state.phase is Phase.ROLL
    ]
    assert seat.luck == pytest.approx(sum(rolls), abs=1e-6)
    assert seat.start + seat.luck + seat.skill == pytest.approx(seat.total, abs=1e-6)
    assert (seat.estimate, seat.result) == (0, seat.total)


def test_perfect_play_loses_nothing(solved: Solution) -> None:
    player = OptimalBot(solved.values)
    for seed in range(20):
        (seat,) = judged(played(player, seed), solved).seats
        assert seat.skill == pytest.approx(0, abs=1e-4)
        assert seat.words.inaccuracy == seat.words.mistake == seat.words.blunder == 0


def test_luck_is_zero_on_average(solved: Solution) -> None:
    """The mean luck of the dice is zero, however badly the player plays."""
    lucks = [judged(played(GapBot(1, 2), seed), solved).seats[0].luck for seed in range(150)]
    assert abs(fmean(lucks)) < 4 * stdev(lucks) / sqrt(len(lucks))
