"""The figures on the results page match their sources in the project."""

import json
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
RESULTS = (ROOT / "docs" / "results.md").read_text(encoding="utf-8")
GAMES = ("dice", "cards", "cards_joker")


def test_the_value_of_the_solo_game_is_that_of_the_solver() -> None:
    """The tests of the solver compare the solved game with these values."""
    source = (ROOT / "tests" / "solver" / "test_printed_sheet.py").read_text(encoding="utf-8")
    solved = re.search(r"^EMPTY_SHEET = \((.*)\)$", source, re.MULTILINE)
    assert solved is not None
    assert all(value in RESULTS for value in solved[1].split(", "))


def test_the_ratings_are_the_measured_ones() -> None:
    measured = json.loads((ROOT / "src" / "qwixx" / "bots" / "ratings.json").read_text(encoding="utf-8"))[
        "games"
    ]
    rows = re.findall(
        r"^\| `([\w:,]+)` \| (.*) \|$", RESULTS.partition("| bot |")[2].partition("\n\n")[0], re.MULTILINE
    )
    told = {
        name: [[int(each) for each in re.findall(r"\d+", cell)] for cell in cells.split(" | ")]
        for name, cells in rows
    }
    assert told.pop("random") == [[0], [0], [0]]
    ratings = [measured[game]["ratings"] for game in GAMES]
    assert told == {
        name: [[each[name][bound] for bound in ("value", "low", "high")] for each in ratings]
        for name in ratings[0]
        if name != "random"
    }
