"""The Python engine and the compiled one play the same games: same chance outcomes, same choices."""

import random
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import cast

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qwixx.bots import GapBot, RandomBot, make_bot
from qwixx.compiled.rows import CELLS
from qwixx.engine.board import clear
from qwixx.engine.bridge import ENDS, choice_code
from qwixx.engine.stream import FIRST_PLAYER, begin_streams
from qwixx.gameplay import Game, Player, play_steps
from qwixx.rules.cards import pack
from qwixx.rules.colours import COLOURS, Colour
from qwixx.rules.game import State
from qwixx.rules.position import DISPLAY_PLACES, NO_CARDS, CardTable
from qwixx.rules.ruleset import RULESETS, Phase, Ruleset
from qwixx.rules.sheet import CROSSES_BEFORE_LOCK, PENALTY_BOXES, Sheet
from qwixx.rules.validity import problems
from qwixx.sim.kernel import SEAT_COLUMNS
from qwixx.sim.policies import gap
from qwixx.sim.simulation import Matchup, play_out
from tests.choice_codes import choice_of
from tests.sim.stepping import CODES, Table, assert_same
from tests.strategies import NAMES, rulesets, variants
from tests.streams import Stream, StreamDealer

SEED = 20
GAMES = 12
# Results of games with one or two bots, a million games into a seed, as ``Games`` holds them.
KNOWN = {
    "dice": [[1, 25, 2, 57, 19, 3, 14, 14, 4], [0, 12, 2, 42, 14, 0, -10, 7, 4]],
    "cards": [[1, 19, 2, 55, 17, 1, -5, 9, 4], [0, 10, 2, 19, 10, 0, -14, 5, 4]],
    "cards_joker": [[1, 17, 2, 56, 16, 1, -7, 8, 4], [0, 14, 1, 68, 20, 0, 3, 8, 2]],
    "solo": [[0, 18, 2, 46, 18, 4], [0, 20, 2, 98, 25, 4]],
}
LIMITS = ((0, 0), (0, 1), (1, 2), (2, 1), (3, 4), (10, 10), (99, 99))
LINE_UPS = (
    ("gap:1,2", "gap:1,3", "gap:2,2", "gap:0,1", "gap:0,0"),
    ("random", "random", "random", "random", "random"),
    ("gap:3,4", "random", "gap:1,2", "gap:99,99", "random"),
    ("gap:1,2", "gap:1,2", "gap:1,2", "gap:1,2", "gap:1,2"),
)


def tables() -> dict[str, tuple[Ruleset, int]]:
    """Every game and every option with every number of players, by name."""
    return {
        "-".join((*str(rules).split(), str(players))): (rules, players)
        for rules in (*RULESETS.values(), *variants())
        for players in range(rules.min_players, rules.max_players + 1)
    }


TABLES = tables()
every_table = pytest.mark.parametrize(("rules", "players"), TABLES.values(), ids=TABLES)


def matchups(rules: Ruleset, players: int) -> list[Matchup]:
    return [Matchup(rules, line_up[:players], SEED) for line_up in LINE_UPS]


def bots_for(matchup: Matchup, game: int) -> list[Player]:
    """The bots of a matchup, seeded as the simulator seeds their seats."""
    luck = [Stream(matchup.seed_number, game, FIRST_PLAYER + seat) for seat in range(len(matchup.players))]
    return [
        RandomBot(cast(random.Random, own)) if name == "random" else make_bot(name)
        for name, own in zip(matchup.players, luck, strict=True)
    ]


@every_table
def test_both_engines_have_the_same_choices_and_positions(rules: Ruleset, players: int) -> None:
    for game, matchup in enumerate(matchups(rules, players)):
        step_through(matchup, game)


def step_through(matchup: Matchup, game: int) -> None:
    """Play one game in both engines side by side, each with its own policies and dealer."""
    dealer, bots, known = StreamDealer(matchup.seed_number, game), bots_for(matchup, game), matchup.known
    state, table = State.new(matchup.rules, len(matchup.players)), Table.begin(matchup, game)
    assert_same(table, state)
    while not state.is_over:
        if state.chance is not None:
            state = state.apply_chance(dealer.draw(state.chance))
            table.chance()
        else:
            seat = min(state.to_act)
            assert_same_choices(table, state, seat)
            choice, code = bots[seat].choose(state.view(seat)), table.policy_choice(seat, known)
            assert choice_of(state, seat, code) == choice
            state = state.apply(seat, choice)
            table.choose(seat, code)
        assert_same(table, state)


def assert_same_choices(table: Table, state: State, seat: int) -> None:
    """The same choices in the same order, codes that decode again, and the same choice by ``gap:a,b``."""
    choices, codes = state.choices(seat), table.legal(seat)
    assert [choice_of(state, seat, code) for code in codes] == list(choices)
    assert [choice_code(state, seat, choice) for choice in choices] == codes
    view = state.view(seat)
    for limits in LIMITS:
        code = gap(CODES[table.phase], table.board, seat, *limits)
        assert choice_of(state, seat, code) == GapBot(*limits).choose(view), f"gap with limits {limits}"


