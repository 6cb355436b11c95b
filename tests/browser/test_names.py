"""Bots have the same names on all screens."""

import re

from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import new_person
from tests.browser.people import START, Person, open_table
from tests.messages import words
from tests.server.running_server import RunningServer


def opponents(page: Page) -> list[str]:
    others = page.get_by_role("region", name=words("play.others")).get_by_role("button")
    expect(others.first).to_be_visible()
    return [text.split(":")[0] for text in others.all_inner_texts()]


def test_bots_keep_their_names_when_more_bots_take_the_open_seats(
    browser: Browser, server: RunningServer
) -> None:
    ann = Person(new_person(browser, server).new_page(), "Ann")
    open_table(ann, "dice", "person", "careful", "bold")
    seats = ann.page.get_by_role("region", name=words("join.there")).get_by_role("listitem")
    expect(seats).to_have_text([re.compile(name) for name in ("Ann", words("lobby.free"), "Otto", "Otto 2")])
    ann.page.get_by_role("button", name=START).click()
    assert opponents(ann.page) == ["Otto 3", "Otto", "Otto 2"]
    ann.page.context.close()
