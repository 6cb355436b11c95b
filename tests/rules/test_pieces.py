import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwixx.notation import (
    ParseError,
    format_choice,
    format_outcome,
    format_roll,
    parse_choice,
    parse_outcome,
    parse_roll,
)
from qwixx.rules.chance import ChanceOutcome, FirstSeat, FirstSix, Roll, RollNode, Shuffle
from qwixx.rules.choices import PASS, Choice, Cross, Play, Take
from qwixx.rules.colours import COLOURS, Colour
from qwixx.rules.errors import InputError
from qwixx.rules.pieces import outcome_of
from tests.positions import cards
from tests.strategies import choices


@given(choices())
def test_every_choice_round_trips_through_text(choice: Choice) -> None:
    assert parse_choice(format_choice(choice)) == choice


@given(st.sampled_from([roll for roll, _ in RollNode((Colour.RED, Colour.BLUE)).outcomes()]))
def test_every_roll_round_trips_through_text(roll: object) -> None:
    assert parse_roll(format_roll(roll)) == roll  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "choice"),
    [
        ("-", PASS),
        ("b10", Cross(Colour.BLUE, 10)),
        ("R7", Cross(Colour.RED, 7)),
        ("take 1 3", Take((0, 2))),
        ("take 3 1", Take((0, 2))),
        ("play G11 G9 G3 cross g9 g11", Play(cards("G3 G9 G11"), Colour.GREEN, (11, 9))),
        ("play R4 J5", Play(cards("R4 J5"), Colour.RED)),
        ("play J5 as b", Play(cards("J5"), Colour.BLUE)),
        ("play J5 cross b5", Play(cards("J5"), Colour.BLUE, (5,))),
        ("  play  j5 {a joker} as y  cross y5 ", Play(cards("J5"), Colour.YELLOW, (5,))),
    ],
)
def test_choices_in_informal_notation_are_parsed(text: str, choice: Choice) -> None:
    assert parse_choice(text) == choice


@pytest.mark.parametrize(
    ("text", "column", "problem"),
    [
        ("", 1, "expected a cross like r7, '-' for pass, 'take' or 'play', found the end"),
        ("r13", 1, "expected a cross like r7, '-' for pass, 'take' or 'play', found 'r13'"),
        ("r1", 1, "expected a cross like r7"),
        ("r7 y8", 4, "expected the end, found 'y8'"),
        ("take", 5, "expected a place from 1 to 4, found the end"),
        ("take 1 5", 8, "expected the end, found '5'"),
        ("take 12", 6, "expected a place from 1 to 4, found '12'"),
        ("play", 5, "expected a card like R4 or J11, found the end"),
        ("play R4 cross", 14, "expected a cross like r7"),
        ("play R4 R5 cross r4 y5", 18, "expected all crosses of a play in one row"),
        ("play J5", 8, "expected 'as' and a row, since jokers have no colour, found the end"),
        ("play J5 as z", 12, "expected a row: r, y, g or b, found 'z'"),
    ],
)
def test_an_invalid_choice_is_reported_with_its_column(text: str, column: int, problem: str) -> None:
    with pytest.raises(ParseError) as caught:
        parse_choice(text)
    assert (caught.value.line, caught.value.column) == (1, column)
    assert caught.value.problem.startswith(problem)


@pytest.mark.parametrize(
    ("text", "column", "problem"),
    [
        ("", 1, "expected two white dice like 4+1, found the end"),
        ("41 r3", 1, "expected two white dice like 4+1, found '41'"),
        ("4+7", 3, "expected the second white die, 1 to 6, found '7'"),
        ("4+1 r", 6, "expected the red die, 1 to 6, found the end"),
        ("4+1 r3 r4", 8, "expected each die once, found red again"),
        ("4+1 r3 x4", 8, "expected the end, found 'x4'"),
    ],
)
def test_an_invalid_roll_is_reported_with_its_column(text: str, column: int, problem: str) -> None:
    with pytest.raises(ParseError, match=f"line 1, column {column}: ") as caught:
        parse_roll(text)
    assert caught.value.problem == problem


def test_a_removed_die_is_left_out() -> None:
    roll = parse_roll("4+1 b6 r3")
    assert [roll.colours[colour] for colour in COLOURS] == [3, None, None, 6]
    assert format_roll(roll) == "4+1 r3 b6"


@pytest.mark.parametrize(
    "outcome", [FirstSeat(2), FirstSix((1, 6)), Shuffle(cards("R2 J12")), Roll((1, 2), (3, None, 5, 6))]
)
def test_every_chance_outcome_round_trips_through_text(outcome: ChanceOutcome) -> None:
    assert parse_outcome(format_outcome(outcome)) == outcome


@pytest.mark.parametrize(
    "text", ["", "first", "first 0", "first six", "first six 7", "shuffle", "4+1 z", "first 2 3"]
)
def test_an_invalid_chance_outcome_is_rejected(text: str) -> None:
    with pytest.raises(ParseError):
        parse_outcome(text)


def test_chance_outcomes_are_accepted_as_values_or_text() -> None:
    roll = parse_outcome("4+1 r3 y2 g5 b6")
    assert outcome_of("4+1 r3 y2 g5 b6") == outcome_of(roll) == roll
    with pytest.raises(InputError, match=r"a chance outcome is a Roll, .*, not 3"):
        outcome_of(3)  # type: ignore[arg-type]


def test_parsing_rejects_values_that_are_not_text() -> None:
    with pytest.raises(InputError, match="this reads a text, not 3"):
        parse_choice(3)  # type: ignore[arg-type]
