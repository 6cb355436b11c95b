"""The choice of a net's player in any phase, compiled: the best, by habit, or the best one roll deeper.

In the common action of the dice game ``settle_common`` comes first, once a roll, for all seats.

Players who choose by habit err like people: choices within a margin of the best seem equal to them, and among
these they cross rather than pass, skip as few numbers as possible, and draw the leftmost cards. A player who
dozes crosses nothing in the turns of others.
"""

from qwixx.compiled.cache import compiled
from qwixx.compiled.rows import CELLS
from qwixx.engine.board import COMMON, DRAW, FIRST_CELL, OWN, PASS, RUNNING, Board, skipped
from qwixx.engine.card_turn import CELL_BITS
from qwixx.engine.dice_turn import choose_own, resolve_common
from qwixx.nets.card_choice import evaluate_card_common, evaluate_draws, evaluate_plays
from qwixx.nets.common_action import evaluate_common
from qwixx.nets.dice_choice import evaluate_own, own_as_planned
from qwixx.nets.inference import argmax, share_of_win, win_of
from qwixx.nets.lookahead import mean_over_rolls
from qwixx.nets.net import Net
from qwixx.nets.snapshots import restore, save

# More than any cross can skip.
UNUSUAL = 100.0
# Choices worse than the best by more than this, before the lookahead, are not searched.
LOOKAHEAD_MARGIN = 0.03


@compiled(nogil=True)
def evaluate(phase: int, board: Board, seat: int, net: Net) -> int:
    """Write the value of each choice of a seat into ``net.choice_values``; returns their number."""
    if phase == COMMON:
        if board.cards:
            return evaluate_card_common(board, seat, net, net.choice_values)
        return evaluate_common(seat, net.common, net.choice_values)
    if phase == OWN:
        return evaluate_own(board, net, net.choice_values)
    if phase == DRAW:
        return evaluate_draws(board, net, net.choice_values)
    return evaluate_plays(board, net, net.choice_values)


@compiled(nogil=True)
def choose(phase: int, board: Board, seat: int, net: Net) -> int:
    """The choice with the largest share of the win, the first of equals."""
    return int(net.choice_values.options[argmax(net.choice_values, evaluate(phase, board, seat, net))])


@compiled(nogil=True)
def choose_by_habit(phase: int, board: Board, seat: int, margin: float, dozes: bool, net: Net) -> int:
    """The most usual of the choices within a margin of the best; of equally usual ones the better."""
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


@compiled(nogil=True)
def choose_deeper(phase: int, board: Board, seat: int, net: Net) -> int:
    """The best choice by the mean over the next roll; as ``choose`` in the card games, which have no roll."""
    count = evaluate(phase, board, seat, net)
    values = net.choice_values
    first = argmax(values, count)
    best, most = values.options[first], -1.0
    if board.cards:
        return int(best)
    for place in range(count):
        if values.wins[place] >= values.wins[first] - LOOKAHEAD_MARGIN:
            save(board, net.snapshots.look)
            _play_turn(phase, board, seat, values.options[place], net)
            # Add what the lookahead changes; the first value already averages over the opponents' choices.
            seen = win_of(board, seat, net)
            win = values.wins[place] + win_before_roll(board, seat, net) - seen
            restore(board, net.snapshots.look)
            if win > most:
                best, most = values.options[place], win
    return int(best)


@compiled()
def _play_turn(phase: int, board: Board, seat: int, option: int, net: Net) -> None:
    """Play the turn to its end with a choice, and the most likely choices of the other seats."""
    if phase != COMMON:
        choose_own(board, option)
        return
    for other in range(board.players):
        board.chosen[other] = net.common.likely[other]
    board.chosen[seat] = option
    resolve_common(board)
    if board.ended == RUNNING and seat == board.active:
        own = net.own_values
        choose_own(board, own.options[argmax(own, evaluate_own(board, net, own))])
    elif board.ended == RUNNING:
        choose_own(board, own_as_planned(board, net.common.own_after[net.common.likely[board.active] + 1]))


@compiled()
def win_before_roll(board: Board, seat: int, net: Net) -> float:
    """The share of the win before a roll; with two players the mean of both seats' estimates."""
    if board.ended != RUNNING:
        return share_of_win(board, seat)
    mean_over_rolls(board, net)
    if board.players == 2:
        return float((net.ahead.means[seat] + 1.0 - net.ahead.means[1 - seat]) / 2)
    return float(net.ahead.means[seat])
