"""Speed of the environments in steps a second, compared with bare states that make the same choices.

Both replay the same scripts, which are recorded from random games, so that only the environment or
the rules take time. A step of an environment includes the observation of the next agent; the bare
loop computes the legal choices, as a player would, and makes one.

The vector environment plays random legal actions, whose drawing is not timed; reported are the median and the
best of several rounds. Steps per second of CPU time are also meaningful on a busy machine.
"""

import os
import random
import statistics
import time
from collections.abc import Callable
from typing import NamedTuple

import gymnasium
import numpy as np

import qwixx.envs
from qwixx.gameplay import SeededDealer
from qwixx.record import Decision
from qwixx.rules.choices import Choice
from qwixx.rules.game import State
from qwixx.rules.ruleset import RULESETS

GAMES_PER_SCRIPT = 20
SECONDS_PER_FIGURE = 3.0
ENVIRONMENTS, STEPS_PER_ROUND, ROUNDS = 1024, 30, 5
VECTORS: tuple[tuple[str, list[str]], ...] = (
    ("dice", ["gap:1,2"]),
    ("dice", ["agent"]),
    ("dice", ["gap:1,2"] * 4),
    ("dice", ["casual"]),
    ("solo", []),
    ("cards", ["gap:1,2"]),
    ("cards_joker", ["gap:1,2"]),
)


class Script(NamedTuple):
    """A recorded game: its seed, the actions of each step, and its choices."""

    seed: int
    actions: list[dict[str, int]]
    choices: list[Choice]


def drawn(rng: random.Random, mask: object) -> int:
    return int(rng.choice(np.flatnonzero(np.asarray(mask)).tolist()))


class AecTable:
    """Plays the AEC environment, randomly or from a script."""

    def __init__(self, game: str, players: int) -> None:
        self.env = qwixx.envs.aec(game, players)

    def at_random(self, seed: int, rng: random.Random) -> list[dict[str, int]]:
        actions: list[dict[str, int]] = []
        self.env.reset(seed=seed)
        for agent in self.env.agent_iter():
            observation, _, terminated, _, _ = self.env.last()
            if terminated:
                return actions
            assert observation is not None
            actions.append({agent: drawn(rng, observation["action_mask"])})
            self.env.step(actions[-1][agent])
        raise AssertionError

    def again(self, script: Script) -> None:
        self.env.reset(seed=script.seed)
        for actions in script.actions:
            self.env.last()
            for action in actions.values():
                self.env.step(action)


class ParallelTable:
    """Plays the parallel environment, randomly or from a script."""

    def __init__(self, game: str, players: int) -> None:
        self.env = qwixx.envs.parallel_env(game, players)

    def at_random(self, seed: int, rng: random.Random) -> list[dict[str, int]]:
        actions = []
        seen, _ = self.env.reset(seed=seed)
        while self.env.agents:
            actions.append({agent: drawn(rng, one["action_mask"]) for agent, one in seen.items()})
            seen, *_ = self.env.step(actions[-1])
        return actions

    def again(self, script: Script) -> None:
        self.env.reset(seed=script.seed)
        for actions in script.actions:
            self.env.step(actions)


class SoloTable:
    """Plays the Gymnasium environment as `gymnasium.make` wraps it."""

    def __init__(self, game: str, players: int) -> None:
        self.env = gymnasium.make("qwixx/Solo-v0")

    def at_random(self, seed: int, rng: random.Random) -> list[dict[str, int]]:
        actions, over = [], False
        seen, _ = self.env.reset(seed=seed)
        while not over:
            actions.append({"player_0": drawn(rng, seen["action_mask"])})
            seen, _, over, _, _ = self.env.step(actions[-1]["player_0"])
        return actions

    def again(self, script: Script) -> None:
        self.env.reset(seed=script.seed)
        for actions in script.actions:
            self.env.step(actions["player_0"])


