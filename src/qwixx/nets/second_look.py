"""A second look, one roll deeper, at the choices of the dice game that seem nearly as good as the best."""

from qwixx.compiled.cache import compiled
from qwixx.engine.board import COMMON, RUNNING, Board
from qwixx.engine.dice_turn import choose_own, resolve_common
from qwixx.nets.choice import evaluate
from qwixx.nets.dice_choice import evaluate_own, own_as_planned
from qwixx.nets.inference import argmax, share_of_win, win_of
from qwixx.nets.lookahead import mean_over_rolls
from qwixx.nets.net import Net
from qwixx.nets.snapshots import restore, save

# A choice that seems worse than the best by more than this is not looked at again.
NEAR = 0.03


@compiled(nogil=True)
def choose_deeper(phase: int, board: Board, seat: int, net: Net) -> int:
    """The best choice by the mean over the next roll; the card games have no roll to look at."""
    count = evaluate(phase, board, seat, net)
    values = net.choice_values
    first = argmax(values, count)
    best, most = values.options[first], -1.0
    if board.cards:
        return int(best)
    for place in range(count):
        if values.wins[place] >= values.wins[first] - NEAR:
            save(board, net.snapshots.look)
            _play_turn(phase, board, seat, values.options[place], net)
            # What the second look changes; what the others may choose is in the first.
            seen = win_of(board, seat, net)
            win = values.wins[place] + win_before_roll(board, seat, net) - seen
            restore(board, net.snapshots.look)
            if win > most:
                best, most = values.options[place], win
    return int(best)


@compiled()
def _play_turn(phase: int, board: Board, seat: int, option: int, net: Net) -> None:
    """Play the turn to its end with a choice, the other seats as is most likely."""
    if phase != COMMON:
        choose_own(board, option)
        return
    for other in range(board.players):
        board.chosen[other] = net.common.likely[other]
    board.chosen[seat] = option
    resolve_common(board)
    if board.ended == RUNNING and seat == board.active:
        own = net.own_values
        choose_own(board, own.options[argmax(own, evaluate_own(board, net, own))])
    elif board.ended == RUNNING:
        choose_own(board, own_as_planned(board, net.common.own_after[net.common.likely[board.active] + 1]))


@compiled()
def win_before_roll(board: Board, seat: int, net: Net) -> float:
    """The share of the win before a roll; of two seats both are evaluated, since they share one win."""
    if board.ended != RUNNING:
        return share_of_win(board, seat)
    mean_over_rolls(board, net)
    if board.players == 2:
        return float((net.ahead.means[seat] + 1.0 - net.ahead.means[1 - seat]) / 2)
    return float(net.ahead.means[seat])
