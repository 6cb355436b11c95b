"""Compiled policies: each answers a phase with one number.

That number is a colour in the common action, colour times eleven plus number in action 2, display
places as bits in a draw, or a play as ``card_turn`` writes it; PASS is -1. A policy means the same
as the bot of the same name.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from qwixx.bots.gap import MOST_SKIPPED_AFTER_A_CROSS
from qwixx.compiled import compiled
from qwixx.engine.board import (
    COLOURS,
    FIRST_CELL,
    PASS,
    Board,
    list_common,
    skipped,
)
from qwixx.engine.card_turn import CELL_BITS, HAND_BITS, JOKER, list_draws, list_plays
from qwixx.engine.dice_turn import list_own, own_sum
from qwixx.engine.phases import COMMON, DRAW, OWN
from qwixx.engine.stream import below
from qwixx.nets.choice import choose
from qwixx.nets.habit import choose_by_habit
from qwixx.nets.network import Net
from qwixx.nets.second_look import choose_deeper
from qwixx.solver.best import best_first_action, best_second_action
from qwixx.solver.rows import CELLS, PRINTED
from qwixx.solver.turn import Values

RANDOM, GAP, OPTIMAL, NET, NET_DEEPER = range(5)
# The unit in which a policy's parameters tell the margin of a net's player.
MARGIN_UNIT = 0.001
ROW_TABLE = np.array([PRINTED.table])
Nets: TypeAlias = NDArray[np.void]


@compiled(inline="always")
def decide(phase: int, board: Board, seat: int, solved: Values) -> int:
    """The choice of the policy in a seat. A new policy is a line here and a function below.

    ``solved`` are the values of the solo game, for those who know them.
    """
    kind = board.policies[seat, 0]
    if kind == GAP:
        return gap(phase, board, seat, board.policies[seat, 1], board.policies[seat, 2])
    if kind == RANDOM:
        return uniform(phase, board, seat)
    return optimal(phase, board, seat, solved)


@compiled()
def decide_with_nets(phase: int, board: Board, seat: int, nets: Nets) -> int:
    """As ``decide``, where somebody asks a net: apart, since nets take long to compile."""
    kind = board.policies[seat, 0]
    if kind == GAP:
        return gap(phase, board, seat, board.policies[seat, 1], board.policies[seat, 2])
    if kind == RANDOM:
        return uniform(phase, board, seat)
    if kind in (NET, NET_DEEPER):
        return trained(phase, board, seat, nets[0])
    raise AssertionError("a policy that nobody carries out")


@compiled()
def uniform(phase: int, board: Board, seat: int) -> int:
    """Every legal choice is equally likely."""
    if phase == COMMON:
        count = list_common(board, seat)
    elif phase == OWN:
        count = list_own(board)
    elif phase == DRAW:
        count = list_draws(board)
    else:
        count = list_plays(board)
    return int(board.choices[below(board.streams, 1 + seat, count)])


@compiled(inline="always")
def gap(phase: int, board: Board, seat: int, common: int, threatened: int) -> int:
    """Skip as few numbers as possible, within limits."""
    if phase == COMMON:
        return _gap_common(board, seat, common)
    if phase == DRAW:
        list_draws(board)
        return int(board.choices[0])
    limit = MOST_SKIPPED_AFTER_A_CROSS if board.crossed else threatened
    return _gap_own(board, limit) if phase == OWN else _gap_play(board, limit)


@compiled(inline="always")
def _gap_common(board: Board, seat: int, limit: int) -> int:
    best, fewest = PASS, limit + 1
    for colour in range(COLOURS):
        skips = skipped(board, seat, colour, board.number)
        if skips < fewest and board.closed[colour] == 0:
            best, fewest = colour, skips
    return best


@compiled(inline="always")
def _gap_own(board: Board, limit: int) -> int:
    seat = board.active
    best, fewest = PASS, limit + 1
    for colour in range(COLOURS):
        for white in range(2):
            number = own_sum(board, colour, white)
            if number >= 0:
                skips = skipped(board, seat, colour, number)
                if skips < fewest:
                    best, fewest = colour * CELLS + number, skips
    return best


@compiled()
def _gap_play(board: Board, limit: int) -> int:
    """Fewest skipped per cross, then most crosses; else the card taken first, alone."""
    seat = board.active
    best, fewest, most = PASS, np.inf, 0
    for place in range(list_plays(board)):
        play = board.choices[place]
        crosses, last = 0, 0
        for cell in range(CELLS):
            if play >> CELL_BITS >> cell & 1:
                crosses, last = crosses + 1, cell
        if crosses:
            colour = play & 3
            skips = (last - FIRST_CELL[board.rows[seat, colour]] + 1 - crosses) / crosses
            if skips < fewest or (skips == fewest and crosses > most):
                best, fewest, most = play, skips, crosses
    if fewest <= limit:
        return int(best)
    colour = board.hands[seat, 0] // CELLS
    return int((0 if colour == JOKER else colour) | 1 << HAND_BITS)


@compiled()
def trained(phase: int, board: Board, seat: int, net: Net) -> int:
    """What a net says, looked at one roll deeper or with a person's habits."""
    if board.policies[seat, 0] == NET_DEEPER:
        return choose_deeper(phase, board, seat, net)
    dozes, margin = board.policies[seat, 1] != 0, board.policies[seat, 2] * MARGIN_UNIT
    if dozes or margin:
        return choose_by_habit(phase, board, seat, margin, dozes, net)
    return choose(phase, board, seat, net)


@compiled()
def optimal(phase: int, board: Board, seat: int, solved: Values) -> int:
    """The exact best choice of the solo game."""
    if board.policies[seat, 0] != OPTIMAL:
        raise AssertionError("a policy that nobody carries out")
    table, penalties, scratch = ROW_TABLE[0], board.penalties[seat], board.solver
    for colour in range(COLOURS):
        scratch.rows[colour] = board.rows[seat, colour]
    if phase == COMMON:
        return best_first_action(table, solved, penalties, board.dice, scratch)
    crossed = board.crossed == 1
    colour, number = best_second_action(table, solved, penalties, crossed, board.dice, scratch)
    return PASS if number == 0 else colour * CELLS + number - 2
