import random
import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from qwixx.bots import make_bot
from qwixx.gameplay import Game, play
from qwixx.notation import ParseError, format_record, parse_record
from qwixx.record import ChanceStep, Record
from qwixx.rules.chance import FirstSeat
from qwixx.rules.ruleset import ruleset
from tests.strategies import games

FINISHED = """\
[Qwixx "dice"]
[Seats "Ann" "Ben B."]
[Date "2026-02-01"]
[Result "Ann -20, Ben B. -1; four penalties"]

first: Ann
1 Ann: 4+1 r3 y2 g5 b6 / - r5 / - {penalty 1}
2 Ben B.: 4+1 r3 y2 g5 b6 / - - / - {penalty 1}
3 Ann: 4+1 r3 y2 g5 b6 / - - / - {penalty 2}
4 Ben B.: 4+1 r3 y2 g5 b6 / - y5 / b10
5 Ann: 4+1 r3 y2 g5 b6 / - - / - {penalty 3}
6 Ben B.: 4+1 r3 y2 g5 b6 / - g5 / -
7 Ann: 4+1 r3 y2 g5 b6 / - - / - {penalty 4}
"""


@settings(max_examples=40)
@given(games())
def test_every_game_round_trips_through_text_and_replays(game: Game) -> None:
    text = str(game)
    record = parse_record(text)
    assert record == game.record
    assert record.state == game.state
    assert format_record(record) == text


@settings(max_examples=10)
@given(games())
def test_every_prefix_of_a_game_round_trips_through_text(game: Game) -> None:
    for length in range(len(game.record.steps)):
        beginning = Record(game.record.ruleset, game.names, game.record.steps[:length])
        text = format_record(beginning)
        again = parse_record(text)
        assert format_record(again) == text
        # Choices that were still hidden at this point are not in the record.
        assert again.steps == beginning.steps[: len(again.steps)]
        assert len(beginning.steps) - len(again.steps) < len(game.names)


def test_a_record_is_parsed_as_documented() -> None:
    record = parse_record(FINISHED)
    assert record.names == ("Ann", "Ben B.")
    assert record.tags == (("Date", "2026-02-01"),)
    assert record.state.outcome is not None
    assert record.state.outcome.winners == (1,)
    assert format_record(record) == FINISHED


def test_blank_lines_comments_and_crlf_line_endings_are_ignored() -> None:
    spread = FINISHED.replace("\n", " {aside}\r\n\r\n")
    assert parse_record(spread) == parse_record(FINISHED)


def test_a_byte_order_mark_is_ignored() -> None:
    assert parse_record("\ufeff" + FINISHED) == parse_record(FINISHED)


def test_the_result_tag_is_optional() -> None:
    assert parse_record(re.sub(r"\[Result.*\n", "", FINISHED)) == parse_record(FINISHED)


@given(st.text())
@example("\x1b[2J\x07\x7f\x9b\u202e")
@example("two\u2028lines\x85or\nmore")
@example("half of a character: \ud800")
@example("\U000e0041")
def test_tags_hold_any_text_and_escape_unprintable_characters(words: str) -> None:
    record = Record.new(ruleset("dice"), ["Ann", "Ben"], [("Event", words)])
    text = format_record(record)
    assert all(line.isprintable() for line in text.split("\n"))
    assert parse_record(text) == record


def test_names_hold_any_printable_text() -> None:
    names = ["a: b", '"{/}"', "Ann", "Ann B", "Zoë"]
    game = Game("dice", names, seed=3)
    game.advance()
    assert parse_record(str(game)) == game.record


@pytest.mark.parametrize("names", [("{b}", "b"), ("a{", "}"), ("{b} Ann", "Ann")], ids=str)
def test_braces_in_names_are_not_parsed_as_comments(names: tuple[str, str]) -> None:
    texts = []
    for seed in range(6):
        game = Game("dice", names, seed=seed)
        play(game, [make_bot("gap:1,2", random.Random(seed)) for _ in names])
        texts.append(str(game))
        assert parse_record(texts[-1]) == game.record
    assert {f"first: {name}\n" in text for text in texts for name in names} == {True, False}
    assert " locks " in "".join(texts)


def test_a_comment_is_allowed_before_the_first_player() -> None:
    assert parse_record(FINISHED.replace("first: Ann", "first: {by lot} Ann")) == parse_record(FINISHED)


