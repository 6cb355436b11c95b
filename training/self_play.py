"""Self-play of nets in many games at once: samples at the beginning of each turn, and their targets."""

from dataclasses import dataclass

import torch
from common_action import choose_commons
from many_games import Positions, Roll, Table, new_positions, roll_dice, shares_of_win
from player import Player
from torch import Tensor
from torch.nn import functional

from qwixx.nets.features import SYMMETRIES
from qwixx.nets.inference import POINTS_UNIT

# Exploration, as in samples.py: the share of the games that begin with careless turns, and their limit.
CARELESS_GAMES, CARELESS_TURNS = 0.3, 14
# The logit of a careless cross for each number that it skips; a pass counts as so many numbers.
SKIP_WEIGHT, PASS_SKIPS = 0.6, 5


@dataclass
class Samples:
    """A turn of all games. Seats count from the active one."""

    inputs: Tensor  # [games, seats, inputs]
    predictions: Tensor  # [games, seats, 2]: share of the win and total, as the net sees them before the roll
    learned: Tensor  # [games, seats]
    ended: Tensor  # [games]: the game ended with this turn
    results: Tensor  # [games, seats, 2], if it did


class SelfPlay:
    """Games of the learner with itself, or of one learner in each game with frozen rivals.

    A new game begins where one has ended, so that there are always as many.
    """

    def __init__(self, table: Table, games: int, rng: torch.Generator) -> None:
        self.table, self.rng, self.device = table, rng, table.device
        self.at = new_positions(games, table.players, table.device)
        self.turn = torch.zeros(games, dtype=torch.long, device=table.device)
        self.careless = self._careless_turns()
        self.ended = 0

    def play(self, turns: int, learner: Player, rival: Player | None) -> tuple[list[Samples], Tensor]:
        """The samples of some turns of all games, and the predictions after the last one."""
        samples = [self._play_turn(learner, rival) for _ in range(turns)]
        return samples, self._predict(learner, rival)[1]

    def _play_turn(self, learner: Player, rival: Player | None) -> Samples:
        inputs, predictions = self._predict(learner, rival)
        is_learner = self._learners(rival)
        roll, careless = roll_dice(len(self.at), self.device, self.rng), self.careless > self.turn
        commons = chosen_commons(self.at, roll, learner, rival, is_learner)
        commons = torch.where(careless[:, None], self._careless_commons(roll), commons)
        middle = self.table.resolve_common(self.at, roll, commons)
        own = chosen_own(middle, roll, learner, rival, is_learner)
        own = torch.where(careless, self._careless_own(middle, roll), own)
        after = self.table.choose_own(middle, roll, own)
        results = torch.stack([shares_of_win(after), after.points / POINTS_UNIT], 2)
        self._advance(after)
        return Samples(inputs, predictions, is_learner & ~careless[:, None], after.ended, results)

    def _predict(self, learner: Player, rival: Player | None) -> tuple[Tensor, Tensor]:
        """The inputs of the net from every seat, under random symmetries, and its predictions."""
        inputs, predictions = [], []
        for seat in self.table.seats:
            turned = torch.randint(len(SYMMETRIES), (len(self.at),), device=self.device, generator=self.rng)
            inputs.append(self.table.inputs(self.at, seat.expand(len(self.at)), 0, turned))
            read = learner.read(inputs[-1])
            predictions.append(torch.stack([read[:, 0].sigmoid(), read[:, 1]], 1))
        both = torch.stack(predictions, 1)
        if rival is None:  # otherwise the learner knows its own seat alone
            both[:, :, 0] /= both[:, :, 0].sum(1, keepdim=True)
        return torch.stack(inputs, 1).short(), both

    def _learners(self, rival: Player | None) -> Tensor:
        """Whether each seat learns: all seats, or one of each game."""
        if rival is None:
            return torch.ones(len(self.at), self.table.players, dtype=torch.bool, device=self.device)
        learner = torch.arange(len(self.at), device=self.device) % self.table.players
        return self.at.places == learner[:, None]

    def _advance(self, after: Positions) -> None:
        """Go on to the next turn, or to the first of a new game."""
        self.ended += int(after.ended.sum())
        self.turn = torch.where(after.ended, 0, self.turn + 1)
        self.careless = torch.where(after.ended, self._careless_turns(), self.careless)
        self.at = after.for_next_turn().with_new_games(after.ended)

    def _careless_turns(self) -> Tensor:
        """The number of careless turns of each game."""
        turns = torch.randint(CARELESS_TURNS, (len(self.at),), device=self.device, generator=self.rng)
        return turns * (torch.rand(len(self.at), device=self.device, generator=self.rng) < CARELESS_GAMES)

    def _careless_commons(self, roll: Roll) -> Tensor:
        likely = -SKIP_WEIGHT * functional.pad(self.table.common_cells(roll), (1, 0), value=PASS_SKIPS)
        legal = self.table.common_legal(self.at, roll)
        return self._sampled(torch.where(legal, likely[:, None, :], -torch.inf)) - 1

    def _careless_own(self, middle: Positions, roll: Roll) -> Tensor:
        likely = torch.where(self.table.own_legal(middle, roll), 0.0, -torch.inf)
        likely[:, 0] = -1.0
        return self._sampled(likely)

    def _sampled(self, likely: Tensor) -> Tensor:
        noise = torch.rand(likely.shape, device=self.device, generator=self.rng)
        return (likely - (-noise.log()).log()).argmax(-1)


def chosen_commons(
    at: Positions, roll: Roll, learner: Player, rival: Player | None, is_learner: Tensor
) -> Tensor:
    """The choices of all seats in action 1."""
    commons = choose_commons(learner, at, roll)
    return commons if rival is None else torch.where(is_learner, commons, choose_commons(rival, at, roll))


def chosen_own(
    middle: Positions, roll: Roll, learner: Player, rival: Player | None, is_learner: Tensor
) -> Tensor:
    """The choice of the active seat in action 2."""
    own, _ = learner.best_own(middle, roll)
    return own if rival is None else torch.where(is_learner[:, 0], own, rival.best_own(middle, roll)[0])


def with_targets(samples: list[Samples], predictions: Tensor, trace: float) -> tuple[Tensor, Tensor]:
    """Inputs and targets by TD(lambda), from the last turn back to the first.

    ``predictions`` are those after the last turn, from which unfinished games are bootstrapped.
    """
    inputs, targets, wanted = [], [], predictions
    for sample in reversed(samples):
        going_on = (1 - trace) * predictions + trace * wanted
        # The active seat is the last one in the next turn.
        wanted = torch.where(sample.ended[:, None, None], sample.results, going_on.roll(1, 1))
        predictions = sample.predictions
        inputs.append(sample.inputs[sample.learned])
        targets.append(wanted[sample.learned])
    return torch.cat(inputs), torch.cat(targets)
