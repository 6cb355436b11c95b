"""The vector environment matches the Python engine for the same chance and choices."""

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from qwixx.bots import make_bot
from qwixx.bots.simple import RandomBot
from qwixx.engine.stream import FIRST_PLAYER
from qwixx.envs import Actions, IllegalAction, Observations, vector_env
from qwixx.envs.observations import Vector
from qwixx.envs.rewards import REWARDS
from qwixx.envs.vector import ANOTHER_AGENT, CompiledVectorEnv
from qwixx.gameplay import Game, Player
from qwixx.rules.errors import InputError, SetupError
from qwixx.rules.game import State
from qwixx.rules.ruleset import SOLO, Ruleset, ruleset
from tests.sim.test_engines_agree import every_table
from tests.strategies import NAMES
from tests.streams import Stream, StreamDealer

SEED = 11
TABLES = 3
OPPONENTS = ("gap:1,2", ANOTHER_AGENT, "random", "gap:0,0")


class Mirror:
    """A game of a vector environment replayed in the Python engine, with the same chance and bot seeds."""

    def __init__(self, rules: Ruleset, opponents: tuple[str, ...], number: int) -> None:
        self.rules, self.seats, self.number = rules, (ANOTHER_AGENT, *opponents), number
        self.agents = [seat for seat, name in enumerate(self.seats) if name == ANOTHER_AGENT]
        self.begin()

    def begin(self) -> None:
        self.game = Game(self.rules, NAMES[: len(self.seats)], dealer=StreamDealer(SEED, self.number))
        self.bots = {seat: self._bot(seat) for seat in range(len(self.seats)) if seat not in self.agents}
        self._go_on()

    def _bot(self, seat: int) -> Player:
        if self.seats[seat] == "random":
            return RandomBot(Stream(SEED, self.number, FIRST_PLAYER + seat))  # type: ignore[arg-type]
        return make_bot(self.seats[seat])

    def _go_on(self) -> None:
        """Advance chance and bots until an agent has to decide; in the common action bots choose after the agents."""
        state = self.game.advance()
        while state.to_act and state.to_act.isdisjoint(self.agents):
            seat = min(state.to_act)
            self.game.apply(seat, self.bots[seat].choose(state.view(seat)))
            state = self.game.advance()

    def act(self, actions: list[int]) -> tuple[State, State]:
        """Apply the actions of the agents that have to decide; return the states before and after."""
        before, numbering = self.game.state, Actions(self.rules)
        for seat, action in zip(self.agents, actions, strict=True):
            if seat in before.to_act:
                self.game.apply(seat, numbering.decode(action, before.view(seat).hand))
        self._go_on()
        return before, self.game.state

    def mask(self, seat: int) -> list[int]:
        view = self.game.state.view(seat)
        return sorted(Actions(self.rules).legal(view)) if seat in view.to_act else [0]

    def vector(self, seat: int) -> Vector:
        layout = Observations(self.rules, len(self.seats))
        return layout.vector(self.game.state.view(seat))


def drawn(masks: np.ndarray, luck: np.random.Generator) -> np.ndarray:
    """A uniformly random legal action for each environment."""
    actions: np.ndarray = (masks * luck.random(masks.shape)).argmax(axis=1)
    return actions


def play_beside_the_rules(
    env: CompiledVectorEnv, rules: Ruleset, opponents: tuple[str, ...], reward: str, steps: int
) -> int:
    """Compare all outputs of an environment with the Python engine; return the number of finished games."""
    tables = [Mirror(rules, opponents, number) for number in range(TABLES)]
    agents, luck, ended = tables[0].agents, np.random.default_rng(3), 0
    seen, _ = env.reset(seed=SEED)
    for _ in range(steps):
        for index, table in enumerate(tables):
            for at, seat in enumerate(agents):
                row = index * len(agents) + at
                assert np.flatnonzero(seen["action_mask"][row]).tolist() == table.mask(seat)
                assert np.array_equal(seen["observation"][row], table.vector(seat))
        actions = drawn(seen["action_mask"], luck)
        seen, rewards, terminated, truncated, info = env.step(actions)
        assert not truncated.any()
        for index, table in enumerate(tables):
            rows = slice(index * len(agents), (index + 1) * len(agents))
            before, after = table.act(actions[rows].tolist())
            paid = REWARDS[reward](before, after)
            assert rewards[rows].tolist() == pytest.approx([paid[seat] for seat in agents])
            outcome = after.outcome
            assert terminated[rows].tolist() == [outcome is not None] * len(agents)
            if outcome is not None:
                ended += 1
                assert info["_final_info"][rows].all()
                assert info["final_info"]["total"][rows].tolist() == [outcome.totals[seat] for seat in agents]
                assert info["final_info"]["place"][rows].tolist() == [outcome.places[seat] for seat in agents]
                table.number += TABLES
                table.begin()
    return ended


@every_table
def test_all_outputs_match_the_rules(rules: Ruleset, players: int) -> None:
    opponents = OPPONENTS[: players - 1]
    agents = 1 + opponents.count(ANOTHER_AGENT)
    reward = "points" if rules.name == SOLO.name else ("win", "margin", "points")[players % 3]
    env = CompiledVectorEnv(rules, TABLES * agents, opponents=opponents, reward=reward, jobs=2)
    assert play_beside_the_rules(env, rules, opponents, reward, 120) > 0


