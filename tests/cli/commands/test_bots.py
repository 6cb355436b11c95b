"""``qwixx bots``: the list of bots, and their measured ratings."""

import json
import shlex

import pytest

from qwixx.bots.ratings import GameRatings, Rating, Ratings, shipped_ratings
from qwixx.bots.registry import all_kinds
from qwixx.cli import parse
from qwixx.cli.commands import bots
from tests.command_line import Run


def test_every_kind_of_bot_is_listed(run: Run) -> None:
    lines = run("bots").out.splitlines()
    for line, kind in zip(lines, all_kinds(), strict=False):
        assert line.split(None, 1) == [kind.usage, kind.sentence]


def test_measured_ratings_are_shown_best_first(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    dice = {"random": Rating(0, 0, 0), "gap:1,2": Rating(600, 590, 612)}
    cards = {"random": Rating(0, 0, 0), "new": Rating(-70, -80, -60)}
    measured = Ratings(
        games={
            "cards": GameRatings("qwixx arena ...", 2000, "random = 0", cards),
            "dice": GameRatings("qwixx arena ...", 1000, "random = 0", dice),
        }
    )
    monkeypatch.setattr(bots, "shipped_ratings", lambda: measured)
    assert run("bots").out.splitlines()[len(all_kinds()) :] == [
        "",
        "measured  dice               cards",
        "gap:1,2    600 (590 to 612)  -",
        "random       0                  0",
        "new       -                   -70 (-80 to -60)",
        "",
        "Ratings are on the Elo scale, with 95% intervals, measured by `qwixx arena`:",
        "dice 1000 games, random = 0; cards 2000 games, random = 0.",
    ]


def test_a_narrow_terminal_has_no_intervals(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    out = run("bots").out
    rows = out[out.index("\nmeasured") :].split("\n\n")[0].strip().splitlines()
    assert len(rows) == len({row.split()[0] for row in rows})
    assert all(len(row.split()) == len(rows[0].split()) for row in rows)
    assert "intervals" not in out


def test_without_measurements_no_ratings_are_shown(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "shipped_ratings", Ratings)
    assert len(run("bots").out.splitlines()) == len(all_kinds())


def test_the_json_output(run: Run) -> None:
    message = json.loads(run("bots", "--json").out)
    assert [bot["usage"] for bot in message["bots"]] == [kind.usage for kind in all_kinds()]
    measured = shipped_ratings()
    assert set(message["measured"]) == set(measured.games)
    for game, each in measured.games.items():
        assert message["measured"][game]["ratings"]["random"]["value"] == each.ratings["random"].value


@pytest.mark.parametrize("game", ["dice", "cards", "cards_joker"])
def test_ratings_come_with_the_package(game: str) -> None:
    measured = shipped_ratings().games[game]
    assert measured.anchor == "random = 0"
    assert measured.ratings["gap:2,3"].low > measured.ratings["gap:0,1"].high > 0
    assert all(each.low <= each.value <= each.high for each in measured.ratings.values())
    program, *words = shlex.split(measured.command)
    arguments = parse(words)
    assert (program, arguments.command, arguments.game) == ("qwixx", "arena", game)
    assert set(arguments.bots) == set(measured.ratings)
