"""While the page is hidden, title, icon, badge and notification say when it is the player's turn."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import new_person, whole_browser
from tests.browser.people import Person, open_table, play_until
from tests.messages import begins, words
from tests.server.running_server import RunningServer

# A headless browser never hides a page and shows no visible notifications, so a stand-in makes the page hidden
# and records its calls to the browser.
STAND_INS = """
window.pageHidden = false
Object.defineProperty(document, 'hidden', { get: () => window.pageHidden })
window.badge = null
navigator.setAppBadge = async (count) => { window.badge = count }
navigator.clearAppBadge = async () => { window.badge = null }
window.notices = []
const Real = window.Notification
window.Notification = class {
  static get permission() { return Real.permission }
  static requestPermission() { return Real.requestPermission() }
  constructor(title, { tag }) {
    this.title = title
    this.tag = tag
    this.open = true
    window.notices.push(this)
  }
  close() { this.open = false }
}
"""
DOTTED = "document.querySelector('link[rel=icon]').href.startsWith('data:')"


@pytest.fixture(scope="module")
def browser(browser: Browser) -> Iterator[Browser]:
    with whole_browser(browser) as whole:
        yield whole


def hide(page: Page, *, hidden: bool) -> None:
    page.evaluate(
        "hidden => { window.pageHidden = hidden; document.dispatchEvent(new Event('visibilitychange')) }",
        hidden,
    )


def notices(page: Page) -> list[Any]:
    found: list[Any] = page.evaluate("window.notices.map(({ title, open }) => [title, open])")
    return found


def pass_turn(person: Person) -> None:
    person.page.get_by_role("button", name=words("play.pass"), exact=True).click()


def test_a_hidden_page_notifies_its_player_when_it_is_their_turn(
    browser: Browser, server: RunningServer
) -> None:
    ann = Person(new_person(browser, server, permissions=["notifications"]).new_page(), "Ann")
    ben = Person(new_person(browser, server).new_page(), "Ben")
    ann.page.add_init_script(STAND_INS)
    ben.join(open_table(ann, "dice", "person"))
    expect(ann.page).to_have_title(begins("title.turn"))
    ann.page.get_by_role("button", name=words("menu")).click()
    ann.page.get_by_role("switch", name=words("menu.notify")).click()
    expect(ann.page.get_by_role("switch", name=words("menu.notify"))).to_be_checked()
    ann.page.keyboard.press("Escape")

    # A player who hides the page during their turn gets no notification, only the badge and the icon.
    hide(ann.page, hidden=True)
    ann.page.wait_for_function(f"() => {DOTTED} && window.badge === 1")
    assert notices(ann.page) == []
    hide(ann.page, hidden=False)
    ann.page.wait_for_function(f"() => !({DOTTED}) && window.badge === null")

    # Both pass until Ann waits for Ben, hides the page, and Ben's choice makes it her turn.
    pass_turn(ann)
    expect(ann.page).to_have_title(begins("title.table"))
    hide(ann.page, hidden=True)
    assert notices(ann.page) == []
    ben.in_a_hurry = True
    play_until(lambda: begins("title.turn").match(ann.page.title()) is not None, ben)
    ann.page.wait_for_function(f"() => {DOTTED}")
    ann.page.wait_for_function("() => window.badge === 1 && window.notices.length > 0")
    assert notices(ann.page) == [[words("label.your_turn"), True]]
    hide(ann.page, hidden=False)
    ann.page.wait_for_function(f"() => !({DOTTED}) && window.badge === null && !window.notices[0].open")
    for person in (ann, ben):
        person.page.context.close()


def test_the_menu_says_when_the_browser_denies_notifications(browser: Browser, server: RunningServer) -> None:
    ann = Person(new_person(browser, server).new_page(), "Ann")
    open_table(ann, "dice", "careful")
    ann.page.get_by_role("button", name=words("menu")).click()
    switch = ann.page.get_by_role("switch", name=words("menu.notify"))
    switch.click()
    expect(ann.page.get_by_text(words("menu.notify.denied"))).to_be_visible()
    expect(switch).not_to_be_checked()
    ann.page.context.close()