Table = AecTable | ParallelTable | SoloTable


def scripts(table: Table) -> list[Script]:
    rng = random.Random(1)
    written = []
    for seed in range(GAMES_PER_SCRIPT):
        actions = table.at_random(seed, rng)
        steps = table.env.unwrapped.game.record.steps  # type: ignore[union-attr]
        written.append(Script(seed, actions, [step.choice for step in steps if isinstance(step, Decision)]))
    return written


def bare(start: State, script: Script) -> None:
    """The same game on bare states, with the same dice and cards."""
    dealer, state, choices = SeededDealer(random.Random(script.seed)), start, iter(script.choices)
    while not state.is_over:
        node = state.chance
        if node is not None:
            state = state.apply_chance(dealer.draw(node))
        else:
            seat = min(state.to_act)
            state.choices(seat)
            state = state.apply(seat, next(choices))


def seconds_of_both(
    one: Callable[[Script], None], other: Callable[[Script], None], games: list[Script]
) -> tuple[float, float]:
    """Seconds of all games in both ways: the best of alternating rounds, for a fair comparison."""
    best = [float("inf"), float("inf")]
    until = time.perf_counter() + SECONDS_PER_FIGURE
    while time.perf_counter() < until:
        for way, play in enumerate((one, other)):
            began = time.perf_counter()
            for script in games:
                play(script)
            best[way] = min(best[way], time.perf_counter() - began)
    return best[0], best[1]


def report(kind: str, table: Table, game: str, players: int) -> None:
    games, start = scripts(table), State.new(RULESETS[game], players)
    steps = sum(len(script.actions) for script in games)
    decisions = sum(len(script.choices) for script in games)
    spent, alone = seconds_of_both(table.again, lambda script: bare(start, script), games)
    print(
        f"{kind:10} {game:12} {players:7} {steps / spent:9.0f} {decisions / spent:12.0f}"
        f" {decisions / alone:17.0f} {spent / alone:10.1f}"
    )


def report_vector(game: str, opponents: list[str], jobs: int) -> None:
    env = qwixx.envs.vector_env(game, ENVIRONMENTS, opponents=opponents, reward="points", jobs=jobs)
    luck = np.random.default_rng(1)
    seen, _ = env.reset(seed=1)
    rates = []
    for _ in range(1 + ROUNDS):
        spent = worked = 0.0
        for _ in range(STEPS_PER_ROUND):
            mask = seen["action_mask"]
            actions = (mask * luck.random(mask.shape, dtype=np.float32)).argmax(axis=1)
            began, used = time.perf_counter(), time.process_time()
            seen, *_ = env.step(actions)
            spent += time.perf_counter() - began
            worked += time.process_time() - used
        rates.append((ENVIRONMENTS * STEPS_PER_ROUND / spent, ENVIRONMENTS * STEPS_PER_ROUND / worked))
    env.close()
    # The first round is a warm-up: it compiles, and starts all games at once.
    walls, processors = zip(*rates[1:], strict=True)
    print(
        f"{game:12} {' '.join(opponents) or '-':32} {jobs:4} {statistics.median(walls):10.0f} {max(walls):10.0f}"
        f" {statistics.median(processors):20.0f}"
    )


def main() -> None:
    print("env        game         players   steps/s  decisions/s  bare decisions/s  time/bare")
    for game in ("dice", "cards", "cards_joker"):
        for players in (2, 5):
            report("aec", AecTable(game, players), game, players)
            report("parallel", ParallelTable(game, players), game, players)
    report("gymnasium", SoloTable("solo", 1), "solo", 1)
    print(
        f"\nvector environment, {ENVIRONMENTS} environments; load {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores"
    )
    print("game         opponents                        jobs    steps/s       best  steps/processor s")
    for game, opponents in VECTORS:
        for jobs in (1, 2):
            report_vector(game, opponents, jobs)


if __name__ == "__main__":
    main()
