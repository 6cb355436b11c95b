"""The common action of the dice game: what each choice is worth where nobody knows what the others choose.

Everybody is believed to choose the better more often, and nothing that is legal never: people and bots do
not always choose best, and what makes no difference to one seat may decide the game for another. What each
seat is likely to choose follows from what it believes of the others, and settles in a few rounds. What
several others do is taken to add up, which is exact with two players.
"""

import numpy as np

from qwixx.compiled import compiled
from qwixx.engine.board import PASS, Board, may_cross_common
from qwixx.nets.dice_choice import try_reply, try_turn
from qwixx.nets.network import HEADS, OPTIONS, TOTAL, WIN, Floats, Net, Scales
from qwixx.nets.trial import put_back, remember

# A choice that costs so much of the win is believed to be 2.7 times less likely.
DOUBT = 0.1
ROUNDS = 12


@compiled()
def weigh_common(board: Board, seat: int, net: Net, scales: Scales) -> int:
    """Write what each choice is worth to a seat; how many there are."""
    settle_common(board, net)
    count = 0
    for option in range(OPTIONS):
        if net.legal[seat, option]:
            scales.options[count] = option - 1
            scales.wins[count] = net.worth[seat, option, WIN]
            scales.totals[count] = net.worth[seat, option, TOTAL]
            count += 1
    return count


@compiled()
def settle_common(board: Board, net: Net) -> None:
    """Write what each choice of every seat is worth, and what each seat is most likely to choose."""
    remember(board, net.before_settling)
    for seat in range(board.players):
        board.chosen[seat] = PASS
        for option in range(OPTIONS):
            net.legal[seat, option] = option - 1 == PASS or may_cross_common(board, seat, option - 1)
    _weigh_alone(board, net)
    for other in range(board.players):
        for option in range(OPTIONS):
            if net.legal[other, option]:
                board.chosen[other] = option - 1
                _weigh_beside(board, other, option, net)
        board.chosen[other] = PASS
    put_back(board, net.before_settling)
    _settle_beliefs(board.players, net)


@compiled()
def _weigh_alone(board: Board, net: Net) -> None:
    """What each choice is worth where all others pass, and the action 2 that the active seat plans then."""
    for option in range(OPTIONS):
        if net.legal[board.active, option]:
            net.own_after[option], _, _ = try_turn(board, option - 1, net)
    for seat in range(board.players):
        for option in range(OPTIONS):
            if net.legal[seat, option]:
                _try(board, seat, option, net, net.alone[seat, option])


@compiled()
def _weigh_beside(board: Board, other: int, others_option: int, net: Net) -> None:
    """What each choice is worth beside this one of another seat."""
    for seat in range(board.players):
        if seat != other:
            for option in range(OPTIONS):
                if net.legal[seat, option]:
                    _try(board, seat, option, net, net.beside[seat, option, other, others_option])


@compiled()
def _try(board: Board, seat: int, option: int, net: Net, values: Floats) -> None:
    if seat == board.active:
        _, values[WIN], values[TOTAL] = try_turn(board, option - 1, net)
    else:
        values[WIN], values[TOTAL] = try_reply(board, seat, option - 1, net)


@compiled()
def _settle_beliefs(players: int, net: Net) -> None:
    """Each round moves what is believed towards what would be likely, less from round to round."""
    for seat in range(players):
        for option in range(OPTIONS):
            net.beliefs[seat, option] = option - 1 == PASS
    for turn in range(ROUNDS):
        for seat in range(players):
            _weigh_by_beliefs(players, seat, net)
            _move_beliefs(seat, 2.0 / (2.0 + turn), net)


@compiled()
def _weigh_by_beliefs(players: int, seat: int, net: Net) -> None:
    net.likely[seat] = PASS
    for option in range(OPTIONS):
        if net.legal[seat, option]:
            alone, worth = net.alone[seat, option], net.worth[seat, option]
            for head in range(HEADS):
                worth[head] = alone[head]
                for other in range(players):
                    for choice in range(OPTIONS):
                        if other != seat and net.legal[other, choice]:
                            changed = net.beside[seat, option, other, choice, head] - alone[head]
                            worth[head] += net.beliefs[other, choice] * changed
            if worth[WIN] > net.worth[seat, net.likely[seat] + 1, WIN]:
                net.likely[seat] = option - 1


@compiled()
def _move_beliefs(seat: int, step: float, net: Net) -> None:
    best, total = net.worth[seat, net.likely[seat] + 1, WIN], 0.0
    for option in range(OPTIONS):
        if net.legal[seat, option]:
            total += np.exp((net.worth[seat, option, WIN] - best) / DOUBT)
    for option in range(OPTIONS):
        if net.legal[seat, option]:
            share = np.exp((net.worth[seat, option, WIN] - best) / DOUBT) / total
            net.beliefs[seat, option] += step * (share - net.beliefs[seat, option])
