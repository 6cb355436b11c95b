"""Plays whole games in the environments with random legal actions."""

import random

import numpy as np
from pettingzoo import AECEnv, ParallelEnv

from qwixx.envs.episode import Info, Observation
from qwixx.rules.ruleset import CARDS, CARDS_JOKER, DICE

GAMES = [rules.name for rules in (DICE, CARDS, CARDS_JOKER)]
TABLES = [(game, players) for game in GAMES for players in range(2, 6)]

Turns = AECEnv[str, Observation, int | None]
Simultaneous = ParallelEnv[str, Observation, int]


def drawn(rng: random.Random, seen: Observation) -> int:
    """A random action that the mask allows."""
    return int(rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))


def observed(env: Turns, agent: str) -> Observation:
    seen = env.observe(agent)
    assert seen is not None
    return seen


def allowed(env: Turns, agent: str) -> list[int]:
    return [int(number) for number in np.flatnonzero(observed(env, agent)["action_mask"])]


def go_on(env: Turns, rng: random.Random) -> None:
    """Step with a random legal action of the selected agent."""
    agent = env.agent_selection
    env.step(None if env.terminations[agent] else drawn(rng, observed(env, agent)))


def play_turns(env: Turns, seed: int) -> tuple[dict[str, float], dict[str, Info]]:
    """Play a whole game; the total reward and the last info of each agent."""
    rng, paid, last = random.Random(seed), dict.fromkeys(env.possible_agents, 0.0), {}
    env.reset(seed=seed)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, info = env.last()
        assert seen is not None
        assert env.observation_space(agent).contains(seen)
        assert not truncated
        paid[agent] += reward
        last[agent] = info
        env.step(None if terminated else drawn(rng, seen))
    return paid, last


def play_simultaneously(env: Simultaneous, seed: int) -> tuple[dict[str, float], dict[str, Info]]:
    """Play a whole game in the parallel environment; the total reward and the last info of each agent."""
    rng, paid = random.Random(seed), dict.fromkeys(env.possible_agents, 0.0)
    infos: dict[str, Info] = {}
    seen, _ = env.reset(seed=seed)
    while env.agents:
        assert all(env.observation_space(agent).contains(one) for agent, one in seen.items())
        seen, rewards, _, _, infos = env.step({agent: drawn(rng, one) for agent, one in seen.items()})
        for agent, reward in rewards.items():
            paid[agent] += reward
    return paid, infos
