"""Does a share of 0.7 win seven games of ten? ``python training/calibrate.py --plot FILE``.

Self-play of the shipped nets on dice that no training has seen; every position at the beginning of a
turn counts. The error is the mean distance between prediction and result, in bins of 5 %.
"""

import argparse
from pathlib import Path

import numpy as np
from matches import shares_of_win
from numpy.typing import NDArray
from samples import LEARNER, new_buffer, play_and_record

from qwixx.engine.board import new_board
from qwixx.nets.weights import lay_weights, weights_for
from qwixx.plot import figure
from qwixx.rules.ruleset import ruleset
from qwixx.sim.kernel import SEAT_COLUMNS

BINS = 20
SEED = 20_262_026
AT_A_TIME = 500
TABLES = (("dice", 2), ("dice", 4), ("cards", 2), ("cards_joker", 2))


def predictions_and_results(
    game: str, players: int, games: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The predicted share of the win for every position, and the share that was won."""
    buffer, board = new_buffer(), new_board(ruleset(game), players)
    lay_weights(buffer["learner"], weights_for(game, players))
    board.policies[:, 0] = LEARNER
    predicted, won = [], []
    for first in range(0, games, AT_A_TIME):
        buffer["count"], buffer["game"], buffer["careless_games"] = 0, -1, 0
        results = np.zeros((AT_A_TIME, SEAT_COLUMNS + 3 * players), dtype=np.int16)
        play_and_record(board, SEED, first, buffer, results)
        count = buffer["count"]
        predicted.append(buffer["predictions"][:count, 0].astype(np.float64))
        won.append(shares_of_win(results)[buffer["of_game"][:count], buffer["of_seat"][:count]])
    return np.concatenate(predicted), np.concatenate(won)


def by_bins(predicted: NDArray[np.float64], won: NDArray[np.float64]) -> NDArray[np.float64]:
    """For each bin with positions: their number, the mean prediction, the mean share won."""
    bins = np.minimum((predicted * BINS).astype(int), BINS - 1)
    rows = [(bins == each) for each in range(BINS)]
    return np.array([(row.sum(), predicted[row].mean(), won[row].mean()) for row in rows if row.any()])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--plot", type=Path)
    arguments = parser.parse_args()
    curves = {}
    for game, players in TABLES:
        table = by_bins(*predictions_and_results(game, players, arguments.games))
        error = np.average(np.abs(table[:, 1] - table[:, 2]), weights=table[:, 0])
        print(
            f"{game}, {players} players: {int(table[:, 0].sum()):,} positions, error {error:.4f}", flush=True
        )
        curves[f"{game}, {players} players"] = table
    if arguments.plot:
        draw(curves, arguments.plot)


def draw(curves: dict[str, NDArray[np.float64]], path: Path) -> None:
    with figure(path, (5.5, 5.0)) as axes:
        axes.plot([0, 1], [0, 1], color="0.6", linewidth=1)
        for name, table in curves.items():
            axes.plot(table[:, 1], table[:, 2], marker="o", markersize=3, linewidth=1, label=name)
        axes.set(title="Said and won", xlabel="share of the win that the net says", ylabel="share won")
        axes.legend()


if __name__ == "__main__":
    main()
