"""The tests of one engine: a whole game, every screen, and a game on the device."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.engines.conftest import demand
from tests.engines.driver import Driver
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


class EngineSuite(ABC):
    """Each engine has a file of its own, so that two of them run beside each other."""

    name: str
    # The game that is played to its end.
    game: str

    @staticmethod
    @abstractmethod
    def ensure() -> bool:
        """Whether the engine is installed, which is tried if it is not."""

    @staticmethod
    @abstractmethod
    def driver(*, keeps_pages: bool) -> Driver:
        """The engine; ``keeps_pages`` if service workers are to run, which WebKit cannot do without."""

    @pytest.fixture(scope="class")
    @classmethod
    def visitor(cls, server: RunningServer) -> Iterator[Visitor]:
        demand(cls.name, cls.ensure())
        with visiting(cls.driver(keeps_pages=False), server) as opened:
            yield opened

    @pytest.fixture(scope="class")
    @classmethod
    def finished(cls, visitor: Visitor) -> str:
        """A game that is played to its end, and whose table several screens show."""
        return play_whole_game(visitor, cls.game)

    def test_a_whole_game(self, visitor: Visitor, finished: str) -> None:
        assert finished
        assert visitor.driver.problems() == []

    @pytest.mark.parametrize("screen", SCREENS)
    def test_screen(self, visitor: Visitor, finished: str, screen: str) -> None:
        visit(visitor, screen, finished)

    def test_every_page_is_among_the_screens(self, visitor: Visitor) -> None:
        demand_all_pages(visitor)

    def test_a_game_on_the_device(self, tmp_path: Path) -> None:
        demand(self.name, self.ensure())
        with visiting(self.driver(keeps_pages=True), open_server(tmp_path)) as visitor:
            play_on_device(visitor)
