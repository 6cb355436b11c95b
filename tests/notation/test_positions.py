import pytest
from hypothesis import given, settings

from qwixx.gameplay import Game
from qwixx.notation import ParseError, format_position, parse_position
from qwixx.rules.choices import Cross
from qwixx.rules.colours import Colour
from qwixx.rules.ruleset import Phase
from tests.strategies import games


@settings(max_examples=40)
@given(games())
def test_every_position_of_a_game_round_trips_through_text(game: Game) -> None:
    for state in game.record.states():
        text = format_position(state)
        assert parse_position(text) == state
        assert "\n" not in text


def test_a_position_is_parsed_as_documented() -> None:
    text = "dice first_player=first_six; 2 own 4+1 r3 y2 b6 crossed b5; r5,7 g12,11,10,9,8,2 p1; b10,5"
    state = parse_position(text)
    assert (state.active, state.phase, state.crossed) == (1, Phase.OWN, Cross(Colour.BLUE, 5))
    assert state.sheets[0].rows == ((5, 7), (), (12, 11, 10, 9, 8, 2), ())
    assert state.closed_rows == (Colour.GREEN,)
    assert format_position(state) == text


def test_whitespace_newlines_and_comments_are_ignored() -> None:
    spread = """
        dice;  1 roll ;   {Ann} r5,7
        y3 ; {Ben} -
    """
    assert format_position(parse_position(spread)) == "dice; 1 roll; r5,7 y3; -"


@pytest.mark.parametrize(
    ("text", "column", "problem"),
    [
        ("", 1, "expected a game: dice, cards, cards_joker, solo, found the end"),
        ("poker; 1 roll; -; -", 1, "no game 'poker': the games are dice, cards, cards_joker, solo"),
        ("dice first; 1 roll; -; -", 11, "expected '=' after the option first, found ';'"),
        ("dice first_player=; 1 roll", 19, "expected a value: random, first_six, found ';'"),
        ("dice first_player=me; 1 roll; -; -", 1, "option first_player is random or first_six, not me"),
        ("dice", 5, "expected ';' and whose turn it is, found the end"),
        ("dice; 0 roll; -; -", 7, "expected the active player's seat, 1 to 5, found '0'"),
        (
            "dice; 1 nap; -; -",
            9,
            "expected a phase: start, deal, roll, common, own, draw, shuffle, play, over",
        ),
        ("dice; 1 own 4+ r3; -; -", 16, "expected the second white die, 1 to 6, found 'r3;'"),
        (
            "dice; 1 own 4+1 r3 y2 g5 b6 crossed; r5; -",
            36,
            "expected what was crossed, like r7, found ';'",
        ),
        (
            "dice; 1 own 4+1 r3 y2 g5 b6 crossed r13; -; -",
            37,
            "expected what was crossed, like r7, found 'r13;'",
        ),
        ("dice; 1 own 4+1 r3 y2 g5 b6 crossed r5 y5; -; -", 40, "expected the end, found 'y5;'"),
        (
            "dice; 1 roll; x; -",
            15,
            "expected a row like r5,7, penalties like p1, or '-' for an empty sheet, found 'x;'",
        ),
        ("dice; 1 roll; r5,; -", 17, "expected a row like r5,7"),
        ("dice; 1 roll; p5; -", 15, "expected a row like r5,7"),
        ("dice; 1 roll; p1 p1; -", 18, "expected a row like r5,7"),
        ("dice; 1 roll; r5 r6; -", 18, "expected each row once, found red again"),
        ("dice; 1 roll; - -; -", 17, "expected the end, found '-;'"),
        (
            "cards; 1 draw; -; -; hands R2 / R3; deck",
            35,
            "expected '; display' and its four cards, found ';'",
        ),
        ("cards; 1 draw; -; -; hands /", 28, "expected a card like R4 or J11, found '/'"),
        ("cards; 1 draw; -; -; hands R2; display R3", 42, "expected '; deck' and its cards, top first"),
        ("cards; 1 draw; -; -; hands R2; display R3; deck R4", 51, "expected '; discard' and its cards"),
    ],
)
def test_an_invalid_position_is_reported_with_its_column(text: str, column: int, problem: str) -> None:
    with pytest.raises(ParseError) as caught:
        parse_position(text)
    assert caught.value.problem.startswith(problem)
    assert (caught.value.line, caught.value.column) == (1, column)


def test_an_error_in_a_multi_line_position_is_reported_with_its_line() -> None:
    with pytest.raises(ParseError, match="line 3, column 4: expected a row like r5,7"):
        parse_position("dice; 1 roll;\n  r5,7;\n   x")
