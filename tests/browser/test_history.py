"""The history of games on a device: stored once, exported and imported, and storage that fails."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Download, Page, expect

from tests.browser.conftest import new_person
from tests.browser.people import FinishedGame
from tests.browser.test_access import assert_accessible, assert_no_sideways_scrolling
from tests.messages import begins, pattern, words
from tests.server.running_server import RunningServer


def games(page: Page) -> int:
    """The number of games on the page."""
    expect(page.get_by_role("button", name=words("history.import"))).to_be_visible()
    return page.get_by_role("link", name=pattern("history.replay.of")).count()


def at_end(context: BrowserContext, game: FinishedGame) -> Page:
    """The end of the game, once the game is stored."""
    page = game.seen_in(context)
    expect(page.get_by_role("link", name=words("history.title"))).to_be_visible()
    page.wait_for_function(KEPT)
    return page


# The number of games in the database: the page does not show that storing has finished.
KEPT = """() => new Promise((tell) => {
  const opening = indexedDB.open('qwixx-history')
  opening.onsuccess = () => {
    const database = opening.result
    if (!database.objectStoreNames.contains('games')) return database.close(), tell(0)
    const counting = database.transaction('games').objectStore('games').count()
    counting.onsuccess = () => (database.close(), tell(counting.result))
  }
})"""


# A database upgraded by a later version of the client.
NEWER = """() => new Promise((done) => {
  const opening = indexedDB.open('qwixx-history', 99)
  opening.onsuccess = () => (opening.result.close(), done())
})"""


def downloaded(page: Page, button: str) -> Path:
    with page.expect_download() as coming:
        page.get_by_role("button", name=button).click()
    found: Download = coming.value
    return Path(found.path())


def confirm(page: Page, button: str) -> None:
    page.get_by_role("dialog").get_by_role("button", name=button, exact=True).click()


def test_a_game_is_stored_once_and_can_be_exported_deleted_and_imported(
    browser: Browser, server: RunningServer, finished_game: FinishedGame, tmp_path: Path
) -> None:
    context = new_person(browser, server)
    page = at_end(context, finished_game)
    page.reload()
    other = at_end(context, finished_game)
    expect(page.get_by_role("link", name=words("history.title"))).to_be_visible()
    assert page.evaluate(KEPT) == other.evaluate(KEPT) == 1
    other.close()

    page.get_by_role("link", name=words("history.title")).click()
    expect(page.get_by_role("heading", level=1, name=words("history.title"))).to_be_focused()
    assert games(page) == 1
    expect(page.get_by_role("img", name=begins("history.plot.said", count=1))).to_be_visible()
    expect(page.get_by_role("row", name=begins("bot.casual"))).to_contain_text("of 1")
    assert_accessible(page, "history")
    assert_no_sideways_scrolling(page, "history")

    saved = downloaded(page, "Export (JSON)")
    table = finished_game.link.rsplit("/", 1)[-1]
    assert [each["table"] for each in json.loads(saved.read_bytes())["games"]] == [table]
    sheet = downloaded(page, "For spreadsheets (CSV)").read_text(encoding="utf-8-sig")
    assert table in sheet.splitlines()[1]

    page.get_by_role("button", name=pattern("history.delete.of", game=words("game.dice"))).click()
    confirm(page, words("cancel"))
    assert games(page) == 1
    page.get_by_role("button", name=pattern("history.delete.of", game=words("game.dice"))).click()
    confirm(page, "Delete")
    expect(page.get_by_text(words("history.empty"))).to_be_visible()

    chosen = page.locator("input[type=file]")
    broken = tmp_path / "broken.json"
    broken.write_text(saved.read_text().replace('"seat": 0', '"seat": 9'))
    chosen.set_input_files(broken)
    expect(page.get_by_role("alert").filter(has_text=words("history.import.game", entry=1))).to_be_visible()
    assert games(page) == 0
    for said in ("1 new entry imported", "Nothing new in this file"):
        chosen.set_input_files(saved)
        expect(page.locator("body")).to_contain_text(said)
        assert games(page) == 1

    page.get_by_role("button", name=words("history.delete.all")).click()
    confirm(page, "Delete everything")
    expect(page.get_by_text(words("history.empty"))).to_be_visible()
    assert page.evaluate(KEPT) == 0
    context.close()


def test_full_storage_is_reported_and_has_no_other_effect(
    browser: Browser, server: RunningServer, finished_game: FinishedGame, tmp_path: Path
) -> None:
    context = new_person(browser, server)
    page = context.new_page()
    page.goto("/history")
    assert games(page) == 0
    one = {"table": "x", "number": 1, "at": 0, "game": "solo", "options": {}, "seat": 0}
    sheet = {"rows": [[], [], [], []], "locks": [], "penalties": 4, "points": [0, 0, 0, 0], "total": -20}
    rest = {"sheet": sheet, "closed": [], "hinted": False, "luck": None, "skill": None, "daily": None}
    players = [{"name": "Ann", "bot": None, "points": -20, "place": 1}]
    many = [{**one, **rest, "players": players, "attempt": None, "number": n} for n in range(1, 2000)]
    file = tmp_path / "many.json"
    file.write_text(json.dumps({"format": "qwixx history", "version": 1, "games": many}))
    session = context.new_cdp_session(page)
    session.send("Storage.overrideQuotaForOrigin", {"origin": server.url, "quotaSize": 1})
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_role("alert").filter(has_text=words("history.import.full"))).to_be_visible()
    assert games(page) == 0

    page.goto(finished_game.private_link)
    expect(page.get_by_text(words("history.full")).first).to_be_visible()
    expect(page.get_by_role("button", name=words("end.rematch"))).to_be_enabled()

    session.send("Storage.overrideQuotaForOrigin", {"origin": server.url})
    page.reload()
    page.wait_for_function(KEPT)
    context.close()


def test_a_history_of_a_newer_version_stays_unchanged_and_a_reload_is_offered(
    browser: Browser, server: RunningServer, finished_game: FinishedGame
) -> None:
    context = new_person(browser, server)
    page = context.new_page()
    page.goto("/history")
    assert games(page) == 0
    page.evaluate(NEWER)
    page.reload()
    expect(page.get_by_role("alert").filter(has_text=words("history.broken"))).to_be_visible()
    game = finished_game.seen_in(context)
    expect(game.get_by_text(words("history.failed")).first).to_be_visible()
    assert page.evaluate(KEPT) == 0
    context.close()


@pytest.mark.parametrize(
    "missing", ["undefined", "(() => { throw new DOMException('no', 'SecurityError') })()"]
)
def test_a_browser_without_a_database_says_so(browser: Browser, server: RunningServer, missing: str) -> None:
    context = new_person(browser, server)
    context.add_init_script(f"Object.defineProperty(window, 'indexedDB', {{ get: () => {missing} }})")
    page = context.new_page()
    page.goto("/history")
    expect(page.get_by_role("alert").filter(has_text=words("history.forbidden"))).to_be_visible()
    context.close()
