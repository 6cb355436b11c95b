"""Human errors: a player takes what skips little, unless something else is clearly better.

A player with a margin cannot tell choices apart that are worth nearly the same. Among those it follows
its habit: cross rather than pass, skip as few numbers as possible, and draw the leftmost cards. A player who
dozes crosses nothing in the turns of others.
"""

from qwixx.compiled.cache import compiled
from qwixx.compiled.rows import CELLS
from qwixx.engine.board import COMMON, DRAW, FIRST_CELL, OWN, PASS, Board, skipped
from qwixx.engine.card_turn import CELL_BITS
from qwixx.nets.choice import evaluate
from qwixx.nets.inference import argmax
from qwixx.nets.net import Net

# More than any cross can skip.
UNUSUAL = 100.0


@compiled(nogil=True)
def choose_by_habit(phase: int, board: Board, seat: int, margin: float, dozes: bool, net: Net) -> int:
    """The most usual of the choices that seem within a margin of the best; the better of equals."""
    if dozes and seat != board.active:
        return PASS
    count = evaluate(phase, board, seat, net)
    values = net.choice_values
    best = argmax(values, count)
    least, chosen = 2 * UNUSUAL, best
    for place in range(count):
        if values.wins[place] >= values.wins[best] - margin:
            rank = _skipped_by(phase, board, seat, values.options[place]) - values.wins[place] / 100
            if rank < least:
                least, chosen = rank, place
    return int(values.options[chosen])


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
