"""The common action of the dice game: the values of choices while all choices are hidden.

Every legal choice has a positive probability, by a softmax with ``TEMPERATURE``: people and bots do not
always choose best, and a choice that makes no difference to one seat may decide the game for another. The
probabilities of each seat follow from those of the others; a few rounds of fictitious play approach the
equilibrium. The effects of several opponents are added, which is exact with two players.
"""

import numpy as np

from qwixx.compiled.cache import compiled
from qwixx.compiled.structs import Floats
from qwixx.engine.board import PASS, Board, may_cross_common
from qwixx.nets.dice_choice import try_reply, try_turn
from qwixx.nets.net import COMMON_OPTIONS, HEADS, TOTAL, WIN, ChoiceValues, CommonAction, Net
from qwixx.nets.snapshots import restore, save

# A choice that costs this share of the win is e = 2.7 times less likely.
TEMPERATURE = 0.1
ROUNDS = 12


@compiled()
def evaluate_common(seat: int, common: CommonAction, values: ChoiceValues) -> int:
    """Write the value of each choice of a seat, after ``settle_common``; returns their number."""
    count = 0
    for option in range(COMMON_OPTIONS):
        if common.legal[seat, option]:
            values.options[count] = option - 1
            values.wins[count] = common.worth[seat, option, WIN]
            values.totals[count] = common.worth[seat, option, TOTAL]
            count += 1
    return count


@compiled(nogil=True)
def settle_common(board: Board, net: Net) -> None:
    """Write the values of all choices of all seats with this roll into ``net.common``.

    Seats with the same net have the same beliefs, so one call for each roll serves all of them.
    """
    common = net.common
    save(board, net.snapshots.settling)
    for seat in range(board.players):
        board.chosen[seat] = PASS
        for option in range(COMMON_OPTIONS):
            common.legal[seat, option] = option - 1 == PASS or may_cross_common(board, seat, option - 1)
    _evaluate_alone(board, net)
    for other in range(board.players):
        for option in range(COMMON_OPTIONS):
            if common.legal[other, option]:
                board.chosen[other] = option - 1
                _evaluate_beside(board, other, option, net)
        board.chosen[other] = PASS
    restore(board, net.snapshots.settling)
    _settle_beliefs(board.players, common)


@compiled()
def _evaluate_alone(board: Board, net: Net) -> None:
    """Write the value of each choice while all others pass, and the action 2 that follows best."""
    common = net.common
    for option in range(COMMON_OPTIONS):
        if common.legal[board.active, option]:
            common.own_after[option], _, _ = try_turn(board, option - 1, net)
    for seat in range(board.players):
        for option in range(COMMON_OPTIONS):
            if common.legal[seat, option]:
                _try(board, seat, option, net, common.alone[seat, option])


@compiled()
def _evaluate_beside(board: Board, other: int, others_option: int, net: Net) -> None:
    """Write the value of each choice together with this choice of another seat."""
    common = net.common
    for seat in range(board.players):
        if seat != other:
            for option in range(COMMON_OPTIONS):
                if common.legal[seat, option]:
                    _try(board, seat, option, net, common.beside[seat, option, other, others_option])


@compiled()
def _try(board: Board, seat: int, option: int, net: Net, values: Floats) -> None:
    if seat == board.active:
        _, values[WIN], values[TOTAL] = try_turn(board, option - 1, net)
    else:
        values[WIN], values[TOTAL] = try_reply(board, seat, option - 1, net)


@compiled()
def _settle_beliefs(players: int, common: CommonAction) -> None:
    """Each round moves the beliefs towards the softmax of the values, with a decreasing step."""
    for seat in range(players):
        for option in range(COMMON_OPTIONS):
            common.beliefs[seat, option] = option - 1 == PASS
    for turn in range(ROUNDS):
        for seat in range(players):
            _evaluate_by_beliefs(players, seat, common)
            _move_beliefs(seat, 2.0 / (2.0 + turn), common)


@compiled()
def _evaluate_by_beliefs(players: int, seat: int, common: CommonAction) -> None:
    common.likely[seat] = PASS
    for option in range(COMMON_OPTIONS):
        if common.legal[seat, option]:
            alone, worth = common.alone[seat, option], common.worth[seat, option]
            for head in range(HEADS):
                worth[head] = alone[head]
                for other in range(players):
                    for choice in range(COMMON_OPTIONS):
                        if other != seat and common.legal[other, choice]:
                            changed = common.beside[seat, option, other, choice, head] - alone[head]
                            worth[head] += common.beliefs[other, choice] * changed
            if worth[WIN] > common.worth[seat, common.likely[seat] + 1, WIN]:
                common.likely[seat] = option - 1


@compiled()
def _move_beliefs(seat: int, step: float, common: CommonAction) -> None:
    best, total = common.worth[seat, common.likely[seat] + 1, WIN], 0.0
    for option in range(COMMON_OPTIONS):
        if common.legal[seat, option]:
            total += np.exp((common.worth[seat, option, WIN] - best) / TEMPERATURE)
    for option in range(COMMON_OPTIONS):
        if common.legal[seat, option]:
            share = np.exp((common.worth[seat, option, WIN] - best) / TEMPERATURE) / total
            common.beliefs[seat, option] += step * (share - common.beliefs[seat, option])
