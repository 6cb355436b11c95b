"""The value of a draw is the mean over the cards it can be: played and discarded cards are excluded (I5)."""

from dataclasses import replace

import pytest

from qwixx.nets.evaluator import evaluator_for
from qwixx.rules.choices import Take
from qwixx.rules.game import State
from qwixx.rules.ruleset import CARDS
from tests.positions import card_state

FIRST = Take((0,))


def win_of(state: State, shown: bool) -> float:
    """The estimated win for taking the first card of the display."""
    view = state.view(0) if shown else replace(state.view(0), shown=())
    evaluations = evaluator_for(CARDS, 2).evaluate(view)
    return next(evaluation.win for evaluation in evaluations if evaluation.choice == FIRST)


def test_the_last_card_of_a_number_is_inferred_from_its_back() -> None:
    """The other sevens are discarded, so the seven of the display is the red one."""
    state = card_state(
        "draw", "Y2 Y3 Y4 G5", "B8 B9 B10 B11", display="R7 G11 Y9 Y6", deck="R8 R2", rest_to="discard"
    )
    drawn = state.apply(0, FIRST)
    certain = evaluator_for(CARDS, 2).expectation(drawn.view(0)).win
    assert win_of(state, shown=True) == pytest.approx(certain, abs=1e-6)
    assert win_of(state, shown=False) != pytest.approx(certain, abs=1e-4)


def test_cards_in_the_own_hand_are_excluded() -> None:
    state = card_state("draw", "Y7 G7 B7 G5", "B8 B9 B10 B11", display="R7 G11 Y9 Y6", deck="R8 R2")
    certain = evaluator_for(CARDS, 2).expectation(state.apply(0, FIRST).view(0)).win
    assert win_of(state, shown=True) == pytest.approx(certain, abs=1e-6)
