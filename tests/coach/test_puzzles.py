"""Puzzles are reproducible from a seed, legal, and have a single best choice."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qwixx.coach.consequences import crossing
from qwixx.coach.findings import Crossing, Puzzle
from qwixx.coach.puzzles import STANDS_OUT, make_puzzle
from qwixx.notation import format_choice, parse_choice, parse_position
from qwixx.rules.errors import SetupError
from qwixx.rules.ruleset import RULESETS
from qwixx.solver.solved import Solution
from tests.coach.oracle import Oracle, any_judge, judge_by


@given(name=st.sampled_from(sorted(RULESETS)), seed=st.integers(0, 10**6))
@settings(max_examples=20)
def test_a_puzzle_is_a_legal_decision_with_a_single_best_choice(
    name: str, seed: int, solved: Solution
) -> None:
    rules = RULESETS[name]
    puzzle = make_puzzle(name, seed, judge=any_judge(rules, solved))
    advice, state = puzzle.advice, parse_position(puzzle.position)
    legal = {format_choice(choice) for choice in state.choices(advice.seat)}
    assert {option.choice for option in advice.options} == legal
    assert len(legal) >= 3
    assert (puzzle.game, puzzle.players, puzzle.seed) == (name, rules.min_players, seed)
    assert advice.explanations[0] is None
    assert None not in advice.explanations[1:]
    assert not any(state.pending)
    assert advice.phase != "draw"
    if puzzle.tempting > 0:
        assert counting_misleads(puzzle)


def counting_misleads(puzzle: Puzzle) -> bool:
    """Whether the tempting choice skips fewer numbers for each cross, or crosses where the best passes."""
    tempting, best = (_facts(puzzle, place) for place in (puzzle.tempting, 0))
    if not (tempting.numbers and best.numbers):
        return bool(tempting.numbers) or best.skipped > 0
    return tempting.skipped * len(best.numbers) < best.skipped * len(tempting.numbers)


def _facts(puzzle: Puzzle, place: int) -> Crossing:
    choice = parse_choice(puzzle.advice.options[place].choice)
    return crossing(parse_position(puzzle.position), puzzle.advice.seat, choice)


def test_puzzles_of_the_solo_game_have_a_clear_best_choice_and_a_tempting_one(solved: Solution) -> None:
    least, most = STANDS_OUT["points"]
    for seed in range(20):
        puzzle = make_puzzle("solo", seed, judge=any_judge(RULESETS["solo"], solved))
        assert least <= puzzle.advice.options[1].loss <= most
        assert puzzle.tempting > 0
        assert counting_misleads(puzzle)
        best = max(
            solved.value(parse_position(puzzle.position).apply(0, choice))
            for choice in parse_position(puzzle.position).choices(0)
        )
        assert puzzle.advice.options[0].total == pytest.approx(best)


def test_a_seed_determines_the_puzzle() -> None:
    rules = RULESETS["dice"]
    first, again, other = (make_puzzle("dice", seed, 3, judge_by(Oracle(), rules)) for seed in (1, 1, 2))
    assert first == again
    assert first.position != other.position
    assert first.players == 3


def test_an_invalid_table_is_rejected() -> None:
    with pytest.raises(SetupError, match="no game 'chess'"):
        make_puzzle("chess", 1)
    with pytest.raises(SetupError, match="2 to 5 players, not 6"):
        make_puzzle("dice", 1, 6)
