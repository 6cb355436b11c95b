"""Drawings of sheets, dice and cards, without colours."""

import io

import pytest

from qwixx.rules.chance import Roll
from qwixx.rules.colours import Colour
from qwixx.rules.sheet import Sheet
from qwixx.terminal.console import Console
from qwixx.terminal.drawings import cards_text, dice_line, legend, sheet_lines, short_sheet
from tests.positions import cards

PLAIN = Console("never", io.StringIO())
SHEET = Sheet(((2, 4, 5, 6, 7, 12), (3,), (12,), ()), penalties=2)


def test_a_sheet_in_six_lines() -> None:
    assert sheet_lines(
        PLAIN, "Ann", SHEET, closed=(Colour.RED, Colour.BLUE), offered=("y5", "b12", "r9")
    ) == [
        "Ann (20 points)",
        "  R red     x   .   x   x   x   x   .   .   .   .   x  |x|  28  locked",
        "  Y yellow  .   x   4  [5]  6   7   8   9  10  11  12  |L|   1",
        "  G green   x  11  10   9   8   7   6   5   4   3   2  |L|   1",
        "  B blue  [12] 11  10   9   8   7   6   5   4   3   2  |-|   0  locked",
        "  penalties x x _ _                                        -10",
    ]


def test_a_sheet_in_one_line() -> None:
    row = "Ann (20 points): R 2 4 5 6 7 12 L  Y 3  G 12  2 of 4 penalties"
    assert short_sheet(PLAIN, "Ann", SHEET) == row
    assert short_sheet(PLAIN, "Ann", Sheet()) == "Ann (0 points): nothing yet"


def test_D8_dice_that_are_out_of_the_game_are_not_drawn() -> None:
    assert dice_line(PLAIN, Roll((4, 1), (3, None, 5, None))) == "white [4] [1]  red [3]  green [5]"


def test_cards_are_sorted() -> None:
    assert cards_text(PLAIN, cards("J2 B3 R11 R4")) == "R4 R11 B3 J2"


@pytest.mark.parametrize(
    ("columns", "row", "penalties"),
    [
        (40, "Y  .  x  4 >5  6  7  8  9 10 11 12|-|  1", "penalties x x _ _                    -10"),
        (48, "Y  .  x  4 >5  6  7  8  9 10 11 12|-|  1  locked", "penalties x x _ _                    -10"),
        (
            62,
            "  Y yellow  .   x   4  [5]  6   7   8   9  10  11  12  |-|   1",
            "  penalties x x _ _                                        -10",
        ),
    ],
)
def test_a_sheet_fits_the_width_of_the_terminal(
    monkeypatch: pytest.MonkeyPatch, columns: int, row: str, penalties: str
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    lines = sheet_lines(PLAIN, "Ann", SHEET, closed=(Colour.YELLOW,), offered=("y5",))
    assert (lines[2], lines[-1]) == (row, penalties)
    assert max(map(len, lines)) <= columns
    assert legend(PLAIN).count(">7" if columns < 62 else "[7]") == 1
