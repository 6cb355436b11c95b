"""A trained bot, which gets a view, and its compiled policy, which gets the whole board, agree.

This proves that neither uses a card that is hidden from its seat (I1 to I5).
"""

import numpy as np
import pytest

from qwixx.bots import make_bot
from qwixx.bots.levels import LEVELS
from qwixx.engine.board import Board
from qwixx.gameplay import ask
from qwixx.rules.game import State
from qwixx.rules.ruleset import RULESETS, Phase, Ruleset
from qwixx.sim.policies import NET, decide_with_net, see_roll
from qwixx.sim.simulation import Matchup
from tests.choice_codes import choice_of
from tests.sim.stepping import CODES, Table
from tests.strategies import variants
from tests.streams import StreamDealer

SEED = 5
LINE_UP = ("net", "strong", "casual", "novice", "solid")
TABLES = [(game, players) for game in ("dice", "cards", "cards_joker") for players in range(2, 6)]


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_the_bot_and_its_policy_make_the_same_choices(game: str, players: int) -> None:
    step_through(Matchup(RULESETS[game], LINE_UP[:players], SEED), number=players)


@pytest.mark.parametrize("rules", variants(), ids=str)
def test_the_bot_and_its_policy_make_the_same_choices_with_every_option(rules: Ruleset) -> None:
    step_through(Matchup(rules, LINE_UP[:3], SEED), number=3)


def test_the_master_bot_and_its_policy_make_the_same_choices() -> None:
    step_through(Matchup(RULESETS["dice"], ("master", "net"), SEED), number=1)


def step_through(matchup: Matchup, number: int) -> None:
    """Play one game in both engines side by side, each with its own dealer."""
    dealer, net = StreamDealer(matchup.seed_number, number), matchup.known
    assert not isinstance(net, np.ndarray)
    bots = [make_bot(player) for player in matchup.players]
    state, table = State.new(matchup.rules, len(bots)), Table.begin(matchup, number)
    while not state.is_over:
        if state.chance is not None:
            state = state.apply_chance(dealer.draw(state.chance))
            table.chance()
            if table.phase is Phase.COMMON and not matchup.rules.has_cards:
                see_roll(table.board, net)
        else:
            seat = min(state.to_act)
            before = table.board.copy()
            code = int(decide_with_net(CODES[table.phase], table.board, seat, net))
            assert untouched(before, table.board)
            choice = ask(bots[seat], state, seat)
            assert choice_of(state, seat, code) == choice
            state = state.apply(seat, choice)
            table.choose(seat, code)


def untouched(before: Board, after: Board) -> bool:
    """Whether a decision left the game unchanged, apart from scratch memory."""
    scratch = {"solver", "choices", "places", "cells", "streams", "discard"}
    names = set(Board.dtype.names or ()) - scratch
    return all(np.array_equal(getattr(before, name), getattr(after, name)) for name in names)


def test_all_levels_have_a_policy() -> None:
    for level in LEVELS:
        assert Matchup(RULESETS["dice"], (level, "gap:1,2"), SEED).board().policies[0, 0] >= NET
