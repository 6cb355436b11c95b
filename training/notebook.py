"""Self-play that writes down what it sees: positions as inputs of a net, and what they came to be worth.

The loops of the simulator are compiled once more around a policy that takes notes at the beginning
of every turn. When the games are over, each note gets its targets by TD(lambda).
"""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from qwixx.compiled.cache import compiled
from qwixx.engine.board import COMMON, DRAW, Board
from qwixx.engine.stream import below
from qwixx.nets.choice import choose
from qwixx.nets.common_action import settle_common
from qwixx.nets.features import MOST_ACTIVE, SYMMETRIES
from qwixx.nets.inference import POINTS_UNIT, read_position
from qwixx.nets.net import TOTAL, WIN, Net
from qwixx.sim.kernel import SEAT_COLUMNS, kernel_for
from qwixx.sim.policies import GAP, gap, uniform

Desk: TypeAlias = Any

# Who sits in a seat: the net that learns, a frozen one, or a bot of the simulator.
LEARNER, RIVAL = 10, 11
MOST_NOTES = 120_000
NOTHING = -1
# So many games of a hundred begin with some turns of careless play, so that odd positions are known too.
CARELESS_GAMES, CARELESS_TURNS, CARELESS_LIMITS, BLIND_TURNS = 30, 14, 5, 8

DESK = np.dtype(
    [
        ("learner", Net.dtype),
        ("rival", Net.dtype),
        ("careless_games", np.int64),
        ("careless_turns", np.int64),
        ("common", np.int64),
        ("threatened", np.int64),
        ("game", np.int64),
        ("count", np.int64),
        ("active", np.int16, (MOST_NOTES, MOST_ACTIVE)),
        ("of_game", np.int32, MOST_NOTES),
        ("of_seat", np.int8, MOST_NOTES),
        ("guesses", np.float32, (MOST_NOTES, 2)),
        ("targets", np.float32, (MOST_NOTES, 2)),
    ]
)


def new_desk() -> Desk:
    return np.zeros(1, dtype=DESK)[0]


@compiled()
def take_note(board: Board, seat: int, desk: Desk) -> None:
    """Write down what a seat sees, turned at random, and what the net makes of it."""
    if board.policies[seat, 0] != LEARNER or desk.count == MOST_NOTES:
        return
    net, place = desk.learner, desk.count
    inputs = net.activations.active
    for index in range(MOST_ACTIVE):
        inputs[index] = NOTHING
    read_position(board, seat, below(board.streams, 1 + seat, len(SYMMETRIES)), net)
    for index in range(MOST_ACTIVE):
        desk.active[place, index] = inputs[index]
    desk.of_game[place], desk.of_seat[place] = desk.game, seat
    desk.guesses[place, 0] = 1.0 / (1.0 + np.exp(-net.output[WIN]))
    desk.guesses[place, 1] = net.output[TOTAL]
    desk.count += 1


@compiled()
def _begin_game(board: Board, desk: Desk) -> None:
    desk.game += 1
    desk.careless_turns = 0
    if below(board.streams, 1, 100) < desk.careless_games:
        desk.careless_turns = below(board.streams, 1, CARELESS_TURNS)
        desk.common = below(board.streams, 1, CARELESS_LIMITS)
        desk.threatened = desk.common + below(board.streams, 1, CARELESS_LIMITS)


@compiled()
def note_and_choose(phase: int, board: Board, seat: int, desk: Desk) -> int:
    """A policy for the loops of the simulator, which hand the desk through."""
    begins = phase == DRAW or (phase == COMMON and seat == 0 and not board.cards)
    if begins and board.turns == 0:
        _begin_game(board, desk)
    careless = board.turns < desk.careless_turns
    if begins and not careless:
        for each in range(board.players):
            take_note(board, each, desk)
    if phase == COMMON and seat == 0 and board.cards and not careless:
        take_note(board, board.active, desk)
    if careless:
        if below(board.streams, 1 + seat, BLIND_TURNS) == 0:
            return uniform(phase, board, seat)
        return gap(phase, board, seat, desk.common, desk.threatened)
    kind = board.policies[seat, 0]
    if kind == GAP:
        return gap(phase, board, seat, board.policies[seat, 1], board.policies[seat, 2])
    return choose(phase, board, seat, desk.learner if kind == LEARNER else desk.rival)


@compiled()
def settle_nets(board: Board, desk: Desk) -> None:
    """After a roll: what each net that plays believes of the common action."""
    learns = rivals = False
    for seat in range(board.players):
        learns |= board.policies[seat, 0] == LEARNER
        rivals |= board.policies[seat, 0] == RIVAL
    if learns:
        settle_common(board, desk.learner)
    if rivals:
        settle_common(board, desk.rival)


play_and_note = kernel_for(note_and_choose, settle_nets)


@compiled(nogil=True)
def set_targets(desk: Desk, players: int, results: NDArray[np.int16], trace: float) -> None:
    """What each note should have said: a mean of what later notes said and of the result."""
    ahead = np.zeros((players, 4))
    game = NOTHING
    for place in range(desk.count - 1, -1, -1):
        if desk.of_game[place] != game:
            game = desk.of_game[place]
            _settle(results[game], players, ahead)
        seat = desk.of_seat[place]
        for head in range(2):
            target = (1 - trace) * ahead[seat, head] + trace * ahead[seat, 2 + head]
            desk.targets[place, head] = target
            ahead[seat, 2 + head] = target
            ahead[seat, head] = desk.guesses[place, head]


@compiled()
def _settle(result: NDArray[np.int16], players: int, ahead: NDArray[np.float64]) -> None:
    best, winners = -1000, 0
    for seat in range(players):
        best = max(best, result[SEAT_COLUMNS + 3 * seat])
    for seat in range(players):
        winners += result[SEAT_COLUMNS + 3 * seat] == best
    for seat in range(players):
        points = result[SEAT_COLUMNS + 3 * seat]
        ahead[seat, 0] = ahead[seat, 2] = 1.0 / winners if points == best else 0.0
        ahead[seat, 1] = ahead[seat, 3] = points / POINTS_UNIT
