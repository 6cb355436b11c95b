"""Lookahead by one roll: the exact mean, over all rolls, of the value of a position after the roll.

Opponents are assumed to choose by the sum of the white dice alone, ignoring the coloured dice. Then action 2
is a choice among four independent dice, as in the solo game, and the 46,656 rolls need not be enumerated.
"""

from qwixx.compiled.cache import compiled
from qwixx.compiled.cells import COLOURS, FACES, cell_of
from qwixx.compiled.rows import CELLS, PRINTED_TABLE
from qwixx.compiled.structs import Floats
from qwixx.engine.board import CLOSED, PASS, RUNNING, Board, finish_turn, may_cross, may_cross_common
from qwixx.engine.dice_turn import choose_own, own_sum, resolve_common
from qwixx.nets.inference import win_of
from qwixx.nets.net import LookAhead, Net
from qwixx.nets.snapshots import restore, save
from qwixx.solver.best_turn import NEVER, NO_ROW, ONE_IN, collect_offers

ANY_FACE = 1


@compiled(nogil=True)
def mean_over_rolls(board: Board, net: Net) -> None:
    """Write each seat's expectation before the roll into ``net.ahead.means``; changes dice and choices."""
    ahead = net.ahead
    for seat in range(board.players):
        ahead.means[seat] = 0.0
    for die in range(2 + COLOURS):
        board.dice[die] = ANY_FACE
    for colour in range(COLOURS):
        if board.closed[colour]:
            board.dice[2 + colour] = 0
    for total in range(CELLS):
        board.number = total
        evaluate_sum(board, net)
        for white in range(max(0, total - FACES + 1), total // 2 + 1):
            weight = (1.0 if 2 * white == total else 2.0) / FACES**2
            _add_mean(board, ahead, white, total - white, weight)


@compiled(nogil=True)
def values_of_roll(board: Board, net: Net) -> None:
    """Write each seat's expectation with the dice on the table into ``net.ahead.means``."""
    evaluate_sum(board, net)
    ahead = net.ahead
    best, row, place = ahead.base_win, NO_ROW, 0
    for colour in range(COLOURS):
        for white in range(2):
            number = own_sum(board, colour, white)
            cell = cell_of(colour, number)
            if number >= 0 and board.solver.best[colour, cell] > best:
                best, row, place = board.solver.best[colour, cell], colour, cell
    for seat in range(board.players):
        ahead.means[seat] = ahead.base_values[seat] if row == NO_ROW else ahead.offer_values[row, place, seat]


@compiled()
def evaluate_sum(board: Board, net: Net) -> None:
    """Write the value of each action 2 to every seat, for the sum of the white dice."""
    seat, best = board.active, board.solver.best
    for colour in range(COLOURS):
        board.solver.rows[colour] = CLOSED if board.closed[colour] else board.rows[seat, colour]
        for cell in range(CELLS):
            best[colour, cell] = NEVER
    net.ahead.base_win = NEVER
    guess_by_sum(board, net)
    for common in range(PASS, COLOURS):
        if common == PASS or may_cross_common(board, seat, common):
            board.chosen[seat] = common
            save(board, net.snapshots.common)
            resolve_common(board)
            if board.ended == RUNNING:
                _evaluate_turns(board, net)
            else:
                _raise_base(board, seat, net)
            restore(board, net.snapshots.common)


@compiled()
def guess_by_sum(board: Board, net: Net) -> None:
    """Write the best choice of each seat that ignores the coloured dice into ``chosen``."""
    for seat in range(board.players):
        board.chosen[seat] = PASS
    for turn in range(board.players):
        seat = (board.active + turn) % board.players
        most, choice = -1.0, PASS
        for common in range(PASS, COLOURS):
            if common == PASS or may_cross_common(board, seat, common):
                save(board, net.snapshots.common)
                board.chosen[seat] = common
                resolve_common(board)
                if board.ended == RUNNING:
                    board.crossed = 1
                    finish_turn(board)
                win = win_of(board, seat, net)
                restore(board, net.snapshots.common)
                if win > most:
                    most, choice = win, common
        board.chosen[seat] = choice


@compiled()
def _evaluate_turns(board: Board, net: Net) -> None:
    """Evaluate the turn after the common action: without action 2, and with each that a roll may offer."""
    seat, best = board.active, board.solver.best
    save(board, net.snapshots.own)
    choose_own(board, PASS)
    _raise_base(board, seat, net)
    restore(board, net.snapshots.own)
    lowest, highest = max(0, board.number - FACES + 1), min(board.number, FACES - 1) + FACES - 1
    for colour in range(COLOURS):
        if board.dice[2 + colour]:
            for number in range(lowest, highest + 1):
                if may_cross(board, seat, colour, number):
                    choose_own(board, colour * CELLS + number)
                    win, cell = win_of(board, seat, net), cell_of(colour, number)
                    if win > best[colour, cell]:
                        best[colour, cell] = win
                        _see_as_all(board, seat, win, net, net.ahead.offer_values[colour, cell])
                    restore(board, net.snapshots.own)


@compiled()
def _raise_base(board: Board, seat: int, net: Net) -> None:
    win, ahead = win_of(board, seat, net), net.ahead
    if win > ahead.base_win:
        ahead.base_win = win
        _see_as_all(board, seat, win, net, ahead.base_values)


@compiled()
def _see_as_all(board: Board, seat: int, win: float, net: Net, values: Floats) -> None:
    """Write the value of a position to every seat; ``win`` is that of ``seat``."""
    for other in range(board.players):
        values[other] = win if other == seat else win_of(board, other, net)


@compiled()
def _add_mean(board: Board, ahead: LookAhead, lower: int, higher: int, weight: float) -> None:
    """Add the mean over the coloured dice with these white dice."""
    scratch = board.solver
    count = collect_offers(PRINTED_TABLE[0], lower, higher, ahead.base_win, scratch)
    for colour in range(COLOURS):
        scratch.faces[colour] = FACES
    left = 1.0
    for place in range(count):
        colour, cell = scratch.offered[place] // CELLS, scratch.offered[place] % CELLS
        taken = left * ONE_IN[scratch.faces[colour]]
        scratch.faces[colour] -= 1
        left -= taken
        for seat in range(board.players):
            ahead.means[seat] += weight * taken * ahead.offer_values[colour, cell, seat]
    for seat in range(board.players):
        ahead.means[seat] += weight * left * ahead.base_values[seat]
