"""The solved game: its values, its totals, and optimal play.

All tests that need the whole table are in this file, so that a single worker solves the game for them.
"""

import random
import re
import shlex
from math import sqrt
from pathlib import Path

import numpy as np
import pytest

from qwixx.bots.optimal import OptimalBot
from qwixx.cli import main
from qwixx.compiled.cells import Scratch
from qwixx.compiled.rows import PRINTED, row_states
from qwixx.compiled.structs import new_struct
from qwixx.gameplay import Game, play
from qwixx.notation import parse_position
from qwixx.rules.chance import RollNode
from qwixx.rules.choices import PASS, Choice, Cross
from qwixx.rules.colours import COLOURS
from qwixx.rules.game import State
from qwixx.rules.ruleset import SOLO
from qwixx.rules.scoring import total
from qwixx.rules.sheet import Sheet
from qwixx.sim.kernel import SEAT_COLUMNS, play_games
from qwixx.sim.simulation import Matchup
from qwixx.sim.tally import Games
from qwixx.solver import Solution
from qwixx.solver.best_turn import NO_ROW, best_first_action, best_second_action
from qwixx.solver.outcomes import TERMINAL, Outcomes, list_outcomes
from tests.solver import naive
from tests.solver.sheets import before_the_roll, faces, images, random_sheets
from tests.streams import StreamDealer

# Solving can take minutes on a busy machine.
pytestmark = pytest.mark.timeout(1800)

EMPTY_SHEET = (115.483126, 106.024602, 94.620434, 79.879922)
GAMES, SEED, STANDARD_ERRORS = 150_000, 2026, 5
# Values are stored in single precision, and a few of them are added up.
SINGLE = 3e-5
DOCUMENT = (Path(__file__).parents[2] / "docs" / "solver.md").read_text(encoding="utf-8")
PRINTED_NAIVELY = naive.NaiveGame(tuple(range(2, 13)), crosses_before_lock=5, penalty_boxes=4)


def test_the_empty_sheet(solved: Solution) -> None:
    assert solved.empty_sheet == pytest.approx(EMPTY_SHEET, abs=5e-7)
    for penalties, value in enumerate(EMPTY_SHEET):
        assert solved.value(before_the_roll(Sheet(penalties=penalties))) == pytest.approx(value, abs=SINGLE)


def test_a_roll_is_worth_the_mean_of_the_best_turns(solved: Solution) -> None:
    """One step of the naive solver between values of the table, anywhere on the sheet."""

    def value_after(sheet: naive.Sheet) -> float:
        if PRINTED_NAIVELY.is_over(sheet):
            return PRINTED_NAIVELY.total(sheet)
        return solved.value(before_the_roll(Sheet(*sheet)))

    for sheet in [Sheet(), *random_sheets(seed=3, count=40)]:
        expected = PRINTED_NAIVELY.value_of_turn(naive.Sheet(sheet.rows, sheet.penalties), value_after)
        assert solved.value(before_the_roll(sheet)) == pytest.approx(expected, abs=SINGLE)


@pytest.mark.parametrize(
    "sheet",
    [
        "r2,3,4,5,6,12 y2,3,4,5,9 g12,11,10,9,3 b12,11,10,9,8,3 p3",
        "r2,3,4,5,6,7,8,9,10,11 y11 g12,11,10,9,8,2 b3 p2",
    ],
)
def test_values_follow_from_the_rules_by_one_step(solved: Solution, sheet: str) -> None:
    before = parse_position(f"solo; 1 roll; {sheet}")
    assert isinstance(before.chance, RollNode)
    mean = sum(
        float(chance) * solved.rank(before.apply_chance(roll))[0].value
        for roll, chance in before.chance.outcomes()
    )
    assert solved.value(before) == pytest.approx(mean, abs=SINGLE)


def test_mirror_images_have_the_same_value(solved: Solution) -> None:
    for sheet in random_sheets(seed=4, count=100):
        values = {solved.value(before_the_roll(image)) for image in images(sheet)}
        assert len(values) == 1
        assert values.pop() >= total(sheet) - 20


def test_no_position_is_worth_less_than_four_penalties(solved: Solution) -> None:
    assert solved.values.min() == -20
    assert solved.values.max() < 4 * 78


# Compiled choices


def test_compiled_choices_are_the_best_of_the_ranking(solved: Solution) -> None:
    rng = random.Random(5)
    for sheet in random_sheets(seed=5, count=400):
        before = before_the_roll(sheet)
        state = before.apply_chance(rng.choice(ROLLS).without(before.closed_rows))
        ranking = solved.rank(state)
        after = state.apply(0, compiled_choice(solved, state))
        if not (after.is_over or after.chance):
            after = after.apply(0, compiled_choice(solved, after))
        assert solved.value(after) == pytest.approx(ranking[0].value, abs=SINGLE)


