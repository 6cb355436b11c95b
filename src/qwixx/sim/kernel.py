"""The kernel: the loop of whole games, compiled around any policy."""

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

import numba
import numpy as np
from numpy.typing import NDArray

from qwixx.compiled.cache import compiled
from qwixx.compiled.cells import FACES
from qwixx.engine import card_turn, dice_turn
from qwixx.engine.board import COMMON, DRAW, OWN, PLAY, RUNNING, Board, clear
from qwixx.engine.stream import CHANCE, begin_streams, below, roll, shuffle
from qwixx.nets.net import Net
from qwixx.sim.policies import decide, decide_with_net, see_roll
from qwixx.solver.best_turn import ValueTable

# The data of the policies, which the loops only pass on: a net, the values of the solo game, or any other
# value that compiled code takes.
Known = TypeVar("Known")
ResultArray: TypeAlias = NDArray[np.int16]
Policy: TypeAlias = Callable[[int, Board, int, Known], int]
RollWatcher: TypeAlias = Callable[[Board, Known], None]
Kernel: TypeAlias = Callable[[Board, int, int, Known, ResultArray], None]

# The columns of a result that are for the game: the seat that began, the turns, and why it ended.
FIRST_COLUMN, TURNS_COLUMN, ENDED_COLUMN = range(3)
SEAT_COLUMNS = 3
"""The first column of the seats in a kernel's results: points, crosses and penalties of each seat."""


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
def begin_game(board: Board, seed: int, game: int) -> None:
    """Begin a game with its own random streams: draw the first seat, and deal the cards."""
    begin_streams(board.streams, seed, game)
    clear(board)
    if board.players > 1:
        board.active = board.first = draw_first(board)
    if board.cards:
        for card in range(board.cards):
            board.deck[card] = card
        shuffle(board.streams, board.deck, board.cards)
        card_turn.deal(board)


@compiled()
def refill_display(board: Board) -> None:
    """Fill the display and turn up the common number; the discards are shuffled when the deck runs out."""
    while not card_turn.refill(board):
        shuffle(board.streams, board.deck, card_turn.discards_to_deck(board))


@compiled()
def write_result(board: Board, result: ResultArray) -> None:
    result[FIRST_COLUMN] = board.first
    result[TURNS_COLUMN] = board.turns
    result[ENDED_COLUMN] = board.ended
    for seat in range(board.players):
        column = SEAT_COLUMNS + 3 * seat
        result[column] = board.points[seat]
        result[column + 1] = board.crosses[seat]
        result[column + 2] = board.penalties[seat]


@compiled()
def see_nothing(board: Board, known: Any) -> None:
    pass


def kernel_for(policy: Policy[Known], watcher: RollWatcher[Known] = see_nothing) -> Kernel[Known]:
    """The loop of games around a compiled policy, which is called as ``decide`` for every seat.

    The kernel takes a board, a seed, the number of the first game, the data of the policy, and an array
    that it fills with one result for each game. ``watcher`` is called after each roll of the dice game,
    before any choice.

    The loops are compiled again for each policy. That takes some seconds and is not cached on disk: Numba's
    key would contain the policy itself, which is another object in each process.
    """
    play_dice, play_cards = _dice_loop(policy, watcher), _card_loop(policy)

    @numba.njit(nogil=True)
    def play(board: Board, seed: int, first_game: int, known: Known, results: ResultArray) -> None:
        for game in range(len(results)):
            begin_game(board, seed, first_game + game)
            if board.cards:
                play_cards(board, known)
            else:
                play_dice(board, known)
            write_result(board, results[game])

    kernel: Kernel[Known] = play
    return kernel


def _dice_loop(policy: Policy[Known], watcher: RollWatcher[Known]) -> Callable[[Board, Known], None]:
    """One game of dice, just begun."""

    @numba.njit()
    def play_dice(board: Board, known: Known) -> None:
        while board.ended == RUNNING:
            roll(board.streams, board.dice)
            dice_turn.take_roll(board)
            watcher(board, known)
            for seat in range(board.players):
                board.chosen[seat] = policy(COMMON, board, seat, known)
            dice_turn.resolve_common(board)
            if board.ended == RUNNING:
                dice_turn.choose_own(board, policy(OWN, board, board.active, known))
            else:
                board.turns += 1

    loop: Callable[[Board, Known], None] = play_dice
    return loop


def _card_loop(policy: Policy[Known]) -> Callable[[Board, Known], None]:
    """One card game, just dealt."""

    @numba.njit()
    def play_cards(board: Board, known: Known) -> None:
        while board.ended == RUNNING:
            card_turn.choose_draw(board, policy(DRAW, board, board.active, known))
            refill_display(board)
            for seat in range(board.players):
                board.chosen[seat] = policy(COMMON, board, seat, known)
            card_turn.resolve_common(board)
            if board.ended == RUNNING:
                card_turn.choose_play(board, policy(PLAY, board, board.active, known))
            else:
                board.turns += 1

    loop: Callable[[Board, Known], None] = play_cards
    return loop


_play_without_nets = kernel_for(decide)
_play_with_net = kernel_for(decide_with_net, see_roll)


@compiled(nogil=True)
def play_games(board: Board, seed: int, first_game: int, solved: ValueTable, results: ResultArray) -> None:
    """Fill ``results`` with games numbered from ``first_game``; cached on disk, unlike the loop."""
    _play_without_nets(board, seed, first_game, solved, results)


@compiled(nogil=True)
def play_games_with_net(board: Board, seed: int, first_game: int, net: Net, results: ResultArray) -> None:
    """As ``play_games``, for policies of which some use a net."""
    _play_with_net(board, seed, first_game, net, results)
