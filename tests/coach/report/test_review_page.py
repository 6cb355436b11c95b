"""Plots, pages and rounded numbers of reviews."""

import re
from html import unescape
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings

from qwixx.bots import make_bot
from qwixx.coach.findings import Review
from qwixx.coach.game_review import review
from qwixx.coach.report.curve import LABEL_HEIGHT, curve_svg, draw_curve, marked_turns
from qwixx.coach.report.parts import parts, result_shown
from qwixx.coach.report.review_page import review_page
from qwixx.gameplay import Game, play
from qwixx.solver.solved import Solution
from tests.coach.oracle import Oracle, any_judge, judge_by
from tests.strategies import games

VOID = {"meta", "br", "path", "rect", "use", "polyline"}


class Checker(HTMLParser):
    """Collects unclosed elements and everything that would be fetched from a server."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.fetched: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.fetched += [value or "" for name, value in attrs if name in ("src", "href") and value != "#lock"]
        self.fetched += [tag] if tag in ("script", "link", "iframe", "img") else []
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.fetched += [value or "" for name, value in attrs if name == "href" and value != "#lock"]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def a_review(names: tuple[str, ...] = ("Ann", "Ben"), game: str = "dice") -> Review:
    played = Game(game, names, seed=4)
    play(played, [make_bot("gap:1,2")] * len(names))
    return review(played.record, judge_by(Oracle(), played.state.ruleset))


@given(game=games())
@settings(max_examples=5)
def test_the_page_of_any_game_is_well_formed_and_fetches_nothing(game: Game, solved: Solution) -> None:
    found = review(game.record, any_judge(game.state.ruleset, solved))
    page = review_page(found)
    checker = Checker()
    checker.feed(page)
    assert checker.open == []
    assert checker.fetched == []
    assert page.count("<details>") == len(found.decisions)
    assert page.count("<polyline") == len(found.seats)


def test_names_are_escaped() -> None:
    page = review_page(a_review(("<script>alert(1)</script>", 'Ben & "Co"')))
    assert "<script" not in page
    assert "Ben &amp;" in page


def test_a_notebook_shows_the_page_in_an_iframe() -> None:
    found = a_review(("<b>Ann", "Ben's"))
    (attributes,) = re.findall(
        r"^<iframe title=\"(.*?)\" sandbox style=\".*?\" srcdoc='([^']*)'></iframe>$",
        found._repr_html_(),
        re.DOTALL,
    )
    assert unescape(attributes[0]) == "Review: <b>Ann and Ben's"
    assert attributes[1].replace("&#39;", "'").replace("&amp;", "&") == review_page(found)


@pytest.mark.parametrize(("game", "noted"), [("dice", 0), ("cards", 1), ("cards_joker", 1)])
def test_the_page_of_a_card_game_notes_that_the_estimate_includes_hidden_cards(game: str, noted: int) -> None:
    assert review_page(a_review(game=game)).count("cards were worth that others held unseen") == noted


def test_every_mistake_is_marked_with_a_dot() -> None:
    found = a_review()
    slips = [each for each in found.decisions if each.word in ("mistake", "blunder")]
    assert curve_svg(found).count("<circle") == len(slips) > 0
    turns = {each.turn for each in slips if each.seat == 1}
    assert marked_turns(found, 1) == sorted(turns)


NAMES = ("Ann", "Bartholomew <3", "Cleo", "Dora", "Maximiliane")
# Names have a larger font than the axis labels.
LETTER = {"name": 8.5, "tick": 8}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_lines_and_labels_stay_inside_the_plot(players: int) -> None:
    svg = curve_svg(a_review(NAMES[:players]))
    points = [tuple(map(float, pair.split(","))) for pair in re.findall(r"[\d.]+,[\d.]+", svg)]
    assert all(0 <= x <= 640 and 0 <= y <= 280 for x, y in points)
    words = re.findall(
        r'<text class="(name|tick)[^>]*x="([\d.]+)" y="([\d.]+)"([^>]*)>(?:<title>.*?</title>)?(.*?)</text>',
        svg,
    )
    assert len(words) == svg.count("<text") > players
    for kind, x, y, anchor, word in words:
        width = LETTER[kind] * len(unescape(word))
        shift = {"end": width, "middle": width / 2}.get(anchor.partition('"')[2].strip('"'), 0.0)
        assert 0 <= float(x) - shift <= float(x) - shift + width <= 640
        assert 10 <= float(y) <= 280 - 6


def test_names_do_not_overlap_and_long_names_are_shortened() -> None:
    svg = curve_svg(a_review(NAMES))
    heights = [int(y) for y in re.findall(r'class="name[^>]* y="(\d+)"', svg)]
    assert len(heights) == 5
    assert all(below - above >= LABEL_HEIGHT for above, below in pairwise(heights))
    assert "<title>Bartholomew &lt;3</title>Bartholo…</text>" in svg


@given(game=games())
@settings(max_examples=8)
def test_rounded_parts_add_up(game: Game, solved: Solution) -> None:
    found = review(game.record, any_judge(game.state.ruleset, solved))
    scale = 100 if found.unit == "win" else 1
    for place, seat in enumerate(found.seats):
        shown = parts(found, place)
        assert sum(part.tenths for part in shown) == round(10 * result_shown(found, seat))
        assert result_shown(found, seat) == pytest.approx(scale * seat.result, abs=0.05)
        true = {"start": seat.start, "luck": seat.luck, "own choices": seat.skill}
        for part in shown:
            if part.name in true:
                assert part.value == pytest.approx(scale * true[part.name], abs=0.26)


@pytest.mark.parametrize("suffix", [".svg", ".png"])
def test_the_plot_file_is_reproducible(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"curve{suffix}"
    draw_curve(path, a_review())
    first = path.read_bytes()
    draw_curve(path, a_review())
    assert path.read_bytes() == first
    assert len(first) > 1000
