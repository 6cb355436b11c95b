"""Whole games, compiled: the loop of a turn is here once, whatever the policy."""

from collections.abc import Callable
from types import FunctionType
from typing import Any, TypeAlias

import numba
import numpy as np
from numpy.typing import NDArray

from qwixx.compiled import compiled
from qwixx.engine import card_turn, dice_turn
from qwixx.engine.board import RUNNING, Board, clear
from qwixx.engine.phases import COMMON, DRAW, OWN, PLAY
from qwixx.engine.stream import CHANCE, begin_streams, below, roll, shuffle
from qwixx.sim.policies import decide, decide_with_nets
from qwixx.solver.turn import FACES

# What the policies of a game know: the values of the solo game, or nets.
Known: TypeAlias = Any
# The columns of a result: these for the game, then points, crosses and penalties of each seat.
FIRST_COLUMN, TURNS_COLUMN, ENDED_COLUMN, SEAT_COLUMNS = range(4)


@compiled()
def play_dice(board: Board, known: Known) -> None:
    """One game of dice from an empty board."""
    while board.ended == RUNNING:
        roll(board.streams, board.dice)
        dice_turn.take_roll(board)
        for seat in range(board.players):
            board.chosen[seat] = decide(COMMON, board, seat, known)
        dice_turn.resolve_common(board)
        if board.ended == RUNNING:
            dice_turn.choose_own(board, decide(OWN, board, board.active, known))
        else:
            board.turns += 1


@compiled()
def play_cards(board: Board, known: Known) -> None:
    """One card game from an empty board."""
    for card in range(board.cards):
        board.deck[card] = card
    shuffle(board.streams, board.deck, board.cards)
    card_turn.deal(board)
    while board.ended == RUNNING:
        card_turn.choose_draw(board, decide(DRAW, board, board.active, known))
        while not card_turn.refill(board):
            shuffle(board.streams, board.deck, card_turn.discards_to_deck(board))
        for seat in range(board.players):
            board.chosen[seat] = decide(COMMON, board, seat, known)
        card_turn.resolve_common(board)
        if board.ended == RUNNING:
            card_turn.choose_play(board, decide(PLAY, board, board.active, known))
        else:
            board.turns += 1


@compiled(nogil=True)
def play_games(board: Board, seed: int, first_game: int, known: Known, results: NDArray[np.int16]) -> None:
    """Fill ``results`` with games numbered from ``first_game``."""
    for game in range(len(results)):
        begin_streams(board.streams, seed, first_game + game)
        clear(board)
        if board.players > 1:
            board.active = board.first = draw_first(board)
        if board.cards:
            play_cards(board, known)
        else:
            play_dice(board, known)
        write_result(board, results[game])


@compiled()
def draw_first(board: Board) -> int:
    """Who begins: a seat drawn at random, or the first to roll a six (D2, A6)."""
    if not board.first_six:
        return below(board.streams, CHANCE, board.players)
    rolls = 0
    while below(board.streams, CHANCE, FACES) != FACES - 1:
        rolls += 1
    return rolls % board.players


@compiled()
def write_result(board: Board, result: NDArray[np.int16]) -> None:
    result[FIRST_COLUMN] = board.first
    result[TURNS_COLUMN] = board.turns
    result[ENDED_COLUMN] = board.ended
    for seat in range(board.players):
        column = SEAT_COLUMNS + 3 * seat
        result[column] = board.points[seat]
        result[column + 1] = board.crosses[seat]
        result[column + 2] = board.penalties[seat]


def kernel_for(policy: Any) -> Any:
    """``play_games`` for a compiled policy of one's own, called as ``decide`` is.

    The same loops are compiled again around it; that takes some seconds and is not kept on disk.
    """
    return _loops_around(policy, numba.njit(nogil=True))


def _loops_around(policy: Any, compile_it: Callable[[FunctionType], Any]) -> Any:
    scope: dict[str, Any] = {**globals(), "decide": policy}
    loops: tuple[Any, ...] = (play_dice, play_cards, play_games)
    for loop in loops:
        function = loop.py_func
        clone = FunctionType(function.__code__, scope, function.__name__)
        scope[function.__name__] = compile_it(clone)
    return scope["play_games"]


# Kept beside the loops without nets: they are told apart by the type of what the policies know.
play_games_with_nets = _loops_around(decide_with_nets, compiled(nogil=True))
