"""In the common action the choices of the others are unknown (D5), so every legal one is considered."""

from statistics import fmean

import pytest

from qwixx.bots import make_bot
from qwixx.gameplay import Game, ask, play_steps
from qwixx.nets.evaluator import evaluator_for
from qwixx.notation import format_choice, parse_position
from qwixx.rules.ruleset import CARDS, DICE, Phase

# The first seat wins with yellow 12 against any reply; the second seat can only lose.
WON = (
    "dice; 1 common 6+6 y3 g4 b2; r3,4,6,7,11,12 y2,4,6,8,9 g9,7,6,4,3 b9,8,7,6,5 p3; "
    "r5,6,8 y4,5,6,7,8,9 g12,8,6,4,3 b11,10,9,5,4 p2"
)


@pytest.mark.parametrize("bot", ["net", "master"])
def test_a_sure_win_is_taken(bot: str) -> None:
    assert format_choice(ask(make_bot(bot, game="dice", players=2), parse_position(WON), 0)) == "y12"


def test_a_choice_that_depends_on_the_opponents_is_worth_less_than_a_sure_win() -> None:
    state, evaluator = parse_position(WON), evaluator_for(DICE, 2)
    worth = {format_choice(each.choice): each.win for each in evaluator.evaluate(state.view(0))}
    assert worth["y12"] == 1.0
    assert worth["-"] < 0.9


def test_the_win_shares_of_both_seats_add_up_to_one() -> None:
    state, evaluator = parse_position(WON), evaluator_for(DICE, 2)
    best = [max(each.win for each in evaluator.evaluate(state.view(seat))) for seat in range(2)]
    assert sum(best) == pytest.approx(1.0, abs=0.05)


def test_C6_values_of_the_common_action_match_the_values_at_the_next_turn() -> None:
    """The active seat still has its play (C6); ignoring it would overestimate the other seat."""
    evaluator, surprises = evaluator_for(CARDS, 2), []
    for seed in range(12):
        promised: float | None = None
        for _, state in play_steps(Game(CARDS, ["Ann", "Ben"], seed=seed), [make_bot("net")] * 2):
            waiting = 1 - state.active
            if state.phase is Phase.COMMON and waiting in state.to_act:
                promised = max(each.win for each in evaluator.evaluate(state.view(waiting)))
            elif state.phase is Phase.DRAW and promised is not None:
                # The seat that was waiting is now the active one.
                surprises.append(evaluator.expectation(state.view(state.active)).win - promised)
                promised = None
    assert len(surprises) > 100
    assert abs(fmean(surprises)) < 0.03
