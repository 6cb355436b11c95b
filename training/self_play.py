"""Games of nets side by side, what is noted at the beginning of each turn, and what should have been said."""

from dataclasses import dataclass

import torch
from common_action import choose_commons
from many_games import Positions, Roll, Table, new_positions, shares_of_win, throw
from player import Player
from torch import Tensor
from torch.nn import functional

from qwixx.nets.features import SYMMETRIES
from qwixx.nets.inference import POINTS_UNIT

# As in notebook.py: this share of the games begins with up to so many turns of careless play.
CARELESS_GAMES, CARELESS_TURNS = 0.3, 14
# How much less likely a careless player takes a cross for each number that it skips, and a pass.
SKIP_WEIGHT, PASS_SKIPS = 0.6, 5


@dataclass
class Notes:
    """A turn of all games. Seats count from the active one."""

    inputs: Tensor  # [games, seats, inputs]
    said: Tensor  # [games, seats, 2]: share of the win and total, as the net sees them before the roll
    learned: Tensor  # [games, seats]
    ended: Tensor  # [games]: the game ended with this turn
    results: Tensor  # [games, seats, 2], if it did


class SelfPlay:
    """Games of the learner with itself, or of one learner in each game with frozen rivals.

    A new game begins where one has ended, so that there are always as many.
    """

    def __init__(self, table: Table, games: int, luck: torch.Generator) -> None:
        self.table, self.luck, self.device = table, luck, table.device
        self.at = new_positions(games, table.players, table.device)
        self.turn = torch.zeros(games, dtype=torch.long, device=table.device)
        self.careless = self._careless_turns()
        self.ended = 0

    def play(self, turns: int, learner: Player, rival: Player | None) -> tuple[list[Notes], Tensor]:
        """So many turns of all games, and what the net says of where they lead."""
        notes = [self._play_turn(learner, rival) for _ in range(turns)]
        return notes, self._look(learner, rival)[1]

    def _play_turn(self, learner: Player, rival: Player | None) -> Notes:
        inputs, said = self._look(learner, rival)
        is_learner = self._learners(rival)
        roll, careless = throw(len(self.at), self.device, self.luck), self.careless > self.turn
        commons = chosen_commons(self.at, roll, learner, rival, is_learner)
        commons = torch.where(careless[:, None], self._careless_commons(roll), commons)
        middle = self.table.resolve_common(self.at, roll, commons)
        own = chosen_own(middle, roll, learner, rival, is_learner)
        own = torch.where(careless, self._careless_own(middle, roll), own)
        after = self.table.choose_own(middle, roll, own)
        results = torch.stack([shares_of_win(after), after.points / POINTS_UNIT], 2)
        self._go_on(after)
        return Notes(inputs, said, is_learner & ~careless[:, None], after.ended, results)

    def _look(self, learner: Player, rival: Player | None) -> tuple[Tensor, Tensor]:
        """What the net sees from every seat, each turned at random, and what it says."""
        inputs, said = [], []
        for seat in self.table.seats:
            turned = torch.randint(len(SYMMETRIES), (len(self.at),), device=self.device, generator=self.luck)
            inputs.append(self.table.inputs(self.at, seat.expand(len(self.at)), 0, turned))
            read = learner.read(inputs[-1])
            said.append(torch.stack([read[:, 0].sigmoid(), read[:, 1]], 1))
        both = torch.stack(said, 1)
        if rival is None:  # otherwise the learner knows its own seat alone
            both[:, :, 0] /= both[:, :, 0].sum(1, keepdim=True)
        return torch.stack(inputs, 1).short(), both

    def _learners(self, rival: Player | None) -> Tensor:
        """Which seats learn: all, or one of each game."""
        if rival is None:
            return torch.ones(len(self.at), self.table.players, dtype=torch.bool, device=self.device)
        learner = torch.arange(len(self.at), device=self.device) % self.table.players
        return self.at.places == learner[:, None]

    def _go_on(self, after: Positions) -> None:
        """The next turn, or the first of another game."""
        self.ended += int(after.ended.sum())
        self.turn = torch.where(after.ended, 0, self.turn + 1)
        self.careless = torch.where(after.ended, self._careless_turns(), self.careless)
        self.at = after.passed_on().begun_anew(after.ended)

    def _careless_turns(self) -> Tensor:
        """How many turns of a game are careless."""
        turns = torch.randint(CARELESS_TURNS, (len(self.at),), device=self.device, generator=self.luck)
        return turns * (torch.rand(len(self.at), device=self.device, generator=self.luck) < CARELESS_GAMES)

    def _careless_commons(self, roll: Roll) -> Tensor:
        likely = -SKIP_WEIGHT * functional.pad(self.table.common_cells(roll), (1, 0), value=PASS_SKIPS)
        legal = self.table.common_legal(self.at, roll)
        return self._drawn(torch.where(legal, likely[:, None, :], -torch.inf)) - 1

    def _careless_own(self, middle: Positions, roll: Roll) -> Tensor:
        likely = torch.where(self.table.own_legal(middle, roll), 0.0, -torch.inf)
        likely[:, 0] = -1.0
        return self._drawn(likely)

    def _drawn(self, likely: Tensor) -> Tensor:
        noise = torch.rand(likely.shape, device=self.device, generator=self.luck)
        return (likely - (-noise.log()).log()).argmax(-1)


def chosen_commons(
    at: Positions, roll: Roll, learner: Player, rival: Player | None, is_learner: Tensor
) -> Tensor:
    """What everybody chooses in action 1."""
    commons = choose_commons(learner, at, roll)
    return commons if rival is None else torch.where(is_learner, commons, choose_commons(rival, at, roll))


def chosen_own(
    middle: Positions, roll: Roll, learner: Player, rival: Player | None, is_learner: Tensor
) -> Tensor:
    """What the active seat chooses in action 2."""
    own, _ = learner.best_own(middle, roll)
    return own if rival is None else torch.where(is_learner[:, 0], own, rival.best_own(middle, roll)[0])


def with_targets(notes: list[Notes], said: Tensor, trace: float) -> tuple[Tensor, Tensor]:
    """Inputs and targets by TD(lambda), from the last turn back to the first.

    ``said`` is what the net says of the positions after the last turn: games that go on are worth that.
    """
    inputs, targets, wanted = [], [], said
    for note in reversed(notes):
        going_on = (1 - trace) * said + trace * wanted
        # Who was active is the last of the next turn.
        wanted = torch.where(note.ended[:, None, None], note.results, going_on.roll(1, 1))
        said = note.said
        inputs.append(note.inputs[note.learned])
        targets.append(wanted[note.learned])
    return torch.cat(inputs), torch.cat(targets)
