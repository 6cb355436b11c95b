from functools import partial

import pytest

from qwixx.envs import aec, parallel_env
from qwixx.envs.rewards import REWARDS
from qwixx.notation import parse_position
from tests.envs.games import TABLES, play_simultaneously, play_turns

# Totals 15, 6 and -20; 6, 6 and -20; 16 and 16.
WON = "dice; 1 over; r2,3,4,5,6; r2,3,4; p4"
SHARED = "dice; 1 over; r2,3,4; y2,3,4; p4"
LEVEL = "dice; 1 over; r2,3,4,5,6,7,8,9 p4; y2,3,4,5,6,7,8,9 p4"


@pytest.mark.parametrize(
    ("reward", "position", "paid"),
    [
        ("win", WON, (1, -0.5, -0.5)),
        ("win", SHARED, (0.25, 0.25, -0.5)),
        ("win", LEVEL, (0, 0)),
        ("margin", WON, (9, -9, -35)),
        ("margin", SHARED, (0, 0, -26)),
        ("points", WON, (15, 6, -20)),
    ],
)
def test_rewards_at_the_end_of_a_game(reward: str, position: str, paid: tuple[float, ...]) -> None:
    after = parse_position(position)
    before = parse_position("; ".join(["dice; 1 common 1+1 r1 y1 g1 b1", *["-"] * after.players]))
    assert REWARDS[reward](before, after) == paid
    assert REWARDS[reward](before, before) == (0.0,) * after.players


@pytest.mark.parametrize(("game", "players"), TABLES)
@pytest.mark.parametrize("reward", REWARDS)
def test_rewards_of_whole_games_add_up(game: str, players: int, reward: str) -> None:
    turns = partial(play_turns, aec(game, players, reward=reward))
    simultaneous = partial(play_simultaneously, parallel_env(game, players, reward=reward))
    for play in (turns, simultaneous):
        paid, infos = play(9)
        totals = {agent: info["total"] for agent, info in infos.items()}
        if reward == "points":
            assert paid == totals
        elif reward == "win":
            assert sum(paid.values()) == pytest.approx(0)
            assert {agent for agent in paid if paid[agent] > 0} == {
                agent for agent, info in infos.items() if info["place"] == 1
            }
        else:
            best, second = sorted(totals.values())[:-3:-1]
            assert max(paid.values()) == best - second
