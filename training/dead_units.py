"""Dead units of a net's second layer: ``python training/dead_units.py dice 2 W.npz``.

Some ReLU units die early in training: their sum is below zero in every position. They cost time and add
nothing, so ``pack.py`` prunes them.
"""

import argparse
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from samples import CARELESS_GAMES, LEARNER, NO_FEATURE, new_buffer, play_and_record

from qwixx.engine.board import new_board
from qwixx.nets.inference import AT_ONCE
from qwixx.nets.weights import Weights, lay_weights, parse_weights
from qwixx.rules.ruleset import ruleset
from qwixx.sim.kernel import SEAT_COLUMNS

GAMES, AT_A_TIME = 4_000, 400
SEED = 4_020_402


def live_units(game: str, players: int, weights: Weights, games: int = GAMES) -> NDArray[np.bool_]:
    """For each unit: whether it was active in any position of self-play."""
    weights = {name: part.astype(np.float32) for name, part in weights.items()}
    buffer, board = new_buffer(), new_board(ruleset(game), players)
    lay_weights(buffer["learner"], weights)
    board.policies[:, 0] = LEARNER
    live = np.zeros(len(weights["second"]), dtype=bool)
    for first in range(0, games, AT_A_TIME):
        buffer["count"], buffer["game"], buffer["careless_games"] = 0, -1, CARELESS_GAMES
        results = np.zeros((AT_A_TIME, SEAT_COLUMNS + 3 * players), dtype=np.int16)
        play_and_record(board, SEED, first, buffer, results)
        live |= _pre_activations(buffer["active"][: buffer["count"]], weights).max(axis=0) > 0
    return live


def _pre_activations(features: NDArray[np.int16], weights: Weights) -> NDArray[np.floating[Any]]:
    """The sums of the units of the second layer, before ReLU, for many positions."""
    hidden = np.tile(weights["bias"], (len(features), 1))
    for places in features.T:
        hidden[places != NO_FEATURE] += weights["embedding"][places[places != NO_FEATURE]]
    return np.maximum(hidden, 0) @ weights["second"].T + weights["second_bias"]


def without_dead_units(weights: Weights, live: NDArray[np.bool_]) -> Weights:
    """The net without its dead units, except for a few that fill up a multiple of ``AT_ONCE``."""
    spare = -live.sum() % AT_ONCE
    kept = np.sort(np.concatenate([np.flatnonzero(live), np.flatnonzero(~live)[:spare]]))
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
        live = live_units(arguments.game, arguments.players, weights)
        print(f"{path}: {live.sum()} of {len(live)} units of the second layer are live")


if __name__ == "__main__":
    main()
