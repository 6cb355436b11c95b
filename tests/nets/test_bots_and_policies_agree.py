"""A trained bot, who gets a view, and its compiled policy, which gets the whole board, choose the same.

So neither uses a card that is hidden from its seat (I1 to I5).
"""

import pytest

from qwixx.bots import make_bot
from qwixx.bots.levels import LEVELS
from qwixx.engine.bridge import choice_of
from qwixx.engine.stream import StreamDealer
from qwixx.gameplay import ask
from qwixx.notation.positions import format_ruleset
from qwixx.rules.game import State
from qwixx.rules.ruleset import RULESETS, Ruleset
from qwixx.sim.policies import decide_with_nets
from qwixx.sim.simulation import Matchup
from tests.sim.stepping import CODES, Table
from tests.strategies import variants

SEED = 5
LINE_UP = ("net", "strong", "casual", "novice", "solid")
TABLES = [(game, players) for game in ("dice", "cards", "cards_joker") for players in range(2, 6)]


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_every_choice_is_the_same(game: str, players: int) -> None:
    step_through(Matchup(RULESETS[game], LINE_UP[:players], SEED), number=players)


@pytest.mark.parametrize("rules", variants(), ids=format_ruleset)
def test_every_choice_is_the_same_with_every_option(rules: Ruleset) -> None:
    step_through(Matchup(rules, LINE_UP[:3], SEED), number=3)


def test_the_master_too() -> None:
    step_through(Matchup(RULESETS["dice"], ("master", "net"), SEED), number=1)


def step_through(matchup: Matchup, number: int) -> None:
    """One game in both engines side by side, each with chance of its own."""
    dealer, nets = StreamDealer(matchup.seed, number), matchup.known
    bots = [make_bot(player) for player in matchup.players]
    state, table = State.new(matchup.rules, len(bots)), Table.begin(matchup, number)
    while not state.is_over:
        if state.chance is not None:
            state = state.apply_chance(dealer.draw(state.chance))
            table.chance()
        else:
            seat = min(state.to_act)
            before = table.board.copy()
            code = int(decide_with_nets(CODES[table.phase], table.board, seat, nets))
            assert untouched(before, table.board)
            choice = ask(bots[seat], state, seat)
            assert choice_of(state, seat, code) == choice
            state = state.apply(seat, choice)
            table.choose(seat, code)


def untouched(before: object, after: object) -> bool:
    """Thinking leaves the game as it was; room to work in does not count."""
    rooms = {"solver", "choices", "places", "cells", "streams", "discard"}
    names = [name for name in before.dtype.names if name not in rooms]  # type: ignore[attr-defined]
    return all((before[name] == after[name]).all() for name in names)  # type: ignore[index]


def test_all_levels_have_a_policy() -> None:
    for level in LEVELS:
        assert Matchup(RULESETS["dice"], (level, "gap:1,2"), SEED).board()["policies"][0, 0] > 2
