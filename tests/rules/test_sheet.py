from typing import Any

import pytest

from qwixx.rules.colours import COLOURS, Colour, colour_named
from qwixx.rules.errors import IllegalChoice
from qwixx.rules.sheet import Sheet, why_impossible

RED, YELLOW, GREEN, BLUE = COLOURS
UNCHECKED: Any = Sheet


def test_S1_rows_and_their_last_numbers() -> None:
    assert [colour.numbers for colour in (RED, YELLOW)] == [tuple(range(2, 13))] * 2
    assert [colour.numbers for colour in (GREEN, BLUE)] == [tuple(range(12, 1, -1))] * 2
    assert [colour.last for colour in COLOURS] == [12, 12, 2, 2]
    assert [str(colour) + colour.letter for colour in COLOURS] == ["redR", "yellowY", "greenG", "blueB"]


@pytest.mark.parametrize("number", [1, 13, 0, -7])
def test_S1_the_sheet_has_no_other_numbers(number: int) -> None:
    refusal = Sheet().why_not(RED, number)
    assert refusal is not None
    assert refusal.rule == "S1"
    assert refusal.sentence == f"{number} is not on the sheet; rows go from 2 to 12."


@pytest.mark.parametrize(("colour", "crossed", "left"), [(RED, 7, 6), (GREEN, 6, 7), (BLUE, 3, 12)])
def test_S2_only_to_the_right(colour: Colour, crossed: int, left: int) -> None:
    sheet = Sheet().cross(colour, crossed)
    refusal = sheet.why_not(colour, left)
    assert refusal is not None
    assert (refusal.rule, refusal.details["last"]) == ("S2", crossed)
    assert left not in sheet.crossable(colour)
    with pytest.raises(IllegalChoice, match=r"^S2: "):
        sheet.cross(colour, left)


def test_S3_any_number_of_cells_can_be_skipped() -> None:
    assert Sheet().cross(RED, 11).rows[RED] == (11,)
    assert Sheet().cross(GREEN, 3).rows[GREEN] == (3,)


def test_S4_a_cell_cannot_be_crossed_twice() -> None:
    refusal = Sheet().cross(YELLOW, 4).why_not(YELLOW, 4)
    assert refusal is not None
    assert str(refusal) == "S4: Yellow 4 is crossed already."


@pytest.mark.parametrize("crosses", range(11))
def test_S5_S8_the_last_number_needs_five_crosses(crosses: int) -> None:
    for colour in COLOURS:
        sheet = Sheet().cross(colour, *colour.numbers[:crosses])
        refusal = sheet.why_not(colour, colour.last)
        assert (refusal is None) is (crosses >= 5)
        assert (colour.last in sheet.crossable(colour)) is (crosses >= 5)
        if refusal is not None:
            assert (refusal.rule, refusal.details["crosses"]) == ("S5", crosses)


def test_S6_S7_the_lock_goes_with_the_last_number_and_counts() -> None:
    five = Sheet().cross(BLUE, 12, 10, 8, 6, 4)
    assert (five.has_lock(BLUE), five.crosses(BLUE), five.locks) == (False, 5, ())
    closed = five.cross(BLUE, 2)
    assert (closed.has_lock(BLUE), closed.crosses(BLUE), closed.locks) == (True, 7, (BLUE,))
    assert closed.crossable(BLUE) == ()
    assert Sheet().cross(RED, *range(2, 13)).crosses(RED) == 12


def test_a_rejected_cross_changes_nothing() -> None:
    sheet = Sheet().cross(RED, 5)
    with pytest.raises(IllegalChoice):
        sheet.cross(RED, 6, 4)
    assert sheet == Sheet().cross(RED, 5)


def test_rows_are_independent_of_each_other() -> None:
    sheet = Sheet().cross(RED, 5).cross(BLUE, 9, 8).with_penalty()
    assert sheet.rows == ((5,), (), (), (9, 8))
    assert sheet.penalties == 1


@pytest.mark.parametrize(
    ("sheet", "problem"),
    [
        (Sheet(penalties=5), "S1: a sheet has 4 penalty boxes, not 5 penalties"),
        (Sheet(penalties=-1), "S1: a sheet has 4 penalty boxes, not -1 penalties"),
        (Sheet(((5, 4), (), (), ())), "S2: Red 4 lies left of your last cross there, the 5; it was skipped."),
        (Sheet(((), (), (), (2,))), "S5: Blue 2 needs five crosses before it; there are 0."),
        (Sheet(((), (3, 3), (), ())), "S4: Yellow 3 is crossed already."),
        (Sheet(((), (), (13,), ())), "S1: 13 is not on the sheet; rows go from 2 to 12."),
        (UNCHECKED(()), "S1: a sheet has four rows of numbers, as in ((2, 5), (), (12,), ()), not ()"),
        (
            UNCHECKED(([2], (), (), ())),
            "S1: a sheet has four rows of numbers, as in ((2, 5), (), (12,), ()), not ([2], (), (), ())",
        ),
    ],
)
def test_impossible_sheets_are_rejected(sheet: Sheet, problem: str) -> None:
    assert why_impossible(sheet) == problem


def test_possible_sheets_are_accepted() -> None:
    assert why_impossible(Sheet(((2, 3, 4, 5, 6, 12), (), (12,), ()), 4)) is None


def test_colours_are_found_by_name_or_letter() -> None:
    assert colour_named("Green") is colour_named("g") is GREEN
    for wrong in ("", "purple", "re"):
        with pytest.raises(ValueError, match="the colours are red, yellow, green and blue"):
            colour_named(wrong)
