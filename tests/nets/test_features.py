"""Features of a net: complete, relative to the seat, and equivariant under the eight colour symmetries."""

import random

import numpy as np
import pytest

from qwixx.bots import RandomBot
from qwixx.engine.board import Board, new_board
from qwixx.engine.bridge import board_of, board_of_view
from qwixx.gameplay import Game, play_steps
from qwixx.nets.features import (
    FIRST_MIRRORED,
    IDENTITY,
    MOST_ACTIVE,
    SYMMETRIES,
    count_features,
    write_features,
)
from qwixx.rules.game import State
from qwixx.rules.ruleset import RULESETS, Phase

TABLES = [(game, players) for game in ("dice", "cards", "cards_joker") for players in (2, 3, 5)]
every_table = pytest.mark.parametrize(("game", "players"), TABLES)
BEGINNING = (Phase.ROLL, Phase.DRAW)


def states(game: str, players: int, seed: int) -> list[State]:
    """The positions of a random game at the start of each turn."""
    played = Game(game, [f"P{seat}" for seat in range(players)], seed=seed)
    return [
        after
        for _, after in play_steps(played, [RandomBot(random.Random(seed))] * players)
        if after.phase in BEGINNING
    ]


def features(board: Board, seat: int, turned: int = IDENTITY) -> list[int]:
    on = np.zeros(MOST_ACTIVE, dtype=np.int64)
    return sorted(on[: write_features(board, seat, turned, on)].tolist())


@every_table
def test_features_are_valid_inputs_of_the_net(game: str, players: int) -> None:
    for state in states(game, players, seed=1):
        for seat in range(players):
            on = features(board_of(state), seat)
            assert on[0] >= 0
            assert on[-1] < count_features(players)


@every_table
def test_a_view_gives_the_same_features_as_the_state(game: str, players: int) -> None:
    for state in states(game, players, seed=2):
        for seat in range(players):
            view = board_of_view(state.view(seat))
            assert features(view, seat) == features(board_of(state), seat)


@every_table
def test_features_under_a_symmetry_equal_those_of_the_transformed_position(game: str, players: int) -> None:
    for state in states(game, players, seed=3)[:6]:
        board = board_of(state)
        for turned in range(len(SYMMETRIES)):
            for seat in range(players):
                assert features(board, seat, turned) == features(turned_board(board, turned), seat)


def turned_board(board: Board, turned: int) -> Board:
    """The same position with its colours permuted, and numbers mirrored where rows change direction."""
    order, mirrored = SYMMETRIES[turned], turned >= FIRST_MIRRORED
    other = board.copy()
    other.rows[:, order], other.closed[order] = board.rows, board.closed
    for field in ("hands", "display", "deck"):
        cards = getattr(board, field)
        colours, numbers = cards // 11, cards % 11
        turned_colours = np.where(colours < 4, order[np.clip(colours, 0, 3)], colours)
        card = turned_colours * 11 + (10 - numbers if mirrored else numbers)
        getattr(other, field)[:] = np.where(cards < 0, cards, card)
    return other


def test_D10_seats_are_numbered_relative_to_the_observing_seat() -> None:
    """A position rotated by one seat has the same features for the next seat."""
    board = new_board(RULESETS["dice"], 3)
    rng = random.Random(1)
    board.rows[:3] = [[rng.randrange(50) for _ in range(4)] for _ in range(3)]
    board.points[:3], board.penalties[:3] = (30, 10, 20), (0, 1, 2)
    board.active = 1
    moved = board.copy()
    for field in ("rows", "points", "penalties"):
        getattr(moved, field)[:3] = np.roll(getattr(board, field)[:3], 1, axis=0)
    moved.active = 2
    for seat in range(3):
        assert features(board, seat) == features(moved, (seat + 1) % 3)
