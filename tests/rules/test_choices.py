"""Choices are validated when they are constructed, so that an error names its cause."""

from collections.abc import Callable

import pytest

from qwixx.rules.cards import Card
from qwixx.rules.choices import Choice, Cross, Play, Take
from qwixx.rules.colours import Colour
from qwixx.rules.errors import SetupError

RED_4 = Card(Colour.RED, 4)


@pytest.mark.parametrize(
    ("make", "arguments", "problem"),
    [
        (Cross, ("red", 5), "'red' is no colour: take Colour.RED, YELLOW, GREEN or BLUE"),
        (Cross, (0, 5), "0 is no colour"),
        (Cross, (Colour.RED, "5"), "a cross takes a number from 2 to 12, not '5'"),
        (Take, (1,), r"cards are taken from places 0 to 3, as in Take\(\(0, 2\)\), not 1"),
        (Take, (("1", "3"),), r"cards are taken from places .* not \('1', '3'\)"),
        (Play, ((RED_4,), "red"), "'red' is no colour"),
        (Play, ((RED_4,), 0), "0 is no colour"),
        (Play, (("R4",), Colour.RED), r"a play takes cards and numbers, as in .* not \('R4',\) and \(\)"),
        (Play, (RED_4, Colour.RED), "a play takes cards and numbers"),
        (Play, ((RED_4,), Colour.RED, 4), r"a play takes cards and numbers, .* and 4$"),
    ],
)
def test_choices_of_values_of_the_wrong_type_are_rejected(
    make: Callable[..., object], arguments: tuple[object, ...], problem: str
) -> None:
    with pytest.raises(SetupError, match=problem):
        make(*arguments)


@pytest.mark.parametrize(
    ("make", "arguments", "choice"),
    [
        (Take, ([2, 0],), Take((0, 2))),
        (Play, ([RED_4], Colour.RED, [4]), Play((RED_4,), Colour.RED, (4,))),
    ],
)
def test_choices_made_from_lists_equal_those_from_tuples(
    make: Callable[..., object], arguments: tuple[object, ...], choice: Choice
) -> None:
    assert make(*arguments) == choice
