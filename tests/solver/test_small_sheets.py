"""Sheets that are small enough to be solved by brute force from the rules alone."""

import numpy as np
import pytest

from qwixx.compiled.rows import Shape
from qwixx.solver.distribution import distribution
from qwixx.solver.induction import solve
from qwixx.solver.numbering import position_of
from tests.solver.naive import NaiveGame, Sheet

SMALL = [
    ((7,), 0, 3),
    ((6, 7, 8), 0, 1),
    ((6, 7, 8), 1, 1),
    ((6, 7, 8), 1, 2),
    ((6, 7, 8), 2, 2),
    ((6, 7, 8), 2, 3),
]


def position_in(shape: Shape, game: NaiveGame, sheet: Sheet) -> int:
    states = []
    for colour, row in enumerate(sheet.rows):
        after_last = game.printed(colour).index(row[-1]) + 1 if row else 0
        closed = game.is_closed(sheet, colour)
        states.append(shape.closed if closed else shape.state_of[len(row), after_last])
    return position_of(np.array(states))


@pytest.mark.parametrize(("numbers", "crosses_before_lock", "penalty_boxes"), SMALL)
def test_every_position_and_the_totals_agree_with_brute_force(
    numbers: tuple[int, ...], crosses_before_lock: int, penalty_boxes: int
) -> None:
    game = NaiveGame(numbers, crosses_before_lock, penalty_boxes)
    shape = Shape(numbers, crosses_before_lock, penalty_boxes)
    values = solve(shape)
    sheets = list(game.sheets())
    assert len(sheets) == len(set(sheets))
    for sheet in sheets:
        gain = values[sheet.penalties, position_in(shape, game, sheet)]
        assert game.total(sheet) + gain == pytest.approx(game.value(sheet), abs=1e-9)
    # Equally good turns on these sheets have the same distribution of totals, so ties do not matter.
    assert distribution(shape, values) == pytest.approx(game.totals(Sheet()), abs=1e-12)


def test_progress_is_reported() -> None:
    shape, told = Shape((6, 7, 8), 1, 2), list[int]()
    values = solve(shape, told.append)
    positions = sum(told)
    distribution(shape, values, told.append)
    # Four open row states make 10 pairs and 55 pairs of pairs; with a closed row, 4 states times 10 pairs.
    assert positions == 2 * (55 + 40)
    assert sum(told) == 2 * positions


def test_the_naive_solver_itself() -> None:
    game = NaiveGame((6, 7, 8), 1, 2)
    first, second, chances = game.offers
    assert chances.sum() == pytest.approx(1)
    assert first[7] @ chances == pytest.approx(6 / 36)
    # A 6 from red and a white die: one of the white dice must be 6 minus red.
    assert second[0, 6] @ chances == pytest.approx(sum((36 - 25) / 36 for red in range(1, 6)) / 6)
    assert list(game.crossable(Sheet())) == [(0, 6), (0, 7), (1, 6), (1, 7), (2, 8), (2, 7), (3, 8), (3, 7)]
    assert game.total(Sheet(((6, 8), (7,), (8, 7, 6), ()), 1)) == 6 + 1 + 10 - 5
    assert game.is_over(Sheet(((6, 8), (), (8, 7, 6), ())))
    assert not game.is_over(Sheet(((6, 8), (), (), ()), 1))
    assert len(list(game.sheets())) == 2 * (4**4 + 4 * 3 * 4**3)
