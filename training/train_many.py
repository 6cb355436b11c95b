"""Train a net of the dice game with thousands of games side by side, for a machine with a GPU.

``python training/train_many.py 2 --width 512 --rounds 600 --out training/runs/dice-2``

Every round plays games to their ends with the weights so far, then learns from what they came to.
"""

import argparse
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from learner import Learner
from many_games import (
    FIRST,
    Player,
    Positions,
    Roll,
    Table,
    new_positions,
    share_of_win,
    throw,
)
from runs import add_run_arguments, fitting_rounds, rate_at, save_run
from torch import Tensor

from qwixx.nets.features import TURNS
from qwixx.nets.network import POINTS_UNIT

# As in notebook.py: this share of the games begins with up to so many turns of careless play.
CARELESS_GAMES, CARELESS_TURNS = 0.3, 14
# How much less likely a careless player takes a cross for each number that it skips, and a pass.
SKIP_WEIGHT, PASS_SKIPS = 0.6, 5
# Rounds after the warm-up before it is known how long one takes.
TRIAL_ROUNDS = 3


@dataclass
class Notes:
    """What was seen at the beginning of a turn in all games that went on."""

    games: Tensor
    inputs: Tensor  # [games, seats, inputs]
    guesses: Tensor  # [games, seats, 2]
    learned: Tensor  # [games, seats]


class SelfPlay:
    """Games of the learner with itself, or of one learner in each game with frozen rivals."""

    def __init__(self, learner: Player, rival: Player | None, luck: torch.Generator) -> None:
        self.learner, self.rival, self.table, self.luck = learner, rival, learner.table, luck
        self.players, self.device = self.table.players, self.table.device

    def play(self, games: int) -> tuple[list[Notes], Tensor]:
        """Games to their ends: notes by turn, and the results by game and seat."""
        at, ids = new_positions(games, self.players, self.device), torch.arange(games, device=self.device)
        careless = torch.randint(CARELESS_TURNS, (games,), device=self.device, generator=self.luck)
        careless *= torch.rand(games, device=self.device, generator=self.luck) < CARELESS_GAMES
        results = torch.zeros(games, self.players, 2, device=self.device)
        notes = []
        while len(ids):
            turn = len(notes)
            is_learner = self._learners(ids, turn)
            noted = is_learner & (careless[ids] <= turn)[:, None]
            notes.append(self._note(at, ids, noted))
            roll = throw(len(ids), self.device, self.luck)
            commons, own = self._choices(at, roll, is_learner, careless[ids] > turn)
            at = self.table.play(at, roll, commons, own)
            self._settle(at, ids, turn, results)
            going = (~at.ended).nonzero()[:, 0]
            at, ids = at.of(going).passed_on(), ids[going]
        return notes, results

    def _learners(self, ids: Tensor, turn: int) -> Tensor:
        """Which seats, counted from the active one, learn: all, or one of each game."""
        if self.rival is None:
            return torch.ones(len(ids), self.players, dtype=torch.bool, device=self.device)
        return (self.table.seats + turn) % self.players == (ids % self.players)[:, None]

    def _note(self, at: Positions, ids: Tensor, noted: Tensor) -> Notes:
        inputs, guesses = [], []
        for seat in range(self.players):
            turned = torch.randint(len(TURNS), (len(ids),), device=self.device, generator=self.luck)
            inputs.append(self.table.inputs(at, torch.full_like(ids, seat), 0, turned))
            read = self.learner.read(inputs[-1])
            guesses.append(torch.stack([read[:, 0].sigmoid(), read[:, 1]], 1))
        return Notes(ids, torch.stack(inputs, 1).short(), torch.stack(guesses, 1), noted)

    def _choices(
        self, at: Positions, roll: Roll, is_learner: Tensor, careless: Tensor
    ) -> tuple[Tensor, Tensor]:
        commons = self.learner.commons(at, roll)
        if self.rival is not None:
            commons = torch.where(is_learner, commons, self.rival.commons(at, roll))
        commons = torch.where(careless[:, None], self._careless_commons(at, roll), commons)
        _, own = self.learner.best_turn(at, roll, commons, commons[:, 0])
        if self.rival is not None:
            _, other = self.rival.best_turn(at, roll, commons, commons[:, 0])
            own = torch.where(is_learner[:, 0], own, other)
        return commons, torch.where(careless, self._careless_own(at, roll, commons), own)

    def _careless_commons(self, at: Positions, roll: Roll) -> Tensor:
        legal = self.table.common_legal(at, roll)
        cells = self.table.cell(self.table.colours, roll.total[:, None])
        likely = torch.where(legal, -SKIP_WEIGHT * cells[:, None, :].float(), -torch.inf)
        passing = torch.full_like(likely[..., :1], -SKIP_WEIGHT * PASS_SKIPS)
        return self._drawn(torch.cat([passing, likely], 2)) - 1

    def _careless_own(self, at: Positions, roll: Roll, commons: Tensor) -> Tensor:
        legal = self.table.turn_legal(at, roll)
        first = torch.arange(FIRST, device=self.device) - 1
        legal = (legal & (first == commons[:, :1])[:, :, None]).any(1)
        likely = torch.where(legal, 0.0, -torch.inf)
        likely[:, 0] = -1.0
        return self._drawn(likely)

    def _drawn(self, likely: Tensor) -> Tensor:
        noise = torch.rand(likely.shape, device=self.device, generator=self.luck)
        return (likely - (-noise.log()).log()).argmax(-1)

    def _settle(self, at: Positions, ids: Tensor, turn: int, results: Tensor) -> None:
        over = at.ended.nonzero()[:, 0]
        for seat in range(self.players):
            real = (seat + turn) % self.players
            results[ids[over], real, 0] = share_of_win(at.of(over), torch.full_like(over, seat))
            results[ids[over], real, 1] = at.points[over, seat] / POINTS_UNIT


