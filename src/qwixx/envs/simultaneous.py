"""The PettingZoo environment in which all seats that have to decide do so in one step."""

from typing import Any, TypeAlias

from gymnasium import spaces
from pettingzoo import ParallelEnv

from qwixx.envs.actions import NOTHING, IllegalAction
from qwixx.envs.episode import RENDERING, Episode, Info, Observation
from qwixx.gameplay import Game
from qwixx.rules.ruleset import Ruleset
from qwixx.seeds import Seed

StepResult: TypeAlias = tuple[
    dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Info]
]


class SimultaneousEnv(ParallelEnv[str, Observation, int]):
    """A game as a parallel environment. Seats that need not decide have one legal action: nothing."""

    def __init__(
        self,
        rules: Ruleset,
        players: int,
        *,
        reward: str = "win",
        illegal: str = "refuse",
        render_mode: str | None = None,
    ) -> None:
        self._episode = Episode(rules, players, reward=reward, illegal=illegal, render_mode=render_mode)
        self.metadata: dict[str, Any] = {**RENDERING, "name": self._episode.name}
        self.render_mode = render_mode
        self.possible_agents: list[str] = list(self._episode.names)
        self.agents: list[str] = []
        self.action_spaces: dict[str, spaces.Space[int]] = {
            agent: self._episode.action_space() for agent in self.possible_agents
        }
        self.observation_spaces: dict[str, spaces.Space[Observation]] = {
            agent: self._episode.observation_space() for agent in self.possible_agents
        }

    @property
    def game(self) -> Game:
        """The game that is played, with its record."""
        return self._episode.game

    def action_space(self, agent: str) -> spaces.Space[int]:
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> spaces.Space[Observation]:
        return self.observation_spaces[agent]

    def reset(
        self, seed: Seed | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, Info]]:
        self._episode.reset(seed)
        self.agents = list(self.possible_agents)
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> StepResult:
        by_seat = self._by_seat(actions)
        refusals = {seat: self._episode.refusal(seat, action) for seat, action in by_seat.items()}
        owing = self._episode.to_act
        rewards = self._episode.act({seat: by_seat[seat] for seat in owing if refusals[seat] is None})
        over = self._episode.over
        infos = {
            agent: self._episode.info(seat) | ({"illegal": refusals[seat]} if refusals[seat] else {})
            for seat, agent in enumerate(self.agents)
        }
        result = (
            self._observations(),
            dict(zip(self.agents, rewards, strict=True)),
            dict.fromkeys(self.agents, over),
            dict.fromkeys(self.agents, False),
            infos,
        )
        if over:
            self.agents = []
        return result

    def _by_seat(self, actions: dict[str, int]) -> dict[int, int]:
        """The actions of all seats; seats that need not decide may be left out."""
        if not self.agents:
            raise IllegalAction("no game is on: call reset() first")
        strangers = [agent for agent in actions if agent not in self.agents]
        if strangers:
            raise IllegalAction(f"no agent {strangers[0]!r}: the agents are {', '.join(self.agents)}")
        missing = [self.agents[seat] for seat in self._episode.to_act if self.agents[seat] not in actions]
        if missing:
            raise IllegalAction(f"no action of {', '.join(missing)}, who must decide now")
        return {seat: actions.get(agent, NOTHING) for seat, agent in enumerate(self.agents)}

    def _observations(self) -> dict[str, Observation]:
        return {agent: self._episode.observe(seat) for seat, agent in enumerate(self.agents)}

    def render(self) -> str | None:
        return self._episode.render()

    def close(self) -> None:
        """Does nothing: there are no resources to release."""
