import copy
import random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test.api_test import api_test
from pettingzoo.test.bombardment_test import bombardment_test
from pettingzoo.test.seed_test import seed_test
from pettingzoo.utils.wrappers import BaseWrapper

from qwixx.envs import Actions, IllegalAction, aec
from qwixx.envs.actions import FIRST_PLAY, PLAY_ACTIONS
from qwixx.envs.episode import Observation
from qwixx.gameplay import Game
from qwixx.notation import format_position, parse_record
from qwixx.record import Decision
from qwixx.rules.errors import SetupError
from qwixx.rules.ruleset import ruleset
from tests.envs.games import GAMES, TABLES, allowed, drawn, go_on, observed, play_turns

PASS, RED_2 = 0, 1

# PettingZoo warns about observations that are dictionaries, save those of the built-in environments on its list.
dictionaries = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be:UserWarning",
)


@dictionaries
@pytest.mark.parametrize(("game", "players"), TABLES)
def test_pettingzoos_api_test(game: str, players: int) -> None:
    api_test(aec(game, players), num_cycles=200)  # type: ignore[no-untyped-call]
    api_test(aec(game, players, reward="points", illegal="refuse"), num_cycles=50)  # type: ignore[no-untyped-call]


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_pettingzoos_seed_test(game: str, players: int) -> None:
    seed_test(lambda: aec(game, players), num_cycles=200)  # type: ignore[no-untyped-call]


class Seen(dict[str, Any]):
    """An observation whose copy is its vector, since the bombardment test compares copies with vectors."""

    def __copy__(self) -> Any:
        return self["observation"]


class StepShowsNext(BaseWrapper[str, Observation, int | None]):
    """Up to 1.27.0 the bombardment test uses the return value of ``step`` as observation; in AEC it is None.

    No environment of two agents passes it; https://github.com/Farama-Foundation/PettingZoo/pull/1464
    fixes it.
    """

    def step(self, action: int | None) -> Any:
        super().step(action)
        return self.last()[0]

    def observe(self, agent: str) -> Seen:
        return Seen(super().observe(agent) or {})


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_pettingzoos_bombardment_test(game: str, players: int) -> None:
    bombardment_test(StepShowsNext(aec(game, players)), cycles=50)  # type: ignore[no-untyped-call]


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_whole_games_match_the_rules(game: str, players: int) -> None:
    for seed in range(3):
        env = aec(game, players)
        _, infos = play_turns(env, seed)
        record = env.game.record
        outcome = parse_record(str(env.game)).state.outcome
        assert outcome is not None
        assert infos == {
            f"player_{seat}": {"total": outcome.totals[seat], "place": outcome.places[seat]}
            for seat in range(players)
        }
        again = Game(game, env.possible_agents, seed=seed)
        again.advance()
        for step in record.steps:
            if isinstance(step, Decision):
                again.apply(step.seat, step.choice)
                again.advance()
        assert again.record == record


def test_an_environment_accepts_the_options_of_the_game() -> None:
    env = aec("cards", hand_numbers_public=False)
    env.reset(seed=1)
    assert not observed(env, "player_0")["observation"][-11:].any()
    assert aec(ruleset("dice", closed_row_in_action_2=True)).metadata["name"] == "qwixx_dice_v0"


@pytest.mark.parametrize("game", GAMES)
def test_the_mask_contains_exactly_the_legal_actions_of_every_seat(game: str) -> None:
    env, rng = aec(game, 3), random.Random(4)
    env.reset(seed=4)
    actions = Actions(ruleset(game))
    while not any(env.terminations.values()):
        state = env.game.state
        assert env.possible_agents.index(env.agent_selection) == min(state.to_act)
        for seat, agent in enumerate(env.agents):
            view = state.view(seat)
            wanted = sorted(actions.encode(choice, view.hand) for choice in view.choices)
            assert allowed(env, agent) == (wanted if seat in state.to_act else [PASS])
        go_on(env, rng)
    assert [allowed(env, agent) for agent in env.agents] == [[PASS]] * 3


def test_A2_a_choice_of_the_common_action_is_hidden_until_all_have_chosen() -> None:
    seen = []
    for choice in range(2):
        env = aec("dice", 3)
        env.reset(seed=3)
        env.step(allowed(env, "player_0")[choice])
        assert env.agent_selection == "player_1"
        seen.append([observed(env, agent)["observation"] for agent in env.agents])
        env.step(PASS)
        env.step(PASS)
        seen[-1] += [observed(env, agent)["observation"] for agent in env.agents]
    first, second = seen
    assert [np.array_equal(one, other) for one, other in zip(first, second, strict=True)] == [
        *[True] * 3,
        *[False] * 3,
    ]


def test_an_illegal_action_raises_with_the_rule_and_changes_nothing() -> None:
    env = aec("dice", 2, reward="points")
    env.reset(seed=3)
    before = format_position(env.game.state)
    with pytest.raises(IllegalAction, match=r"action 1 is illegal for player_0: D4: .*"):
        env.step(RED_2)
    assert format_position(env.game.state) == before
    assert env.agent_selection == "player_0"
    env.step(PASS)
    assert env.agent_selection == "player_1"


