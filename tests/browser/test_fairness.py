"""Fair dice as a player meets them: in the menu of a table, and on a page of their own."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from qwixx.fairness.verification import verify
from qwixx.notation import parse_record
from tests.browser.conftest import new_person
from tests.browser.people import Person, open_table, play_out
from tests.browser.test_access import assert_accessible, assert_no_sideways_scrolling
from tests.server.running_server import RunningServer

FAIR = "The dice of this game were fair: checked on this device."


@pytest.fixture(scope="module")
def played(browser: Browser, server: RunningServer) -> Iterator[tuple[Page, str]]:
    """A game that was played on this device to its end, and its record."""
    context = new_person(browser, server)
    ann = Person(context.new_page(), "Ann")
    link = open_table(ann, "Solo")
    expect(ann.page.get_by_role("group", name="Actions")).to_be_visible()
    dice = open_dice(ann.page)
    expect(dice).to_contain_text("One device added a number. Its secret is opened when the game is over.")
    expect(dice).to_contain_text(re.compile("Fingerprint of game 1 ([0-9a-f]{8} ){8}"))
    ann.page.keyboard.press("Escape")
    ann.in_a_hurry = True
    play_out(ann)
    record = context.request.get(link.replace("/t/", "/api/tables/") + "/record").text()
    yield ann.page, record
    context.close()


def open_dice(page: Page) -> Locator:
    page.get_by_role("button", name="Menu").click()
    dice = page.locator("details").filter(has_text="Fair dice")
    if dice.get_attribute("open") is None:  # it stays as it was left
        dice.locator("summary").click()
    return dice


def test_a_game_is_checked_on_the_device_that_played_it(played: tuple[Page, str]) -> None:
    page, record = played
    verdict = verify(parse_record(record))
    assert verdict.is_fair
    assert set(verdict.contributions) == {0}
    dice = open_dice(page)
    expect(dice).to_contain_text(FAIR)
    for finding in (
        "is the one this device saw before",
        "The number of this device is in it",
        "rolls and shuffles",
    ):
        expect(dice).to_contain_text(finding)
    assert_accessible(page, "the dice of a table")
    page.keyboard.press("Escape")


def test_the_page_checks_what_is_pasted_and_games_of_the_device(played: tuple[Page, str]) -> None:
    page, record = played
    page.goto("/fairness")
    expect(page.get_by_role("heading", name="All dice on this server")).to_be_visible()
    expect(page.get_by_text(re.compile("[0-9]+ finished games?, [0-9]+ rolls"))).to_be_visible()
    field, check = (
        page.get_by_label("Record of a finished game"),
        page.get_by_role("button", name="Check", exact=True),
    )
    field.fill(record)
    check.click()
    findings = page.locator(".findings").first
    expect(findings).to_contain_text(FAIR)
    expect(page.get_by_role("log")).to_contain_text(FAIR)
    turned = re.sub(r"(?m)^(1 [^:]+: )(\d)", lambda found: f"{found[1]}{int(found[2]) % 6 + 1}", record)
    field.fill(turned)
    check.click()
    expect(findings).to_contain_text("Something is wrong with the dice of this game.")
    expect(findings).to_contain_text("Number 1: ")
    field.fill("hello")
    check.click()
    expect(findings).to_contain_text("That is no record of a game.")
    page.get_by_role("button", name=re.compile("^Check game 1: ")).click()
    expect(page.locator(".findings").nth(1)).to_contain_text(FAIR)
    assert_accessible(page, "fair dice")
    assert_no_sideways_scrolling(page, "fair dice")