@pytest.mark.parametrize(
    ("change", "to", "place", "problem"),
    [
        (r"\[Qwixx.*\n", "", (1, 1), 'expected a tag like [Qwixx "dice"] at the head of the record'),
        (r"\[Seats.*\n", "", (1, 1), 'expected a tag like [Seats "Ann" "Ben"] at the head of the record'),
        ('"dice"', '"darts"', (1, 2), "no game 'darts': the games are dice, cards, cards_joker, solo"),
        ('"dice"', '"dice x=1"', (1, 2), "no option 'x': the options are first_player"),
        ('"dice"', '"dice x"', (1, 2), "expected '=' after the option x, found the end"),
        ('"dice"', "dice", (1, 8), "expected a text in quotes like \"Ann\", found 'dice]'"),
        ('"dice"', r'"di\\ce"', (1, 8), 'expected a text in quotes, found "di\\ce": Invalid'),
        ('"dice"]', '"dice"', (1, 14), "expected ']' at the end of the tag, found the end"),
        ('"dice"]', '"dice"] x', (1, 16), "expected the end, found 'x'"),
        (r"\[Date", "[Seats", (3, 2), "expected each tag once, found Seats again"),
        (r"\[Date", "[7", (3, 2), "expected the name of a tag, found '7'"),
        ('"Ben B."', '"ann"', (2, 2), "two players are called 'ann': every name must differ"),
        ('"Ben B."', '" "', (2, 2), "' ' cannot be a name: a name has 1 to 40 printable characters"),
        (' "Ben B."', "", (2, 2), "S13: the dice game is for 2 to 5 players, not 1"),
        (
            "Ann -20",
            "Ann -15",
            (4, 2),
            "the result is given as 'Ann -15, Ben B. -1; four penalties', but this game",
        ),
        ("first: Ann", "first: Cy", (6, 8), "expected the name of a player, found 'Cy'"),
        ("first: Ann", "1 Ann:", (6, 1), "expected 'first:' and the name of the first player, found '1'"),
        ("first: Ann", "first: Ann x", (6, 12), "expected the end, found 'x'"),
        ("1 Ann:", "2 Ann:", (7, 1), "expected '1 Ann:' at the head of the turn, found '2'"),
        ("2 Ben B.:", "2 Ann:", (8, 1), "expected '2 Ben B.:' at the head of the turn"),
        ("/ - r5 /", "/ - r6 /", (7, 28), "D4: The number for everyone is 5; red 6 is another."),
        ("/ - r5 /", "/ - r5 r5 /", (7, 31), "expected '/' and the next action of the turn, found 'r5'"),
        ("/ - r5 /", "/ - /", (7, 28), "expected a cross like r7"),
        ("1 Ann: 4[+]1", "1 Ann: 4+9", (7, 10), "expected the second white die, 1 to 6, found '9'"),
        ("1 Ann: 4[+]1 r3", "1 Ann: 4+1", (7, 8), "D3: A roll needs two white dice and the dice red, yellow"),
        ("/ b10", "/ b9", (10, 36), "D6: Blue 9 is no sum of one white die and the blue die: 7 or 10."),
        ("/ b10", "", (10, 34), "expected '/' and the next action of the turn, found the end"),
        ("/ b10", "/ b10 / b7", (10, 40), "expected the end, found '/'"),
        (r"\Z", "8 Ben B.: 4+1", (14, 1), "expected the end of the record, for the game is over, found '8'"),
        (r"7 Ann.*\n", "", (4, 2), "the result is given as .*, but this game gives 'unfinished'"),
        ("g5 b6 / - - / - {penalty 4}", "g5", (13, 8), "D3: A roll needs two white dice"),
    ],
)
def test_an_invalid_record_is_reported_with_its_line_and_column(
    change: str, to: str, place: tuple[int, int], problem: str
) -> None:
    text = re.sub(change, lambda _: to.replace(r"\\", "\\"), FINISHED, count=1)
    assert text != FINISHED
    with pytest.raises(ParseError) as caught:
        parse_record(text)
    assert caught.value.problem.startswith(problem) or re.match(problem, caught.value.problem)
    assert (caught.value.line, caught.value.column) == place


@pytest.mark.parametrize("text", ["", "\n\n", "hello", '[Qwixx "dice"]', "{", "[", '[Qwixx "', "\x00"])
def test_text_that_is_not_a_record_is_rejected(text: str) -> None:
    with pytest.raises(ParseError):
        parse_record(text)


def test_a_truncated_record_is_rejected_or_is_a_prefix_of_the_game() -> None:
    whole = parse_record(re.sub(r"\[Result.*\n", "", FINISHED))
    text = format_record(whole)
    for end in range(len(text)):
        try:
            part = parse_record(text[:end])
        except ParseError:
            continue
        assert part.steps == whole.steps[: len(part.steps)]


def card_game() -> str:
    game = Game("cards", ["Ann", "Ben"], seed=4)
    game.advance()
    return str(game)


@pytest.mark.parametrize(
    ("change", "to", "line", "problem"),
    [
        (r"hand Ben.*\n", "", 7, "expected 'hand Ben:' and 4 cards, found 'display:'"),
        (r"(hand Ben: \S+) \S+", r"\1", 7, "expected 4 cards, found 3"),
        (r"display: \S+", "display: X4", 8, "expected a card like R4 or J11, found 'X4'"),
        (r"deck: \S+", "deck: J2", 9, "C9: A shuffle holds each card of the pile once: J2 is too many."),
        (r"deck:.*\n", "", 9, "expected 'deck:' and its cards, top first, found the end"),
    ],
)
def test_an_invalid_deal_is_reported_with_its_line(change: str, to: str, line: int, problem: str) -> None:
    text = re.sub(change, to, card_game(), count=1)
    with pytest.raises(ParseError) as caught:
        parse_record(text)
    assert caught.value.problem == problem
    assert caught.value.line == line


def test_the_rolls_for_the_first_six_are_part_of_the_record() -> None:
    game = Game("dice", ["Ann", "Ben"], seed=3, first_player="first_six")
    game.advance()
    text = str(game)
    assert "first six: " in text
    assert parse_record(text) == game.record
    with pytest.raises(ParseError, match="A6: The players roll in turn"):
        parse_record(re.sub("first six: .*", "first six: 1 2", text))
    with pytest.raises(ParseError, match="expected the end, found '7'"):
        parse_record(re.sub("first six: .*", "first six: 1 6 7", text))


def test_an_unfinished_record_without_turns_can_be_written() -> None:
    record = Record.new(ruleset("dice"), ["Ann", "Ben"]).extended([ChanceStep(FirstSeat(1))])
    assert format_record(record).endswith('[Result "unfinished"]\n\nfirst: Ben\n')
