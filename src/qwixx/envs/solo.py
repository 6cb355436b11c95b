"""The Gymnasium environment of the solo game."""

from typing import Any, ClassVar

import gymnasium
import numpy as np

from qwixx.envs.actions import IllegalAction
from qwixx.envs.episode import RENDERING, Episode, Info, Observation
from qwixx.gameplay import Game
from qwixx.rules.ruleset import SOLO

ALONE = 0


class SoloEnv(gymnasium.Env[Observation, np.int64]):
    """The dice game for one. Rewards are points gained and lost, so that they add up to the final total."""

    metadata: ClassVar[dict[str, Any]] = RENDERING  # type: ignore[misc]

    def __init__(self, *, illegal: str = "refuse", render_mode: str | None = None) -> None:
        self._episode = Episode(SOLO, 1, reward="points", illegal=illegal, render_mode=render_mode)
        self.render_mode = render_mode
        self.action_space = self._episode.action_space()
        self.observation_space = self._episode.observation_space()

    @property
    def game(self) -> Game:
        """The game that is played, with its record."""
        return self._episode.game

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Info]:
        super().reset(seed=seed)
        self._episode.reset(seed)
        return self._episode.observe(ALONE), {}

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, Info]:
        if self._episode.over:
            raise IllegalAction("the game is over: call reset() first")
        refusal = self._episode.refusal(ALONE, action)
        if refusal is not None:
            return self._episode.observe(ALONE), 0.0, False, False, {"illegal": refusal}
        (reward,) = self._episode.act({ALONE: action})
        return self._episode.observe(ALONE), reward, self._episode.over, False, self._episode.info(ALONE)

    def render(self) -> str | None:
        return self._episode.render()