@every_table
def test_whole_games_have_the_same_result(rules: Ruleset, players: int) -> None:
    for matchup in matchups(rules, players):
        games = play_out(matchup, GAMES, first_game=100)
        for index in range(GAMES):
            states = list(played(matchup, 100 + index))
            outcome, sheets = states[-1].outcome, states[-1].sheets
            assert outcome is not None
            assert games.points[index].tolist() == list(outcome.totals)
            assert games.crosses[index].tolist() == [sum(map(sheet.crosses, COLOURS)) for sheet in sheets]
            assert games.penalties[index].tolist() == [sheet.penalties for sheet in sheets]
            assert games.ended[index] == ENDS[outcome.reason]
            assert games.first[index] == next(s.active for s in states if s.phase is not Phase.START)
            assert games.turns[index] == turns_of(states)


@every_table
def test_a_reused_board_plays_like_a_new_one(rules: Ruleset, players: int) -> None:
    matchup = matchups(rules, players)[0]
    board, start = matchup.board(), State.new(rules, players)
    result = np.zeros((1, SEAT_COLUMNS + 3 * players), dtype=np.int16)
    for game in range(GAMES):
        matchup.kernel(board, matchup.seed_number, game, matchup.known, result)
        clear(board)
        assert_same(Table(rules, board, start.phase, []), start)


@pytest.mark.parametrize("game", KNOWN)
def test_known_answers(game: str) -> None:
    """A seed has a fixed meaning on every machine: these results must never change."""
    rules = RULESETS[game]
    matchup = Matchup(rules, ("gap:1,2", "random")[: rules.min_players], seed=7)
    assert play_out(matchup, 2, first_game=10**6).results.tolist() == KNOWN[game]


def played(matchup: Matchup, game: int) -> Iterator[State]:
    """Every state of a game in the Python engine."""
    readable = Game(
        matchup.rules, NAMES[: len(matchup.players)], dealer=StreamDealer(matchup.seed_number, game)
    )
    yield readable.state
    for _, state in play_steps(readable, bots_for(matchup, game)):
        yield state


def turns_of(states: Sequence[State]) -> int:
    """The number of turns: each has one common action."""
    phases = [state.phase for state in states]
    return sum(a is Phase.COMMON and b is not Phase.COMMON for a, b in pairwise(phases))


@st.composite
def positions(draw: st.DrawFn) -> State:
    """A state at the start of a turn with any rules, sheets and cards."""
    rules = draw(rulesets())
    players = draw(st.integers(rules.min_players, rules.max_players))
    locks = COLOURS if rules.has_cards else (draw(st.sampled_from(COLOURS)),)
    return State(
        rules,
        sheets=tuple(draw(filled_sheets(locks)) for _ in range(players)),
        active=draw(st.integers(0, players - 1)),
        phase=rules.turn[0],
        cards=draw(card_tables(rules, players)) if rules.has_cards else NO_CARDS,
    )


@st.composite
def filled_sheets(draw: st.DrawFn, locks: tuple[Colour, ...]) -> Sheet:
    """Reachable sheets; many rows are nearly complete, and one of these can be locked."""
    rows = [draw(st.sets(st.sampled_from(range(CELLS - 1)))) for _ in COLOURS]
    for row in rows:
        row |= draw(st.sampled_from([set(), set(range(CROSSES_BEFORE_LOCK))]))
    locked = draw(st.sampled_from([None, *locks]))
    if locked is not None:
        rows[locked] |= {*range(CROSSES_BEFORE_LOCK), CELLS - 1}
    red, yellow, green, blue = (tuple(map(c.numbers.__getitem__, sorted(rows[c]))) for c in COLOURS)
    return Sheet((red, yellow, green, blue), draw(st.integers(0, PENALTY_BOXES - 1)))


@st.composite
def card_tables(draw: st.DrawFn, rules: Ruleset, players: int) -> CardTable:
    """Cards before a draw; often the deck is nearly empty."""
    order = iter(Stream(draw(st.integers(0, 2**32)), 0, 0).shuffled(pack(rules.jokers)))
    hands = tuple(tuple(next(order) for _ in range(draw(st.integers(2, 4)))) for _ in range(players))
    display = tuple(next(order) for _ in range(DISPLAY_PLACES))
    rest = tuple(order)
    deck = draw(st.integers(1, 4) | st.integers(1, len(rest)))
    return CardTable(hands, display, rest[:deck], rest[deck:])


@settings(max_examples=150)
@given(positions(), st.integers(0, 2**32), st.data())
def test_both_engines_continue_alike_from_any_position(state: State, seed: int, data: st.DataObject) -> None:
    assert list(problems(state)) == []
    table, dealer = Table.of(state), StreamDealer(seed, 0)
    begin_streams(table.board.streams, seed, 0)
    assert_same(table, state)
    for _ in range(4 + 2 * state.players):
        if state.is_over:
            return
        if state.chance is not None:
            state = state.apply_chance(dealer.draw(state.chance))
            table.chance()
        else:
            seat = data.draw(st.sampled_from(sorted(state.to_act)))
            assert_same_choices(table, state, seat)
            choice = data.draw(st.sampled_from(state.choices(seat)))
            table.choose(seat, choice_code(state, seat, choice))
            state = state.apply(seat, choice)
        assert_same(table, state)
