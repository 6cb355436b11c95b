"""The Gymnasium environment: one agent, alone in the solo game or at a table with bots."""

from collections.abc import Sequence
from typing import Any, ClassVar, Unpack

import gymnasium
import numpy as np
import numpy.typing as npt

from qwixx.envs.actions import IllegalAction
from qwixx.envs.episode import RENDERING, Episode, Info, Observation
from qwixx.envs.rewards import default_reward
from qwixx.gameplay import Game, Player
from qwixx.rules.errors import SetupError
from qwixx.rules.ruleset import Options, Ruleset, ruleset
from qwixx.seeds import Seed, seed_number

SEAT = 0
# The opponents of an agent that was given none.
OPPONENTS = ("gap:1,2",)


class SingleAgentEnv(gymnasium.Env[Observation, np.int64]):
    """A game with one agent, ``player_0``, which acts whenever it has to decide.

    ``opponents`` are bots by name, or anything with a method ``choose(view)``, one for each other seat.

    >>> env = SingleAgentEnv("dice", opponents=["gap:1,2", "random"])
    >>> seen, info = env.reset(seed=7)
    >>> seen["observation"].shape, int(env.action_masks().sum())
    ((201,), 5)
    """

    metadata: ClassVar[dict[str, Any]] = RENDERING  # type: ignore[misc]

    def __init__(
        self,
        game: str | Ruleset = "dice",
        *,
        opponents: Sequence[str | Player] | None = None,
        reward: str | None = None,
        illegal: str = "refuse",
        render_mode: str | None = None,
        **options: Unpack[Options],
    ) -> None:
        rules = ruleset(game, **options)
        others = checked_opponents(rules, opponents)
        self._episode = Episode(
            rules,
            1 + len(others),
            reward=default_reward(rules, reward),
            illegal=illegal,
            render_mode=render_mode,
            opponents=others,
        )
        self.render_mode = render_mode
        self.action_space: gymnasium.Space[np.int64] = self._episode.action_space()
        self.observation_space: gymnasium.Space[Observation] = self._episode.observation_space()

    @property
    def game(self) -> Game:
        """The game that is played, with its record."""
        return self._episode.game

    def reset(
        self, *, seed: Seed | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Info]:
        """Start a game; the first observation and an empty info."""
        super().reset(seed=None if seed is None else seed_number(seed))
        self._episode.reset(seed)
        return self._episode.observe(SEAT), {}

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, Info]:
        """Take an action: the observation, the reward, whether the game is over, False, and the info."""
        if self._episode.over:
            raise IllegalAction("the game is over: call reset() first")
        refusal = self._episode.refusal(SEAT, action)
        if refusal is not None:
            return self._episode.observe(SEAT), 0.0, False, False, {"illegal": refusal}
        reward = self._episode.act({SEAT: action})[SEAT]
        return (
            self._episode.observe(SEAT),
            reward,
            self._episode.over,
            False,
            self._episode.info(SEAT),
        )

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The mask of legal actions, under the name that MaskablePPO of sb3-contrib calls."""
        return self._episode.observe(SEAT)["action_mask"].astype(np.bool_)

    def render(self) -> str | None:
        """The game as text, with ``render_mode="ansi"``; else None."""
        return self._episode.render()


def checked_opponents(rules: Ruleset, opponents: Sequence[str | Player] | None) -> tuple[str | Player, ...]:
    """The opponents of an agent, by default one bot; none in the solo game."""
    if isinstance(opponents, str):
        raise SetupError(f"opponents are a list of bots, as in ['gap:1,2', 'random'], not {opponents!r}")
    if opponents is None:
        return OPPONENTS if rules.max_players > 1 else ()
    return tuple(opponents)
