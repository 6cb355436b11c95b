"""Train a net by self-play on the compiled simulator: any game, any number of players, no GPU needed.

``python training/train.py cards 2 --width 192 --rounds 900 --out training/runs/cards-2``

Every round plays games with the current weights on all threads, while the net learns from the samples of the
previous round. The same seed, rounds and threads give the same games; the sums of PyTorch may differ in their
last bits from machine to machine.
"""

import argparse
import json
import os
import time
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import numpy as np
import torch
from learner import Learner
from matches import shares_of_win
from numpy.typing import NDArray
from runs import add_run_arguments, fitting_rounds, rate_at, save_run
from samples import CARELESS_GAMES, LEARNER, RIVAL, new_buffer, play_and_record, set_targets

from qwixx.engine.board import new_board
from qwixx.nets.weights import Weights, lay_weights
from qwixx.rules.ruleset import ruleset
from qwixx.sim.kernel import SEAT_COLUMNS
from qwixx.sim.policies import GAP

Policy = tuple[int, int, int]
Samples = tuple[torch.Tensor, torch.Tensor]
# Rounds to measure the time of a round.
TRIAL_ROUNDS = 12
# One seed for all measurements, far from those of training.
MEASURING = 987_654_321


class Worker:
    """The buffer and the board of one thread."""

    def __init__(self, game: str, players: int) -> None:
        self.buffer, self.board, self.players = new_buffer(), new_board(ruleset(game), players), players

    def play(
        self, seats: Sequence[Policy], seed: int, first: int, games: int, careless: int = 0
    ) -> NDArray[np.int16]:
        self.board.policies[: self.players] = seats
        self.buffer["count"], self.buffer["game"], self.buffer["careless_games"] = 0, -1, careless
        results = np.zeros((games, SEAT_COLUMNS + 3 * self.players), dtype=np.int16)
        play_and_record(self.board, seed, first, self.buffer, results)
        return results

    def learn_by_playing(
        self, seats: Sequence[Policy], seed: int, first: int, games: int, trace: float
    ) -> tuple[NDArray[np.int16], NDArray[np.float32]]:
        results = self.play(seats, seed, first, games, CARELESS_GAMES)
        set_targets(self.buffer, self.players, results, trace)
        count = self.buffer["count"]
        return self.buffer["active"][:count].copy(), self.buffer["targets"][:count].copy()


class Training:
    """One run, from its first round or from its checkpoint."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.arguments, self.out = arguments, Path(arguments.out)
        self.out.mkdir(parents=True, exist_ok=True)
        self.workers = [Worker(arguments.game, arguments.players) for _ in range(arguments.threads)]
        self.pool = ThreadPoolExecutor(arguments.threads)
        self.learner = Learner(arguments.players, arguments.width, arguments.inner, arguments.seed)
        self.first_round, self.rounds = 0, arguments.rounds
        if arguments.start:
            self.learner.start_from(dict(np.load(arguments.start)))
        if arguments.against:
            frozen = dict(np.load(arguments.against))
            for worker in self.workers:
                lay_weights(worker.buffer["rival"], frozen)
        self.checkpoint = self.out / "checkpoint.pt"
        if self.checkpoint.exists():
            state = torch.load(self.checkpoint, weights_only=False)
            self.learner.resume(state)
            self.first_round, self.rounds = state["round"] + 1, state["rounds"]

    def run(self) -> None:
        started, waiting, number = time.time(), None, self.first_round
        while number <= self.rounds:
            jobs = self._play_round(number) if number < self.rounds else []
            if waiting is not None:
                rate = rate_at(self.arguments.rate, number / self.rounds)
                self.learner.learn(*waiting, self.arguments.batch, rate)
            if jobs:
                waiting = self._gather(jobs)
            if number == self.first_round + 1:
                timed = time.time()
            if self.arguments.minutes and number == self.first_round + 1 + TRIAL_ROUNDS:
                left = self.arguments.minutes * 60 - (time.time() - timed)
                self.rounds = fitting_rounds(number, left, (time.time() - timed) / TRIAL_ROUNDS)
            if number % self.arguments.measure == 0 or number == self.rounds:
                self._measure(number, time.time() - started)
            number += 1
        self.arguments.rounds = self.rounds
        games = self.rounds * self.arguments.games * self.arguments.threads
        save_run("train.py", self.arguments, games, self.out, self.learner)

    def _seats(self, index: int) -> list[Policy]:
        """All seats learn, or one of them against a table of frozen rivals."""
        players = self.arguments.players
        if not self.arguments.against:
            return [(LEARNER, 0, 0)] * players
        return [(LEARNER if seat == index % players else RIVAL, 0, 0) for seat in range(players)]

    def _play_round(self, number: int) -> list[Future[tuple[NDArray[np.int16], NDArray[np.float32]]]]:
        weights, jobs = self.learner.weights(mean=False), []
        for index, worker in enumerate(self.workers):
            lay_weights(worker.buffer["learner"], weights)
            seed, games, trace = self.arguments.seed, self.arguments.games, self.arguments.trace
            first = (number * len(self.workers) + index) * games
            seats = self._seats(number + index)
            jobs.append(self.pool.submit(worker.learn_by_playing, seats, seed, first, games, trace))
        return jobs

    def _gather(self, jobs: list[Future[tuple[NDArray[np.int16], NDArray[np.float32]]]]) -> Samples:
        inputs, targets = zip(*(job.result() for job in jobs), strict=True)
        return torch.from_numpy(np.concatenate(inputs)), torch.from_numpy(np.concatenate(targets))

    def _measure(self, number: int, seconds: float) -> None:
        """Measure the net, log the result, and write a checkpoint."""
        weights = self.learner.weights(mean=True)
        entry = {
            "round": number,
            "games": number * self.arguments.games * len(self.workers),
            "seconds": round(seconds, 1),
            "gap:1,2": self._share(weights, (GAP, 1, 2)),
            "gap:2,3": self._share(weights, (GAP, 2, 3)),
        }
        if self.arguments.against:
            entry["against"] = self._share(weights, (RIVAL, 0, 0))
        with (self.out / "log.jsonl").open("a") as log:
            log.write(json.dumps(entry) + "\n")
        print(json.dumps(entry), flush=True)
        state = {**self.learner.state(), "round": number, "rounds": self.rounds}
        torch.save(state, self.checkpoint)

    def _share(self, weights: Weights, rival: Policy) -> float:
        """The share of the first seat against a table of rivals; who begins is drawn by lot."""
        players, each = self.arguments.players, -(-self.arguments.measured_games // len(self.workers))
        seats, jobs = [(LEARNER, 0, 0), *[rival] * (players - 1)], []
        for index, worker in enumerate(self.workers):
            lay_weights(worker.buffer["learner"], weights)
            jobs.append(self.pool.submit(worker.play, seats, MEASURING, index * each, each))
        results = np.concatenate([job.result() for job in jobs])
        return float(shares_of_win(results)[:, 0].mean())


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", help="dice, cards or cards_joker")
    parser.add_argument("players", type=int)
    parser.add_argument("--games", type=int, default=500, help="games of each thread in a round")
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--measure", type=int, default=50, help="rounds between measurements")
    parser.add_argument("--measured-games", type=int, default=20_000)
    add_run_arguments(parser, batch=4096)
    return parser.parse_args()


if __name__ == "__main__":
    Training(parse()).run()