@pytest.mark.parametrize(
    ("action", "message"),
    [
        (45, "no action 45: actions go from 0 to 44"),
        (-1, "no action -1: actions go from 0 to 44"),
        (None, "player_0 needs a number as its action, not None"),
        (1.0, r"player_0 needs a number as its action, not 1\.0"),
    ],
)
@pytest.mark.parametrize("illegal", ["raise", "refuse"])
def test_a_malformed_action_always_raises(action: Any, message: str, illegal: str) -> None:
    env = aec("dice", illegal=illegal)
    env.reset(seed=3)
    with pytest.raises(IllegalAction, match=message):
        env.step(action)


def test_with_refuse_an_illegal_action_is_reported_in_the_info() -> None:
    env = aec("dice", illegal="refuse")
    env.reset(seed=3)
    env.step(RED_2)
    assert env.agent_selection == "player_0"
    assert env.infos["player_0"]["illegal"].startswith("action 1 is illegal for player_0: D4: ")
    env.step(PASS)
    assert env.infos["player_0"] == {}


def test_refused_actions_have_no_reward_and_legal_actions_keep_theirs() -> None:
    env, rng = aec("dice", illegal="refuse", reward="points"), random.Random(5)
    env.reset(seed=5)
    paid = dict.fromkeys(env.agents, 0.0)
    for step, agent in enumerate(env.agent_iter()):
        seen, reward, terminated, _, info = env.last()
        assert seen is not None
        paid[agent] += reward
        if terminated:
            assert paid[agent] == info["total"]
            env.step(None)
        elif step % 2:
            env.step(int(seen["action_mask"].argmin()))
            assert set(env.rewards.values()) == {0.0}
        else:
            env.step(drawn(rng, seen))


def test_a_play_of_an_empty_card_slot_is_explained() -> None:
    env = aec("cards_joker")
    env.reset(seed=1)
    with pytest.raises(IllegalAction, match="no card in slot 4: the hand has 4 cards"):
        env.step(FIRST_PLAY + PLAY_ACTIONS.index(((4,), ())))


def test_a_duplicate_action_for_the_same_play_names_the_canonical_action() -> None:
    env = aec("cards_joker")
    env.reset(seed=1)
    for _ in range(3):
        env.step(allowed(env, env.agent_selection)[0])
    assert sorted(map(str, env.game.state.view(env.game.state.active).hand)) == [
        "B5",
        "G10",
        "J6",
        "J9",
        "R6",
    ]
    both = FIRST_PLAY + PLAY_ACTIONS.index(((0, 3), (0,)))
    assert both in allowed(env, env.agent_selection)
    with pytest.raises(IllegalAction, match=f"the same play is action {both}$"):
        env.step(FIRST_PLAY + PLAY_ACTIONS.index(((0, 3), (3,))))


def test_invalid_arguments_are_rejected() -> None:
    with pytest.raises(SetupError, match="reward is 'win' or 'margin' or 'points', not 'fame'"):
        aec("dice", reward="fame")
    with pytest.raises(SetupError, match="illegal is 'raise' or 'refuse', not 'loss'"):
        aec("dice", illegal="loss")
    with pytest.raises(SetupError, match="render_mode is 'ansi' or None, not 'human'"):
        aec("dice", render_mode="human")
    with pytest.raises(SetupError, match="S13: the dice game is for 2 to 5 players, not 6"):
        aec("dice", 6)
    with pytest.raises(SetupError, match="the solo game has one player"):
        aec("solo", 1)


def test_an_environment_can_be_copied_in_the_middle_of_a_game() -> None:
    env = aec("cards", 3)
    env.reset(seed=8)
    rng = random.Random(1)
    for _ in range(20):
        go_on(env, rng)
    twin = copy.deepcopy(env)
    texts = []
    for each in (env, twin):
        rng = random.Random(2)
        while each.agents:
            go_on(each, rng)
        texts.append(str(each.game))
    assert texts[0] == texts[1]
    assert "[Result" in texts[0]


def test_resets_without_a_seed_are_determined_by_the_last_seed() -> None:
    texts = set()
    for seed in (5, 5, 6):
        env = aec("cards")
        env.reset(seed=seed)
        games = []
        for _ in range(3):
            games.append(str(env.game))
            env.reset()
        assert len(set(games)) == 3
        texts.add("".join(games))
    assert len(texts) == 2


def test_a_numpy_integer_is_a_valid_seed() -> None:
    texts = set()
    for seed in (5, np.int64(5)):
        env = aec("dice")
        env.reset(seed=seed)  # type: ignore[arg-type]
        texts.add(str(env.game))
    assert len(texts) == 1


def test_rendering_shows_public_information_only() -> None:
    env = aec("cards", render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == (
        "cards: draw, turn of player_0\n"
        "display 4 8 8 3; deck 12, 32 cards\n"
        "player_0 0: -; holds 5 6 7 9\n"
        "player_1 0: -; holds 4 8 10 11\n"
    )
    hidden = aec("cards", render_mode="ansi", hand_numbers_public=False)
    hidden.reset(seed=1)
    assert str(hidden.render()).endswith("player_1 0: -; holds ? ? ? ?\n")
    dice = aec("dice", render_mode="ansi")
    dice.reset(seed=1)
    assert str(dice.render()).startswith("dice: common, turn of player_0, 5+1 r3 y1 g4 b4\n")
    env.close()


def test_rendering_without_a_render_mode_warns() -> None:
    env = aec("dice")
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="render_mode"):
        assert env.render() is None
