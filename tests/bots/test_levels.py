"""Levels differ noticeably: each one clearly beats the level below; docs/bots.md has the figures."""

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

# ``master`` looks ahead and is slow; ``net`` plays its net without lookahead.
LADDER = ("net", "strong", "solid", "casual", "novice")
# The measured share is about 60 %; the limits leave room for chance in so few games.
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
def test_the_net_beats_a_table_of_gap_bots(players: int) -> None:
    assert wins("dice", ["net", *["gap:2,3"] * (players - 1)], 500) > 1.5 / players


def wins(game: str, players: list[str], games: int) -> float:
    """The win share of the first player; ties are shared."""
    tally = simulate(game, players, games=games, seed=3)
    return summarise(tally).seats[0].wins.value


def test_every_manner_is_used_by_a_level_in_the_dice_game() -> None:
    """A server warms up its bots with decisions of the dice game."""
    assert {level.style(cards=False).manner for level in LEVELS.values()} == set(Manner) == set(CHOOSERS)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", GAMES)
def test_bots_are_deterministic(level: str, game: str) -> None:
    totals = {
        play(Game(game, ["Ann", "Ben"], seed=8), [make_bot(level), make_bot("gap:1,2")]).totals for _ in "12"
    }
    assert len(totals) == 1


@pytest.mark.parametrize("level", LEVELS)
def test_A2_choices_do_not_depend_on_pending_choices_of_others(level: str) -> None:
    """Pending choices are hidden, so a bot that is asked last chooses as if it were asked first."""
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
