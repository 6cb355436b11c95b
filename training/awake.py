"""Which units of a net's second layer ever say something: ``python training/awake.py dice 2 W.npz``.

Some units fall silent early in training and stay so: whatever the position, their sum is below zero.
They cost time and add nothing, so ``pack.py`` leaves them out.
"""

import argparse
from pathlib import Path
from typing import Any

import numpy as np
from notebook import CARELESS_GAMES, LEARNER, NOTHING, new_desk, play_and_note
from numpy.typing import NDArray

from qwixx.engine.board import new_board
from qwixx.nets.inference import AT_ONCE
from qwixx.nets.weights import Weights, lay_weights, parse_weights
from qwixx.rules.ruleset import ruleset
from qwixx.sim.kernel import SEAT_COLUMNS

GAMES, AT_A_TIME = 4_000, 400
SEED = 4_020_402


def awake_units(game: str, players: int, weights: Weights, games: int = GAMES) -> NDArray[np.bool_]:
    """For each unit: whether it was on in some position of the net's games with itself."""
    weights = {name: part.astype(np.float32) for name, part in weights.items()}
    desk, board = new_desk(), new_board(ruleset(game), players)
    lay_weights(desk["learner"], weights)
    board.policies[:, 0] = LEARNER
    awake = np.zeros(len(weights["second"]), dtype=bool)
    for first in range(0, games, AT_A_TIME):
        desk["count"], desk["game"], desk["careless_games"] = 0, -1, CARELESS_GAMES
        results = np.zeros((AT_A_TIME, SEAT_COLUMNS + 3 * players), dtype=np.int16)
        play_and_note(board, SEED, first, desk, results)
        awake |= _sums(desk["active"][: desk["count"]], weights).max(axis=0) > 0
    return awake


def _sums(on: NDArray[np.int16], weights: Weights) -> NDArray[np.floating[Any]]:
    """What the units of the second layer add up to, for many positions."""
    hidden = np.tile(weights["bias"], (len(on), 1))
    for places in on.T:
        hidden[places != NOTHING] += weights["embedding"][places[places != NOTHING]]
    return np.maximum(hidden, 0) @ weights["second"].T + weights["second_bias"]


def without_silent_units(weights: Weights, awake: NDArray[np.bool_]) -> Weights:
    """The same net with fewer units; some silent ones stay, since units come by fours."""
    spare = -awake.sum() % AT_ONCE
    kept = np.sort(np.concatenate([np.flatnonzero(awake), np.flatnonzero(~awake)[:spare]]))
    fewer = {"second": weights["second"][kept], "second_bias": weights["second_bias"][kept]}
    return weights | fewer | {"heads": weights["heads"][:, kept]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("players", type=int)
    parser.add_argument("weights", nargs="+", type=Path)
    arguments = parser.parse_args()
    for path in arguments.weights:
        weights = parse_weights(path.read_bytes(), arguments.players, path.name)
        awake = awake_units(arguments.game, arguments.players, weights)
        print(f"{path}: {awake.sum()} of {len(awake)} units of the second layer are awake")


if __name__ == "__main__":
    main()