@pytest.mark.parametrize(
    ("game", "opponents"), [("dice", ("casual",)), ("dice", ("net", "novice")), ("cards_joker", ("casual",))]
)
def test_trained_bots_choose_like_in_the_python_engine(game: str, opponents: tuple[str, ...]) -> None:
    env = CompiledVectorEnv(game, TABLES, opponents=opponents, reward="points")
    assert play_beside_the_rules(env, ruleset(game), opponents, "points", 60) > 0


def games_of(env: CompiledVectorEnv, steps: int, seed: int | None) -> list[np.ndarray]:
    """All observations and rewards of this many steps, always taking the last legal action."""
    seen, _ = env.reset(seed=seed)
    given = [seen["observation"]]
    for _ in range(steps):
        seen, rewards, *_ = env.step(
            len(seen["action_mask"][0]) - 1 - seen["action_mask"][:, ::-1].argmax(axis=1)
        )
        given += [seen["observation"], rewards]
    return given


def test_results_do_not_depend_on_the_number_of_threads() -> None:
    one, three = (games_of(vector_env("cards", 8, jobs=jobs), 40, seed=5) for jobs in (1, 3))
    assert all(np.array_equal(a, b) for a, b in zip(one, three, strict=True))


def test_a_reset_without_a_seed_starts_new_games() -> None:
    env = vector_env("dice", 4)
    first, second, again = (games_of(env, 5, seed) for seed in (5, None, 5))
    assert all(np.array_equal(a, b) for a, b in zip(first, again, strict=True))
    assert not np.array_equal(first[0], second[0])
    assert not np.array_equal(
        games_of(vector_env("dice", 4), 0, None)[0], games_of(vector_env("dice", 4), 0, None)[0]
    )


def test_returned_arrays_are_not_overwritten_by_the_next_step() -> None:
    env = vector_env("dice", 2)
    seen, _ = env.reset(seed=5)
    kept = seen["observation"].copy(), seen["action_mask"].copy()
    env.step(np.zeros(2, np.int64))
    assert np.array_equal(seen["observation"], kept[0])
    assert np.array_equal(seen["action_mask"], kept[1])


@pytest.mark.parametrize("name", ["qwixx/Dice-v0", "qwixx/Cards-v1", "qwixx/CardsJoker-v1", "qwixx/Solo-v0"])
def test_gymnasium_creates_the_environment_and_its_wrappers_accept_it(name: str) -> None:
    envs = RecordEpisodeStatistics(gymnasium.make_vec(name, num_envs=3, reward="points"))
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    seen, _ = envs.reset(seed=1)
    returned: list[float] = []
    totals: list[int] = []
    while len(totals) < 4:
        assert envs.observation_space.contains(seen)
        seen, _, ended, _, info = envs.step(seen["action_mask"].argmax(axis=1))
        if ended.any():
            returned += info["episode"]["r"][ended].tolist()
            totals += info["final_info"]["total"][ended].tolist()
    assert returned == totals
    envs.close()


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        ([0, 1], "action 1 is illegal in environment 1: its action_mask allows 0, 8, 19, 26, 37$"),
        ([45, 0], "action 45 is illegal in environment 0: "),
        ([0, -1], "action -1 is illegal in environment 1: "),
        ([0], r"actions are 2 whole numbers, not int64 of shape \(1,\)"),
        ([0.0, 1.0], r"actions are 2 whole numbers, not float64 of shape \(2,\)"),
    ],
)
def test_an_illegal_action_raises_and_changes_nothing(actions: list[float], message: str) -> None:
    env, twin = vector_env("dice", 2), vector_env("dice", 2)
    for each in (env, twin):
        each.reset(seed=5)
    with pytest.raises(IllegalAction, match=message):
        env.step(np.array(actions))
    (seen, *_), (others, *_) = (each.step(np.zeros(2, np.int64)) for each in (env, twin))
    assert np.array_equal(seen["observation"], others["observation"])


def test_a_step_before_reset_raises() -> None:
    with pytest.raises(IllegalAction, match=r"no game is on: call reset\(\) first"):
        vector_env("dice", 2).step(np.zeros(2, np.int64))


def test_invalid_arguments_are_rejected() -> None:
    with pytest.raises(SetupError, match="num_envs is a multiple of the 2 agents of each game, not 3"):
        vector_env("dice", 3, opponents=["agent"])
    with pytest.raises(SetupError, match="jobs is at least 1, not 0"):
        vector_env("dice", 3, jobs=0)
    with pytest.raises(SetupError, match="reward is 'win' or 'margin' or 'points', not 'fame'"):
        vector_env("dice", 3, reward="fame")
    with pytest.raises(SetupError, match="opponents are a list of bots"):
        vector_env("dice", 3, opponents="random")
    with pytest.raises(InputError, match="no bot 'nobody'"):
        vector_env("dice", 3, opponents=["nobody"])
    with pytest.raises(SetupError, match=r"opponents are compiled here, and named as in .*, not <RandomBot>"):
        vector_env("dice", 3, opponents=[make_bot("random")])  # type: ignore[list-item]
    with pytest.raises(SetupError, match="a seed is a whole number from 0 to"):
        vector_env("dice", 3).reset(seed=-1)
    with pytest.raises(SetupError, match="S13: the dice game is for 2 to 5 players, not 6"):
        vector_env("dice", 3, opponents=["random"] * 5)
    with pytest.raises(SetupError, match="the solo game pays 'points', not 'win'"):
        vector_env("solo", 3, reward="win")
