"""The client on a device: installed, offline, and updated."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socket import create_server
from threading import Thread

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Locator, Page, expect

from tests.browser.conftest import whole_browser
from tests.browser.kept_client import (
    ReplaceableServer,
    keep_client,
    kept_paths,
    kept_versions,
    last_messages,
    new_keeper,
    wait_until_idle,
    worker_count,
)
from tests.browser.people import Person, is_home, open_table, until
from tests.browser.test_access import assert_accessible
from tests.messages import capital, contains, in_language, words

FOREIGN = "<!doctype html><title>Another program</title><h1>Another program</h1>"
# A service worker that another version may have left behind, which does nothing.
OLD_WORKER = "self.addEventListener('install', () => self.skipWaiting())"
# The final state of a service worker that is being installed.
INSTALLING = """async () => {
  const { installing } = await navigator.serviceWorker.register('/sw.js')
  await new Promise((done) => installing.addEventListener('statechange', done))
  return installing.state
}"""
NO_SERVER = contains("offline.lost")


@pytest.fixture(scope="module")
def running_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ReplaceableServer]:
    running = ReplaceableServer(tmp_path_factory.mktemp("site"))
    yield running
    running.stop()


@pytest.fixture
def site(running_site: ReplaceableServer) -> Iterator[ReplaceableServer]:
    yield running_site
    running_site.restore()


@pytest.fixture
def keeper(browser: Browser, site: ReplaceableServer) -> Iterator[BrowserContext]:
    context = new_keeper(browser, site)
    yield context
    context.close()


@pytest.fixture
def page(keeper: BrowserContext) -> Page:
    return keeper.new_page()


@pytest.fixture(scope="module")
def device(browser: Browser, running_site: ReplaceableServer) -> Iterator[BrowserContext]:
    """A device that has already cached the client, for tests that only use it."""
    context = new_keeper(browser, running_site)
    page = context.new_page()
    keep_client(page)
    page.close()
    yield context
    context.close()


@pytest.fixture
def later_visit(device: BrowserContext) -> Iterator[Page]:
    """A visit on such a device."""
    page = device.new_page()
    yield page
    device.set_offline(False)
    page.close()


# Installing


def test_the_client_can_be_installed(browser: Browser, site: ReplaceableServer) -> None:
    with whole_browser(browser) as whole:
        keeper = new_keeper(whole, site)
        page = keeper.new_page()
        page.goto("/")
        session = keeper.new_cdp_session(page)
        manifest = session.send("Page.getAppManifest")
        problems = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert manifest["errors"] == []
    assert manifest["url"].endswith("/manifest.webmanifest")
    # The browser profile of tests is temporary, as in incognito mode.
    assert [each["errorId"] for each in problems if each["errorId"] != "in-incognito"] == []


# Without a network


def test_offline_the_first_screen_and_all_pages_without_server_needs_work(
    device: BrowserContext, later_visit: Page
) -> None:
    device.set_offline(True)
    later_visit.goto("/")
    is_home(later_visit)
    notice = later_visit.get_by_role("complementary", name=capital(words("label.offline")))
    expect(notice).to_contain_text(NO_SERVER)
    assert_accessible(later_visit, "the first screen without a server")
    for way in ("Score pad", "Replays", "Your games"):
        notice.get_by_role("link", name=way).click()
        expect(later_visit.get_by_role("heading", level=1)).to_be_visible()
        expect(notice).not_to_be_visible()
        later_visit.go_back()
        expect(notice).to_be_visible()
    for path in ("/learn", "/learn/cards", "/pad", "/history", "/replay"):
        later_visit.goto(path)
        expect(later_visit.get_by_role("heading").first).to_be_visible()
        expect(later_visit.get_by_role("alert").filter(has_text=re.compile(r"\S"))).to_have_count(0)


def test_an_unreachable_table_says_so_and_reconnects(device: BrowserContext, later_visit: Page) -> None:
    link = open_table(Person(later_visit, "Ann"), "dice", "casual")
    device.set_offline(True)
    later_visit.goto(link)
    told = later_visit.get_by_role("heading", level=1, name=NO_SERVER)
    expect(told).to_be_visible()
    assert_accessible(later_visit, "a table without a server")
    device.set_offline(False)
    expect(later_visit.get_by_role("group", name=words("play.actions"))).to_be_visible()
    expect(told).not_to_be_visible()


@pytest.mark.parametrize("path", ["/puzzle", "/daily", "/daily/2026-01-01/puzzle"])
def test_a_page_opened_offline_retries_when_it_is_online_again(
    device: BrowserContext, later_visit: Page, path: str
) -> None:
    device.set_offline(True)
    later_visit.goto(path)
    expect(later_visit.get_by_text(NO_SERVER).first).to_be_visible()
    with later_visit.expect_request(re.compile("/api/(puzzle|daily)")):
        device.set_offline(False)


def test_messages_are_cached_in_the_language_in_use(keeper: BrowserContext, page: Page) -> None:
    keep_client(page)
    assert not any("/words-de-" in path for path in kept_paths(page))
    page.get_by_label(words("language")).select_option(label="Deutsch")
    until(page, lambda: last_messages("de") in kept_paths(page))
    page.get_by_label(in_language("de").words("language")).select_option(label="Português (BR)")
    until(page, lambda: last_messages("pt-BR") in kept_paths(page))
    assert not any("/words-pt-start-" in path for path in kept_paths(page)), "that is another language"
    keeper.set_offline(True)
    page.goto("/learn")
    expect(page.locator("html")).to_have_attribute("lang", "pt-BR")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_only_the_page_and_its_assets_are_cached(device: BrowserContext, later_visit: Page) -> None:
    link = open_table(Person(later_visit, "Ann"), "dice", "casual")
    later_visit.get_by_role("button", name=words("menu")).click()
    shown = later_visit.get_by_role("dialog").locator("input")
    expect(shown.first).to_be_visible()
    secret = next(link for link in map(Locator.input_value, shown.all()) if "/s/" in link)
    later_visit.goto(secret)
    later_visit.wait_for_url(link)
    later_visit.evaluate("path => fetch(path)", link.replace("/t/", "/api/tables/"))
    assert {path for path in kept_paths(later_visit) if not path.startswith("/assets/")} == {"/"}
    device.set_offline(True)
    with pytest.raises(Error, match="ERR_INTERNET_DISCONNECTED"):
        later_visit.goto(secret)


# From one version to the next


def test_a_game_continues_while_the_client_is_replaced(
    keeper: BrowserContext, page: Page, site: ReplaceableServer
) -> None:
    keep_client(page)
    old = kept_versions(page)
    open_table(Person(page, "Ann"), "dice", "casual")
    site.renew()
    other = keeper.new_page()
    other.goto("/")
    assert "2.js" in str(other.locator("script[type=module]").get_attribute("src"))
    wait_until_idle(other)
    until(other, lambda: len(kept_versions(other)) == 2)
    # The part that shows the menu is no longer available on the server.
    page.get_by_role("button", name=words("menu")).click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.close()
    until(other, lambda: kept_versions(other) != old and len(kept_versions(other)) == 1)
    keeper.set_offline(True)
    other.goto("/learn")
    expect(other.get_by_role("alert")).to_have_count(0)
    assert "2.js" in str(other.locator("script[type=module]").get_attribute("src"))


def test_an_open_page_offers_a_new_version_and_has_it_after_a_reload(
    page: Page, site: ReplaceableServer
) -> None:
    keep_client(page)
    old = kept_versions(page)
    site.renew()
    page.clock.fast_forward(3_600_000)
    notice = page.get_by_role("complementary", name=words("offline.newer"))
    with page.expect_navigation():
        notice.get_by_role("button", name=words("reload")).click()
    expect(notice).not_to_be_visible()
    wait_until_idle(page)
    until(page, lambda: kept_versions(page) != old and len(kept_versions(page)) == 1)
    assert "2.js" in str(page.locator("script[type=module]").get_attribute("src"))


def test_an_older_service_worker_is_replaced_and_its_cache_deleted(
    page: Page, site: ReplaceableServer
) -> None:
    real = (site.static / "sw.js").read_bytes()
    for copy in ("sw.js.br", "sw.js.gz"):
        (site.static / copy).unlink()
    (site.static / "sw.js").write_text(OLD_WORKER)
    page.goto("/")
    page.evaluate("navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready)")
    page.evaluate("Promise.all(['qwixx 0.1', 'of another program'].map((name) => caches.open(name)))")
    (site.static / "sw.js").write_bytes(real)
    page.goto("/")
    wait_until_idle(page)
    until(page, lambda: "qwixx 0.1" not in kept_versions(page))
    assert "of another program" in kept_versions(page)
    assert "/" in kept_paths(page)


# What can go wrong


def test_a_device_with_full_storage_can_play_but_caches_nothing(
    keeper: BrowserContext, page: Page, site: ReplaceableServer
) -> None:
    session = keeper.new_cdp_session(page)
    session.send("Storage.overrideQuotaForOrigin", {"origin": site.server.url, "quotaSize": 50_000})
    page.goto("/")
    assert page.evaluate(INSTALLING) == "redundant"
    assert kept_paths(page) == []
    open_table(Person(page, "Ann"), "dice", "casual")
    expect(page.get_by_role("group", name=words("play.actions"))).to_be_visible()


def test_deleted_caches_are_filled_again_at_the_next_visit(keeper: BrowserContext, page: Page) -> None:
    keep_client(page)
    page.evaluate("caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name))))")
    keep_client(page)
    keeper.set_offline(True)
    page.goto("/pad")
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_a_host_can_withdraw_the_service_worker(page: Page, site: ReplaceableServer) -> None:
    keep_client(page)
    for file in site.static.glob("sw.js*"):
        file.unlink()
    page.goto("/")
    wait_until_idle(page)
    until(page, lambda: worker_count(page) == 0)


@contextmanager
def another_program(port: int, status: int) -> Iterator[None]:
    """Another program on our port, which answers every request with its own page."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(FOREIGN.encode())

        def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
            """Log nothing."""

    with ThreadingHTTPServer(("127.0.0.1", port), Answer) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture
