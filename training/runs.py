"""Shared by both ways of training: arguments, the learning rate, and the files of a run."""

import argparse
import json
from math import cos, pi
from pathlib import Path
from typing import Any

import numpy as np
from learner import Learner

from qwixx.nets.weights import Weights

FLOOR = 0.01


def add_run_arguments(parser: argparse.ArgumentParser, batch: int) -> None:
    parser.add_argument("--out", required=True, help="a folder for weights and log")
    parser.add_argument("--width", type=int, default=256)
    parser.add_argument("--inner", type=int, default=32, help="units of the second layer")
    parser.add_argument("--rounds", type=int, default=300)
    parser.add_argument("--minutes", type=float, help="find out how many rounds fit, instead of --rounds")
    parser.add_argument("--batch", type=int, default=batch)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--trace", type=float, default=0.7, help="the lambda of TD(lambda)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", help="weights to start from")
    parser.add_argument("--against", help="frozen weights to learn a best response to")


def rate_at(rate: float, done: float) -> float:
    """Cosine annealing from the full rate to almost zero."""
    return rate * (FLOOR + (1 - FLOOR) * (1 + cos(pi * done)) / 2)


def fitting_rounds(done: int, seconds: float, seconds_a_round: float) -> int:
    """The number of rounds that fit into the remaining time; printed, so that the run can be repeated."""
    rounds = done + max(1, int(seconds / seconds_a_round))
    print(f"--rounds {rounds}", flush=True)
    return rounds


def save_run(script: str, arguments: argparse.Namespace, games: int, out: Path, learner: Learner) -> None:
    """Write the input of pack.py: the weights, the features that occurred, and the command."""
    save_weights(out / "weights.npz", learner.weights(mean=True))
    np.save(out / "used.npy", learner.used)
    given = {
        name: value for name, value in vars(arguments).items() if value is not None and name != "minutes"
    }
    game, players = given.pop("game", ""), given.pop("players")
    given["out"] = f"training/runs/{out.name}"
    options = " ".join(f"--{name.replace('_', '-')} {value}" for name, value in given.items())
    run = {
        "game": game or "dice",
        "players": players,
        "games": games,
        "command": " ".join(f"python training/{script} {game} {players} {options}".split()),
    }
    (out / "run.json").write_text(json.dumps(run, indent=2) + "\n")


def save_weights(path: Path, weights: Weights) -> None:
    named: dict[str, Any] = weights  # options of NumPy are keywords, too
    np.savez(path, **named)
