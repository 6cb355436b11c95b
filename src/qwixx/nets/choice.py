"""What a net chooses in any phase, compiled.

In the common action of the dice game ``settle_common`` comes first, once a roll, for all seats.
"""

from qwixx.compiled.cache import compiled
from qwixx.engine.board import COMMON, DRAW, OWN, Board
from qwixx.nets.card_choice import evaluate_card_common, evaluate_draws, evaluate_plays
from qwixx.nets.common_action import evaluate_common
from qwixx.nets.dice_choice import evaluate_own
from qwixx.nets.inference import argmax
from qwixx.nets.net import Net


@compiled(nogil=True)
def evaluate(phase: int, board: Board, seat: int, net: Net) -> int:
    """Write into ``net.choice_values`` what each choice is worth to a seat; how many there are."""
    if phase == COMMON:
        if board.cards:
            return evaluate_card_common(board, seat, net, net.choice_values)
        return evaluate_common(seat, net.common, net.choice_values)
    if phase == OWN:
        return evaluate_own(board, net, net.choice_values)
    if phase == DRAW:
        return evaluate_draws(board, net, net.choice_values)
    return evaluate_plays(board, net, net.choice_values)


@compiled(nogil=True)
def choose(phase: int, board: Board, seat: int, net: Net) -> int:
    """The choice with the largest share of the win, the first of equals."""
    return int(net.choice_values.options[argmax(net.choice_values, evaluate(phase, board, seat, net))])
