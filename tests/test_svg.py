"""SVG pictures: well-formed, safe to embed, and correct."""

import random
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

import qwixx
from qwixx import svg
from qwixx.rules.colours import Colour
from qwixx.rules.ruleset import RULESETS

SVG = "{http://www.w3.org/2000/svg}"


def cells(picture: str, state: str) -> int:
    root = ElementTree.fromstring(picture)
    return sum(state in each.get("class", "").split() for each in root.iter(f"{SVG}g"))


@pytest.mark.parametrize("name", RULESETS)
def test_every_position_of_every_game_can_be_drawn(name: str) -> None:
    names = ["Ann"] if name == "solo" else ["<Ann & Co>", "Ben with a long name of many letters"]
    game = qwixx.Game(name, names, seed=2)
    players = [qwixx.make_bot("random", random.Random(seat)) for seat in range(len(names))]
    for number, (before, _) in enumerate(qwixx.play_steps(game, players)):
        if number % 10 == 0:
            for value in (before, before.view(0), game, game.record):
                picture = value._repr_svg_()
                assert cells(picture, "cell") == 44 * len(names)
                crossed = sum(len(row) for sheet in value_sheets(value) for row in sheet.rows)
                assert cells(picture, "crossed") == crossed
    assert "; two rows" in game._repr_svg_() or "; four penalties" in game._repr_svg_()


def value_sheets(value: object) -> tuple[qwixx.Sheet, ...]:
    match value:
        case qwixx.State() | qwixx.View():
            return value.sheets
        case qwixx.Record() | qwixx.Game():
            return value.state.sheets
        case _:
            raise AssertionError(value)


def test_a_picture_is_safe_and_accessible() -> None:
    sheet = qwixx.parse_position("solo; 1 roll; r2,5 g12,6 p2").sheets[0]
    picture = svg.sheet(sheet, "<b>Ann</b>")
    root = ElementTree.fromstring(picture)
    title = root.find(f"{SVG}title")
    assert title is not None
    assert title.text == "<b>Ann</b>: r2,5 g12,6 p2, -4 points"
    assert root.get("role") == "img"
    assert "prefers-color-scheme: dark" in picture
    # No script, no external resource; every style rule is scoped to the picture.
    assert not re.search(r"<script|javascript|on\w+=|href|url\(|@import", picture)
    style = re.sub(r"@media[^{]*\{", "", (Path(svg.__file__).parent / "svg.css").read_text(encoding="utf-8"))
    selectors = [each for rule in re.findall(r"([^{}]+)\{", style) for each in rule.split(",")]
    assert all(each.strip().startswith("svg.qwixx") for each in selectors)


def test_closed_rows_and_rings_are_drawn() -> None:
    sheet = qwixx.Sheet(((2, 5), (), (), ()), 0)
    rings = svg.Rings(best=[(Colour.RED, 6)], chosen=[(Colour.RED, 9)])
    picture = svg.sheet(sheet, closed=[Colour.BLUE], rings=rings)
    assert (cells(picture, "closed"), cells(picture, "best"), cells(picture, "chosen")) == (1, 1, 1)
    assert (cells(picture, "crossed"), cells(picture, "skipped")) == (2, 2)


def test_pictures_can_be_written_to_files(tmp_path: Path) -> None:
    sheet = qwixx.Sheet()
    svg.write(tmp_path / "sheet.svg", sheet)
    assert (tmp_path / "sheet.svg").read_text(encoding="utf-8") == svg.sheet(sheet) == sheet._repr_svg_()
    svg.write(tmp_path / "named.svg", svg.sheet(sheet, "Ann"))
    assert "Ann" in (tmp_path / "named.svg").read_text(encoding="utf-8")
    with pytest.raises(qwixx.InputError, match="a picture shows a Sheet, State, View, Record or Game, not 7"):
        svg.write(tmp_path / "seven.svg", 7)
    assert not (tmp_path / "seven.svg").exists()


def test_only_the_view_of_a_seat_shows_its_hand() -> None:
    state = qwixx.Game("cards", ["Ann", "Ben"], seed=1).advance()
    assert "hand" not in svg.state(state)
    assert cells(svg.state(state), "card") == 0
    assert cells(svg.view(state.view(0)), "card") == 4
