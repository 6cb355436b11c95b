"""A real server and a real browser."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from qwixx.bots import GapBot
from qwixx.client import Server
from tests.browser import chromium
from tests.browser.late_frames import make_late
from tests.browser.people import LONGEST_WAIT, FinishedGame
from tests.caches import cache_of_this_run, environment_with
from tests.messages import LOCALE
from tests.server.running_server import RunningServer, free_port

# Chromium must not connect to anything outside this machine.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    data = tmp_path_factory.mktemp("server") / "tables.sqlite"
    # Either the solver's tests solve the solo game or this server does: once is enough.
    cache = environment_with(cache_of_this_run(tmp_path_factory))
    # A base URL, as a public host has, so that rooms show how to invite players.
    port = free_port()
    # All tests of a worker share one IP address, like the players of a school.
    options = ("--base-url", f"http://127.0.0.1:{port}", "--limit", "tables_per_hour=600")
    running = RunningServer(Path(data), port, cache, *options)
    yield running
    running.stop()


# Module scope: while a browser is open, its event loop runs in this thread, and tests of other
# files may need an event loop themselves.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    path = chromium.ensure_shell()
    expect.set_options(timeout=LONGEST_WAIT)
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield opened
        opened.close()


@contextmanager
def whole_browser(browser: Browser, *flags: str) -> Iterator[Browser]:
    """The full Chromium: only it installs pages, shows notifications, and accepts which origins count as secure."""
    whole = browser.browser_type.launch(executable_path=chromium.ensure(), args=[*FLAGS, *flags])
    yield whole
    whole.close()


@pytest.fixture
def page(browser: Browser, server: RunningServer) -> Iterator[Page]:
    """A phone in English that prefers reduced motion; any error in the page or its console fails the test."""
    context = new_person(browser, server)
    opened = context.new_page()
    problems: list[str] = []
    opened.on("pageerror", lambda error: problems.append(str(error)))
    opened.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    yield opened
    context.close()
    assert problems == []


@pytest.fixture(scope="session")
def finished_game(server: RunningServer) -> FinishedGame:
    """A game played once, without a browser, for all tests that only look at its end."""
    with Server(server.url).open("dice", name="Ann", seats=[None, "casual"]) as ann:
        ann.play(GapBot(1, 2))
        private_link = ann.now.private_link
        assert private_link is not None
        return FinishedGame(ann.link, private_link)


def new_person(
    browser: Browser, server: RunningServer, width: int = 360, height: int = 740, **more: object
) -> BrowserContext:
    """Another player's browser, with separate cookies; it blocks service workers unless allowed.

    It skips animations, so that tests do not wait for them; tests of motion get animations at the brisk pace.
    """
    usual = {
        "base_url": server.url,
        "locale": LOCALE,
        "reduced_motion": "reduce",
        "service_workers": "block",
    }
    options: dict[str, object] = {**usual, **more}
    context = browser.new_context(
        viewport={"width": width, "height": height},
        **options,  # type: ignore[arg-type]
    )
    choose_pace(context, "instant" if options["reduced_motion"] == "reduce" else "brisk")
    make_late(context)
    return context


def choose_pace(context: BrowserContext, pace: str, folder: str = "") -> None:
    """Store this pace in the browser's local storage, under the site's folder; the last call wins."""
    context.add_init_script(f"localStorage.setItem('{folder} qwixx.pace'.trim(), '{pace}')")
