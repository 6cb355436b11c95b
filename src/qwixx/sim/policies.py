"""Compiled policies: each returns its choice in a phase as one number.

That number is a colour in the common action, colour times eleven plus number in action 2, display
places as bits in a draw, or a play as ``card_turn`` writes it; PASS is -1. A policy plays as the
bot of the same name.
"""

import numpy as np

from qwixx.bots.simple import MOST_SKIPPED_AFTER_A_CROSS
from qwixx.compiled.cache import compiled
from qwixx.compiled.cells import COLOURS
from qwixx.compiled.rows import CELLS, LOWEST, PRINTED_TABLE
from qwixx.engine.board import COMMON, DRAW, FIRST_CELL, OWN, PASS, Board, list_common, skipped
from qwixx.engine.card_turn import CELL_BITS, HAND_BITS, JOKER, list_draws, list_plays
from qwixx.engine.dice_turn import list_own, own_sum
from qwixx.engine.stream import FIRST_PLAYER, below
from qwixx.nets.choice import choose, choose_by_habit, choose_deeper
from qwixx.nets.common_action import settle_common
from qwixx.nets.net import Net
from qwixx.nets.style import Manner, Style
from qwixx.solver.best_turn import NO_ROW, ValueTable, best_first_action, best_second_action

# Kinds of policies. Those of trained players are NET plus their manner, so they are the last.
RANDOM, GAP, OPTIMAL, NET = range(4)
NET_BY_HABIT, NET_DEEPER = NET + Manner.BY_HABIT, NET + Manner.DEEPER
# The unit of a margin among the parameters of a policy, which are integers.
MARGIN_UNIT = 0.001


def trained_policy(style: Style) -> tuple[int, int, int]:
    """The policy of a trained player: its kind, whether it dozes, and its margin."""
    return NET + style.manner, style.dozes, round(style.margin / MARGIN_UNIT)


@compiled(inline="always")
def decide(phase: int, board: Board, seat: int, solved: ValueTable) -> int:
    """The choice of the policy in a seat. A new policy is a line here and a function below.

    ``solved`` are the values of the solo game, which only ``optimal`` reads.
    """
    kind = board.policies[seat, 0]
    if kind == GAP:
        return gap(phase, board, seat, board.policies[seat, 1], board.policies[seat, 2])
    if kind == RANDOM:
        return uniform(phase, board, seat)
    return optimal(phase, board, seat, solved)


@compiled()
def decide_with_net(phase: int, board: Board, seat: int, net: Net) -> int:
    """As ``decide``. Separate, so that simulations without nets never compile them."""
    kind = board.policies[seat, 0]
    if kind == GAP:
        return gap(phase, board, seat, board.policies[seat, 1], board.policies[seat, 2])
    if kind == RANDOM:
        return uniform(phase, board, seat)
    return trained(phase, board, seat, net)


@compiled()
def see_roll(board: Board, net: Net) -> None:
    """Settle the common action of the dice game, once for all trained players."""
    for seat in range(board.players):
        if looks_at_roll(board, seat):
            settle_common(board, net)
            return


@compiled()
def looks_at_roll(board: Board, seat: int) -> bool:
    """Whether a seat uses its net in the common action: one that dozes does so in its own turn only."""
    dozes = board.policies[seat, 1] != 0
    return board.policies[seat, 0] >= NET and (seat == board.active or not dozes)


@compiled()
def uniform(phase: int, board: Board, seat: int) -> int:
    """Every legal choice is equally likely."""
    count = list_choices(phase, board, seat)
    return int(board.choices[below(board.streams, FIRST_PLAYER + seat, count)])


@compiled()
def list_choices(phase: int, board: Board, seat: int) -> int:
    """Write the legal choices of a seat in a phase; returns their number."""
    if phase == COMMON:
        return list_common(board, seat)
    if phase == OWN:
        return list_own(board)
    return list_draws(board) if phase == DRAW else list_plays(board)


@compiled(inline="always")
def gap(phase: int, board: Board, seat: int, common: int, threatened: int) -> int:
    """The choice that skips fewest numbers, within limits."""
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
    """The choice of a net's player, in its manner."""
    kind = board.policies[seat, 0]
    if kind == NET:
        return choose(phase, board, seat, net)
    if kind == NET_BY_HABIT:
        dozes, margin = board.policies[seat, 1] != 0, board.policies[seat, 2] * MARGIN_UNIT
        return choose_by_habit(phase, board, seat, margin, dozes, net)
    if kind == NET_DEEPER:
        return choose_deeper(phase, board, seat, net)
    raise AssertionError("an unknown policy")


@compiled()
def optimal(phase: int, board: Board, seat: int, solved: ValueTable) -> int:
    """The exact best choice of the solo game."""
    if board.policies[seat, 0] != OPTIMAL:
        raise AssertionError("an unknown policy")
    table, penalties, scratch = PRINTED_TABLE[0], board.penalties[seat], board.solver
    for colour in range(COLOURS):
        scratch.rows[colour] = board.rows[seat, colour]
    if phase == COMMON:
        return best_first_action(table, solved, penalties, board.dice, scratch)
    crossed = board.crossed == 1
    colour, number = best_second_action(table, solved, penalties, crossed, board.dice, scratch)
    return PASS if colour == NO_ROW else colour * CELLS + number - LOWEST
