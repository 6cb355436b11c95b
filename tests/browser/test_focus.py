"""Focus management: screen reader and keyboard users are moved from screen to screen."""

import re

from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import new_person
from tests.browser.people import START, Person, open_table, play_button, play_out
from tests.messages import pattern, words
from tests.server.running_server import RunningServer

CHOOSING = pattern("play.head.cross", "play.head.none")
ENDED = pattern("end.win.one", "end.win.you", "end.win.shared", "end.win.shared.you")


def assert_at_heading(page: Page, name: re.Pattern[str]) -> None:
    expect(page.get_by_role("heading", level=1, name=name)).to_be_focused()


def test_each_new_screen_focuses_its_heading(browser: Browser, server: RunningServer) -> None:
    context = new_person(browser, server)
    ann = Person(context.new_page(), "Ann")
    page = ann.page
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).not_to_be_focused()
    open_table(ann, "dice", "person")
    assert_at_heading(page, pattern("label.waiting"))
    page.get_by_role("button", name=START).click()
    assert_at_heading(page, CHOOSING)
    ann.in_a_hurry = True
    play_out(ann)
    assert_at_heading(page, ENDED)
    page.get_by_role("button", name=words("menu")).click()
    page.get_by_role("button", name=words("menu.home")).click()
    assert_at_heading(page, pattern("app"))
    page.go_back()
    assert_at_heading(page, ENDED)
    page.get_by_role("button", name=words("end.rematch")).click()
    assert_at_heading(page, CHOOSING)
    context.close()


def test_updates_of_a_screen_do_not_move_the_focus(page: Page) -> None:
    page.goto("/")
    play_button(page).click()
    assert_at_heading(page, CHOOSING)
    passing = page.get_by_role("button", name=words("play.pass"), exact=True)
    passing.focus()
    for _ in range(3):
        before = page.locator("main").inner_text()
        page.keyboard.press("Enter")
        expect(page.locator("main")).not_to_have_text(before, use_inner_text=True)
        expect(passing).to_be_focused()


def test_a_dialog_keeps_the_focus_until_it_is_closed(browser: Browser, server: RunningServer) -> None:
    ann, ben = (Person(new_person(browser, server).new_page(), name) for name in ("Ann", "Ben"))
    link = open_table(ann, "dice", "person")
    ann.page.get_by_role("button", name=words("menu")).click()
    ben.join(link)
    assert_at_heading(ben.page, CHOOSING)
    expect(ann.page.get_by_role("dialog").get_by_role("heading", level=2)).to_be_focused()
    ann.page.keyboard.press("Escape")
    assert_at_heading(ann.page, CHOOSING)
    for person in (ann, ben):
        person.page.context.close()
