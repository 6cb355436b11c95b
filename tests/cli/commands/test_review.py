"""``qwixx review``, in the solo game with a table of made-up values, and with the nets."""

import json
import re
from pathlib import Path

import pytest

from qwixx.cli.commands.review import review_lines
from qwixx.coach.findings import CurvePoint, Review, ReviewOutcome, SeatReview, Words
from qwixx.terminal.console import Console
from tests.cli.commands.conftest import record
from tests.command_line import Run


@pytest.mark.usefixtures("solved")
def test_a_review_shows_the_curve_luck_and_the_costliest_choices(run: Run, tmp_path: Path) -> None:
    ran = run("review", record(tmp_path / "game.qwixx"))
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith("The solo game, ")
    assert "Expected total before each turn" in ran.out
    assert "Perfect play averages 10.0 points; your dice were worth " in ran.out
    assert "The costliest choices" in ran.out
    shown = [line for line in ran.out.splitlines() if line.endswith(("blunder", "mistake", "inaccuracy"))]
    everything = run("review", tmp_path / "game.qwixx", "--all").out.splitlines()
    assert len(everything) > len(ran.out.splitlines())
    assert set(shown) - {""} != set()


def test_luck_and_skill_of_two_players(run: Run, tmp_path: Path) -> None:
    ran = run("review", record(tmp_path / "game.qwixx", "dice", 2))
    lines = ran.out.splitlines()
    table = next(place for place, line in enumerate(lines) if line.startswith("in % of the win"))
    for line in lines[table + 1 : table + 3]:
        *parts, result = map(float, line.split()[1:])
        assert sum(parts) == pytest.approx(result, abs=1e-9)


def test_the_luck_of_cards_is_shown_with_its_standard_error(run: Run, tmp_path: Path) -> None:
    told = run("review", record(tmp_path / "game.qwixx", "cards", 2)).out
    assert "Luck is sampled; its standard error is at most " in told
    assert "The estimate is where the judge corrected itself, and what cards were worth" in told


def test_a_review_as_json_from_standard_input(run: Run, tmp_path: Path) -> None:
    text = record(tmp_path / "game.qwixx", "dice", 2).read_text(encoding="utf-8")
    told = json.loads(run("review", "-", "--json", typed=text).out)
    assert (told["format"], told["players"]) == ("qwixx-review/1", ["Ann", "Ben"])
    assert told == json.loads(run("review", tmp_path / "game.qwixx", "--json").out)
    for seat in told["seats"]:
        parts = sum(seat[part] for part in ("start", "luck", "skill", "others", "estimate"))
        assert parts == pytest.approx(seat["result"])


@pytest.mark.usefixtures("solved")
def test_a_review_writes_a_page_and_a_plot(run: Run, tmp_path: Path) -> None:
    page, plot = tmp_path / "game.html", tmp_path / "game.svg"
    assert run("review", record(tmp_path / "game.qwixx"), "--html", page, "--plot", plot).status == 0
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert "<svg" in plot.read_text(encoding="utf-8")


@pytest.mark.usefixtures("solved")
def test_a_terminal_without_block_characters_gets_ascii_bars(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = record(tmp_path / "game.qwixx")
    assert "█" in run("review", path).out
    monkeypatch.setattr("qwixx.cli.commands.review.can_show", lambda text: False)
    assert "#" in run("review", path).out


def test_an_unfinished_record_is_refused(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "half.qwixx"
    path.write_text('[Qwixx "dice"]\n[Seats "Ann" "Ben"]\n\nfirst: Ann\n', encoding="utf-8")
    ran = run("review", path)
    assert (ran.status, ran.out) == (2, "")
    assert "half.qwixx: the game is not finished: after 1 steps it waits for the roll" in ran.err
    typed = run("review", "-", typed=path.read_text(encoding="utf-8"))
    assert "standard input: the game is not finished" in typed.err


def test_an_illegal_record_is_refused_with_its_line(run: Run, tmp_path: Path) -> None:
    path = record(tmp_path / "game.qwixx", "dice", 2)
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    place = next(place for place, line in enumerate(lines) if line.startswith("1 "))
    lines[place] = "1 " + lines[place].split()[1] + " 4+1 r3 y2 g5 b6 / r6 - / -"
    path.write_text("\n".join(lines), encoding="utf-8")
    ran = run("review", path)
    assert ran.status == 2
    assert f"line {place + 1}" in ran.err
    assert "D4" in ran.err
    assert "standard input: " in run("review", "-", typed="\n".join(lines)).err


def test_unreadable_records_and_invalid_plots_are_refused(run: Run, tmp_path: Path) -> None:
    assert "cannot read" in run("review", tmp_path / "none.qwixx").err
    path = record(tmp_path / "game.qwixx", "dice", 2)
    assert "ends in .png or .svg" in run("review", path, "--plot", tmp_path / "game.gif").err


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("", "cannot write .: it is a folder, and a file is needed"),
        ("none/game.html", "none/game.html: the folder "),
        ("/dev/null", "cannot write /dev/null: it is not a regular file"),
    ],
)
def test_an_unwritable_page_is_refused_before_the_review(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run("review", tmp_path / "not-even-read.qwixx", "--html", name)
    assert (ran.status, ran.out) == (2, "")
    assert words in ran.err


def test_a_page_does_not_overwrite_the_plot_or_the_record(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = record(tmp_path / "game.qwixx", "dice", 2)
    text = path.read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    both = run("review", path, "--html", "x.svg", "--plot", tmp_path / "x.svg")
    assert (both.status, both.err) == (
        2,
        "qwixx: --html and --plot are the same file, x.svg: name another one\n",
    )
    assert "--html and the record are the same file" in run("review", path, "--html", "game.qwixx").err
    assert path.read_text(encoding="utf-8") == text


@pytest.mark.usefixtures("solved")
def test_coach_review_and_page_use_the_same_terms(run: Run, tmp_path: Path) -> None:
    page = tmp_path / "game.html"
    told = run("review", record(tmp_path / "game.qwixx"), "--all", "--html", page).out
    rows = [re.split(r"  +", line) for line in told.splitlines() if re.match(r" *\d+  Ann  ", line)]
    asked = {phrase for phrase in ("white + white", "white + colour") if any(phrase in row for row in rows)}
    assert asked == {"white + white", "white + colour"}
    assert any("pass" in row for row in rows)
    assert not any("-" in row for row in rows)
    html = page.read_text(encoding="utf-8")
    assert all(phrase in html for phrase in (*asked, "<b>pass</b>"))


def test_perfect_solo_play_costs_nothing(solved_game: Review) -> None:
    lines = review_lines(Console("never"), solved_game, everything=False)
    assert any("your choices cost 0.0: " in line for line in lines)


@pytest.fixture
def solved_game() -> Review:
    """The review of a perfectly played solo game."""
    ended = ReviewOutcome("four_penalties", (90,), (1,), (1.0,))
    seat = SeatReview("Ann", 90, 1, 90.0, 115.5, -25.5, None, -0.0, 0.0, 0.0, Words(best=3))
    curve = (CurvePoint(0, 0, None, (115.5,), (0.0,)), CurvePoint(1, 1, None, (90.0,), (0.0,)))
    return Review("solo", "points", ("Ann",), ended, curve, (), (seat,), ())
