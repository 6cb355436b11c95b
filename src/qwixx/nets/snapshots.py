"""Snapshots of a board: choices are tried on the board itself and undone."""

from typing import Annotated

from qwixx.compiled.cache import compiled
from qwixx.compiled.cells import COLOURS
from qwixx.compiled.structs import Ints, NumbaStruct
from qwixx.engine.board import MOST_PLAYERS, Board
from qwixx.engine.stream import DICE_COUNT
from qwixx.rules.position import HAND_TO_PLAY


class Snapshot(NumbaStruct):
    """The fields of a board that a choice may change; ``hand`` is that of the active seat."""

    rows: Annotated[Ints, (MOST_PLAYERS, COLOURS)]
    points: Annotated[Ints, MOST_PLAYERS]
    crosses: Annotated[Ints, MOST_PLAYERS]
    penalties: Annotated[Ints, MOST_PLAYERS]
    closed: Annotated[Ints, COLOURS]
    dice: Annotated[Ints, DICE_COUNT]
    hand: Annotated[Ints, HAND_TO_PLAY]
    chosen: Annotated[Ints, MOST_PLAYERS]
    number: int
    active: int
    crossed: int
    turns: int
    ended: int
    discarded: int


@compiled()
def save(board: Board, snapshot: Snapshot) -> None:
    """Copy everything that a choice may change from the board."""
    for seat in range(board.players):
        for colour in range(COLOURS):
            snapshot.rows[seat, colour] = board.rows[seat, colour]
        snapshot.points[seat] = board.points[seat]
        snapshot.crosses[seat] = board.crosses[seat]
        snapshot.penalties[seat] = board.penalties[seat]
        snapshot.chosen[seat] = board.chosen[seat]
    for colour in range(COLOURS):
        snapshot.closed[colour] = board.closed[colour]
    for die in range(DICE_COUNT):
        snapshot.dice[die] = board.dice[die]
    for place in range(HAND_TO_PLAY):
        snapshot.hand[place] = board.hands[board.active, place]
    snapshot.active, snapshot.crossed = board.active, board.crossed
    snapshot.turns, snapshot.ended = board.turns, board.ended
    snapshot.number, snapshot.discarded = board.number, board.discarded


@compiled()
def restore(board: Board, snapshot: Snapshot) -> None:
    """Copy it back; the contents of discards beyond their count do not matter."""
    board.active, board.crossed = snapshot.active, snapshot.crossed
    board.turns, board.ended = snapshot.turns, snapshot.ended
    board.number, board.discarded = snapshot.number, snapshot.discarded
    for seat in range(board.players):
        for colour in range(COLOURS):
            board.rows[seat, colour] = snapshot.rows[seat, colour]
        board.points[seat] = snapshot.points[seat]
        board.crosses[seat] = snapshot.crosses[seat]
        board.penalties[seat] = snapshot.penalties[seat]
        board.chosen[seat] = snapshot.chosen[seat]
    for colour in range(COLOURS):
        board.closed[colour] = snapshot.closed[colour]
    for die in range(DICE_COUNT):
        board.dice[die] = snapshot.dice[die]
    for place in range(HAND_TO_PLAY):
        board.hands[board.active, place] = snapshot.hand[place]
