"""The client as files alone, in a folder of a plain file server."""

import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.browser.conftest import choose_pace
from tests.browser.device_games import (
    STARTING,
    Nimble,
    actions,
    download_button,
    finish,
    play_some,
    remove_button,
)
from tests.browser.people import is_home, play_button
from tests.browser.test_access import assert_accessible
from tests.messages import LOCALE, words

BUILD = Path(__file__).parents[2] / "web" / "build.py"
PREFIX = "games/qwixx"


class Quiet(SimpleHTTPRequestHandler):
    """Writes no log."""

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Nobody reads it."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the site is, below a prefix."""
    root = tmp_path_factory.mktemp("files")
    subprocess.run(
        [sys.executable, str(BUILD), "--no-check", "--site", str(root / PREFIX)],
        check=True,
        capture_output=True,
    )
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(root))) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/{PREFIX}/"
        server.shutdown()
        thread.join()


@pytest.fixture
def visitor(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(
        locale=LOCALE, viewport={"width": 360, "height": 740}, reduced_motion="reduce"
    )
    choose_pace(context, "instant")
    yield context
    context.close()


def test_a_visit_of_the_site(visitor: BrowserContext, address: str) -> None:
    page = visitor.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    asked: set[str] = set()
    visitor.on("request", lambda request: asked.add(request.url))
    page.goto(address)
    is_home(page)
    assert_accessible(page, "the first screen of a site")
    play_button(page).click()
    download_button(page).click()
    expect(remove_button(page)).to_be_visible(timeout=STARTING)
    page.get_by_role("link", name=words("home.play"), exact=True).click()
    play_button(page).click()
    expect(actions(page)).to_be_visible(timeout=STARTING)
    player = Nimble(page, "Ann")
    play_some(player, 2)
    visitor.set_offline(True)
    page.reload()
    expect(actions(page)).to_be_visible(timeout=STARTING)
    finish(player)
    page.get_by_role("link", name=words("replay.title"), exact=True).first.click()
    expect(page.get_by_role("slider")).to_be_visible()
    for place in ("learn", "learn/cards", "pad", "replay", "history", "offline"):
        page.goto(f"{address}#/{place}")
        expect(page.get_by_role("heading").first).to_be_visible()
    assert [url for url in asked if not url.startswith(address)] == []
    assert problems == []
