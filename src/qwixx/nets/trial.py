"""Choices are tried on the board itself and undone."""

from typing import Annotated

from qwixx.compiled import compiled
from qwixx.engine.board import COLOURS, MOST_PLAYERS, Board
from qwixx.engine.stream import DICE
from qwixx.rules.position import HAND_TO_PLAY
from qwixx.structs import Ints, Struct


class Memory(Struct):
    """What a choice may change on a board; ``hand`` is that of the active seat."""

    rows: Annotated[Ints, (MOST_PLAYERS, COLOURS)]
    points: Annotated[Ints, MOST_PLAYERS]
    crosses: Annotated[Ints, MOST_PLAYERS]
    penalties: Annotated[Ints, MOST_PLAYERS]
    closed: Annotated[Ints, COLOURS]
    dice: Annotated[Ints, DICE]
    hand: Annotated[Ints, HAND_TO_PLAY]
    chosen: Annotated[Ints, MOST_PLAYERS]
    number: int
    active: int
    crossed: int
    turns: int
    ended: int
    discarded: int


@compiled()
def remember(board: Board, memory: Memory) -> None:
    """Save what a choice may change."""
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
    """Restore what ``remember`` saved; discards beyond their count mean nothing."""
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
