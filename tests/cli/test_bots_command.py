"""``qwixx bots``: every bot has a sentence, and what is measured is shown."""

import json
import shlex

import pytest

from qwixx.bots import BOTS
from qwixx.bots.measured import Measured, MeasuredGame, Rating, measured_ratings
from qwixx.cli import bots_run, build_parser
from tests.cli.conftest import Run


def test_every_kind_of_bot_is_listed(run: Run) -> None:
    lines = run("bots").out.splitlines()
    for line, kind in zip(lines, BOTS.values(), strict=False):
        assert line.split(None, 1) == [kind.usage, kind.sentence]


def test_measured_ratings_are_shown_best_first(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    dice = {"random": Rating(0, 0, 0), "gap:1,2": Rating(600, 590, 612)}
    cards = {"random": Rating(0, 0, 0), "new": Rating(-70, -80, -60)}
    measured = Measured(
        games={
            "cards": MeasuredGame("qwixx arena ...", 2000, "random = 0", cards),
            "dice": MeasuredGame("qwixx arena ...", 1000, "random = 0", dice),
        }
    )
    monkeypatch.setattr(bots_run, "measured_ratings", lambda: measured)
    assert run("bots").out.splitlines()[len(BOTS) :] == [
        "",
        "measured  dice               cards",
        "gap:1,2    600 (590 to 612)  -",
        "random       0                  0",
        "new       -                   -70 (-80 to -60)",
        "",
        "Ratings are on the Elo scale, with 95% intervals, measured by `qwixx arena`:",
        "dice 1000 games, random = 0; cards 2000 games, random = 0.",
    ]


def test_without_measurements_there_are_none(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots_run, "measured_ratings", Measured)
    assert len(run("bots").out.splitlines()) == len(BOTS)


def test_for_programs(run: Run) -> None:
    message = json.loads(run("bots", "--json").out)
    assert [bot["usage"] for bot in message["bots"]] == [kind.usage for kind in BOTS.values()]
    measured = measured_ratings()
    assert set(message["measured"]) == set(measured.games)
    for game, each in measured.games.items():
        assert message["measured"][game]["ratings"]["random"]["value"] == each.ratings["random"].value


@pytest.mark.parametrize("game", ["dice", "cards", "cards_joker"])
def test_ratings_come_with_the_package(game: str) -> None:
    measured = measured_ratings().games[game]
    assert measured.anchor == "random = 0"
    assert measured.ratings["gap:2,3"].low > measured.ratings["gap:0,1"].high > 0
    assert all(each.low <= each.value <= each.high for each in measured.ratings.values())
    program, *words = shlex.split(measured.command)
    arguments = build_parser().parse_args(words)
    assert (program, arguments.command, arguments.game) == ("qwixx", "arena", game)
    assert set(arguments.bots) == set(measured.ratings)
