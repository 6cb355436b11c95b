"""Nobody knows what the others choose in the common action (D5), so nothing legal is ruled out."""

from statistics import fmean

import pytest

from qwixx.bots import make_bot
from qwixx.gameplay import Game, ask, play_steps
from qwixx.nets.evaluator import evaluator_for
from qwixx.notation import format_choice, parse_position
from qwixx.rules.ruleset import CARDS, DICE, Phase

# The first seat wins by yellow 12, whatever the other does; the other can only lose.
WON = (
    "dice; 1 common 6+6 y3 g4 b2; r3,4,6,7,11,12 y2,4,6,8,9 g9,7,6,4,3 b9,8,7,6,5 p3; "
    "r5,6,8 y4,5,6,7,8,9 g12,8,6,4,3 b11,10,9,5,4 p2"
)


@pytest.mark.parametrize("bot", ["net", "master"])
def test_a_sure_win_is_taken(bot: str) -> None:
    assert format_choice(ask(make_bot(bot, game="dice", players=2), parse_position(WON), 0)) == "y12"


def test_a_choice_that_counts_on_the_others_is_worth_less_than_one_that_does_not() -> None:
    state, evaluator = parse_position(WON), evaluator_for(DICE, 2)
    worth = {format_choice(each.choice): each.win for each in evaluator.evaluate(state.view(0))}
    assert worth["y12"] == 1.0
    assert worth["-"] < 0.9


def test_who_can_only_lose_is_not_promised_a_win() -> None:
    state, evaluator = parse_position(WON), evaluator_for(DICE, 2)
    best = [max(each.win for each in evaluator.evaluate(state.view(seat))) for seat in range(2)]
    assert sum(best) == pytest.approx(1.0, abs=0.05)


def test_C6_choices_of_the_common_action_promise_what_the_next_turn_holds() -> None:
    """The active seat has its play still to come (C6): whoever forgets that hopes for too much."""
    evaluator, surprises = evaluator_for(CARDS, 2), []
    for seed in range(12):
        promised: float | None = None
        for _, state in play_steps(Game(CARDS, ["Ann", "Ben"], seed=seed), [make_bot("net")] * 2):
            waiting = 1 - state.active
            if state.phase is Phase.COMMON and waiting in state.to_act:
                promised = max(each.win for each in evaluator.evaluate(state.view(waiting)))
            elif state.phase is Phase.DRAW and promised is not None:
                # Whoever waited is the one to draw now.
                surprises.append(evaluator.expectation(state.view(state.active)).win - promised)
                promised = None
    assert len(surprises) > 100
    assert abs(fmean(surprises)) < 0.03
