"""Many games at once on the compiled engine, as a vector environment of Gymnasium."""

import random
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import pairwise
from typing import Any, ClassVar, Unpack

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from qwixx.compiled.structs import new_struct
from qwixx.engine.bridge import PHASE_CODES, as_bits
from qwixx.envs.actions import (
    DRAW_ACTIONS,
    FIRST_CROSS,
    FIRST_DRAW,
    FIRST_PLAY,
    PLAY_ACTIONS,
    Actions,
    IllegalAction,
)
from qwixx.envs.episode import Info, Observation, chosen, observation_space
from qwixx.envs.observations import Observations, decision_phases
from qwixx.envs.rewards import AT_THE_END, REWARDS, default_reward
from qwixx.envs.single import checked_opponents
from qwixx.gameplay import Player
from qwixx.rules.errors import SetupError
from qwixx.rules.position import HAND_TO_PLAY
from qwixx.rules.ruleset import Options, Ruleset, ruleset
from qwixx.seeds import Seed, seed_number
from qwixx.sim.agent_game import AGENT, NOT_BEGUN, AgentGame
from qwixx.sim.batch import Batch, StepKernel, step_games, step_games_with_net
from qwixx.sim.encoding import Layout
from qwixx.sim.simulation import Matchup

# Among the opponents: a seat that is another environment of the same batch.
ANOTHER_AGENT = "agent"

Numbers = npt.NDArray[np.integer[Any]]
Result = tuple[Observation, npt.NDArray[np.float64], npt.NDArray[np.bool_], npt.NDArray[np.bool_], Info]


