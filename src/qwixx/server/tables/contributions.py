"""What people add to the seeds of games, and what they are told of those seeds: never a secret."""

import re

from qwixx.fairness.derivation import CONTRIBUTION_BYTES
from qwixx.rules.reasons import Reason
from qwixx.server import refusals
from qwixx.server.tables.seed import Seed
from qwixx.server.tables.state import TableState
from qwixx.server.wire import protocol

DIGITS = 2 * CONTRIBUTION_BYTES


def commitments(now: TableState) -> tuple[protocol.Commitment, ...]:
    """Those to the running or last game and to the next, as far as there are any."""
    return tuple(
        protocol.Commitment(game, seed.commitment, tuple(sorted(seed.contributions)))
        for game, seed in _seeds(now).items()
        if seed is not None
    )


def has_contributed(now: TableState, seat: int, message: protocol.Contribute) -> bool:
    """Whether this very contribution is part of the seed already."""
    seed = _seeds(now).get(message.game)
    return seed is not None and seed.contributions.get(seat) == message.value


def why_not_contribute(now: TableState, seat: int, message: protocol.Contribute) -> Reason | None:
    """Why a seat cannot add this to the seed of a game."""
    game = message.game
    if re.fullmatch(f"[0-9a-f]{{{DIGITS}}}", message.value) is None:
        return refusals.BAD_MESSAGE(problem=f"its value is not {DIGITS} hexadecimal digits")
    if game < now.games:
        return refusals.TOO_LATE(game=game)
    seed = _seeds(now).get(game)
    if seed is None:
        return refusals.NO_COMMITMENT(game=game)
    if seat in seed.contributions:
        return refusals.ALREADY_CONTRIBUTED(game=game)
    if game == now.games and now.has_drawn:
        return refusals.TOO_LATE(game=game)
    return None


def _seeds(now: TableState) -> dict[int, Seed | None]:
    return {now.games: now.seed, now.games + 1: now.next_seed}
