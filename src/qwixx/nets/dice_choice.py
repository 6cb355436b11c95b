"""Turns of the dice game tried out: what comes of a common choice, and of each action 2 after it."""

from qwixx.compiled import compiled
from qwixx.engine.board import PASS, RUNNING, Board
from qwixx.engine.dice_turn import choose_own, list_own, resolve_common
from qwixx.nets.net import Net, Scales
from qwixx.nets.network import heaviest, total_after, win_of
from qwixx.nets.trial import put_back, remember
from qwixx.solver.rows import CELLS


@compiled()
def weigh_own(board: Board, net: Net, scales: Scales) -> int:
    """Write what each choice of action 2 is worth to the active seat; how many there are."""
    seat, count = board.active, list_own(board)
    remember(board, net.before.own)
    for place in range(count):
        scales.options[place] = board.choices[place]
        choose_own(board, board.choices[place])
        scales.wins[place] = win_of(board, seat, net)
        scales.totals[place] = total_after(board, seat, net)
        put_back(board, net.before.own)
    return count


@compiled()
def try_turn(board: Board, common: int, net: Net) -> tuple[int, float, float]:
    """The active seat's common choice with the best action 2 after it, the others as they have chosen."""
    seat = board.active
    remember(board, net.before.common)
    board.chosen[seat] = common
    resolve_common(board)
    if board.ended == RUNNING:
        best = heaviest(net.own_scales, weigh_own(board, net, net.own_scales))
        own, win, total = net.own_scales.options[best], net.own_scales.wins[best], net.own_scales.totals[best]
    else:
        own, win = PASS, win_of(board, seat, net)
        total = total_after(board, seat, net)
    put_back(board, net.before.common)
    return own, win, total


@compiled()
def try_reply(board: Board, seat: int, common: int, net: Net) -> tuple[float, float]:
    """Another seat's common choice, everybody else as they have chosen."""
    own = net.common.own_after[board.chosen[board.active] + 1]
    remember(board, net.before.common)
    board.chosen[seat] = common
    resolve_common(board)
    if board.ended == RUNNING:
        choose_own(board, own_as_planned(board, own))
    win = win_of(board, seat, net)
    total = total_after(board, seat, net)
    put_back(board, net.before.common)
    return win, total


@compiled()
def own_as_planned(board: Board, own: int) -> int:
    """An action 2, if its die is still there."""
    return int(own) if own != PASS and board.dice[2 + own // CELLS] else PASS
