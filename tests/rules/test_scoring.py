import pytest

from qwixx.rules.colours import COLOURS, Colour
from qwixx.rules.errors import SetupError
from qwixx.rules.scoring import EndReason, GameOutcome, penalty_points, places, row_points, total
from qwixx.rules.sheet import Sheet

TABLE = [0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78]


@pytest.mark.parametrize("crosses", range(11))
def test_S10_points_of_an_open_row(crosses: int) -> None:
    for colour in COLOURS:
        sheet = Sheet().cross(colour, *colour.numbers[:crosses])
        assert row_points(sheet, colour) == TABLE[crosses]
        assert total(sheet) == TABLE[crosses]


@pytest.mark.parametrize("numbers", range(5, 11))
def test_S7_S10_the_lock_adds_a_cross(numbers: int) -> None:
    sheet = Sheet().cross(Colour.GREEN, *Colour.GREEN.numbers[:numbers], Colour.GREEN.last)
    assert row_points(sheet, Colour.GREEN) == TABLE[numbers + 2]


@pytest.mark.parametrize("penalties", range(5))
def test_S9_S11_penalties_can_make_a_total_negative(penalties: int) -> None:
    sheet = Sheet(penalties=penalties).cross(Colour.RED, 2)
    assert penalty_points(sheet) == -5 * penalties
    assert total(sheet) == 1 - 5 * penalties


def test_S12_A1_equal_totals_share_a_place() -> None:
    assert places((16, 40, 16, -3)) == (2, 1, 2, 4)
    outcome = GameOutcome(EndReason.TWO_ROWS, (28, 28, 3), places((28, 28, 3)))
    assert outcome.winners == (0, 1)
    assert outcome.standings == ((1, 0), (1, 1), (3, 2))


def test_a_total_requires_a_sheet() -> None:
    with pytest.raises(SetupError, match="points are those of a Sheet, not of 3"):
        total(3)  # type: ignore[arg-type]
