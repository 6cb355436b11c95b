"""Features: the active inputs of a net for a position, as seen from one seat.

Slots are seats in turn order from the viewing one: slot 0 is the viewer, slot 1 the next to move. A net is
symmetric in the colours if it is trained on all eight symmetries of a position: red and yellow
change places, green and blue do, and the rising rows change places with the falling ones.
"""

import numpy as np

from qwixx.compiled.cache import compiled
from qwixx.compiled.cells import COLOURS, cell_of
from qwixx.compiled.rows import CELLS, MOST_STATES
from qwixx.compiled.structs import Ints
from qwixx.engine.board import CLOSED, FIRST_CELL, MOST_PLAYERS, NO_CARD, Board
from qwixx.engine.card_turn import JOKER, hand_size
from qwixx.rules.position import DISPLAY_PLACES, HAND_TO_PLAY
from qwixx.rules.sheet import PENALTY_BOXES

# Points have one feature each up to here, leads and deficits up to half of it.
POINT_STEPS = 128
ROWS = COLOURS * MOST_STATES
SLOT = ROWS + PENALTY_BOXES + POINT_STEPS
# Offsets after the slots: the slot in turn, the lead over the best of the others, and the cards.
LEAD = MOST_PLAYERS
HAND = LEAD + POINT_STEPS
GAPS = CELLS + 1
JOKERS = HAND + COLOURS * GAPS
HELD = JOKERS + COLOURS * GAPS
DISPLAY = HELD + HAND_TO_PLAY + 1
DECK_TOP = DISPLAY + CELLS
AFTER_SLOTS = DECK_TOP + CELLS

MOST_FEATURES = MOST_PLAYERS * SLOT + AFTER_SLOTS
# Rows, penalties and points of each slot, turn and lead, each card in hand in up to four rows, the display.
MOST_ACTIVE = MOST_PLAYERS * (COLOURS + 2) + 2 + HAND_TO_PLAY * COLOURS + 1 + DISPLAY_PLACES + 1

# The image of each colour under each symmetry; the last four swap rising and falling rows.
SYMMETRIES = np.array(
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
FIRST_MIRRORED = 4
IDENTITY = 0


def count_features(players: int) -> int:
    """The number of inputs of a net for this number of players."""
    return players * SLOT + AFTER_SLOTS


@compiled()
def write_features(board: Board, seat: int, symmetry: int, active: Ints) -> int:
    """Write the active features; returns their number."""
    players, count, best = board.players, 0, -POINT_STEPS
    for slot in range(players):
        other = seat + slot if seat + slot < players else seat + slot - players
        start = slot * SLOT
        for colour in range(COLOURS):
            row = CLOSED if board.closed[colour] else board.rows[other, colour]
            active[count + colour] = start + SYMMETRIES[symmetry, colour] * MOST_STATES + row
        active[count + COLOURS] = start + ROWS + board.penalties[other]
        points = (
            board.points[other] if slot == 0 else board.points[seat] - board.points[other] + POINT_STEPS // 2
        )
        best = max(best, board.points[other]) if slot else best
        active[count + COLOURS + 1] = start + ROWS + PENALTY_BOXES + _step(points)
        count += COLOURS + 2
    table = players * SLOT
    active[count] = table + (board.active - seat if board.active >= seat else board.active - seat + players)
    active[count + 1] = table + LEAD + _step(board.points[seat] - best + POINT_STEPS // 2)
    count += 2
    return _write_cards(board, seat, symmetry, active, count) if board.cards else count


@compiled(inline="always")
def _step(points: int) -> int:
    return min(max(points, 0), POINT_STEPS - 1)


@compiled()
def _write_cards(board: Board, seat: int, symmetry: int, active: Ints, count: int) -> int:
    """Write the own hand, and the display unless the seat has just drawn; returns the new count."""
    table = board.players * SLOT
    size = hand_size(board, seat)
    active[count] = table + HELD + size
    count += 1
    for place in range(size):
        card = board.hands[seat, place]
        colour, number = card // CELLS, card % CELLS
        if colour == JOKER:
            for each in range(COLOURS):
                active[count] = (
                    table + JOKERS + SYMMETRIES[symmetry, each] * GAPS + _gap(board, seat, each, number)
                )
                count += 1
        else:
            active[count] = (
                table + HAND + SYMMETRIES[symmetry, colour] * GAPS + _gap(board, seat, colour, number)
            )
            count += 1
    if size == HAND_TO_PLAY:
        return count
    for place in range(DISPLAY_PLACES):
        if board.display[place] != NO_CARD:
            active[count] = table + DISPLAY + _mirror(board.display[place] % CELLS, symmetry)
            count += 1
    if board.deck_top < board.deck_end:
        active[count] = table + DECK_TOP + _mirror(board.deck[board.deck_top] % CELLS, symmetry)
        count += 1
    return count


@compiled(inline="always")
def _gap(board: Board, seat: int, colour: int, number: int) -> int:
    """The numbers that a cross would skip; CELLS if the row is past it."""
    gap = cell_of(colour, number) - FIRST_CELL[board.rows[seat, colour]]
    return gap if gap >= 0 else CELLS


@compiled(inline="always")
def _mirror(number: int, symmetry: int) -> int:
    return CELLS - 1 - number if symmetry >= FIRST_MIRRORED else number
