"""The PettingZoo environment in which seats decide one after the other."""

from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv

from qwixx.envs.episode import RENDERING, Episode, Info, Observation
from qwixx.gameplay import Game
from qwixx.rules.ruleset import Ruleset
from qwixx.seeds import Seed


class TurnsEnv(AECEnv[str, Observation, int | None]):
    """A game as an AEC environment. In the common action seats choose in order and see no other choice."""

    def __init__(
        self,
        rules: Ruleset,
        players: int,
        *,
        reward: str = "win",
        illegal: str = "raise",
        render_mode: str | None = None,
    ) -> None:
        self._episode = Episode(rules, players, reward=reward, illegal=illegal, render_mode=render_mode)
        self.metadata: dict[str, Any] = {**RENDERING, "name": self._episode.name, "is_parallelizable": False}
        self.render_mode = render_mode
        self.possible_agents: list[str] = list(self._episode.names)
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.action_spaces: dict[str, spaces.Space[int | None]] = {
            agent: self._episode.action_space() for agent in self.possible_agents
        }
        self.observation_spaces: dict[str, spaces.Space[Observation]] = {
            agent: self._episode.observation_space() for agent in self.possible_agents
        }

    @property
    def game(self) -> Game:
        """The game that is played, with its record."""
        return self._episode.game

    def action_space(self, agent: str) -> spaces.Space[int | None]:
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> spaces.Space[Observation]:
        return self.observation_spaces[agent]

    def reset(self, seed: Seed | None = None, options: dict[str, Any] | None = None) -> None:
        self._episode.reset(seed)
        self.agents: list[str] = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Info] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> Observation:
        return self._episode.observe(self._seats[agent])

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        seat = self._seats[agent]
        refusal = self._episode.refusal(seat, action)
        self._cumulative_rewards[agent] = 0.0
        if refusal is None:
            self.rewards: dict[str, float] = dict(
                zip(self.agents, self._episode.act({seat: action}), strict=True)
            )
            self.infos[agent] = {}
        else:
            self._clear_rewards()
            self.infos[agent] = {"illegal": refusal}
        self._accumulate_rewards()
        self._select()

    def _select(self) -> None:
        """Ask the next seat that has to decide; at the end, let all seats leave."""
        if self._episode.over:
            self.terminations: dict[str, bool] = dict.fromkeys(self.agents, True)
            self.infos = {agent: self._episode.info(self._seats[agent]) for agent in self.agents}
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection: str = self.possible_agents[self._episode.to_act[0]]

    def render(self) -> str | None:
        return self._episode.render()

    def close(self) -> None:
        """Does nothing: there are no resources to release."""
