"""How people err: they take what skips little, if they do not see that something else is better.

A player with a margin cannot tell choices apart that are worth nearly the same. Among those it follows
its habit: cross rather than pass, skip as few numbers as possible, and draw the leftmost cards. One who
dozes crosses nothing in the turns of others.
"""

from qwixx.compiled import compiled
from qwixx.engine.board import FIRST_CELL, PASS, Board, skipped
from qwixx.engine.card_turn import CELL_BITS
from qwixx.engine.phases import COMMON, DRAW, OWN
from qwixx.nets.choice import weigh
from qwixx.nets.net import Net
from qwixx.nets.network import heaviest
from qwixx.solver.rows import CELLS

# More than any cross can skip.
UNUSUAL = 100.0


@compiled(nogil=True)
def choose_by_habit(phase: int, board: Board, seat: int, margin: float, dozes: bool, net: Net) -> int:
    """The most usual of the choices that seem within a margin of the best; the better of equals."""
    if dozes and seat != board.active:
        return PASS
    count = weigh(phase, board, seat, net)
    scales = net.scales
    best = heaviest(scales, count)
    least, chosen = 2 * UNUSUAL, best
    for place in range(count):
        if scales.wins[place] >= scales.wins[best] - margin:
            rank = _skipped_by(phase, board, seat, scales.options[place]) - scales.wins[place] / 100
            if rank < least:
                least, chosen = rank, place
    return int(scales.options[chosen])


@compiled()
def _skipped_by(phase: int, board: Board, seat: int, choice: int) -> float:
    """The numbers that a choice skips for each that it crosses; for a draw, how far to the right it is."""
    if phase == DRAW:
        return float(choice)
    if phase in (COMMON, OWN):
        if choice == PASS:
            return UNUSUAL
        colour, number = (choice, board.number) if phase == COMMON else (choice // CELLS, choice % CELLS)
        return float(skipped(board, seat, colour, number))
    crosses, last = 0, 0
    for cell in range(CELLS):
        if choice >> CELL_BITS >> cell & 1:
            crosses, last = crosses + 1, cell
    if crosses == 0:
        return UNUSUAL
    return (last - FIRST_CELL[board.rows[seat, choice & 3]] + 1 - crosses) / crosses
