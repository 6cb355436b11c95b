"""Training samples from self-play: positions as features of a net, with targets by TD(lambda).

The loops of the simulator are compiled again around a policy that records samples at the beginning of
every turn. After the games each sample gets its targets.
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

Buffer: TypeAlias = Any

# Policies besides those of the simulator: the learning net, and a frozen one.
LEARNER, RIVAL = 10, 11
BUFFER_SIZE = 120_000
NO_FEATURE = -1
# Exploration: percent of the games that begin with some turns of careless play.
CARELESS_GAMES, CARELESS_TURNS, CARELESS_LIMITS, BLIND_TURNS = 30, 14, 5, 8

BUFFER = np.dtype(
    [
        ("learner", Net.dtype),
        ("rival", Net.dtype),
        ("careless_games", np.int64),
        ("careless_turns", np.int64),
        ("common", np.int64),
        ("threatened", np.int64),
        ("game", np.int64),
        ("count", np.int64),
        ("active", np.int16, (BUFFER_SIZE, MOST_ACTIVE)),
        ("of_game", np.int32, BUFFER_SIZE),
        ("of_seat", np.int8, BUFFER_SIZE),
        ("predictions", np.float32, (BUFFER_SIZE, 2)),
        ("targets", np.float32, (BUFFER_SIZE, 2)),
    ]
)


def new_buffer() -> Buffer:
    return np.zeros(1, dtype=BUFFER)[0]


@compiled()
def record_sample(board: Board, seat: int, buffer: Buffer) -> None:
    """Record the features of a seat under a random symmetry, and the prediction of the net."""
    if board.policies[seat, 0] != LEARNER or buffer.count == BUFFER_SIZE:
        return
    net, place = buffer.learner, buffer.count
    inputs = net.activations.active
    for index in range(MOST_ACTIVE):
        inputs[index] = NO_FEATURE
    read_position(board, seat, below(board.streams, 1 + seat, len(SYMMETRIES)), net)
    for index in range(MOST_ACTIVE):
        buffer.active[place, index] = inputs[index]
    buffer.of_game[place], buffer.of_seat[place] = buffer.game, seat
    buffer.predictions[place, 0] = 1.0 / (1.0 + np.exp(-net.output[WIN]))
    buffer.predictions[place, 1] = net.output[TOTAL]
    buffer.count += 1


@compiled()
def _begin_game(board: Board, buffer: Buffer) -> None:
    buffer.game += 1
    buffer.careless_turns = 0
    if below(board.streams, 1, 100) < buffer.careless_games:
        buffer.careless_turns = below(board.streams, 1, CARELESS_TURNS)
        buffer.common = below(board.streams, 1, CARELESS_LIMITS)
        buffer.threatened = buffer.common + below(board.streams, 1, CARELESS_LIMITS)


@compiled()
def record_and_choose(phase: int, board: Board, seat: int, buffer: Buffer) -> int:
    """A policy for the loops of the simulator, which pass the buffer on."""
    begins = phase == DRAW or (phase == COMMON and seat == 0 and not board.cards)
    if begins and board.turns == 0:
        _begin_game(board, buffer)
    careless = board.turns < buffer.careless_turns
    if begins and not careless:
        for each in range(board.players):
            record_sample(board, each, buffer)
    if phase == COMMON and seat == 0 and board.cards and not careless:
        record_sample(board, board.active, buffer)
    if careless:
        if below(board.streams, 1 + seat, BLIND_TURNS) == 0:
            return uniform(phase, board, seat)
        return gap(phase, board, seat, buffer.common, buffer.threatened)
    kind = board.policies[seat, 0]
    if kind == GAP:
        return gap(phase, board, seat, board.policies[seat, 1], board.policies[seat, 2])
    return choose(phase, board, seat, buffer.learner if kind == LEARNER else buffer.rival)


@compiled()
def settle_nets(board: Board, buffer: Buffer) -> None:
    """Settle the common action after a roll, once for each net that plays."""
    learns = rivals = False
    for seat in range(board.players):
        learns |= board.policies[seat, 0] == LEARNER
        rivals |= board.policies[seat, 0] == RIVAL
    if learns:
        settle_common(board, buffer.learner)
    if rivals:
        settle_common(board, buffer.rival)


play_and_record = kernel_for(record_and_choose, settle_nets)


@compiled(nogil=True)
def set_targets(buffer: Buffer, players: int, results: NDArray[np.int16], trace: float) -> None:
    """Write the target of each sample: a mean of later predictions and the result."""
    ahead = np.zeros((players, 4))
    game = NO_FEATURE
    for place in range(buffer.count - 1, -1, -1):
        if buffer.of_game[place] != game:
            game = buffer.of_game[place]
            _settle(results[game], players, ahead)
        seat = buffer.of_seat[place]
        for head in range(2):
            target = (1 - trace) * ahead[seat, head] + trace * ahead[seat, 2 + head]
            buffer.targets[place, head] = target
            ahead[seat, 2 + head] = target
            ahead[seat, head] = buffer.predictions[place, head]


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
