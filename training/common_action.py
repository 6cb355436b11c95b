"""The common action of many dice games, by the algorithm of the bots (``nets/common_action.py``).

Every legal choice of the others has a positive probability, a softmax of its values with temperature
``TEMPERATURE``; the probabilities of all seats approach a fixed point in ``ROUNDS`` damped iterations. The
effects of several others are added up, so every pair of seats is tried while all others pass.
"""

import torch
from many_games import Positions, Roll
from player import Player
from torch import Tensor

from qwixx.engine.board import PASS
from qwixx.nets.common_action import ROUNDS, TEMPERATURE

# Pairs of seats that are tried at once: about half a million positions, so that memory suffices.
PAIRS_AT_ONCE = 1 << 15
# The last bits of an output depend on its place in the batch, so a position that can be reached by a cross in
# action 1 as well as in action 2 may have two values. To the bots that is a tie.
TIE = 1e-6


def choose_commons(player: Player, at: Positions, roll: Roll) -> Tensor:
    """The choice of each seat in action 1: [games, seats]."""
    return best_common(weigh_commons(player, at, roll))


def best_common(values: Tensor) -> Tensor:
    """The choices with the largest values, the first of equals."""
    return (values >= values.max(-1, keepdim=True).values - TIE).byte().argmax(-1) - 1


def weigh_commons(player: Player, at: Positions, roll: Roll) -> Tensor:
    """The share of the win after each choice, minus infinity if it is illegal: [games, seats, 5]."""
    games = torch.arange(len(at), device=player.table.device)
    parts = games.split(PAIRS_AT_ONCE // at.players**2)
    return torch.cat([_weigh(player, at.of(part), roll.of(part)) for part in parts])


def _weigh(player: Player, at: Positions, roll: Roll) -> Tensor:
    """The same for some games. Probabilities are updated in the order of the table, as by the bots."""
    legal = player.table.common_legal(at, roll)
    alone, changes = _Trial(player, at, roll, legal).weigh()
    games, places = torch.arange(len(at), device=legal.device)[:, None], at.places
    order = places.argsort(1)
    changes = changes[games[:, :, None], order[:, :, None], order[:, None, :]]
    return _settle(legal[games, order], alone[games, order], changes)[games, places]


class _Trial:
    """Common choices tried out: one seat's while all others pass, and two seats' at a time."""

    def __init__(self, player: Player, at: Positions, roll: Roll, legal: Tensor) -> None:
        self.player, self.at, self.roll, self.legal = player, at, roll, legal
        # The action 2 that the active seat plans after each of its choices if all others pass.
        self.planned = torch.zeros(legal[:, 0].shape, dtype=torch.long, device=legal.device)

    def weigh(self) -> tuple[Tensor, Tensor]:
        """The value of each choice alone, and the change of it by each choice of another seat.

        [games, seats, choices] and [games, seats, others, choices, their choices]; zero if illegal.
        """
        alone = self._weigh_alone()
        beside = self.legal[:, :, None, :, None] & self.legal[:, None, :, None, :]
        beside &= ~torch.eye(self.at.players, dtype=torch.bool, device=beside.device)[:, :, None, None]
        beside[..., 0] = False  # to pass beside a choice changes nothing
        games, seat, other, choice, others = beside.nonzero(as_tuple=True)
        commons = self._all_pass(games).scatter_(1, seat[:, None], choice[:, None] - 1)
        commons.scatter_(1, other[:, None], others[:, None] - 1)
        changes = torch.zeros(beside.shape, dtype=torch.double, device=beside.device)
        values = self._values(games, seat, commons)
        changes[games, seat, other, choice, others] = values - alone[games, seat, choice]
        return alone, changes

    def _weigh_alone(self) -> Tensor:
        alone = torch.zeros(self.legal.shape, dtype=torch.double, device=self.legal.device)
        games, choice = self.legal[:, 0].nonzero(as_tuple=True)
        commons = self._all_pass(games)
        commons[:, 0] = choice - 1
        self.planned[games, choice], alone[games, 0, choice] = self._best_own(games, commons)
        games, seat, choice = self.legal[:, 1:].nonzero(as_tuple=True)
        commons = self._all_pass(games).scatter_(1, seat[:, None] + 1, choice[:, None] - 1)
        alone[games, seat + 1, choice] = self._replies(games, seat + 1, commons)
        return alone

    def _values(self, games: Tensor, seat: Tensor, commons: Tensor) -> Tensor:
        """The value of these common choices to a seat of each game."""
        values = torch.zeros(len(games), dtype=torch.double, device=games.device)
        active, waiting = seat == 0, seat != 0
        _, values[active] = self._best_own(games[active], commons[active])
        values[waiting] = self._replies(games[waiting], seat[waiting], commons[waiting])
        return values

    def _best_own(self, games: Tensor, commons: Tensor) -> tuple[Tensor, Tensor]:
        roll = self.roll.of(games)
        return self.player.best_own(self._resolved(games, commons), roll)

    def _replies(self, games: Tensor, seat: Tensor, commons: Tensor) -> Tensor:
        """The value to a waiting seat; the active seat plays its planned action 2."""
        own = self.planned[games, commons[:, 0] + 1]
        after = self.player.table.choose_own(self._resolved(games, commons), self.roll.of(games), own)
        return self.player.wins(after, seat)

    def _resolved(self, games: Tensor, commons: Tensor) -> Positions:
        return self.player.table.resolve_common(self.at.of(games), self.roll.of(games), commons)

    def _all_pass(self, games: Tensor) -> Tensor:
        return torch.full((len(games), self.at.players), PASS, device=games.device)


def _settle(legal: Tensor, alone: Tensor, changes: Tensor) -> Tensor:
    """The value of each choice by the probabilities of the last round, in which they move least."""
    worth, likely = torch.zeros_like(alone), torch.zeros_like(alone)
    likely[..., 0] = 1.0
    for number in range(ROUNDS):
        for seat in range(legal.shape[1]):
            changed = alone[:, seat] + torch.einsum("gtco,gto->gc", changes[:, seat], likely)
            worth[:, seat] = torch.where(legal[:, seat], changed, -torch.inf)
            softmax = (worth[:, seat] / TEMPERATURE).softmax(1)
            likely[:, seat] += 2.0 / (2.0 + number) * (softmax - likely[:, seat])
    return worth