def with_targets(notes: list[Notes], results: Tensor, trace: float) -> tuple[Tensor, Tensor]:
    """Inputs and targets by TD(lambda), from the last turn back to the first."""
    players = results.shape[1]
    said, target = results.clone(), results.clone()
    inputs, targets = [], []
    for turn in range(len(notes) - 1, -1, -1):
        note = notes[turn]
        seats = (torch.arange(players, device=results.device) + turn) % players
        wanted = (1 - trace) * said[note.games][:, seats] + trace * target[note.games][:, seats]
        target[note.games[:, None], seats] = wanted
        said[note.games[:, None], seats] = note.guesses
        inputs.append(note.inputs[note.learned])
        targets.append(wanted[note.learned])
    return torch.cat(inputs), torch.cat(targets)


class Training:
    """One run; ``--start`` goes on from weights of an earlier one."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.arguments, self.out = arguments, Path(arguments.out)
        self.out.mkdir(parents=True, exist_ok=True)
        self.learner = Learner(arguments.players, arguments.width, arguments.seed)
        self.table = Table(arguments.players, self.learner.device)
        self.luck = torch.Generator(self.learner.device).manual_seed(arguments.seed)
        self.rival: Player | None = None
        if arguments.start:
            self.learner.start_from(dict(np.load(arguments.start)))
        if arguments.against:
            frozen = dict(np.load(arguments.against))
            self.rival = Player({name: torch.from_numpy(part) for name, part in frozen.items()}, self.table)

    def run(self) -> None:
        started, arguments, number = time.time(), self.arguments, 0
        while number < arguments.rounds:
            begun = time.time()
            notes, loss = self._round(number)
            if arguments.minutes and number == arguments.warm_up + TRIAL_ROUNDS:
                left = arguments.minutes * 60 - (time.time() - started)
                arguments.rounds = fitting_rounds(number, left, time.time() - begun)
            if arguments.snapshots and number in self._snapshots():
                np.savez(self.out / f"snapshot-{number}.npz", **self.learner.weights(mean=True))
            if number % 20 == 0:
                print(number, f"{time.time() - started:.1f} s, {notes} notes, loss {loss:.5f}", flush=True)
            number += 1
        games = sum(map(self._games, range(arguments.rounds)))
        save_run("train_many.py", arguments, games, self.out, self.learner)

    def _round(self, number: int) -> tuple[int, float]:
        """Play and learn; how many notes there were, and the loss."""
        arguments, games = self.arguments, self._games(number)
        with torch.no_grad():
            played = SelfPlay(Player(self.learner.parts, self.table), self.rival, self.luck).play(games)
            inputs, targets = with_targets(*played, arguments.trace)
        rate = rate_at(arguments.rate, number / arguments.rounds)
        return len(inputs), self.learner.learn(inputs, targets, arguments.batch, rate)

    def _games(self, number: int) -> int:
        """The games of a round: few at first, since a net that knows nothing plays nothing worth knowing."""
        return int(self.arguments.games) // (1 if number >= self.arguments.warm_up else 8)

    def _snapshots(self) -> list[int]:
        return [
            self.arguments.rounds * k // self.arguments.snapshots for k in range(self.arguments.snapshots)
        ]


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("players", type=int)
    parser.add_argument("--games", type=int, default=32768, help="games of a round")
    parser.add_argument("--warm-up", type=int, default=40, help="first rounds, with an eighth of the games")
    parser.add_argument("--snapshots", type=int, default=0, help="how many weights to keep on the way")
    add_run_arguments(parser, batch=8192)
    return parser.parse_args()


if __name__ == "__main__":
    Training(parse()).run()
