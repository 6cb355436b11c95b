"""Train a net of the dice game with thousands of games side by side, for a machine with a GPU.

``python training/train_many.py 2 --width 512 --rounds 600 --out training/runs/dice-2``

Every round plays some turns of all games with the current weights, then learns from the samples.
"""

import argparse
import time
from pathlib import Path

import numpy as np
import torch
from learner import Learner
from many_games import Table
from player import Player
from runs import add_run_arguments, fitting_rounds, rate_at, save_run, save_weights
from self_play import SelfPlay, with_targets

# Rounds to measure the time of a round.
TRIAL_ROUNDS = 20


class Training:
    """One run; ``--start`` goes on from weights of an earlier one."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.arguments, self.out = arguments, Path(arguments.out)
        self.out.mkdir(parents=True, exist_ok=True)
        self.learner = Learner(arguments.players, arguments.width, arguments.inner, arguments.seed)
        self.table = Table(arguments.players, self.learner.device)
        rng = torch.Generator(self.learner.device).manual_seed(arguments.seed)
        self.games = SelfPlay(self.table, arguments.games, rng)
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
            loss = self._round(number)
            if arguments.minutes and number == TRIAL_ROUNDS:
                left = arguments.minutes * 60 - (time.time() - started)
                arguments.rounds = fitting_rounds(number, left, time.time() - begun)
            if arguments.snapshots and number in self._snapshots():
                save_weights(self.out / f"{self.games.ended}-games.npz", self.learner.weights(mean=True))
            if number % 20 == 0:
                progress = f"{time.time() - started:.1f} s, {self.games.ended} games, loss {loss:.5f}"
                print(number, progress, flush=True)
            number += 1
        save_run("train_many.py", arguments, self.games.ended, self.out, self.learner)

    def _round(self, number: int) -> float:
        """Play and learn; the loss."""
        arguments = self.arguments
        with torch.no_grad():
            played = self.games.play(arguments.turns, Player(self.learner.parts, self.table), self.rival)
            inputs, targets = with_targets(*played, arguments.trace)
        rate = rate_at(arguments.rate, number / arguments.rounds)
        return self.learner.learn(inputs, targets, arguments.batch, rate)

    def _snapshots(self) -> list[int]:
        return [
            self.arguments.rounds * k // self.arguments.snapshots for k in range(self.arguments.snapshots)
        ]


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("players", type=int)
    parser.add_argument("--games", type=int, default=65536, help="games side by side")
    parser.add_argument("--turns", type=int, default=12, help="turns of each round")
    parser.add_argument("--snapshots", type=int, default=0, help="how many weights to keep on the way")
    add_run_arguments(parser, batch=8192)
    return parser.parse_args()


if __name__ == "__main__":
    Training(parse()).run()
