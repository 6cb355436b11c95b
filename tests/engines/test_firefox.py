"""The client in Firefox: a whole game, and every screen."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.engines import firefox
from tests.engines.conftest import demand
from tests.engines.screens import SCREENS
from tests.engines.visitor import Visitor
from tests.engines.visits import (
    demand_all_pages,
    open_server,
    play_on_device,
    play_whole_game,
    visit,
    visiting,
)
from tests.server.running_server import RunningServer


@pytest.fixture(scope="module")
def visitor(server: RunningServer) -> Iterator[Visitor]:
    demand("Firefox", firefox.ensure())
    with visiting(firefox.Firefox(), server) as opened:
        yield opened


@pytest.fixture(scope="module")
def finished(visitor: Visitor) -> str:
    """A game that is played to its end, and looked at in the tests."""
    return play_whole_game(visitor, "cards_joker")


def test_a_whole_game(visitor: Visitor, finished: str) -> None:
    assert finished
    assert visitor.driver.problems() == []


@pytest.mark.parametrize("screen", SCREENS)
def test_screen(visitor: Visitor, finished: str, screen: str) -> None:
    visit(visitor, screen, finished)


def test_every_page_is_among_the_screens(visitor: Visitor) -> None:
    demand_all_pages(visitor)


def test_a_game_on_the_device(tmp_path: Path) -> None:
    demand("Firefox", firefox.ensure())
    with visiting(firefox.Firefox(keeps_pages=True), open_server(tmp_path)) as visitor:
        play_on_device(visitor)
