"""The client in WebKit: a whole game, and every screen."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.engines import webkit
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
    demand("WebKit", webkit.ensure())
    with visiting(webkit.WebKit(), server) as opened:
        yield opened


@pytest.fixture(scope="module")
def finished(visitor: Visitor) -> str:
    """A game that is played to its end, and looked at in the tests."""
    return play_whole_game(visitor, "dice")


def test_a_whole_game(visitor: Visitor, finished: str) -> None:
    assert finished
    assert visitor.driver.problems() == []


@pytest.mark.parametrize("screen", SCREENS)
def test_screen(visitor: Visitor, finished: str, screen: str) -> None:
    visit(visitor, screen, finished)


def test_every_page_is_among_the_screens(visitor: Visitor) -> None:
    demand_all_pages(visitor)


def test_a_game_on_the_device(tmp_path: Path) -> None:
    demand("WebKit", webkit.ensure())
    with visiting(webkit.WebKit(), open_server(tmp_path)) as visitor:
        play_on_device(visitor)
