"""The coach at a score pad: it speaks on shared pads and on those of one device, and says why where it cannot."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import new_person
from tests.browser.pads import cross, enter_roll, open_here, open_shared, toast
from tests.browser.test_coach import PATIENCE
from tests.server.running_server import RunningServer


@pytest.fixture
def page(browser: Browser, server: RunningServer) -> Iterator[Page]:
    """A page whose requests may be refused."""
    context = new_person(browser, server)
    yield context.new_page()
    context.close()


WORDS = re.compile(r"\d+ ?% to win")


def hinted(page: Page, words: re.Pattern[str] = WORDS) -> None:
    """Ask until the coach speaks: the first thought on a machine takes its time."""
    said = page.locator(".tray .said")
    for _ in range(PATIENCE // 9000):
        page.get_by_role("button", name="Hint").click()
        try:
            expect(said).to_have_text(words, timeout=9000)
        except AssertionError:
            continue  # it is still thinking, and says so
        return
    raise AssertionError("the coach gave no hint")


def test_the_coach_speaks_on_a_pad_of_one_device(page: Page) -> None:
    open_here(page, "Ann", "Ben")
    cross(page, "red", 2, 3)
    enter_roll(page, 4, 3, 1, 2, 5, 6)
    hinted(page)
    page.get_by_role("button", name=re.compile("^Ben: ")).click()
    expect(page.locator(".tray .said"), "that was about Ann's sheet").to_have_count(0)
    hinted(page)
    cross(page, "red", 7)
    page.get_by_role("button", name="Hint").click()
    toast(page, "There is nothing for you to choose now.")


def test_without_a_network_the_coach_is_missed_in_words_and_the_pad_goes_on(page: Page) -> None:
    open_here(page, "Ann", "Ben")
    page.context.set_offline(True)
    enter_roll(page, 4, 3, 1, 2, 5, 6)
    page.get_by_role("button", name="Hint").click()
    toast(page, "The coach cannot be reached right now. Your pad goes on without it.")
    expect(page.locator(".tray .said")).to_have_count(0)
    cross(page, "yellow", 7)
    page.context.set_offline(False)
    hinted(page)


def test_who_has_the_only_sheet_is_told_what_the_coach_takes_it_for(page: Page) -> None:
    open_one(page)
    enter_roll(page, 4, 3, 1, 2, 5, 6)
    hinted(page, re.compile(r"points to expect.*The coach reckons as if you played alone\."))


def open_one(page: Page) -> None:
    page.goto("/pad")
    page.get_by_text("All on this device").click()
    page.get_by_role("button", name="Remove Name 2").click()
    page.get_by_role("button", name="Open the pad").click()
    expect(page.get_by_role("heading", name="Score pad")).to_be_visible()


def test_where_somebody_plays_on_paper_the_coach_says_why_it_is_silent(page: Page) -> None:
    open_here(page, "Ann", "Ben")
    page.get_by_role("button", name="Row closed by somebody without a sheet here").click()
    page.get_by_role("button", name="Green", exact=True).click()
    enter_roll(page, 4, 3, 1, 2, 6)
    page.get_by_role("button", name="Hint").click()
    toast(page, "Somebody plays on paper here.")


def test_half_a_roll_is_too_little_for_the_coach(page: Page) -> None:
    open_here(page, "Ann", "Ben")
    enter_roll(page, 4, 3)
    page.get_by_role("button", name="Hint").click()
    toast(page, "Enter the whole roll first.")


def test_the_coach_speaks_on_a_shared_pad(page: Page) -> None:
    open_shared(page, "Ann")
    enter_roll(page, 4, 3, 1, 2, 5, 6)
    hinted(page, re.compile(r"points to expect.*The coach reckons as if you played alone\."))


def test_a_card_game_has_no_rolls_and_no_coach(page: Page) -> None:
    page.goto("/pad")
    page.get_by_text("All on this device").click()
    page.get_by_text("Cards", exact=True).click()
    page.get_by_role("button", name="Open the pad").click()
    expect(page.get_by_role("heading", name="Tap a number to cross it.")).to_be_visible()
    for name in ("Hint", "Enter a roll"):
        expect(page.get_by_role("button", name=name)).to_have_count(0)
