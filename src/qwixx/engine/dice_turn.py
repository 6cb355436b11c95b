"""The dice turn, compiled: legal choices in the order of the rules, and their effects."""

from qwixx.compiled.cache import compiled
from qwixx.compiled.cells import COLOURS
from qwixx.compiled.rows import CELLS, ROWS_TO_END
from qwixx.engine.board import PASS, TWO_ROWS, Board, cross, finish_turn, may_cross


@compiled()
def take_roll(board: Board) -> None:
    """The dice lie on the table: those of closed rows do not count (D3, A7)."""
    board.number = board.dice[0] + board.dice[1] - 2
    for colour in range(COLOURS):
        if board.closed[colour]:
            board.dice[2 + colour] = 0


@compiled(inline="always")
def own_sum(board: Board, colour: int, white: int) -> int:
    """The sum of a white and a coloured die as a number; -1 if that die is out."""
    face = board.dice[2 + colour]
    return board.dice[white] + face - 2 if face else -1


@compiled()
def list_own(board: Board) -> int:
    """Write the choices of action 2, colour times eleven plus number or PASS; returns their number."""
    seat = board.active
    board.choices[0], count = PASS, 1
    lower = 0 if board.dice[0] <= board.dice[1] else 1
    for colour in range(COLOURS):
        for white in (lower, 1 - lower):
            number = own_sum(board, colour, white)
            again = white != lower and board.dice[0] == board.dice[1]
            if number >= 0 and not again and may_cross(board, seat, colour, number):
                board.choices[count] = colour * CELLS + number
                count += 1
    return count


@compiled()
def resolve_common(board: Board) -> None:
    """All choices take effect together (D5); a die leaves at once unless the table keeps it (A4)."""
    for seat in range(board.players):
        colour = board.chosen[seat]
        if colour != PASS and cross(board, seat, colour, board.number):
            board.closed[colour] = 1
            if not board.keep_dice:
                board.dice[2 + colour] = 0
    board.crossed = board.chosen[board.active] != PASS
    _check_closed_rows(board)


@compiled()
def choose_own(board: Board, choice: int) -> None:
    """Action 2, and with it the end of the turn."""
    if choice != PASS:
        colour, number = choice // CELLS, choice % CELLS
        if cross(board, board.active, colour, number):
            board.closed[colour] = 1
            _check_closed_rows(board)
        board.crossed = 1
    finish_turn(board)


@compiled()
def _check_closed_rows(board: Board) -> None:
    if board.closed[0] + board.closed[1] + board.closed[2] + board.closed[3] >= ROWS_TO_END:
        board.ended = TWO_ROWS
