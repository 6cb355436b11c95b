"""Trying a choice on the board itself, and taking it back."""

from typing import Any, TypeAlias

import numpy as np

from qwixx.compiled import compiled
from qwixx.engine.board import COLOURS, MOST_PLAYERS, Board
from qwixx.engine.stream import DICE
from qwixx.rules.position import HAND_TO_PLAY

Memory: TypeAlias = Any
MEMORY = np.dtype(
    [
        ("rows", np.int64, (MOST_PLAYERS, COLOURS)),
        ("points", np.int64, MOST_PLAYERS),
        ("crosses", np.int64, MOST_PLAYERS),
        ("penalties", np.int64, MOST_PLAYERS),
        ("closed", np.int64, COLOURS),
        ("dice", np.int64, DICE),
        ("hand", np.int64, HAND_TO_PLAY),
        ("chosen", np.int64, MOST_PLAYERS),
        ("number", np.int64),
        ("active", np.int64),
        ("crossed", np.int64),
        ("turns", np.int64),
        ("ended", np.int64),
        ("discarded", np.int64),
    ]
)


@compiled()
def remember(board: Board, memory: Memory) -> None:
    """Note what a choice may change."""
    for seat in range(board.players):
        for colour in range(COLOURS):
            memory.rows[seat, colour] = board.rows[seat, colour]
        memory.points[seat] = board.points[seat]
        memory.crosses[seat] = board.crosses[seat]
        memory.penalties[seat] = board.penalties[seat]
        memory.chosen[seat] = board.chosen[seat]
    for colour in range(COLOURS):
        memory.closed[colour] = board.closed[colour]
    for die in range(DICE):
        memory.dice[die] = board.dice[die]
    for place in range(HAND_TO_PLAY):
        memory.hand[place] = board.hands[board.active, place]
    memory.active, memory.crossed = board.active, board.crossed
    memory.turns, memory.ended = board.turns, board.ended
    memory.number, memory.discarded = board.number, board.discarded


@compiled()
def put_back(board: Board, memory: Memory) -> None:
    """Make the board what it was when it was remembered; discards beyond their count mean nothing."""
    board.active, board.crossed = memory.active, memory.crossed
    board.turns, board.ended = memory.turns, memory.ended
    board.number, board.discarded = memory.number, memory.discarded
    for seat in range(board.players):
        for colour in range(COLOURS):
            board.rows[seat, colour] = memory.rows[seat, colour]
        board.points[seat] = memory.points[seat]
        board.crosses[seat] = memory.crosses[seat]
        board.penalties[seat] = memory.penalties[seat]
        board.chosen[seat] = memory.chosen[seat]
    for colour in range(COLOURS):
        board.closed[colour] = memory.closed[colour]
    for die in range(DICE):
        board.dice[die] = memory.dice[die]
    for place in range(HAND_TO_PLAY):
        board.hands[board.active, place] = memory.hand[place]
