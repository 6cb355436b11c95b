"""Environments for reinforcement learning: ``pip install 'qwixx[envs]'``.

``aec("dice", players=3)`` and ``parallel_env("cards")`` are PettingZoo environments; importing this
package makes ``gymnasium.make("qwixx/Solo-v0")`` work. docs/environments.md has actions and observations.
"""

try:
    import gymnasium
    import numpy as np  # noqa: F401
    import pettingzoo  # noqa: F401
except ModuleNotFoundError as missing:
    message = f"qwixx.envs needs {missing.name}, which is not installed: pip install 'qwixx[envs]'"
    raise ModuleNotFoundError(message, name=missing.name) from None

from qwixx.envs.actions import Actions, IllegalAction
from qwixx.envs.factories import aec, parallel_env
from qwixx.envs.observations import Observations
from qwixx.envs.solo import SoloEnv

__all__ = ["Actions", "IllegalAction", "Observations", "SoloEnv", "aec", "parallel_env"]

# No game takes that many decisions; only refused actions do.
MOST_STEPS = 200

gymnasium.register("qwixx/Solo-v0", "qwixx.envs.solo:SoloEnv", max_episode_steps=MOST_STEPS)
