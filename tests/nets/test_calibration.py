"""Calibration: of positions that the net values at 70 %, seven of ten are won, on held-out dice."""

from collections import defaultdict
from statistics import mean

import pytest

from qwixx.bots import make_bot
from qwixx.gameplay import Game, play_steps
from qwixx.nets.evaluator import evaluator_for
from qwixx.rules.game import State
from qwixx.rules.ruleset import RULESETS, Phase

GAMES = 150
STEP = 0.2
# Estimates within a game are correlated; five bins over 150 games are off by this much at most.
MOST_ERROR = 0.08
BEGINNING = (Phase.ROLL, Phase.DRAW)


@pytest.mark.parametrize(("game", "players"), [("dice", 2), ("cards", 2)])
def test_predicted_wins_match_the_results(game: str, players: int) -> None:
    evaluator = evaluator_for(RULESETS[game], players)
    happened: dict[int, list[float]] = defaultdict(list)
    said: dict[int, list[float]] = defaultdict(list)
    for seed in range(GAMES):
        played = Game(game, [f"P{seat}" for seat in range(players)], seed=f"held out {seed}")
        guesses = []
        for _, state in play_steps(played, [make_bot("net")] * players):
            if state.phase in BEGINNING:
                standing = evaluator.expectation(state.view(0))
                guesses.append(standing.win)
        won = share(played.state)
        for guess in guesses:
            said[int(guess / STEP)].append(guess)
            happened[int(guess / STEP)].append(won)
    errors = {step: mean(said[step]) - mean(happened[step]) for step in said}
    error = sum(abs(errors[step]) * len(said[step]) for step in said) / sum(map(len, said.values()))
    print(f"{game}: error {error:.3f}, by step {errors}")
    assert error < MOST_ERROR


def share(state: State) -> float:
    """The win share of the first seat (A1)."""
    assert state.outcome is not None
    winners = [seat for seat, place in enumerate(state.outcome.places) if place == 1]
    return 1 / len(winners) if 0 in winners else 0.0
