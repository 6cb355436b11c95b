"""The simulator against the perft counts and the golden games of the rules."""

import pytest

from qwixx.engine.bridge import ENDS, choice_code
from qwixx.notation import parse_record
from qwixx.record import ChanceStep, apply_step
from qwixx.rules.cards import PACK_ORDER
from qwixx.rules.chance import Roll, Shuffle
from qwixx.rules.ruleset import Phase
from tests.choice_codes import choice_of
from tests.golden.regenerate import golden_games, path_of
from tests.perft.perft import Perft
from tests.perft.test_perft import PERFTS
from tests.sim.stepping import Table, assert_same

CARDS = tuple(PACK_ORDER)


@pytest.mark.parametrize("perft", PERFTS, ids=lambda perft: perft.name)
def test_perft_counts_match(perft: Perft) -> None:
    for depth, expected in perft.counts.items():
        found = subtotals(Table.of(perft.position), perft.rolls, depth)
        assert sum(found.values()) == expected, f"depth {depth}: {found}"


def subtotals(table: Table, rolls: list[Roll], depth: int) -> dict[int, int]:
    """The number of sequences of this many choices, by the code of the first choice."""
    while not table.to_act and table.phase is not Phase.OVER:
        rolls = take_scripted(table, rolls)
    if not table.to_act:
        return {}
    seat = table.to_act[0]
    codes = table.legal(seat)
    if depth == 1:
        return dict.fromkeys(codes, 1)
    return {code: sum(subtotals(chosen(table, seat, code), rolls, depth - 1).values()) for code in codes}


def chosen(table: Table, seat: int, code: int) -> Table:
    following = table.copy()
    following.choose(seat, code)
    return following


def take_scripted(table: Table, rolls: list[Roll]) -> list[Roll]:
    """Apply the next roll (the simulator removes closed dice itself), or shuffle discards in pack order."""
    if table.phase is Phase.ROLL:
        table.chance(rolls[0])
        return rolls[1:]
    discards = sorted(table.board.discard[: table.board.discarded])
    table.chance(Shuffle(tuple(CARDS[card] for card in discards)))
    return rolls


@pytest.mark.parametrize("name", golden_games())
def test_the_simulator_replays_a_golden_game(name: str) -> None:
    record = parse_record(path_of(name).read_text(encoding="utf-8"))
    state, table = record.start, Table.of(record.start)
    for step in record.steps:
        if isinstance(step, ChanceStep):
            table.chance(step.outcome)
        else:
            code = choice_code(state, step.seat, step.choice)
            assert choice_of(state, step.seat, code) == step.choice
            assert code in table.legal(step.seat)
            table.choose(step.seat, code)
        state = apply_step(state, step)
        assert_same(table, state)
    outcome = state.outcome
    assert outcome is not None
    assert table.board.ended == ENDS[outcome.reason]
    assert table.board.points[: state.players].tolist() == list(outcome.totals)
