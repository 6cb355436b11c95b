"""Shares of the win of weights against others, compiled: ``python training/measure.py dice 2 a.npz gap:2,3``.

The first player sits once in every seat with the same dice; the others fill the table.
"""

import argparse
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from matches import add_match_arguments, print_share, shares_of_win
from numpy.typing import NDArray

from qwixx.compiled.cache import compiled
from qwixx.engine.board import Board, new_board
from qwixx.nets.common_action import settle_common
from qwixx.nets.net import Net
from qwixx.nets.style import Style
from qwixx.nets.weights import lay_weights, parse_weights
from qwixx.rules.ruleset import ruleset
from qwixx.sim.kernel import SEAT_COLUMNS, kernel_for
from qwixx.sim.policies import GAP, gap, looks_at_roll, trained, trained_policy

# A net for each seat.
Nets: TypeAlias = Any


@compiled()
def decide_by_own_net(phase: int, board: Board, seat: int, nets: Nets) -> int:
    """A policy for seats with different nets, or with a gap bot."""
    kind = board.policies[seat, 0]
    if kind == GAP:
        return gap(phase, board, seat, board.policies[seat, 1], board.policies[seat, 2])
    return trained(phase, board, seat, nets[seat])


@compiled()
def settle_own_nets(board: Board, nets: Nets) -> None:
    """Settle the common action after a roll, once for each net."""
    for seat in range(board.players):
        if looks_at_roll(board, seat):
            settle_common(board, nets[seat])


play_games = kernel_for(decide_by_own_net, settle_own_nets)


def seat_player(text: str, players: int, board: Board, nets: Nets, seat: int) -> None:
    """Weights with an optional style (``a.npz:deeper``, ``a.npz:0.2,dozes``), or a gap bot."""
    name, _, style = text.partition(":")
    if name == "gap":
        board.policies[seat] = (GAP, *map(int, style.split(",")))
        return
    lay_weights(nets[seat], parse_weights(Path(name).read_bytes(), players, name))
    if style == "deeper":
        board.policies[seat] = trained_policy(Style(deeper=True))
    else:
        margin, _, dozes = style.partition(",")
        board.policies[seat] = trained_policy(Style(float(margin or 0), dozes == "dozes"))


def measure(game: str, players: int, first: str, other: str, deals: int, seed: int) -> NDArray[np.float64]:
    """The share of the first player in each deal, as the mean over its seats."""
    total = np.zeros(deals)
    for seat in range(players):
        board, nets = new_board(ruleset(game), players), np.zeros(players, dtype=Net.dtype)
        for each in range(players):
            seat_player(first if each == seat else other, players, board, nets, each)
        results = np.zeros((deals, SEAT_COLUMNS + 3 * players), dtype=np.int16)
        play_games(board, seed, 0, nets, results)
        total += shares_of_win(results)[:, seat]
    return total / players


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    add_match_arguments(parser, deals=10_000)
    arguments = parser.parse_args()
    for other in arguments.others:
        by_deal = measure(
            arguments.game, arguments.players, arguments.first, other, arguments.deals, arguments.seed
        )
        print_share(arguments.first, other, by_deal)


if __name__ == "__main__":
    main()
