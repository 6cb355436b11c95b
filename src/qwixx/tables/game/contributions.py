"""Contributions of players to the seeds of games, and how long the first draw waits for them."""

import re

from qwixx.fairness.derivation import CONTRIBUTION_BYTES
from qwixx.rules.reasons import Reason
from qwixx.tables import protocol, refusals
from qwixx.tables.game import facts
from qwixx.tables.game.plan import GamePlan
from qwixx.tables.game.seed import GameSeed
from qwixx.tables.game.state import TableState
from qwixx.tables.refusals import Refusal

DIGITS = 2 * CONTRIBUTION_BYTES
# The first draw of a game waits so long for promised contributions, once a client is connected.
CONTRIBUTION_SECONDS = 2.0


def seeds(now: TableState) -> dict[int, GameSeed]:
    """The seeds of the running or last game and of the next, by game number, where they exist."""
    known = {now.games: now.seed, now.games + 1: now.next_seed}
    return {game: seed for game, seed in known.items() if seed is not None}


def plan_contribution(plan: GamePlan, seat: int, command: protocol.Contribute) -> None:
    """A seat adds to the seed of a game; the same value again does nothing."""
    seed = seeds(plan.now).get(command.game)
    if seed is not None and seed.contributions.get(seat) == command.value:
        return
    refusal = why_not_contribute(plan.now, seat, command)
    if refusal is not None:
        raise Refusal(refusal)
    plan.add(facts.Contributed(seat, command.value))


def why_not_contribute(now: TableState, seat: int, command: protocol.Contribute) -> Reason | None:
    """Why a seat cannot add this to the seed of a game."""
    game = command.game
    if re.fullmatch(f"[0-9a-f]{{{DIGITS}}}", command.value) is None:
        return refusals.BAD_MESSAGE(problem=f"its value is not {DIGITS} hexadecimal digits")
    if game < now.games:
        return refusals.TOO_LATE(game=game)
    seed = seeds(now).get(game)
    if seed is None:
        return refusals.NO_COMMITMENT(game=game)
    if seat in seed.contributions:
        return refusals.ALREADY_CONTRIBUTED(game=game)
    if game == now.games and now.has_drawn:
        return refusals.TOO_LATE(game=game)
    return None


class ContributionWait:
    """The wait of the first draw of a game for promised contributions."""

    def __init__(self) -> None:
        self._since: float | None = None

    def is_over(self, now: TableState, at: float) -> bool:
        """Whether it has waited long enough.

        The wait begins with the first tick, since that is when a client is connected: one that has just
        taken its seat is still on its way here.
        """
        if not now.owes_contributions:
            self._since = None
            return False
        if self._since is None:
            self._since = at
        return at - self._since >= CONTRIBUTION_SECONDS
