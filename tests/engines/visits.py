"""The visits in each engine: every screen, rotated and widened, a whole game, and a game on the device."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import httpx2 as httpx
import pytest

from qwixx.notation import parse_record
from qwixx.server.web.pages import PAGES
from tests.engines.driver import LONGEST_START, Driver
from tests.engines.layout import faults
from tests.engines.player import Player
from tests.engines.screens import FAILING, QUICK_BOT, SCREENS, TABLES
from tests.engines.visitor import Visitor
from tests.server.running_server import RunningServer, free_port

PHONE = (360, 740)
TURNED = (740, 360)
DESKTOP = (1280, 800)


def open_server(folder: Path, environment: Mapping[str, str] | None = None) -> RunningServer:
    """A server with a base URL, as if phones could reach it, so that its lobbies and pads show QR codes."""
    port = free_port()
    base = ("--base-url", f"http://127.0.0.1:{port}")
    return RunningServer(folder / "tables.sqlite", port, environment, *base)


@contextmanager
def visiting(driver: Driver, server: RunningServer) -> Iterator[Visitor]:
    """A visitor on a phone, without animations of turns."""
    try:
        driver.resize(*PHONE)
        visitor = Visitor(driver, server)
        visitor.goto("/")
        visitor.evaluate("() => localStorage.setItem('qwixx.pace', 'instant')")
        yield visitor
    finally:
        driver.close()


def play_whole_game(visitor: Visitor, game: str) -> str:
    """Play a game against a bot until its end; return its table."""
    finished = visitor.open_table(game, QUICK_BOT)
    player = Player(visitor)
    player.play_out()
    text = httpx.get(f"{visitor.server.url}/api/tables/{finished}/record").text
    assert parse_record(text).ruleset.name == game
    assert player.acted > 5
    return finished


def visit(visitor: Visitor, screen: str, finished: str) -> None:
    """Visit a screen on a phone in portrait and landscape, and on a desktop."""
    driver = visitor.driver
    before = len(driver.problems())
    driver.resize(*PHONE)
    SCREENS[screen](visitor, finished)
    visitor.reached[screen] = component_at(visitor.evaluate("() => location.pathname"))
    found = {size: _faults_at(driver, size, screen) for size in (PHONE, TURNED, DESKTOP)}
    assert not any(found.values()), "\n".join(
        f"{size}: {each}" for size, wrong in found.items() for each in wrong
    )
    problems = driver.problems()[before:]
    assert screen in FAILING or not problems, "\n".join(problems)


def component_at(path: str) -> str | None:
    """The component that renders a path of the client; None if there is no such page."""
    return next(
        (page.component for page in PAGES if re.fullmatch(re.sub("{.*?}", "[^/]+", page.path), path)), None
    )


def demand_all_pages(visitor: Visitor) -> None:
    """Check that every page of the client was reached, if all screens were visited."""
    if visitor.reached.keys() != SCREENS.keys():
        pytest.skip("only some of the screens were visited")
    missing = {page.component for page in PAGES} - set(visitor.reached.values())
    assert not missing


def _faults_at(driver: Driver, size: tuple[int, int], screen: str) -> list[str]:
    driver.resize(*size)
    return faults(driver, is_table=screen in TABLES)


def play_on_device(visitor: Visitor) -> None:
    """Download the files for offline games, then stop the server, and play on the device."""
    visitor.goto("/offline")
    visitor.click("button", "device.download")
    visitor.see("button", "device.remove", seconds=LONGEST_START)
    visitor.server.stop()
    visitor.goto("/")
    # The notice shifts everything below it.
    visitor.see("link", "offline.learn")
    visitor.click("button", "act.play")
    visitor.see("group", "play.actions", seconds=LONGEST_START)
    Player(visitor).play(3)
