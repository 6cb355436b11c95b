"""The choices of the dice game, evaluated on the board: action 2, and common choices before it."""

from qwixx.compiled.cache import compiled
from qwixx.compiled.rows import CELLS
from qwixx.engine.board import PASS, RUNNING, Board
from qwixx.engine.dice_turn import choose_own, list_own, resolve_common
from qwixx.nets.inference import argmax, total_after, win_of
from qwixx.nets.net import ChoiceValues, Net
from qwixx.nets.snapshots import restore, save


@compiled()
def evaluate_own(board: Board, net: Net, values: ChoiceValues) -> int:
    """Write the value of each choice of action 2 to the active seat; returns their number."""
    seat, count = board.active, list_own(board)
    save(board, net.snapshots.own)
    for place in range(count):
        values.options[place] = board.choices[place]
        choose_own(board, board.choices[place])
        values.wins[place] = win_of(board, seat, net)
        values.totals[place] = total_after(board, seat, net)
        restore(board, net.snapshots.own)
    return count


@compiled()
def try_turn(board: Board, common: int, net: Net) -> tuple[int, float, float]:
    """The best action 2 after a common choice of the active seat, and the value of both: win and total."""
    seat = board.active
    save(board, net.snapshots.common)
    board.chosen[seat] = common
    resolve_common(board)
    if board.ended == RUNNING:
        best = argmax(net.own_values, evaluate_own(board, net, net.own_values))
        own, win, total = net.own_values.options[best], net.own_values.wins[best], net.own_values.totals[best]
    else:
        own, win = PASS, win_of(board, seat, net)
        total = total_after(board, seat, net)
    restore(board, net.snapshots.common)
    return own, win, total


@compiled()
def try_reply(board: Board, seat: int, common: int, net: Net) -> tuple[float, float]:
    """The value of a common choice of another seat, win and total, given the choices of all others."""
    own = net.common.own_after[board.chosen[board.active] + 1]
    save(board, net.snapshots.common)
    board.chosen[seat] = common
    resolve_common(board)
    if board.ended == RUNNING:
        choose_own(board, own_as_planned(board, own))
    win = win_of(board, seat, net)
    total = total_after(board, seat, net)
    restore(board, net.snapshots.common)
    return win, total


@compiled()
def own_as_planned(board: Board, own: int) -> int:
    """A planned action 2, or PASS if its die has left the game."""
    return int(own) if own != PASS and board.dice[2 + own // CELLS] else PASS
