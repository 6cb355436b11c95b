"""The mean over all rolls is exact: it equals a brute-force enumeration."""

from itertools import product

import pytest

from qwixx.gameplay import Game
from qwixx.nets.evaluator import evaluator_for
from qwixx.rules.chance import Roll
from qwixx.rules.game import State
from qwixx.rules.ruleset import DICE, Phase

FACES = range(1, 7)


def every_roll(state: State) -> list[Roll]:
    """All rolls of the remaining dice; removed dice have no face."""
    left = [colour not in state.closed_rows for colour in range(4)]
    coloured = product(*(FACES if is_left else [None] for is_left in left))
    return [Roll(white, dice) for dice in coloured for white in product(FACES, FACES)]


def late_state(players: int) -> State:
    """A state before a roll with a closed row, from a game of trained bots."""
    from qwixx.bots import make_bot
    from qwixx.gameplay import play_steps

    for seed in range(100):
        game = Game(DICE, [f"P{seat}" for seat in range(players)], seed=seed)
        for _, state in play_steps(game, [make_bot("net")] * players):
            if state.phase is Phase.ROLL and len(state.closed_rows) == 1:
                return state
    raise AssertionError("no game of a hundred closes a row")


@pytest.mark.parametrize("players", [2, 3])
def test_the_mean_over_all_rolls_equals_the_enumeration(players: int) -> None:
    state, evaluator = late_state(players), evaluator_for(DICE, players)
    rolls = every_roll(state)
    assert len(rolls) == 6**5
    by_roll = [evaluator.after_roll(state.apply_chance(roll)) for roll in rolls]
    for seat, mean in enumerate(evaluator.before_roll(state)):
        assert mean == pytest.approx(sum(values[seat] for values in by_roll) / len(rolls), abs=1e-6)


def test_the_mean_is_close_to_the_direct_output_of_the_net() -> None:
    game = Game(DICE, ["Ann", "Ben"], seed=1)
    while game.state.phase is not Phase.ROLL:
        game.draw_chance()
    evaluator = evaluator_for(DICE, 2)
    for seat, mean in enumerate(evaluator.before_roll(game.state)):
        assert mean == pytest.approx(evaluator.expectation(game.state.view(seat)).win, abs=0.02)
