"""The transposition table of a net changes no output."""

import numpy as np
import pytest

from qwixx.bots import make_bot
from qwixx.engine.board import new_board
from qwixx.gameplay import Game, play_steps
from qwixx.nets.evaluator import Evaluator
from qwixx.nets.inference import win_of
from qwixx.nets.weights import lay_weights, new_net, weights_for
from qwixx.rules.ruleset import RULESETS, ruleset


@pytest.mark.parametrize(("game", "players"), [("dice", 2), ("cards_joker", 3)])
def test_a_net_with_a_full_table_agrees_with_a_new_one(game: str, players: int) -> None:
    weights = weights_for(game, players)
    used = Evaluator(weights)
    bots = [make_bot("gap:1,2")] * players
    compared = 0
    for _, state in play_steps(Game(RULESETS[game], [f"P{seat}" for seat in range(players)], seed=5), bots):
        for seat in state.to_act:
            view = state.view(seat)
            assert used.evaluate(view) == Evaluator(weights).evaluate(view)
            compared += 1
    assert compared > 30


def test_replaced_weights_do_not_use_stale_entries() -> None:
    weights = weights_for("dice", 2)
    board, net = new_board(ruleset("dice"), 2), new_net(weights)
    before = win_of(board, 0, net)
    lay_weights(net, weights | {"heads": -weights["heads"], "heads_bias": -weights["heads_bias"]})
    assert win_of(board, 0, net) == pytest.approx(1 - before)
    assert np.isclose(win_of(board, 0, new_net(weights)), before)
