"""Records that start from a position, comments in records, and files with several games."""

from pathlib import Path

import pytest

from qwixx.bots import make_bot
from qwixx.gameplay import Game, play, play_steps
from qwixx.notation import ParseError, parse_position, parse_record, parse_records, read_records
from qwixx.rules.errors import QwixxError, SetupError
from qwixx.rules.ruleset import Phase


def test_a_game_can_start_from_any_position() -> None:
    for text in (
        "dice; 2 roll; r2,3 y5 p1; g12,11",
        "dice; 2 common 4+1 r3 y2 g5 b6; r2,3; -",
        "dice; 1 own 4+1 r3 y2 g5 b6 crossed r5; r2,3,5; -",
        "solo; 1 roll; r2,3 p1",
        "dice; 1 start; -; -",
    ):
        game = Game.at(text, seed=1)
        play(game, [make_bot("gap:1,2")] * len(game.names))
        assert game.record.start == parse_position(text)
        again = parse_record(str(game))
        assert again == game.record
        assert again.state == game.state
        assert f'[Position "{text}"]' in str(game)
        assert [moment.turn for moment in again.moments()][-1] == max(m.turn for m in again.moments()) >= 1


def test_a_card_game_can_start_from_the_middle_of_a_game() -> None:
    before = Game("cards", ["Ann", "Ben"], seed=5)
    for _ in play_steps(before, [make_bot("gap:1,2")] * 2):
        middle = before.state
        if middle.phase in (Phase.DRAW, Phase.COMMON, Phase.PLAY, Phase.SHUFFLE) and not any(middle.pending):
            game = Game.at(middle, ["Ann", "Ben"], seed=2)
            play(game, [make_bot("gap:1,2")] * 2)
            assert parse_record(str(game)) == game.record


@pytest.mark.parametrize(
    ("position", "names", "problem"),
    [
        ("dice; 1 roll; -; -", ["Ann"], "this position has 2 seats, and 1 names are given"),
        ("dice; 1 common 4+1 r3 y2 g5 b6 chosen ? r5; -; -", None, "begins before hidden choices are made"),
        ("dice; 1 roll; r9,2; -", None, "Red 2 lies left"),
        (7, None, "a position is a State or its text, not 7"),
    ],
)
def test_a_game_cannot_start_from_an_invalid_position(
    position: object, names: list[str] | None, problem: str
) -> None:
    with pytest.raises(QwixxError, match=problem):
        Game.at(position, names)  # type: ignore[arg-type]


def test_a_record_rejects_a_position_of_another_game() -> None:
    text = str(Game.at("dice; 1 roll; -; -").record).replace('[Qwixx "dice"]', '[Qwixx "cards"]')
    with pytest.raises(
        ParseError, match=r"line 3, column 2: expected a position of cards, .* found one of dice"
    ):
        parse_record(text)


def test_comments_survive_a_round_trip() -> None:
    game = Game("dice", ["Ann", "Ben"], seed=4)
    play(game, [make_bot("gap:1,2")] * 2)
    record = game.record.commented(0, "the final").commented(1, "by lot").commented(2, "what a roll")
    record = record.commented(len(record.steps), "gg")
    assert [comment.text for comment in parse_record(str(record)).comments] == [
        "the final",
        "by lot",
        "what a roll",
        "gg",
    ]
    assert parse_record(str(record)).comments == record.comments
    assert parse_record(str(game.record)).comments == ()
    for text in ("{", "two\nlines", " "):
        with pytest.raises(SetupError, match="a comment is a line"):
            record.commented(0, text)
    with pytest.raises(SetupError, match="a comment stands behind 0 to"):
        record.commented(-1, "x")


def test_comments_are_kept_at_every_place_where_they_are_allowed() -> None:
    game = Game("dice", ["Ann", "Ben"], seed=4)
    play(game, [make_bot("gap:1,2")] * 2)
    head, *turns = str(game).split("\n1 ")
    text = f"{{before}}\n{head.replace('first: ', 'first: {by lot} ')}\n{{alone}}\n1 {turns[0].replace(': ', ': {so} ', 1)}{{end}}\n"
    once = parse_record(text)
    assert [comment.text for comment in once.comments] == ["before", "by lot", "alone", "so", "end"]
    assert parse_record(str(once)).comments == once.comments
    assert str(parse_record(str(once))) == str(once)


def test_a_file_can_hold_several_games(tmp_path: Path) -> None:
    games = [Game(name, ["Ann", "Ben"], seed=seed) for seed, name in enumerate(("dice", "cards", "dice"))]
    for game in games[:2]:
        play(game, [make_bot("gap:1,2")] * 2)
    text = "\n".join(map(str, games))
    (tmp_path / "games.qwixx").write_text(text, encoding="utf-8")
    assert (
        list(read_records(tmp_path / "games.qwixx")) == list(parse_records(text)) == [g.record for g in games]
    )
    assert list(parse_records("\n{nothing}\n")) == []
    line = text.index('[Qwixx "cards"]')
    with pytest.raises(
        ParseError, match=rf"line {text.count(chr(10), 0, line) + 1}, .*expected one game, found another"
    ):
        parse_record(text)
    broken = parse_records(text.replace("deck: ", "dekc: "))
    assert next(broken) == games[0].record
    with pytest.raises(ParseError, match="expected 'deck:'"):
        next(broken)