ROLLS = [roll for roll, _ in RollNode(COLOURS).outcomes()]


def compiled_choice(solved: Solution, state: State) -> Choice:
    sheet, dice = state.sheets[0], state.dice
    assert dice is not None
    scratch = new_struct(Scratch)
    scratch.rows[:] = row_states(sheet)
    rolled = faces(dice.white, dice.colours)
    if state.pending:
        row, number = (
            best_first_action(PRINTED.table, solved.values, sheet.penalties, rolled, scratch),
            dice.sum,
        )
    else:
        row, number = best_second_action(
            PRINTED.table, solved.values, sheet.penalties, state.crossed is not None, rolled, scratch
        )
    return PASS if row == NO_ROW else Cross(COLOURS[row], number)


def test_outcomes_of_the_best_turn_have_the_value_of_the_position(solved: Solution) -> None:
    scratch, outcomes = new_struct(Scratch), new_struct(Outcomes)
    for sheet in random_sheets(seed=6, count=200):
        scratch.rows[:] = row_states(sheet)
        listed = list_outcomes(PRINTED.table, solved.values, sheet.penalties, scratch, outcomes)
        chance, gain, then = (each[:listed] for each in (outcomes.chance, outcomes.gain, outcomes.position))
        after = np.where(
            then == TERMINAL, 0, solved.values[np.minimum(sheet.penalties + (gain < 0), 3), then]
        )
        assert chance.sum() == pytest.approx(1, abs=1e-12)
        value = total(sheet) + float((chance * (gain + after)).sum())
        assert solved.value(before_the_roll(sheet)) == pytest.approx(value, abs=SINGLE)


# Totals


def test_the_totals_add_up(solved: Solution) -> None:
    assert sum(solved.chances.values()) == pytest.approx(1, abs=1e-9)
    mean = sum(points * chance for points, chance in solved.chances.items())
    assert mean == pytest.approx(solved.empty_sheet[0], abs=1e-8)
    assert min(solved.chances.values()) >= 0


def test_simulated_games_have_the_exact_mean_and_totals(solved: Solution) -> None:
    results = np.zeros((GAMES, SEAT_COLUMNS + 3), dtype=np.int16)
    play_games(Matchup(SOLO, ("optimal",), SEED).board(), SEED, 0, solved.values, results)
    points = Games(results).points[:, 0].astype(np.int64)
    variance = sum((each - EMPTY_SHEET[0]) ** 2 * chance for each, chance in solved.chances.items())
    assert abs(points.mean() - EMPTY_SHEET[0]) < STANDARD_ERRORS * sqrt(variance / GAMES)
    assert set(points.tolist()) <= set(solved.chances)
    # Pearson's test over totals that are frequent enough; all others are one class.
    common = [each for each, chance in solved.chances.items() if chance * GAMES >= 50]
    expected = np.array([solved.chances[each] * GAMES for each in common])
    counted = np.array([(points == each).sum() for each in common])
    expected, counted = (np.append(each, GAMES - each.sum()) for each in (expected, counted))
    excess = float(((counted - expected) ** 2 / expected).sum()) - len(common)
    assert abs(excess) < STANDARD_ERRORS * sqrt(2 * len(common))


def test_the_bot_and_the_compiled_policy_play_the_same_games(solved: Solution) -> None:
    games = 40
    results = np.zeros((games, SEAT_COLUMNS + 3), dtype=np.int16)
    play_games(Matchup(SOLO, ("optimal",), SEED).board(), SEED, 0, solved.values, results)
    bot = OptimalBot(solved.values)
    for number, points in enumerate(Games(results).points[:, 0].tolist()):
        outcome = play(Game(SOLO, ["Ann"], dealer=StreamDealer(SEED, number)), [bot])
        assert outcome.totals == (points,)


@pytest.mark.parametrize("example", re.findall(r"```console\n\$ qwixx (.*?)```", DOCUMENT, re.DOTALL))
def test_the_examples_of_the_document_have_the_documented_output(
    table: Path, capsys: pytest.CaptureFixture[str], example: str
) -> None:
    command, _, shown = example.partition("\n")
    assert main([*shlex.split(command), "--table", str(table)]) == 0
    assert capsys.readouterr().out.replace(f"\nsolved values: {table}\n", "") == shown


def test_the_document_has_an_example_of_every_kind_of_answer() -> None:
    assert DOCUMENT.count("$ qwixx solve solo") == 3
