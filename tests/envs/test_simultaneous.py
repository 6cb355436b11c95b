import numpy as np
import pytest
from pettingzoo.test.parallel_test import parallel_api_test
from pettingzoo.test.seed_test import parallel_seed_test

from qwixx.envs import IllegalAction, parallel_env
from qwixx.notation import parse_record
from qwixx.rules.errors import SetupError
from tests.envs.games import TABLES, play_simultaneously

PASS, RED_2 = 0, 1


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_pettingzoos_parallel_api_test(game: str, players: int) -> None:
    parallel_api_test(parallel_env(game, players), num_cycles=400)
    parallel_api_test(parallel_env(game, players, illegal="raise", reward="points"), num_cycles=50)


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_pettingzoos_parallel_seed_test(game: str, players: int) -> None:
    parallel_seed_test(lambda: parallel_env(game, players), num_cycles=200)  # type: ignore[no-untyped-call]


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_whole_games_match_the_rules(game: str, players: int) -> None:
    for seed in range(3):
        env = parallel_env(game, players)
        _, infos = play_simultaneously(env, seed)
        outcome = parse_record(str(env.game)).state.outcome
        assert outcome is not None
        assert [infos[agent] for agent in env.possible_agents] == [
            {"total": total, "place": place}
            for total, place in zip(outcome.totals, outcome.places, strict=True)
        ]


def test_D5_the_common_action_is_one_step_for_all_agents_and_action_2_for_the_active_one() -> None:
    env = parallel_env("dice", 3)
    seen, infos = env.reset(seed=3)
    assert infos == {agent: {} for agent in env.agents}
    assert env.game.state.phase == "common"
    assert all(one["action_mask"].sum() > 1 for one in seen.values())
    seen, *_ = env.step(dict.fromkeys(env.agents, PASS))
    state = env.game.state
    assert state.phase == "own"
    waiting = [one["action_mask"].tolist() for seat, one in enumerate(seen.values()) if seat != state.active]
    assert waiting == [[1] + [0] * 44] * 2
    env.step({env.agents[state.active]: PASS})
    assert env.game.state.phase == "common"


def test_a_refused_agent_must_retry_while_the_others_wait() -> None:
    env = parallel_env("dice", 2)
    env.reset(seed=3)
    seen, rewards, terminations, truncations, infos = env.step({"player_0": RED_2, "player_1": PASS})
    assert infos["player_0"]["illegal"].startswith("action 1 is illegal for player_0: D4: ")
    assert infos["player_1"] == {}
    assert seen["player_0"]["action_mask"].sum() > 1
    assert np.flatnonzero(seen["player_1"]["action_mask"]).tolist() == [PASS]
    assert set(rewards.values()) == {0.0}
    assert not any(terminations.values())
    assert not any(truncations.values())
    *_, infos = env.step({"player_0": PASS, "player_1": RED_2})
    assert infos["player_1"]["illegal"] == "action 1 is illegal for player_1: it owes no decision now"
    assert env.game.state.phase == "own"


def test_with_raise_one_illegal_action_cancels_the_whole_step() -> None:
    env = parallel_env("dice", 2, illegal="raise")
    env.reset(seed=3)
    before = env.game.state
    with pytest.raises(IllegalAction, match="action 1 is illegal for player_1: D4: "):
        env.step({"player_0": PASS, "player_1": RED_2})
    assert env.game.state is before


def test_every_agent_that_must_decide_needs_a_valid_action() -> None:
    env = parallel_env("dice", 2)
    with pytest.raises(IllegalAction, match="no game is on: call reset"):
        env.step({})
    env.reset(seed=3)
    with pytest.raises(IllegalAction, match="no action of player_1, who must decide now"):
        env.step({"player_0": PASS})
    with pytest.raises(IllegalAction, match="no agent 'ann': the agents are player_0, player_1"):
        env.step({"player_0": PASS, "ann": PASS})
    with pytest.raises(IllegalAction, match="no action 99: actions go from 0 to 44"):
        env.step({"player_0": PASS, "player_1": 99})


def test_the_parallel_environment_takes_the_same_arguments() -> None:
    env = parallel_env("cards_joker", 4, render_mode="ansi")
    assert env.metadata["name"] == str(env) == "qwixx_cards_joker_v1"
    env.reset(seed=1)
    assert str(env.render()).startswith("cards_joker: draw, turn of ")
    env.close()
    with pytest.raises(SetupError, match="the solo game has one player"):
        parallel_env("solo", 1)