class CompiledVectorEnv(VectorEnv[Observation, Numbers, npt.NDArray[Any]]):
    """Games against the same opponents, advanced by compiled code on ``jobs`` threads.

    ``opponents`` are bots by name; ``"agent"`` is a seat that is an environment as well, so that
    ``opponents=["agent"]`` is self-play: environments 0 and 1 sit at one table, 2 and 3 at the next. A game
    that is over is followed by the next one in the same step.

    >>> env = CompiledVectorEnv("dice", num_envs=4, opponents=["gap:1,2"])
    >>> seen, infos = env.reset(seed=7)
    >>> seen["observation"].shape, seen["action_mask"].sum(axis=1).tolist()
    ((4, 152), [5, 5, 5, 5])
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "autoreset_mode": AutoresetMode.SAME_STEP,
        "render_modes": [],
    }

    def __init__(
        self,
        game: str | Ruleset = "dice",
        num_envs: int = 1,
        *,
        opponents: Sequence[str] | None = None,
        reward: str | None = None,
        jobs: int = 1,
        max_episode_steps: int | None = None,
        **options: Unpack[Options],
    ) -> None:
        # A limit is for actions that are refused; here they are errors, and every game comes to its end.
        rules = ruleset(game, **options)
        seats = (ANOTHER_AGENT, *map(_name, checked_opponents(rules, opponents)))
        self._agents = [seat for seat, name in enumerate(seats) if name == ANOTHER_AGENT]
        if num_envs < 1 or num_envs % len(self._agents):
            each = len(self._agents)
            raise SetupError(f"num_envs is a multiple of the {each} agents of each game, not {num_envs}")
        if jobs < 1:
            raise SetupError(f"jobs is at least 1, not {jobs}")
        self.num_envs: int = num_envs
        self._players = len(seats)
        self._reward = default_reward(rules, reward)
        chosen("reward", REWARDS, self._reward)
        self._set_spaces(rules)
        matchup = Matchup(rules, ["random" if name == ANOTHER_AGENT else name for name in seats])
        self._games = np.zeros(num_envs // len(self._agents), dtype=AgentGame.dtype)
        self._games["board"] = matchup.board()
        self._games["board"]["policies"][:, self._agents, 0] = AGENT
        self._step_games: StepKernel[Any] = step_games_with_net if matchup.has_nets else step_games
        self._seed: int | None = None
        self._masks = np.zeros((num_envs, 0), np.int8)
        self._share(matchup, jobs)

    def _set_spaces(self, rules: Ruleset) -> None:
        actions, observations = Actions(rules), Observations(rules, self._players)
        self.single_action_space: spaces.Discrete = spaces.Discrete(actions.size)
        self.single_observation_space: spaces.Dict = observation_space(observations, actions)
        self.action_space: spaces.Space[Any] = batch_space(self.single_action_space, self.num_envs)
        self.observation_space: spaces.Space[Any] = batch_space(self.single_observation_space, self.num_envs)
        self._sizes = observations.size, actions.size
        self._layout = layout(rules, observations)

    def _share(self, matchup: Matchup, jobs: int) -> None:
        """Give each thread its part of the games, and a net to itself since compiled code writes into it."""
        bounds = np.linspace(0, len(self._games), jobs + 1).astype(int)
        self._parts = [slice(int(a), int(b)) for a, b in pairwise(bounds) if a < b]
        known = matchup.known
        self._known = [known.copy() if matchup.has_nets else known for _ in self._parts]
        self._pool = ThreadPoolExecutor(len(self._parts))

    def reset(
        self, *, seed: Seed | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Info]:
        """New games, with the chance that ``simulate`` has by this seed; without a seed the next ones."""
        if seed is not None or self._seed is None:
            self._seed = random.getrandbits(63) if seed is None else seed_number(seed)
            super().reset(seed=self._seed)
            self._games["number"] = np.arange(len(self._games))
        else:
            self._games["number"] += len(self._games)
        self._games["phase"] = NOT_BEGUN
        return self._seen(self._advance(np.zeros(self.num_envs, np.int64))), {}

    def step(self, actions: Numbers) -> Result:
        """One action for each environment; IllegalAction, and nothing happens, if one of them is illegal."""
        batch = self._advance(self._checked(actions))
        ended = np.repeat(batch.ended, len(self._agents))
        info = self._final_info(batch, ended) if ended.any() else {}
        return self._seen(batch), self._paid(batch), ended, np.zeros_like(ended), info

    def _checked(self, actions: Numbers) -> npt.NDArray[np.int64]:
        if self._seed is None:
            raise IllegalAction("no game is on: call reset() first")
        numbers = np.asarray(actions)
        if numbers.shape != (self.num_envs,) or not np.issubdtype(numbers.dtype, np.integer):
            raise IllegalAction(
                f"actions are {self.num_envs} whole numbers, not {numbers.dtype} of shape {numbers.shape}"
            )
        known = (numbers >= 0) & (numbers < self._masks.shape[1])
        legal = known & (self._masks[np.arange(self.num_envs), np.where(known, numbers, 0)] == 1)
        if not legal.all():
            first = int(np.argmin(legal))
            raise IllegalAction(
                f"action {numbers[first]} is illegal in environment {first}: its action_mask allows"
                f" {', '.join(map(str, np.flatnonzero(self._masks[first])))}"
            )
        return numbers.astype(np.int64)

    def _advance(self, actions: npt.NDArray[np.int64]) -> Batch:
        """Let compiled code apply the actions and write the results."""
        games, (observation, mask) = len(self._games), self._sizes
        batch = Batch(
            self._games,
            actions,
            observations=np.zeros((self.num_envs, observation), np.float32),
            masks=np.zeros((self.num_envs, mask), np.int8),
            points=np.zeros(self.num_envs),
            ended=np.zeros(games, np.bool_),
            totals=np.zeros((games, self._players), np.int64),
        )
        list(self._pool.map(partial(self._step, batch), self._parts, self._known))
        self._masks = batch.masks.copy()
        return batch

    def _step(self, batch: Batch, part: slice, known: Any) -> None:
        assert self._seed is not None
        self._step_games(batch.part(part), self._layout, self._seed, len(self._games), known)

    def _seen(self, batch: Batch) -> Observation:
        return {"observation": batch.observations, "action_mask": batch.masks}

    def _paid(self, batch: Batch) -> npt.NDArray[np.float64]:
        if self._reward == "points":
            return batch.points
        paid = np.zeros((len(self._games), self._players))
        paid[batch.ended] = AT_THE_END[self._reward](batch.totals[batch.ended])
        return paid[:, self._agents].reshape(-1)

    def _final_info(self, batch: Batch, ended: npt.NDArray[np.bool_]) -> Info:
        """Total and place of each agent whose game is over, laid out as Gymnasium does it."""
        places = 1 + (batch.totals[:, None, :] > batch.totals[:, :, None]).sum(axis=2)
        final = {"total": batch.totals, "place": places}
        info: Info = {name: values[:, self._agents].reshape(-1) for name, values in final.items()}
        return {"final_info": info | {f"_{name}": ended for name in final}, "_final_info": ended}

    def close_extras(self, **kwargs: Any) -> None:
        """End the threads."""
        self._pool.shutdown()


def _name(opponent: str | Player) -> str:
    if not isinstance(opponent, str):
        raise SetupError(
            f"opponents are compiled here, and named as in ['gap:1,2', 'casual'], not {opponent!r};"
            " gymnasium.make takes any player"
        )
    return opponent


def layout(rules: Ruleset, observations: Observations) -> Layout:
    """The numbering of actions and the layout of observations, for compiled code."""
    made, fields = new_struct(Layout), observations.fields
    for at, phase in enumerate(decision_phases(rules)):
        made.phases[PHASE_CODES[phase]] = at
    for name, part in fields.items():
        if hasattr(made, name):
            setattr(made, name, part.start)
    made.card = (fields["hand"].stop - fields["hand"].start) // HAND_TO_PLAY if rules.has_cards else 0
    made.seats, made.seat = fields["seat_0"].start, fields["seat_0"].stop - fields["seat_0"].start
    made.hand_numbers_public, made.first_cross = rules.hand_numbers_public, FIRST_CROSS
    for index, places in enumerate(DRAW_ACTIONS):
        made.draws[as_bits(places)] = FIRST_DRAW + index
    for index, (played, crossed) in enumerate(PLAY_ACTIONS):
        made.plays[as_bits(played), as_bits(crossed)] = FIRST_PLAY + index
    made.plays_by_colour = len(PLAY_ACTIONS) if rules.jokers else 0
    return made
