"""Device features: clipboard, sharing, screen wake lock."""

from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from qwixx.notation import parse_record
from tests.browser.conftest import new_person
from tests.browser.people import START, FinishedGame, Person, is_home, open_table, play_out, until
from tests.messages import words
from tests.server.running_server import RunningServer

CLIPBOARD = {"permissions": ["clipboard-read", "clipboard-write"]}

SHARE = """
window.shared = []
navigator.share = async (what) => {
  window.shared.push(what)
  if (window.sharing) throw new DOMException('', window.sharing)
}
"""
NO_SHARE = "Object.defineProperty(navigator, 'share', { value: undefined })"
NO_CLIPBOARD = """
navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))
document.execCommand = () => false
"""
WAKE_LOCK = """
window.locks = []
const request = async (kind) => {
  const lock = { kind, released: false, release: async () => { lock.released = true } }
  window.locks.push(lock)
  return lock
}
Object.defineProperty(navigator, 'wakeLock', { value: { request } })
window.hide = (hidden) => {
  Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
  if (hidden) window.locks.at(-1).released = true
  document.dispatchEvent(new Event('visibilitychange'))
}
"""


def device(browser: Browser, server: RunningServer, script: str, **more: Any) -> BrowserContext:
    context: BrowserContext = new_person(browser, server, **more)
    context.add_init_script(script)
    return context


def somebody(browser: Browser, server: RunningServer, script: str, **more: Any) -> Person:
    return Person(device(browser, server, script, **more).new_page(), "Ann")


def copied(page: Page) -> str:
    return str(page.evaluate("navigator.clipboard.readText()"))


def tap_copy_record(page: Page) -> None:
    page.get_by_role("button", name=words("menu")).click()
    page.get_by_role("button", name=words("menu.record")).click()


def play_to_the_end(person: Person) -> None:
    person.in_a_hurry = True
    play_out(person)


def test_the_record_of_a_game_can_be_copied(
    browser: Browser, server: RunningServer, finished_game: FinishedGame
) -> None:
    page = finished_game.seen_in(device(browser, server, "", **CLIPBOARD))
    tap_copy_record(page)
    expect(page.get_by_text(words("copied")).last).to_be_visible()
    assert parse_record(copied(page)).names == ("Ann", "Mila")
    page.context.close()


def test_copying_the_record_waits_until_the_record_has_loaded(
    browser: Browser, server: RunningServer, finished_game: FinishedGame
) -> None:
    context = device(browser, server, "", **CLIPBOARD)
    held: list[Route] = []
    context.route("**/record", lambda route: held.append(route))
    page = finished_game.seen_in(context)
    tap_copy_record(page)
    expect(page.get_by_text(words("copied"))).to_have_count(0)
    until(page, lambda: held)
    held.pop().continue_()
    expect(page.get_by_text(words("copied")).last).to_be_visible()
    assert parse_record(copied(page)).names == ("Ann", "Mila")
    context.close()


def test_loading_the_record_can_be_retried_after_a_failure(
    browser: Browser, server: RunningServer, finished_game: FinishedGame
) -> None:
    context = device(browser, server, "", **CLIPBOARD)
    context.route("**/record", lambda route: route.abort())
    page = finished_game.seen_in(context)
    tap_copy_record(page)
    expect(page.get_by_text(words("failed")).last).to_be_visible()
    context.unroute("**/record")
    page.get_by_role("button", name=words("menu.record")).click()
    expect(page.get_by_text(words("copied")).last).to_be_visible()
    assert parse_record(copied(page)).names == ("Ann", "Mila")
    context.close()


def test_the_record_is_shown_when_the_clipboard_is_not_available(
    browser: Browser, server: RunningServer, finished_game: FinishedGame
) -> None:
    page = finished_game.seen_in(device(browser, server, NO_CLIPBOARD))
    tap_copy_record(page)
    shown = page.get_by_role("dialog").get_by_role("textbox", name=words("menu.record"))
    assert parse_record(shown.input_value()).names == ("Ann", "Mila")
    page.context.close()


def test_the_link_is_shared_with_the_share_dialog_of_the_device(
    browser: Browser, server: RunningServer
) -> None:
    ann = somebody(browser, server, SHARE, **CLIPBOARD)
    link = open_table(ann, "dice", "person")
    ann.page.evaluate("navigator.clipboard.writeText('something else')")
    share = ann.page.get_by_role("button", name=words("lobby.share"))
    share.click()
    assert [each["url"] for each in ann.page.evaluate("window.shared")] == [link]
    ann.page.evaluate("window.sharing = 'AbortError'")
    share.click()
    assert copied(ann.page) == "something else"
    ann.page.evaluate("window.sharing = 'NotAllowedError'")
    share.click()
    expect(ann.page.get_by_role("button", name=words("copied"))).to_be_visible()
    assert copied(ann.page) == link
    ann.page.context.close()


def test_the_link_is_copied_when_the_device_cannot_share(browser: Browser, server: RunningServer) -> None:
    ann = somebody(browser, server, NO_SHARE, **CLIPBOARD)
    link = open_table(ann, "dice", "person")
    ann.page.get_by_role("button", name=words("lobby.copy")).click()
    expect(ann.page.get_by_role("button", name=words("copied"))).to_be_visible()
    expect(ann.page.get_by_role("button", name=words("lobby.share"))).to_have_count(0)
    assert copied(ann.page) == link
    ann.page.context.close()


@pytest.mark.parametrize("ending", ["the game ends", "the page is left"])
def test_the_screen_stays_on_at_a_table(browser: Browser, server: RunningServer, ending: str) -> None:
    ann = somebody(browser, server, WAKE_LOCK)

    def locks() -> list[bool]:
        """For each requested lock: whether it was released."""
        assert all(kind == "screen" for kind in ann.page.evaluate("window.locks.map((lock) => lock.kind)"))
        return [bool(each) for each in ann.page.evaluate("window.locks.map((lock) => lock.released)")]

    open_table(ann, "dice", "person")
    expect(ann.page.get_by_role("heading", name=words("label.waiting"))).to_be_visible()
    assert locks() == [False], "a screen that shows the QR code must stay on"
    ann.page.get_by_role("button", name=START).click()
    expect(ann.page.get_by_role("group", name=words("play.actions"))).to_be_visible()
    assert locks() == [False]
    ann.page.evaluate("hide(true)")
    assert locks() == [True]
    ann.page.evaluate("hide(false)")
    assert locks() == [True, False]
    if ending == "the game ends":
        play_to_the_end(ann)
    else:
        ann.page.get_by_role("button", name=words("menu")).click()
        ann.page.get_by_role("button", name=words("menu.home")).click()
        is_home(ann.page)
    assert locks() == [True, True]
    ann.page.context.close()