def stopped(site: ReplaceableServer) -> Iterator[Callable[[], None]]:
    """Stop the server until the end of the test."""
    yield site.stop
    site.start()


def test_the_cached_client_does_not_replace_another_program_at_our_address(
    page: Page, site: ReplaceableServer, stopped: Callable[[], None]
) -> None:
    keep_client(page)
    stopped()
    for status in (502, 200):
        with another_program(site.port, status):
            page.goto("/pad")
            expect(page.get_by_role("heading", name="Another program")).to_be_visible()
    until(page, lambda: worker_count(page) == 0 and kept_versions(page) == [])
    with pytest.raises(Error, match="ERR_CONNECTION_REFUSED"):
        page.goto("/")


def test_on_a_dedicated_domain_the_cached_page_replaces_a_server_that_is_down(
    browser: Browser, site: ReplaceableServer, stopped: Callable[[], None]
) -> None:
    address = f"http://qwixx.test:{site.port}"
    flags = ["--host-resolver-rules=MAP qwixx.test 127.0.0.1"]
    flags.append(f"--unsafely-treat-insecure-origin-as-secure={address}")
    with whole_browser(browser, *flags) as whole:
        page = new_keeper(whole, site, base_url=address).new_page()
        keep_client(page)
        stopped()
        with another_program(site.port, status=502):
            page.goto("/pad")
            expect(page.locator("html[data-offline]")).to_be_attached()
        # A maintenance page with status 200 is shown, and the cache is kept.
        with another_program(site.port, status=200):
            page.goto("/pad")
            expect(page.get_by_role("heading", name="Another program")).to_be_visible()
        with create_server(("127.0.0.1", site.port)):
            page.goto("/pad")
            expect(page.locator("html[data-offline]")).to_be_attached()
