"""Bots are called after their seats, so that nobody changes names."""

import re

from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import new_person
from tests.browser.people import Person, open_table
from tests.server.running_server import RunningServer


def opponents(page: Page) -> list[str]:
    others = page.get_by_role("region", name="Other players").get_by_role("button")
    expect(others.first).to_be_visible()
    return [text.split(":")[0] for text in others.all_inner_texts()]


def test_bots_keep_their_names_when_others_take_the_open_seats(
    browser: Browser, server: RunningServer
) -> None:
    ann = Person(new_person(browser, server).new_page(), "Ann")
    open_table(ann, "Dice", "Friend", "Careful", "Bold")
    seats = ann.page.get_by_role("region", name="At the table").get_by_role("listitem")
    expect(seats).to_have_text([re.compile(name) for name in ("Ann", "Open seat", "Bot 3", "Bot 4")])
    ann.page.get_by_role("button", name="Start now").click()
    assert opponents(ann.page) == ["Bot 2", "Bot 3", "Bot 4"]
    ann.page.context.close()


def test_the_only_bot_needs_no_number(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    assert opponents(page) == ["Bot"]
