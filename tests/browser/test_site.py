"""The client as static files, in a folder of a plain file server."""

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
    FastPlayer,
    actions,
    download_button,
    finish,
    play_some,
)
from tests.browser.kept_client import kept_paths, kept_versions, wait_until_idle, write_newer_client
from tests.browser.people import is_home, play_button, until
from tests.browser.test_access import assert_accessible
from tests.messages import LOCALE, words

BUILD = Path(__file__).parents[2] / "web" / "build.py"
PREFIX = "games/qwixx"
RECORD = Path(__file__).parents[1] / "golden" / "dice-2.qwixx"
# The names of everything that the browser stores for this origin.
STORED = """async () => [
  ...Object.keys(localStorage),
  ...(await caches.keys()),
  ...(await indexedDB.databases()).map(({ name }) => name),
]"""


class Quiet(SimpleHTTPRequestHandler):
    """A file server without a log."""

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Log nothing."""


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The root folder of the file server: the site is below a prefix."""
    root = tmp_path_factory.mktemp("files")
    subprocess.run(
        [sys.executable, str(BUILD), "--no-check", "--site", str(root / PREFIX)],
        check=True,
        capture_output=True,
    )
    return root


@pytest.fixture(scope="module")
def address(root: Path) -> Iterator[str]:
    """The URL of the site."""
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
    choose_pace(context, "instant", f"/{PREFIX}/")
    yield context
    context.close()


def test_an_update_of_the_site_replaces_the_cached_version(
    visitor: BrowserContext, address: str, root: Path
) -> None:
    page = visitor.new_page()
    page.clock.install()
    page.goto(address)
    wait_until_idle(page)
    until(page, lambda: "/" in [path.removeprefix(f"/{PREFIX}") for path in kept_paths(page)])
    (before,) = kept_versions(page)
    site = root / PREFIX
    site.rename(root / "before")
    write_newer_client(root / "before", site)
    page.reload()
    wait_until_idle(page)
    until(page, lambda: len(kept_versions(page)) == 1 and kept_versions(page) != [before])


def test_the_site_works_below_its_prefix_and_offline(visitor: BrowserContext, address: str) -> None:
    page = visitor.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    asked: set[str] = set()
    visitor.on("request", lambda request: asked.add(request.url))
    page.goto(address)
    is_home(page)
    assert_accessible(page, "the first screen of a site")
    # The device parses the record, which requires the download first.
    page.goto(f"{address}#/replay")
    page.get_by_role("textbox", name=words("replay.record")).fill(RECORD.read_text(encoding="utf-8"))
    page.get_by_role("button", name=words("replay.open.show"), exact=True).click()
    download_button(page).click()
    expect(page.get_by_role("slider")).to_be_visible(timeout=STARTING)
    page.goto(f"{address}#/")
    play_button(page).click()
    expect(actions(page)).to_be_visible(timeout=STARTING)
    player = FastPlayer(page, "Ann")
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
    assert [name for name in page.evaluate(STORED) if f"/{PREFIX}/ " not in name] == []
    assert [url for url in asked if not url.startswith(address)] == []
    assert problems == []
