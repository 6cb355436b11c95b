import numpy as np
import pytest

from qwixx.compiled.rows import CELLS, IMPOSSIBLE, PRINTED, row_states
from qwixx.solver.numbering import (
    layers,
    ordered,
    position_of,
    positions,
    put_rows,
    unordered,
    unordered_pairs,
)
from qwixx.solver.solved import position_number
from tests.solver.sheets import images, random_sheets

# Open rows of the printed sheet: no cross, or the last cross at one of 10 places with 1 to n crosses.
OPEN_ROWS = 56


def test_a_printed_row_has_56_open_states_and_a_closed_one() -> None:
    assert (PRINTED.closed, PRINTED.rows) == (OPEN_ROWS, OPEN_ROWS + 1)
    assert len(set(PRINTED.open_rows)) == OPEN_ROWS
    assert positions(PRINTED) == unordered_pairs(unordered_pairs(57)) == 1_367_031


def test_pairs_are_numbered_without_gaps_and_decode_again() -> None:
    members = unordered_pairs(PRINTED.rows)
    for larger in [*range(60), members - 2, members - 1]:
        for smaller in {*range(min(larger, 60)), larger}:
            pair = unordered(larger, smaller)
            assert pair == unordered(smaller, larger)
            assert ordered(pair) == (larger, smaller)
    assert [ordered(pair) for pair in range(6)] == [(0, 0), (1, 0), (1, 1), (2, 0), (2, 1), (2, 2)]


def test_position_numbers_decode_to_the_same_position() -> None:
    every = positions(PRINTED)
    rows = np.zeros(4, dtype=np.int64)
    for position in [*range(2000), *range(0, every, 997), *range(every - 2000, every)]:
        put_rows(position, rows)
        assert position_of(rows) == position
        assert rows.max() <= PRINTED.closed


def test_mirror_images_have_the_same_number() -> None:
    for sheet in random_sheets(seed=1, count=300):
        numbers = {position_number(image) for image in images(sheet)}
        assert len(numbers) == 1
        assert numbers == {position_of(np.array(row_states(sheet)))}


def test_layers_contain_each_position_once_and_a_cross_leads_to_an_earlier_layer() -> None:
    in_order = layers(PRINTED)
    layer_of = np.full(positions(PRINTED), -1)
    for number, layer in enumerate(in_order):
        layer_of[layer] = number
    together = np.concatenate(in_order)
    assert len(np.unique(together)) == len(together) == unordered_pairs(1596) + OPEN_ROWS * 1596
    rows = np.zeros(4, dtype=np.int64)
    after = PRINTED.table.after
    for position in together[::5003]:
        put_rows(position, rows)
        for colour in range(4):
            for cell in range(CELLS):
                crossed = rows.copy()
                crossed[colour] = after[rows[colour], cell]
                if crossed[colour] != IMPOSSIBLE:
                    # A finished game has no layer and counts as earlier than all layers.
                    assert layer_of[position_of(crossed)] < layer_of[position]


@pytest.mark.parametrize(
    ("row", "cell", "after", "points"),
    [
        ((0, 0), 0, (1, 1), 1),
        ((0, 0), 9, (1, 10), 1),
        ((4, 6), 6, (5, 7), 5),
        ((4, 6), 5, None, 0),
        ((4, 6), 10, None, 0),
        ((5, 6), 10, "closed", 6 + 7),
        ((10, 10), 10, "closed", 11 + 12),
    ],
)
def test_a_cross_changes_the_state_of_a_row(
    row: tuple[int, int], cell: int, after: tuple[int, int] | str | None, points: int
) -> None:
    state = PRINTED.state_of[row]
    expected = (
        IMPOSSIBLE if after is None else PRINTED.closed if isinstance(after, str) else PRINTED.state_of[after]
    )
    assert PRINTED.table.after[state, cell] == expected
    assert PRINTED.table.points[state, cell] == points
