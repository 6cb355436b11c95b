"""The coach on score pads, shared and on one device; it says why when it has no hint."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import new_person
from tests.browser.pads import cross, enter_roll, open_here, open_shared, toast
from tests.browser.test_coach import PATIENCE
from tests.messages import capital, contains, pattern, words
from tests.server.running_server import RunningServer


@pytest.fixture
def page(browser: Browser, server: RunningServer) -> Iterator[Page]:
    """A page whose requests may fail."""
    context = new_person(browser, server)
    yield context.new_page()
    context.close()


CHANCE = contains("coach.hint", value=re.compile(r"\d+ ?%"))


def felt(page: Page) -> Locator:
    return page.get_by_role("region", name=words("pad.title"))


def hinted(page: Page, hint: re.Pattern[str] = CHANCE) -> None:
    """Ask until the coach gives a hint: the first one on a machine takes some time."""
    for _ in range(PATIENCE // 9000):
        page.get_by_role("button", name=words("play.coach")).click()
        try:
            expect(felt(page)).to_contain_text(hint, timeout=9000)
        except AssertionError:
            continue  # still thinking, and the page says so
        return
    raise AssertionError("the coach gave no hint")


def test_the_coach_gives_hints_on_a_pad_of_one_device(page: Page) -> None:
    open_here(page, "Ann", "Ben")
    cross(page, "red", 2, 3)
    enter_roll(page, 4, 3, 1, 2, 5, 6)
    hinted(page)
    page.get_by_role("button", name=pattern("pad.show", name="Ben")).click()
    expect(felt(page), "that was about Ann's sheet").not_to_contain_text(CHANCE)
    hinted(page)
    cross(page, "red", 7)
    page.get_by_role("button", name=words("play.coach")).click()
    toast(page, words("reason.nothing_to_choose"))


def test_offline_the_coach_is_reported_as_unavailable_and_the_pad_continues(page: Page) -> None:
    open_here(page, "Ann", "Ben")
    page.context.set_offline(True)
    enter_roll(page, 4, 3, 1, 2, 5, 6)
    page.get_by_role("button", name=words("play.coach")).click()
    toast(page, words("pad.coach.gone"))
    expect(felt(page)).not_to_contain_text(CHANCE)
    cross(page, "yellow", 7)
    page.context.set_offline(False)
    hinted(page)


def test_with_a_single_sheet_the_hint_says_that_it_assumes_a_solo_game(page: Page) -> None:
    open_one(page)
    enter_roll(page, 4, 3, 1, 2, 5, 6)
    hinted(
        page, re.compile(f"{contains('coach.hint.points').pattern}.*{contains('pad.coach.alone').pattern}")
    )


def open_one(page: Page) -> None:
    page.goto("/pad")
    page.get_by_text(words("pad.way.here")).click()
    page.get_by_role("button", name=words("pad.remove", name=words("pad.name", number=2))).click()
    page.get_by_role("button", name=words("pad.open")).click()
    expect(page.get_by_role("heading", name=words("pad.title"))).to_be_visible()


def test_the_coach_says_that_it_needs_the_sheets_of_all_players(page: Page) -> None:
    open_here(page, "Ann", "Ben")
    page.get_by_role("button", name=words("pad.paper")).click()
    page.get_by_role("button", name=capital(words("colour.green")), exact=True).click()
    enter_roll(page, 4, 3, 1, 2, 6)
    page.get_by_role("button", name=words("play.coach")).click()
    toast(page, words("reason.sheets_unknown"))


def test_the_coach_needs_a_complete_roll(page: Page) -> None:
    open_here(page, "Ann", "Ben")
    enter_roll(page, 4, 3)
    page.get_by_role("button", name=words("play.coach")).click()
    toast(page, words("reason.no_roll"))


def test_the_coach_gives_hints_on_a_shared_pad(page: Page) -> None:
    open_shared(page, "Ann")
    enter_roll(page, 4, 3, 1, 2, 5, 6)
    hinted(
        page, re.compile(f"{contains('coach.hint.points').pattern}.*{contains('pad.coach.alone').pattern}")
    )


def test_a_card_game_has_no_rolls_and_no_coach(page: Page) -> None:
    page.goto("/pad")
    page.get_by_text(words("pad.way.here")).click()
    page.get_by_text(words("game.cards"), exact=True).click()
    page.get_by_role("button", name=words("pad.open")).click()
    expect(page.get_by_role("heading", name=words("pad.tap"))).to_be_visible()
    for key in ("play.coach", "pad.roll"):
        expect(page.get_by_role("button", name=words(key))).to_have_count(0)
