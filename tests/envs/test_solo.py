import random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from qwixx.envs import IllegalAction, SingleAgentEnv
from qwixx.gameplay import Game
from qwixx.notation import parse_record
from tests.envs.games import drawn

PASS, RED_2 = 0, 1


def test_gymnasium_check_env() -> None:
    for _ in range(5):
        check_env(gymnasium.make("qwixx/Solo-v0").unwrapped)


def test_an_environment_id_with_the_module_imports_the_package() -> None:
    env = gymnasium.make("qwixx.envs:qwixx/Solo-v0", render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == "solo: common, turn of player_0, 2+5 r1 y3 g1 b4\nplayer_0 0: -\n"


def test_rewards_add_up_to_the_final_total() -> None:
    for seed in range(20):
        env, rng = SingleAgentEnv("solo"), random.Random(seed)
        seen, info = env.reset(seed=seed)
        paid, over = 0.0, False
        while not over:
            assert env.observation_space.contains(seen)
            assert info == {}
            seen, reward, over, truncated, info = env.step(np.int64(drawn(rng, seen)))
            assert not truncated
            paid += reward
        outcome = parse_record(str(env.game)).state.outcome
        assert outcome is not None
        assert paid == outcome.totals[0] == info["total"]
        assert info["place"] == 1


def test_the_dice_match_a_game_with_the_same_seed() -> None:
    env = SingleAgentEnv("solo")
    env.reset(seed=11)
    assert env.game.state == Game("solo", ["player_0"], seed=11).advance()


def test_a_refused_action_changes_nothing_and_reports_the_reason() -> None:
    env = SingleAgentEnv("solo")
    env.reset(seed=1)
    before = env.game.state
    _, reward, terminated, truncated, info = env.step(np.int64(RED_2))
    assert (reward, terminated, truncated) == (0, False, False)
    assert info["illegal"].startswith("action 1 is illegal for player_0: D4: ")
    assert env.game.state is before
    _, _, _, _, info = env.step(np.int64(PASS))
    assert info == {}


def test_illegal_actions_can_raise_instead() -> None:
    env = gymnasium.make("qwixx/Solo-v0", illegal="raise")
    env.reset(seed=1)
    with pytest.raises(IllegalAction, match="action 1 is illegal for player_0: D4: "):
        env.step(np.int64(RED_2))


def test_an_episode_with_only_illegal_actions_is_truncated() -> None:
    env: gymnasium.Env[Any, Any] = gymnasium.make("qwixx/Solo-v0")
    env.reset(seed=1)
    steps = [env.step(np.int64(RED_2))[2:4] for _ in range(200)]
    assert steps == [(False, False)] * 199 + [(False, True)]


def test_the_longest_games_are_not_truncated() -> None:
    """Section 5 of the rules: at most 48 turns, each with two decisions."""
    spec = gymnasium.spec("qwixx/Solo-v0")
    assert spec.max_episode_steps is not None
    assert spec.max_episode_steps > 2 * 48


def test_a_step_after_the_end_requires_a_reset() -> None:
    env = SingleAgentEnv("solo")
    env.reset(seed=1)
    while not env.game.state.is_over:
        env.step(np.int64(PASS))
    with pytest.raises(IllegalAction, match="the game is over: call reset"):
        env.step(np.int64(PASS))


def test_a_vector_of_solo_environments() -> None:
    envs = gymnasium.make_vec("qwixx/Solo-v0", num_envs=3, vectorization_mode="sync")
    seen, _ = envs.reset(seed=1)
    assert seen["observation"].shape == (3, 103)
    assert seen["action_mask"].shape == (3, 45)
    seen, rewards, _, _, _ = envs.step(np.zeros(3, np.int64))
    assert rewards.tolist() == [0, 0, 0]
    envs.close()
