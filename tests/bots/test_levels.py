"""Levels a person can feel: each takes clearly more than half from the one below; docs/bots.md has figures."""

import random
from itertools import pairwise

import pytest

from qwixx.bots import make_bot
from qwixx.bots.levels import LEVELS
from qwixx.gameplay import Game, ask, play
from qwixx.nets.evaluator import CHOOSERS
from qwixx.nets.style import Manner
from qwixx.rules.ruleset import RULESETS
from qwixx.sim import simulate, summarise

# ``master`` looks ahead and is slow; its net stands for it here.
LADDER = ("net", "strong", "solid", "casual", "novice")
# Three games of five were measured; so few games leave some of it to chance.
GAMES = {"dice": 900, "cards": 300, "cards_joker": 300}
AT_LEAST = {"dice": 0.55, "cards": 0.51, "cards_joker": 0.51}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("better", "worse"), list(pairwise(LADDER)))
def test_each_level_beats_the_one_below(game: str, better: str, worse: str) -> None:
    assert wins(game, [better, worse], GAMES[game]) > AT_LEAST[game]


@pytest.mark.parametrize("game", GAMES)
def test_the_net_beats_the_gap_bots(game: str) -> None:
    assert wins(game, ["net", "gap:2,3"], GAMES[game]) > 0.7


@pytest.mark.parametrize("players", [3, 5])
def test_a_table_of_gap_bots(players: int) -> None:
    assert wins("dice", ["net", *["gap:2,3"] * (players - 1)], 500) > 1.5 / players


def wins(game: str, players: list[str], games: int) -> float:
    """The share of the win of the first player; ties are shared."""
    tally = simulate(game, players, games=games, seed=3)
    return summarise(tally).seats[0].wins.value


def test_every_manner_is_that_of_a_level_in_the_dice_game() -> None:
    """A server prepares its bots with decisions of the dice game."""
    assert {level.style(cards=False).manner for level in LEVELS.values()} == set(Manner) == set(CHOOSERS)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", GAMES)
def test_the_same_game_gets_the_same_choices(level: str, game: str) -> None:
    totals = {
        play(Game(game, ["Ann", "Ben"], seed=8), [make_bot(level), make_bot("gap:1,2")]).totals for _ in "12"
    }
    assert len(totals) == 1


@pytest.mark.parametrize("level", LEVELS)
def test_whatever_others_have_chosen_makes_no_difference(level: str) -> None:
    """A2: pending choices are hidden, so a bot that is asked last chooses as if it were asked first."""
    game, bots = Game(RULESETS["dice"], ["Ann", "Ben"], seed=4), [make_bot("gap:2,3"), make_bot(level)]
    rng = random.Random(1)
    while not game.advance().is_over:
        state = game.state
        if len(state.to_act) == 2:
            first = ask(bots[1], state, 1)
            for choice in state.choices(0):
                assert ask(bots[1], state.apply(0, choice), 1) == first
        seat = rng.choice(sorted(state.to_act))
        game.apply(seat, ask(bots[seat], state, seat))
