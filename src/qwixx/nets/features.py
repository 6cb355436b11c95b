"""A position as a short list of numbers: which inputs of a net are on, seen from one seat.

Seats count from the one that looks, so that slot 0 is oneself and slot 1 the next to move. A net is
symmetric in the colours if it is trained on all eight ways to turn a position: red and yellow
change places, green and blue do, and the rising rows change places with the falling ones.
"""

import numpy as np

from qwixx.compiled import compiled
from qwixx.engine.board import CLOSED, COLOURS, FIRST_CELL, MOST_PLAYERS, NO_CARD, Board
from qwixx.engine.card_turn import JOKER, hand_size
from qwixx.rules.position import DISPLAY_PLACES, HAND_TO_PLAY
from qwixx.rules.sheet import PENALTY_BOXES
from qwixx.solver.rows import CELLS, MOST_STATES
from qwixx.solver.turn import cell_of
from qwixx.structs import Ints

# Points are told apart one by one up to here, leads and deficits up to half of it.
POINT_STEPS = 128
ROWS = COLOURS * MOST_STATES
SLOT = ROWS + PENALTY_BOXES + POINT_STEPS
# After the slots: whose turn it is, the lead over the best of the others, and the cards.
LEAD = MOST_PLAYERS
HAND = LEAD + POINT_STEPS
GAPS = CELLS + 1
JOKERS = HAND + COLOURS * GAPS
HELD = JOKERS + COLOURS * GAPS
DISPLAY = HELD + HAND_TO_PLAY + 1
DECK_TOP = DISPLAY + CELLS
TABLE = DECK_TOP + CELLS

MOST_FEATURES = MOST_PLAYERS * SLOT + TABLE
# Rows, penalties and points of each slot, turn and lead, each card in hand in up to four rows, the display.
MOST_ON = MOST_PLAYERS * (COLOURS + 2) + 2 + HAND_TO_PLAY * COLOURS + 1 + DISPLAY_PLACES + 1

# Where each colour goes in the eight ways to turn a position; the last four swap rising and falling rows.
TURNS = np.array(
    [
        [0, 1, 2, 3],
        [1, 0, 2, 3],
        [0, 1, 3, 2],
        [1, 0, 3, 2],
        [2, 3, 0, 1],
        [3, 2, 0, 1],
        [2, 3, 1, 0],
        [3, 2, 1, 0],
    ]
)
FIRST_SWAP = 4
AS_IT_IS = 0


def count_features(players: int) -> int:
    """How many inputs the net of so many players has."""
    return players * SLOT + TABLE


@compiled()
def write_features(board: Board, seat: int, turned: int, on: Ints) -> int:
    """Write the inputs that are on; how many there are."""
    players, count, best = board.players, 0, -POINT_STEPS
    for slot in range(players):
        other = seat + slot if seat + slot < players else seat + slot - players
        start = slot * SLOT
        for colour in range(COLOURS):
            row = CLOSED if board.closed[colour] else board.rows[other, colour]
            on[count + colour] = start + TURNS[turned, colour] * MOST_STATES + row
        on[count + COLOURS] = start + ROWS + board.penalties[other]
        points = (
            board.points[other] if slot == 0 else board.points[seat] - board.points[other] + POINT_STEPS // 2
        )
        best = max(best, board.points[other]) if slot else best
        on[count + COLOURS + 1] = start + ROWS + PENALTY_BOXES + _step(points)
        count += COLOURS + 2
    table = players * SLOT
    on[count] = table + (board.active - seat if board.active >= seat else board.active - seat + players)
    on[count + 1] = table + LEAD + _step(board.points[seat] - best + POINT_STEPS // 2)
    count += 2
    return _write_cards(board, seat, turned, on, count) if board.cards else count


@compiled(inline="always")
def _step(points: int) -> int:
    return min(max(points, 0), POINT_STEPS - 1)


@compiled()
def _write_cards(board: Board, seat: int, turned: int, on: Ints, count: int) -> int:
    """The own hand, and the numbers of the display unless the seat has just drawn."""
    table = board.players * SLOT
    size = hand_size(board, seat)
    on[count] = table + HELD + size
    count += 1
    for place in range(size):
        card = board.hands[seat, place]
        colour, number = card // CELLS, card % CELLS
        if colour == JOKER:
            for each in range(COLOURS):
                on[count] = table + JOKERS + TURNS[turned, each] * GAPS + _gap(board, seat, each, number)
                count += 1
        else:
            on[count] = table + HAND + TURNS[turned, colour] * GAPS + _gap(board, seat, colour, number)
            count += 1
    if size == HAND_TO_PLAY:
        return count
    for place in range(DISPLAY_PLACES):
        if board.display[place] != NO_CARD:
            on[count] = table + DISPLAY + _turned(board.display[place] % CELLS, turned)
            count += 1
    if board.deck_top < board.deck_end:
        on[count] = table + DECK_TOP + _turned(board.deck[board.deck_top] % CELLS, turned)
        count += 1
    return count


@compiled(inline="always")
def _gap(board: Board, seat: int, colour: int, number: int) -> int:
    """The numbers that a cross would skip; one more than any if the row is past it."""
    gap = cell_of(colour, number) - FIRST_CELL[board.rows[seat, colour]]
    return gap if gap >= 0 else CELLS


@compiled(inline="always")
def _turned(number: int, turned: int) -> int:
    return CELLS - 1 - number if turned >= FIRST_SWAP else number
