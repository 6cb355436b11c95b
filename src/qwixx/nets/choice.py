"""What a net chooses in any phase, compiled."""

from qwixx.compiled import compiled
from qwixx.engine.board import Board
from qwixx.engine.phases import COMMON, DRAW, OWN
from qwixx.engine.stream import CHANCE
from qwixx.nets.card_choice import weigh_card_common, weigh_draw, weigh_play
from qwixx.nets.common_action import settle_common, weigh_common
from qwixx.nets.dice_choice import weigh_own
from qwixx.nets.network import Net, heaviest

# No stream of chance is ever in this state where somebody has to choose by a view.
NO_ROLL = 1


@compiled(nogil=True)
def weigh(phase: int, board: Board, seat: int, net: Net) -> int:
    """Write into ``net.scales`` what each choice is worth to a seat; how many there are."""
    if phase == COMMON:
        if board.cards:
            return weigh_card_common(board, seat, net, net.scales)
        return weigh_common(board, seat, net, net.scales)
    if phase == OWN:
        return weigh_own(board, net, net.scales)
    if phase == DRAW:
        return weigh_draw(board, net, net.scales)
    return weigh_play(board, net, net.scales)


@compiled(nogil=True)
def choose(phase: int, board: Board, seat: int, net: Net) -> int:
    """The choice with the largest share of the win.

    Seats with the same net believe the same, so that is settled once for each roll: the stream of chance
    tells rolls apart.
    """
    if phase == COMMON and not board.cards:
        if net.settled != board.streams[CHANCE]:
            settle_common(board, net)
            net.settled = board.streams[CHANCE]
        return int(net.likely[seat])
    return int(net.scales.options[heaviest(net.scales, weigh(phase, board, seat, net))])
