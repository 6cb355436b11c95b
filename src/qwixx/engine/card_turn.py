"""The card turn, compiled: legal choices in the order of the rules, and their effects."""

import numpy as np

from qwixx.compiled.cache import compiled
from qwixx.compiled.cells import COLOURS, cell_of
from qwixx.compiled.rows import CELLS, IMPOSSIBLE, ROWS_TO_END
from qwixx.engine.board import AFTER, CLOSED, NO_CARD, PASS, TWO_ROWS, Board, cross, finish_turn
from qwixx.rules.card_turn import MOST_LEFT_UNMARKED
from qwixx.rules.position import DISPLAY_PLACES, HAND_AT_START, HAND_TO_PLAY

# Sets of display places, as bits, in the order of the rules, by how many are drawn.
DRAWS = np.array(
    [
        [0b0001, 0b0010, 0b0100, 0b1000, 0, 0],
        [0b0011, 0b0101, 0b1001, 0b0110, 0b1010, 0b1100],
        [0b0111, 0b1011, 0b1101, 0b1110, 0, 0],
    ]
)
DRAWS_COUNT = np.array([4, 6, 4])
# Sets of up to three things, as bits, by size and then in order; 8 entries a number of things.
SUBSETS = np.array(
    [
        [0, 0, 0, 0, 0, 0, 0, 0],
        [0, 1, 0, 0, 0, 0, 0, 0],
        [0, 1, 2, 3, 0, 0, 0, 0],
        [0, 1, 2, 4, 3, 5, 6, 7],
    ]
)
JOKER = COLOURS
# A play as one number: its colour, the cards as bits of hand places, the crossed cells as bits.
HAND_BITS, CELL_BITS = 2, 2 + HAND_TO_PLAY


@compiled()
def deal(board: Board) -> None:
    """Four cards to each seat in turn, four into the display, the rest is the deck (C3)."""
    top = 0
    for seat in range(board.players):
        for place in range(HAND_TO_PLAY):
            board.hands[seat, place] = board.deck[top] if place < HAND_AT_START else NO_CARD
            top += place < HAND_AT_START
    for place in range(DISPLAY_PLACES):
        board.display[place] = board.deck[top]
        top += 1
    board.deck_top, board.deck_end, board.discarded = top, board.cards, 0


@compiled()
def hand_size(board: Board, seat: int) -> int:
    size = 0
    while size < HAND_TO_PLAY and board.hands[seat, size] != NO_CARD:
        size += 1
    return size


@compiled()
def list_draws(board: Board) -> int:
    """Write the legal sets of display places, as bits; returns their number."""
    drawn = HAND_TO_PLAY - hand_size(board, board.active)
    for place in range(DRAWS_COUNT[drawn - 1]):
        board.choices[place] = DRAWS[drawn - 1, place]
    return int(DRAWS_COUNT[drawn - 1])


@compiled()
def choose_draw(board: Board, places: int) -> None:
    """Take cards; the display is not refilled yet."""
    seat = board.active
    size = hand_size(board, seat)
    for place in range(DISPLAY_PLACES):
        if places >> place & 1:
            board.hands[seat, size] = board.display[place]
            board.display[place] = NO_CARD
            size += 1


@compiled()
def refill(board: Board) -> bool:
    """Fill free places from the deck (C8); False if it ran out and the discards have to be shuffled."""
    for place in range(DISPLAY_PLACES):
        if board.display[place] == NO_CARD and board.deck_top < board.deck_end:
            board.display[place] = board.deck[board.deck_top]
            board.deck_top += 1
    if board.deck_top == board.deck_end:
        return False
    board.number = board.deck[board.deck_top] % CELLS
    return True


@compiled()
def discards_to_deck(board: Board) -> int:
    """The discards become the deck, as they lie (C9); returns their number."""
    count = board.discarded
    for place in range(count):
        board.deck[place] = board.discard[place]
    board.deck_top, board.deck_end, board.discarded = 0, count, 0
    return int(count)


@compiled()
def resolve_common(board: Board) -> None:
    """All choices take effect together; a lock closes the row for its owner alone (C17, C18)."""
    for seat in range(board.players):
        colour = board.chosen[seat]
        if colour != PASS and cross(board, seat, colour, board.number):
            _check_locks(board, seat)
    board.crossed = board.chosen[board.active] != PASS


