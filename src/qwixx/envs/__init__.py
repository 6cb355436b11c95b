"""Environments for reinforcement learning: ``pip install 'qwixx[envs]'``.

Once it is imported, ``gymnasium.make("qwixx/Dice-v0", opponents=["casual"])`` is a game against bots, and
``gymnasium.make_vec`` many of them at once on the compiled engine. ``aec("dice", players=3)`` and
``parallel_env("cards")`` are PettingZoo environments. docs/environments.md has actions and observations.
"""

from qwixx.extras import require

require("envs", "qwixx.envs")

import gymnasium

from qwixx.envs.actions import Actions, IllegalAction
from qwixx.envs.factories import aec, parallel_env, vector_env
from qwixx.envs.observations import Observations
from qwixx.envs.single import SingleAgentEnv

__all__ = ["Actions", "IllegalAction", "Observations", "SingleAgentEnv", "aec", "parallel_env", "vector_env"]

# More decisions than one seat has in any game; only refused actions reach it.
MOST_STEPS_ALONE, MOST_STEPS = 200, 400

# A version belongs to the numbering of actions and the layout of observations: docs/environments.md.
for _name, _game in (
    ("Solo-v0", "solo"),
    ("Dice-v0", "dice"),
    ("Cards-v1", "cards"),
    ("CardsJoker-v1", "cards_joker"),
):
    gymnasium.register(
        f"qwixx/{_name}",
        "qwixx.envs.single:SingleAgentEnv",
        vector_entry_point="qwixx.envs.vector:CompiledVectorEnv",
        max_episode_steps=MOST_STEPS_ALONE if _game == "solo" else MOST_STEPS,
        kwargs={"game": _game},
    )
