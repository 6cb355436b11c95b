"""What a net chooses in any phase, compiled.

In the common action of the dice game ``settle_common`` comes first, once a roll, whoever asks then.
"""

from qwixx.compiled import compiled
from qwixx.engine.board import Board
from qwixx.engine.phases import COMMON, DRAW, OWN
from qwixx.nets.card_choice import weigh_card_common, weigh_draw, weigh_play
from qwixx.nets.common_action import weigh_common
from qwixx.nets.dice_choice import weigh_own
from qwixx.nets.net import Net
from qwixx.nets.network import heaviest


@compiled(nogil=True)
def weigh(phase: int, board: Board, seat: int, net: Net) -> int:
    """Write into ``net.scales`` what each choice is worth to a seat; how many there are."""
    if phase == COMMON:
        if board.cards:
            return weigh_card_common(board, seat, net, net.scales)
        return weigh_common(seat, net.common, net.scales)
    if phase == OWN:
        return weigh_own(board, net, net.scales)
    if phase == DRAW:
        return weigh_draw(board, net, net.scales)
    return weigh_play(board, net, net.scales)


@compiled(nogil=True)
def choose(phase: int, board: Board, seat: int, net: Net) -> int:
    """The choice with the largest share of the win, the first of equals."""
    return int(net.scales.options[heaviest(net.scales, weigh(phase, board, seat, net))])
