"""An agent that learns by PPO on the vector environment: ``python training/ppo.py dice --opponents gap:1,2``.

An example of training from outside: it knows observations, masks and rewards, and nothing of the rules. It
regularly prints the strength of its greedy policy in games that it does not learn from: its share of the wins
(a tie is shared) and its mean total.
"""

import argparse
import time
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.distributions import Categorical
from torch.nn import functional

from qwixx.envs import vector_env
from qwixx.envs.episode import Observation
from qwixx.envs.vector import CompiledVectorEnv

LAMBDA, CLIP, EPOCHS, MINIBATCHES, VALUE_WEIGHT, ENTROPY_WEIGHT = 0.95, 0.2, 3, 8, 0.5, 0.01
# Rewards are divided by this unit: a net learns best from values of about 1.
UNIT = {"points": 20.0, "margin": 20.0, "win": 1.0}
ILLEGAL = -1e9
EVALUATION_SEED = 2**40


class Agent:
    """The policy, as logits of all actions, and the value function."""

    def __init__(self, inputs: int, actions: int, width: int) -> None:
        self.body = nn.Sequential(nn.Linear(inputs, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy, self.value = nn.Linear(width, actions), nn.Linear(width, 1)
        nn.init.zeros_(self.policy.weight)
        self.parameters = [*self.body.parameters(), *self.policy.parameters(), *self.value.parameters()]

    def __call__(self, vectors: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        hidden = self.body(vectors)
        return self.policy(hidden).masked_fill(~masks, ILLEGAL), self.value(hidden)[:, 0]


class Rollout(NamedTuple):
    """Observations, actions and returns of all steps; ``log_probs`` are those of the actions."""

    vectors: Tensor
    masks: Tensor
    actions: Tensor
    log_probs: Tensor
    values: Tensor
    returns: Tensor


def tensors(seen: Observation) -> tuple[Tensor, Tensor]:
    return torch.from_numpy(seen["observation"]), torch.from_numpy(seen["action_mask"]) == 1


def play(
    agent: Agent, env: CompiledVectorEnv, seen: Observation, steps: int, unit: float
) -> tuple[Rollout, Observation]:
    """A rollout of every environment, and the observation after it."""
    samples, rewards, goes_on = [], [], []
    for _ in range(steps):
        vectors, masks = tensors(seen)
        logits, values = agent(vectors, masks)
        choice = Categorical(logits=logits, validate_args=False)
        actions = choice.sample()
        seen, paid, ended, _, _ = env.step(actions.numpy())
        samples.append((vectors, masks, actions, choice.log_prob(actions), values))
        rewards.append(torch.from_numpy(paid / unit).float())
        goes_on.append(torch.from_numpy(~ended).float())
    following = agent(*tensors(seen))[1]
    returns, ahead = [], torch.zeros_like(following)
    # Generalised advantage estimation, backwards; there is no value after the last step of a game.
    for sample, paid_then, going in zip(samples[::-1], rewards[::-1], goes_on[::-1], strict=True):
        values = sample[-1]
        ahead = paid_then + going * (following + LAMBDA * ahead) - values
        returns.append(ahead + values)
        following = values
    vectors, masks, actions, log_probs, values = (torch.cat(column) for column in zip(*samples, strict=True))
    return Rollout(vectors, masks, actions, log_probs, values, torch.cat(returns[::-1])), seen


def learn(agent: Agent, optimiser: torch.optim.Optimizer, rollout: Rollout) -> None:
    """Some epochs over a rollout, in random order."""
    for _ in range(EPOCHS):
        for some in torch.randperm(len(rollout.actions)).chunk(MINIBATCHES):
            part = Rollout(*(column[some] for column in rollout))
            logits, values = agent(part.vectors, part.masks)
            choice = Categorical(logits=logits, validate_args=False)
            gain = part.returns - part.values
            gain = (gain - gain.mean()) / (gain.std() + 1e-8)
            ratio = (choice.log_prob(part.actions) - part.log_probs).exp()
            clipped = torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            likely = choice.probs
            entropy = -(likely * likely.clamp(min=1e-9).log()).sum(1).mean()
            loss = (
                VALUE_WEIGHT * functional.mse_loss(values, part.returns) - clipped - ENTROPY_WEIGHT * entropy
            )
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters, 0.5)
            optimiser.step()


def measure(agent: Agent, env: CompiledVectorEnv, opponents: int) -> tuple[float, float]:
    """The share of the wins and the mean total, in the first game of each environment."""
    (seen, _), first = env.reset(seed=EVALUATION_SEED), np.ones(env.num_envs, dtype=bool)
    # Scale rewards for winning, from a loser's stake to 1, to shares of the win.
    stake, wins, totals = 1 / opponents, [], []
    while first.any():
        seen, paid, ended, _, infos = env.step(agent(*tensors(seen))[0].argmax(1).numpy())
        if ended.any():
            wins += ((paid[ended & first] + stake) / (1 + stake)).tolist()
            totals += infos["final_info"]["total"][ended & first].tolist()
            first &= ~ended
    return float(np.mean(wins)), float(np.mean(totals))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="dice")
    parser.add_argument("--opponents", nargs="+", default=["gap:1,2"])
    parser.add_argument("--reward", choices=UNIT, default="points")
    parser.add_argument("--updates", type=int, default=300)
    parser.add_argument("--envs", type=int, default=512)
    parser.add_argument("--steps", type=int, default=32, help="steps of each environment before an update")
    parser.add_argument("--width", type=int, default=64)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    torch.set_num_threads(args.jobs)
    env = vector_env(
        args.game,
        args.envs,
        opponents=args.opponents,
        reward=args.reward,
        jobs=args.jobs,
    )
    evaluation_env = vector_env(args.game, 1000, opponents=args.opponents, reward="win", jobs=args.jobs)
    seen, _ = env.reset(seed=args.seed)
    agent = Agent(seen["observation"].shape[1], seen["action_mask"].shape[1], args.width)
    optimiser = torch.optim.Adam(agent.parameters, lr=args.rate)
    print("  steps  seconds  processor s  share of wins  mean total")
    began = time.monotonic()
    for update in range(args.updates + 1):
        if update % 20 == 0:
            with torch.no_grad():
                win, total = measure(agent, evaluation_env, len(args.opponents))
            spent = f"{time.monotonic() - began:8.0f} {time.process_time():12.0f}"
            print(f"{update * args.envs * args.steps:7} {spent} {win:14.3f} {total:11.1f}", flush=True)
        for group in optimiser.param_groups:
            group["lr"] = args.rate * (1 - update / (args.updates + 1))
        with torch.no_grad():
            rollout, seen = play(agent, env, seen, args.steps, UNIT[args.reward])
        learn(agent, optimiser, rollout)


if __name__ == "__main__":
    main()
