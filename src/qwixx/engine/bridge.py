"""Conversions from the rules to compiled code: positions to boards, choices to numbers."""

from collections.abc import Callable, Iterable
from typing import assert_never

from qwixx.compiled.rows import CELLS, LOWEST, row_states
from qwixx.engine.board import (
    COMMON,
    DRAW,
    FOUR_PENALTIES,
    OWN,
    PASS,
    PLAY,
    RUNNING,
    TWO_ROWS,
    Board,
    list_common,
    new_board,
)
from qwixx.engine.card_turn import CELL_BITS, HAND_BITS, list_draws, list_plays
from qwixx.engine.dice_turn import list_own
from qwixx.rules.cards import PACK_ORDER, Card
from qwixx.rules.chance import Roll
from qwixx.rules.choices import Choice, Cross, Pass, Play, Take
from qwixx.rules.colours import COLOURS
from qwixx.rules.game import State
from qwixx.rules.position import CardTable
from qwixx.rules.ruleset import Phase
from qwixx.rules.scoring import EndReason
from qwixx.rules.turn import end_reason
from qwixx.rules.view import View

PHASE_CODES = {Phase.COMMON: COMMON, Phase.OWN: OWN, Phase.DRAW: DRAW, Phase.PLAY: PLAY}
ENDS: dict[EndReason | None, int] = {
    None: RUNNING,
    EndReason.TWO_ROWS: TWO_ROWS,
    EndReason.FOUR_PENALTIES: FOUR_PENALTIES,
}

# A card of which only the number is known, as if of one colour more than there are.
HIDDEN = len(PACK_ORDER)

_LISTS: dict[Phase, Callable[[Board, int], int]] = {
    Phase.COMMON: list_common,
    Phase.OWN: lambda board, seat: list_own(board),
    Phase.DRAW: lambda board, seat: list_draws(board),
    Phase.PLAY: lambda board, seat: list_plays(board),
}


def board_of(state: State) -> Board:
    """A state in any phase as a board.

    Policies, chance, the turns so far and who began are not in a state. In the common action
    ``chosen`` holds the choices that are in, and PASS for the others.
    """
    board = _public_board(state)
    for seat, choice in enumerate(state.pending):
        board.chosen[seat] = PASS if choice is None else choice_code(state, seat, choice)
    _lay_cards(board, state.cards)
    return board


def board_of_view(view: View) -> Board:
    """The view of a seat as a board: hidden cards by their number where that is open, else left out."""
    board = _public_board(view)
    board.hands[view.seat, : len(view.hand)] = card_codes(view.hand)
    for place, number in enumerate(view.display):
        if number is not None:
            board.display[place] = HIDDEN + number - LOWEST
    if view.deck_top is not None:
        board.deck[0], board.deck_end = HIDDEN + view.deck_top - LOWEST, 1
    board.discard[: len(view.shown)] = card_codes(view.shown)
    board.discarded = len(view.shown)
    return board


def _public_board(position: State | View) -> Board:
    """The public view of a position, as a board."""
    players = len(position.sheets)
    board = new_board(position.ruleset, players)
    for seat, sheet in enumerate(position.sheets):
        board.rows[seat] = row_states(sheet)
        board.crosses[seat] = sum(map(sheet.crosses, COLOURS))
        board.penalties[seat] = sheet.penalties
    board.points[:players] = position.totals
    board.closed[:] = [colour in position.closed_rows for colour in COLOURS]
    board.active, board.crossed = position.active, position.crossed is not None
    board.ended = ENDS[end_reason(position.ruleset, position.sheets)]
    if position.common_number is not None:
        board.number = position.common_number - LOWEST
    if position.dice is not None:
        board.dice[:] = dice_faces(position.dice)
    return board


def dice_faces(dice: Roll) -> list[int]:
    """The faces of a roll: white dice first, 0 for a die out of the game."""
    return [*dice.white, *(face or 0 for face in dice.colours)]


def _lay_cards(board: Board, table: CardTable) -> None:
    for seat, hand in enumerate(table.hands):
        board.hands[seat, : len(hand)] = card_codes(hand)
    for place, card in enumerate(table.display):
        if card is not None:
            board.display[place] = PACK_ORDER[card]
    board.deck[: len(table.deck)] = card_codes(table.deck)
    board.discard[: len(table.discard)] = card_codes(table.discard)
    board.deck_top, board.deck_end, board.discarded = 0, len(table.deck), len(table.discard)


def card_codes(cards: Iterable[Card]) -> list[int]:
    return [PACK_ORDER[card] for card in cards]


def choice_code(state: State, seat: int, choice: Choice) -> int:
    """The number of a choice that a seat may make now, as the policies of ``sim`` give it."""
    match choice:
        case Pass():
            return PASS
        case Cross(colour, number):
            return int(colour) if state.phase is Phase.COMMON else colour * CELLS + number - LOWEST
        case Take(places):
            return as_bits(places)
        case Play(cards, colour, numbers):
            played = as_bits(map(state.cards.hands[seat].index, cards))
            return colour | played << HAND_BITS | as_bits(map(colour.place, numbers)) << CELL_BITS
        case _:
            assert_never(choice)


def legal_codes(board: Board, phase: Phase, seat: int) -> list[int]:
    """The numbers of all legal choices of a seat, in the order of the rules."""
    count = _LISTS[phase](board, seat)
    codes: list[int] = board.choices[:count].tolist()
    return codes


def as_bits(places: Iterable[int]) -> int:
    """A set of places as bits."""
    return sum(1 << place for place in places)
