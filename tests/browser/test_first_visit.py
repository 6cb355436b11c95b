"""The transfer size of a first visit, and the page when a part of it fails to load."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import new_person
from tests.browser.visits import PLAY, first_visit
from tests.messages import LANGUAGES, in_language, words
from tests.server.running_server import RunningServer
from tests.web.test_build import load_build

LARGEST = load_build().LARGEST
# The browser requests German pages; the patterns match scripts, styles and messages as the build names them.
GERMAN = in_language("de")
WORDS = re.compile(r"/assets/words-[\w-]+-start-.*\.json$")
FIRST = re.compile(r"/assets/first-.*\.js$")
FIRST_STYLE = re.compile(r"/assets/first-.*\.css$")
TABLE = re.compile(r"/assets/table-.*\.js$")
TABLE_STYLE = re.compile(r"/assets/table-.*\.css$")
# Milliseconds: the page waits ten seconds for its first script.
LONGER_THAN_LATE = 30_000


# The build measures all languages; this test adds what a real browser transfers.
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_first_visit_transfers_no_more_bytes_than_allowed(
    browser: Browser, server: RunningServer, language: str
) -> None:
    visit = first_visit(browser, server.url, language)
    assert visit.first_screen_bytes <= LARGEST["the first screen"], visit.requests
    assert visit.first_roll_bytes <= LARGEST["the first roll"], visit.requests


@pytest.fixture
def broken(browser: Browser, server: RunningServer) -> Iterator[Page]:
    """A page with a missing file: errors in its console are expected."""
    context = new_person(browser, server, locale="de")
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("missing", [WORDS, FIRST], ids=["words", "script"])
def test_a_page_that_fails_to_load_says_so_and_can_be_reloaded(
    broken: Page, missing: re.Pattern[str]
) -> None:
    broken.route(missing, lambda route: route.fulfill(status=503, body=""))
    broken.goto("/")
    expect(broken.get_by_role("alert")).to_contain_text(GERMAN.words("page.unloaded"))
    assert broken.locator("html").get_attribute("lang") == "de"
    broken.unroute(missing)
    broken.get_by_role("link", name=GERMAN.words("reload")).click()
    expect(broken.get_by_role("button", name=PLAY)).to_be_visible()


def test_an_outdated_browser_gets_an_explanation(broken: Page) -> None:
    broken.add_init_script("delete Array.prototype.toReversed")
    broken.goto("/")
    expect(broken.get_by_role("alert")).to_contain_text(GERMAN.words("page.unloaded"))
    expect(broken.get_by_role("link", name=GERMAN.words("reload"))).to_be_visible()


def test_a_page_without_its_stylesheet_is_usable(broken: Page) -> None:
    broken.route(FIRST_STYLE, lambda route: route.fulfill(status=503, body=""))
    broken.goto("/")
    broken.get_by_role("button", name=PLAY).click()
    expect(broken.get_by_role("group", name=GERMAN.words("play.actions"))).to_be_visible()


@pytest.mark.parametrize("missing", [TABLE, TABLE_STYLE], ids=["script", "style"])
def test_a_table_that_fails_to_load_says_so_and_can_be_reloaded(
    broken: Page, missing: re.Pattern[str]
) -> None:
    broken.route(missing, lambda route: route.fulfill(status=503, body=""))
    broken.goto("/")
    broken.get_by_role("button", name=PLAY).click()
    expect(broken.get_by_role("alert").filter(has_text=GERMAN.words("failed"))).to_be_visible()
    broken.unroute(missing)
    broken.get_by_role("button", name=GERMAN.words("reload")).click()
    expect(broken.get_by_role("group", name=GERMAN.words("play.actions"))).to_be_visible()


@pytest.mark.parametrize("storage", ["forbidden", "full"])
def test_a_browser_without_storage_can_play(browser: Browser, server: RunningServer, storage: str) -> None:
    context = new_person(browser, server)
    page = context.new_page()
    forbidden = "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no') } })"
    full = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }"
    page.add_init_script(forbidden if storage == "forbidden" else full)
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto("/")
    page.get_by_label(words("language")).select_option(label="Deutsch")
    page.get_by_role("button", name=PLAY).click()
    expect(page.get_by_role("group", name=GERMAN.words("play.actions"))).to_be_visible()
    context.close()
    assert problems == []


def test_without_scripts_the_page_explains_itself_in_every_language(
    browser: Browser, server: RunningServer
) -> None:
    context = new_person(browser, server, java_script_enabled=False)
    page = context.new_page()
    page.goto("/")
    lines = page.locator("noscript p")
    assert lines.count() == len(LANGUAGES)
    assert all("JavaScript" in text for text in lines.all_text_contents())
    context.close()


def test_a_missing_first_script_is_explained_after_a_timeout(broken: Page) -> None:
    broken.route(re.compile(r"/assets/index-.*\.js$"), lambda route: route.fulfill(status=503, body=""))
    broken.goto("/")
    expect(broken.get_by_role("link", name=GERMAN.words("reload"))).to_be_visible(timeout=LONGER_THAN_LATE)
    assert broken.locator(".late p").count() == len(LANGUAGES)
