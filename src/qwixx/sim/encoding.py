"""Observations and actions of ``envs``, compiled: vectors, action masks, and the choices of actions.

The layout of observations and the numbering of actions come from ``envs`` as a ``Layout``.
"""

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from qwixx.compiled.cache import compiled
from qwixx.compiled.cells import COLOURS, FACES, cell_of
from qwixx.compiled.rows import CELLS
from qwixx.compiled.structs import Ints, NumbaStruct, Singles
from qwixx.engine.board import COMMON, DRAW, NO_CARD, OWN, PASS, Board
from qwixx.engine.bridge import PHASE_CODES
from qwixx.engine.card_turn import CELL_BITS, HAND_BITS
from qwixx.engine.stream import DICE_COUNT
from qwixx.rules.position import DISPLAY_PLACES, HAND_TO_PLAY
from qwixx.sim.agent_game import SHEET, AgentGame
from qwixx.sim.policies import list_choices

Mask = NDArray[np.int8]

HAND_SETS, DISPLAY_SETS = 1 << HAND_TO_PLAY, 1 << DISPLAY_PLACES


class Layout(NumbaStruct):
    """The offsets of the parts of an observation, and the numbers of actions.

    ``phases`` has the place of each phase. ``card`` is the width of a card in the hand, ``seat`` that of a
    seat's part. ``draws`` has the action for each set of display places as bits, ``plays`` for the slots
    played and the slots crossed; plays as another colour are ``plays_by_colour`` further on.
    """

    phases: Annotated[Ints, len(PHASE_CODES)]
    crossed: int
    common_number: int
    white_dice: int
    coloured_dice: int
    closed_rows: int
    deck_top: int
    deck_count: int
    shown: int
    display: int
    hand: int
    card: int
    seats: int
    seat: int
    hand_numbers_public: int
    first_cross: int
    draws: Annotated[Ints, DISPLAY_SETS]
    plays: Annotated[Ints, (HAND_SETS, HAND_SETS)]
    plays_by_colour: int


@compiled()
def write_observation(game: AgentGame, seat: int, layout: Layout, vector: Singles) -> None:
    """Write the observation of a seat into a vector of zeros."""
    board = game.board
    vector[layout.phases[game.phase]] = 1
    vector[layout.crossed] = board.crossed
    if game.phase != DRAW:
        vector[layout.common_number + board.number] = 1
    if board.cards:
        _write_cards(board, seat, layout, vector)
    else:
        _write_dice(board, layout, vector)
    for after in range(board.players):
        other = (seat + after) % board.players
        first = layout.seats + after * layout.seat
        for place in range(SHEET):
            vector[first + place] = game.sheets[other, place]
        vector[first + SHEET] = other == board.active
        if board.cards:
            _write_backs(board, other, layout, vector[first + SHEET + 1 :])


@compiled()
def _write_dice(board: Board, layout: Layout, vector: Singles) -> None:
    for die in range(DICE_COUNT):
        if board.dice[die]:
            vector[layout.white_dice + FACES * die + board.dice[die] - 1] = 1
    for colour in range(COLOURS):
        vector[layout.closed_rows + colour] = board.closed[colour]


@compiled()
def _write_cards(board: Board, seat: int, layout: Layout, vector: Singles) -> None:
    vector[layout.deck_count] = (board.deck_end - board.deck_top) / board.cards
    if board.deck_top < board.deck_end:
        vector[layout.deck_top + board.deck[board.deck_top] % CELLS] = 1
    for place in range(DISPLAY_PLACES):
        if board.display[place] != NO_CARD:
            vector[layout.display + CELLS * place + board.display[place] % CELLS] = 1
    for place in range(board.discarded):
        vector[layout.shown + board.discard[place]] = 1
    _number_slots(board, seat)
    for place in range(HAND_TO_PLAY):
        card = board.hands[seat, place]
        if card != NO_CARD:
            first = layout.hand + layout.card * board.places[place]
            vector[first + card // CELLS] = 1
            vector[first + layout.card - CELLS + card % CELLS] = 1


@compiled()
def _write_backs(board: Board, seat: int, layout: Layout, backs: Singles) -> None:
    """Write the size of a hand, and its count of each number if that is public, in fifths."""
    size = 0
    for place in range(HAND_TO_PLAY):
        size += board.hands[seat, place] != NO_CARD
    backs[0] = size / HAND_TO_PLAY
    if layout.hand_numbers_public:
        for number in range(CELLS):
            held = 0
            for place in range(HAND_TO_PLAY):
                card = board.hands[seat, place]
                held += card != NO_CARD and card % CELLS == number
            backs[1 + number] = held / HAND_TO_PLAY


@compiled()
def _number_slots(board: Board, seat: int) -> None:
    """Write into ``board.places`` the slot of each place of a hand: its cards in pack order."""
    hand = board.hands[seat]
    for place in range(HAND_TO_PLAY):
        slot = 0
        for other in range(HAND_TO_PLAY):
            slot += hand[other] != NO_CARD and hand[other] < hand[place]
        board.places[place] = slot


@compiled()
def write_mask(game: AgentGame, seat: int, layout: Layout, mask: Mask) -> None:
    """Write a 1 for each legal action of a seat into a mask of zeros."""
    board = game.board
    if game.phase != COMMON and seat != board.active:
        mask[0] = 1
        return
    count = _list_codes(game, seat)
    for place in range(count):
        mask[_action_of(game, seat, board.choices[place], layout)] = 1


@compiled()
def code_of(game: AgentGame, seat: int, action: int, layout: Layout) -> int:
    """The choice of a legal action, in the codes of policies."""
    count = _list_codes(game, seat)
    for place in range(count):
        code = game.board.choices[place]
        if _action_of(game, seat, code, layout) == action:
            return int(code)
    raise AssertionError("an illegal action")


@compiled()
def _list_codes(game: AgentGame, seat: int) -> int:
    count = list_choices(game.phase, game.board, seat)
    if game.board.cards:
        _number_slots(game.board, seat)
    return count


@compiled()
def _action_of(game: AgentGame, seat: int, code: int, layout: Layout) -> int:
    board = game.board
    if code == PASS:
        return 0
    if game.phase == COMMON:
        return int(layout.first_cross + CELLS * code + cell_of(code, board.number))
    if game.phase == OWN:
        colour, number = code // CELLS, code % CELLS
        return int(layout.first_cross + CELLS * colour + cell_of(colour, number))
    if game.phase == DRAW:
        return int(layout.draws[code])
    return _play_of(board, seat, code, layout)


@compiled()
def _play_of(board: Board, seat: int, code: int, layout: Layout) -> int:
    colour, played, crossed = code & (1 << HAND_BITS) - 1, 0, 0
    for place in range(HAND_TO_PLAY):
        if code >> HAND_BITS >> place & 1:
            played |= 1 << board.places[place]
    for cell in range(CELLS):
        if code >> CELL_BITS >> cell & 1:
            crossed |= 1 << _first_slot(board, seat, code, cell_of(colour, cell))
    return int(layout.plays[played, crossed] + layout.plays_by_colour * colour)


@compiled()
def _first_slot(board: Board, seat: int, code: int, number: int) -> int:
    """The slot of a played card with a number, the first of two."""
    first = HAND_TO_PLAY
    for place in range(HAND_TO_PLAY):
        if code >> HAND_BITS >> place & 1 and board.hands[seat, place] % CELLS == number:
            first = min(first, board.places[place])
    return first
