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
    """Each engine has its own test file, so that two engines can run in parallel."""

    name: str
    # The game that is played to its end.
    game: str

    @staticmethod
    @abstractmethod
    def ensure() -> bool:
        """Install the engine if necessary; return whether it is installed."""

    @staticmethod
    @abstractmethod
    def driver(*, keeps_pages: bool) -> Driver:
        """Start the engine; ``keeps_pages`` enables service workers, which WebKit always runs."""

    @pytest.fixture(scope="class")
    @classmethod
    def visitor(cls, server: RunningServer) -> Iterator[Visitor]:
        demand(cls.name, cls.ensure())
        with visiting(cls.driver(keeps_pages=False), server) as opened:
            yield opened

    @pytest.fixture(scope="class")
    @classmethod
    def finished(cls, visitor: Visitor) -> str:
        """A game that is played to its end; several screens show its table."""
        return play_whole_game(visitor, cls.game)

    def test_a_whole_game_logs_no_problems(self, visitor: Visitor, finished: str) -> None:
        assert finished
        assert visitor.driver.problems() == []

    @pytest.mark.parametrize("screen", SCREENS)
    def test_a_screen_has_no_layout_or_console_problems(
        self, visitor: Visitor, finished: str, screen: str
    ) -> None:
        visit(visitor, screen, finished)

    def test_every_page_is_covered_by_a_screen(self, visitor: Visitor) -> None:
        demand_all_pages(visitor)

    def test_a_game_can_be_played_on_the_device_without_a_server(self, tmp_path: Path) -> None:
        demand(self.name, self.ensure())
        with visiting(self.driver(keeps_pages=True), open_server(tmp_path)) as visitor:
            play_on_device(visitor)
