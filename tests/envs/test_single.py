"""One agent against bots, through Gymnasium."""

import copy
import random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from qwixx.bots import make_bot
from qwixx.envs import IllegalAction, SingleAgentEnv, parallel_env
from qwixx.gameplay import Game
from qwixx.notation import parse_record
from qwixx.record import Decision, apply_step
from qwixx.rules.choices import PASS, Choice
from qwixx.rules.errors import InputError, SetupError
from qwixx.rules.view import View
from tests.envs.games import drawn

NAMES = {"dice": "qwixx/Dice-v0", "cards": "qwixx/Cards-v1", "cards_joker": "qwixx/CardsJoker-v1"}
RED_2 = 1


def play_at_random(env: SingleAgentEnv, seed: int) -> tuple[float, dict[str, Any]]:
    """Play a whole game; the total reward of the agent and the last info."""
    luck, paid, over = random.Random(seed), 0.0, False
    seen, info = env.reset(seed=seed)
    while not over:
        assert env.observation_space.contains(seen)
        assert np.array_equal(env.action_masks(), seen["action_mask"])
        assert 0 in env.game.state.to_act
        seen, reward, over, _, info = env.step(np.int64(drawn(luck, seen)))
        paid += reward
    return paid, info


@pytest.mark.parametrize("game", NAMES)
def test_gymnasium_check_env(game: str) -> None:
    check_env(gymnasium.make(NAMES[game], opponents=["gap:1,2", "random"]).unwrapped)


@pytest.mark.parametrize("game", NAMES)
def test_whole_games_match_the_rules(game: str) -> None:
    for reward in ("win", "margin", "points"):
        env = SingleAgentEnv(game, opponents=["gap:1,2", "random"], reward=reward)
        paid, info = play_at_random(env, 4)
        outcome = parse_record(str(env.game)).state.outcome
        assert outcome is not None
        assert info == {"total": outcome.totals[0], "place": outcome.places[0]}
        others = max(outcome.totals[1:])
        assert paid == {"points": info["total"], "margin": info["total"] - others}.get(
            reward, 1 if info["total"] > others else -0.5
        )


def test_opponents_choose_like_the_bots_with_their_names() -> None:
    env = SingleAgentEnv("dice", opponents=["casual", "gap:1,2"])
    play_at_random(env, 6)
    record, bots = env.game.record, {1: make_bot("casual"), 2: make_bot("gap:1,2")}
    state = record.start
    for step in record.steps:
        if isinstance(step, Decision) and step.seat in bots:
            assert step.choice == bots[step.seat].choose(state.view(step.seat))
        state = apply_step(state, step)
    assert state.is_over


def test_a_seed_also_determines_the_opponents() -> None:
    texts = []
    for seed in (3, 3, 4):
        env = SingleAgentEnv("cards", opponents=["random", "random"])
        play_at_random(env, seed)
        texts.append(str(env.game))
    assert texts[0] == texts[1] != texts[2]


class Passer:
    """A custom player."""

    def choose(self, view: View) -> Choice:
        return view.choices[0]


def test_an_opponent_can_be_a_custom_player() -> None:
    env = SingleAgentEnv("dice", opponents=[Passer()])
    play_at_random(env, 1)
    chosen = [s.choice for s in env.game.record.steps if isinstance(s, Decision) and s.seat == 1]
    assert set(chosen) == {PASS}


def test_the_agent_decides_before_its_opponents_in_the_common_action() -> None:
    env = SingleAgentEnv("dice", opponents=["gap:1,2"])
    env.reset(seed=2)
    assert env.game.state.phase == "common"
    assert env.game.state.to_act == {0, 1}


def test_a_refused_action_changes_nothing() -> None:
    env = gymnasium.make("qwixx/Dice-v0")
    env.reset(seed=1)
    _, reward, terminated, truncated, info = env.step(np.int64(RED_2))
    assert (reward, terminated, truncated) == (0, False, False)
    assert info["illegal"].startswith("action 1 is illegal for player_0: D4: ")
    strict = gymnasium.make("qwixx/Dice-v0", illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(IllegalAction, match="action 1 is illegal for player_0: D4: "):
        strict.step(np.int64(RED_2))


def test_an_environment_accepts_the_options_of_the_game() -> None:
    env = gymnasium.make("qwixx/Cards-v1", hand_numbers_public=False)
    seen, _ = env.reset(seed=1)
    assert not seen["observation"][-11:].any()


def test_action_masks_are_available_through_wrappers() -> None:
    env = gymnasium.make("qwixx/Dice-v0")
    seen, _ = env.reset(seed=1)
    masks = env.get_wrapper_attr("action_masks")()
    assert masks.dtype == np.bool_
    assert masks.tolist() == seen["action_mask"].astype(bool).tolist()


def test_a_deep_copy_continues_identically() -> None:
    env = SingleAgentEnv("dice", opponents=["random"])
    seen, _ = env.reset(seed=8)
    twin = copy.deepcopy(env)
    texts = []
    for each in (env, twin):
        luck, over, now = random.Random(2), False, seen
        while not over:
            now, _, over, _, _ = each.step(np.int64(drawn(luck, now)))
        texts.append(str(each.game))
    assert texts[0] == texts[1]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"opponents": "casual"}, "opponents are a list of bots, as in"),
        ({"opponents": []}, "S13: the dice game is for 2 to 5 players, not 1"),
        ({"opponents": ["nobody"]}, "no bot 'nobody'"),
        ({"opponents": ["optimal"]}, "optimal plays solo only, not dice"),
        ({"opponents": [7]}, "an opponent is the name of a bot or has a method choose"),
        ({"opponents": ["exec:true"]}, "would run a program"),
        ({"game": "solo", "opponents": ["random"]}, "S13: the solo game is for 1 player, not 2"),
        ({"game": "solo", "reward": "win"}, "the solo game pays 'points', not 'win'"),
        ({"reward": "fame"}, "reward is 'win' or 'margin' or 'points', not 'fame'"),
        ({"first_plyer": "random"}, "no option 'first_plyer'"),
    ],
)
def test_invalid_arguments_are_rejected(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        SingleAgentEnv(**settings)


def test_the_dice_match_a_game_with_the_same_seed() -> None:
    env = SingleAgentEnv("dice")
    env.reset(seed=2)
    assert env.game.state == Game("dice", ["player_0", "player_1"], seed=2).advance()


def test_a_seed_can_be_text() -> None:
    env = SingleAgentEnv("dice")
    seen = [env.reset(seed=seed)[0]["observation"].tolist() for seed in ("Friday", "Friday", "Monday")]
    assert seen[0] == seen[1] != seen[2]
    several = parallel_env("dice")
    assert several.reset(seed="Friday")[0].keys() == {"player_0", "player_1"}
    wrong: Any = 1.5
    for reset in (env.reset, several.reset):
        with pytest.raises(SetupError, match="a seed is a whole number from 0 to"):
            reset(seed=wrong)