@compiled()
def _check_locks(board: Board, seat: int) -> None:
    locks = 0
    for colour in range(COLOURS):
        locks += board.rows[seat, colour] == CLOSED
    if locks >= ROWS_TO_END:
        board.ended = TWO_ROWS


@compiled()
def list_plays(board: Board) -> int:
    """Write every legal play, by colour, then number of cards, then crosses, fewest first."""
    seat = board.active
    places = board.places
    count = 0
    for colour in range(COLOURS):
        held = _places_in_pack_order(board, seat, colour)
        for a in range(held):
            count = _list_crosses(board, seat, colour, 1 << places[a], count)
        for a in range(held):
            for b in range(a + 1, held):
                played = 1 << places[a] | 1 << places[b]
                count = _list_crosses(board, seat, colour, played, count)
        for a in range(held):
            for b in range(a + 1, held):
                for c in range(b + 1, held):
                    played = 1 << places[a] | 1 << places[b] | 1 << places[c]
                    count = _list_crosses(board, seat, colour, played, count)
    return count


@compiled()
def _places_in_pack_order(board: Board, seat: int, colour: int) -> int:
    """Write the hand places whose cards count as a colour, sorted by card; returns their number."""
    places, held = board.places, 0
    for place in range(HAND_TO_PLAY):
        card = board.hands[seat, place]
        if card // CELLS == colour or card // CELLS == JOKER:
            at = held
            while at > 0 and board.hands[seat, places[at - 1]] > card:
                places[at] = places[at - 1]
                at -= 1
            places[at] = place
            held += 1
    return held


@compiled()
def _list_crosses(board: Board, seat: int, colour: int, played: int, count: int) -> int:
    """Write the plays of these cards, one for each legal set of crosses; returns the new count."""
    cells = 0
    for place in range(HAND_TO_PLAY):
        if played >> place & 1:
            cells |= 1 << cell_of(colour, board.hands[seat, place] % CELLS)
    offered = board.cells
    numbers = 0
    for cell in range(CELLS):
        if cells >> cell & 1:
            offered[numbers] = cell
            numbers += 1
    for at in range(1 << numbers):
        crossed = 0
        for number in range(numbers):
            crossed |= (SUBSETS[numbers, at] >> number & 1) << offered[number]
        if may_cross_all(board, seat, colour, crossed):
            board.choices[count] = colour | played << HAND_BITS | crossed << CELL_BITS
            count += 1
    return count


@compiled()
def may_cross_all(board: Board, seat: int, colour: int, cells: int) -> bool:
    """Whether cells may be crossed one after the other (A9), with the gap rule (C13)."""
    row, crosses, first, last = board.rows[seat, colour], 0, 0, 0
    for cell in range(CELLS):
        if cells >> cell & 1:
            row = AFTER[row, cell]
            if row == IMPOSSIBLE:
                return False
            first = cell if crosses == 0 else first
            last, crosses = cell, crosses + 1
    return crosses == 0 or last - first + 1 - crosses <= MOST_LEFT_UNMARKED


@compiled()
def choose_play(board: Board, play: int) -> None:
    """Make the crosses of a play, discard its cards in pack order, and end the turn."""
    seat = board.active
    colour, played, cells = play & 3, play >> HAND_BITS & 31, play >> CELL_BITS
    for cell in range(CELLS):
        if cells >> cell & 1:
            board.crossed = 1
            if cross(board, seat, colour, cell_of(colour, cell)):
                _check_locks(board, seat)
    _discard(board, seat, played)
    finish_turn(board)


@compiled()
def _discard(board: Board, seat: int, played: int) -> None:
    kept = 0
    start = board.discarded
    for place in range(HAND_TO_PLAY):
        card = board.hands[seat, place]
        board.hands[seat, place] = NO_CARD
        if not played >> place & 1:
            board.hands[seat, kept] = card
            kept += 1
            continue
        at = board.discarded
        while at > start and board.discard[at - 1] > card:
            board.discard[at] = board.discard[at - 1]
            at -= 1
        board.discard[at] = card
        board.discarded += 1
