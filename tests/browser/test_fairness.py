"""Fair dice as a player meets them: in the menu of a table, and on a page of their own."""

import re
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from qwixx.fairness.verification import Witness, verify
from qwixx.notation import parse_record
from tests.browser.conftest import new_person
from tests.browser.people import Person, open_table, play_out
from tests.browser.test_access import assert_accessible, assert_no_sideways_scrolling
from tests.server.running_server import RunningServer

FAIR = "The dice of this game were fair: checked on this device."


class Played(NamedTuple):
    """A game that was played on this device to its end."""

    page: Page
    link: str
    record: str


@pytest.fixture(scope="module")
def played(browser: Browser, server: RunningServer) -> Iterator[Played]:
    context = new_person(browser, server)
    ann = Person(context.new_page(), "Ann")
    link = open_table(ann, "Solo")
    expect(ann.page.get_by_role("group", name="Actions")).to_be_visible()
    dice = open_dice(ann.page)
    expect(dice).to_contain_text("One device added a number. Its secret is opened when the game is over.")
    expect(dice).to_contain_text(re.compile("Fingerprint of game 1 ?[0-9a-f]{64} "))
    expect(dice).to_contain_text(re.compile("Number that this device added for seat 1 ?[0-9a-f]{32} "))
    ann.page.keyboard.press("Escape")
    ann.in_a_hurry = True
    play_out(ann)
    record = context.request.get(link.replace("/t/", "/api/tables/") + "/record").text()
    yield Played(ann.page, link, record)
    context.close()


def open_dice(page: Page) -> Locator:
    page.get_by_role("button", name="Menu").click()
    dice = page.locator("details").filter(has_text="Fair dice")
    if dice.get_attribute("open") is None:  # it stays as it was left
        dice.locator("summary").click()
    return dice


def test_a_game_is_checked_on_the_device_that_played_it(played: Played) -> None:
    page, _, record = played
    dice = open_dice(page)
    expect(dice).to_contain_text(FAIR)
    # What the menu shows is what `qwixx verify` takes.
    commitment, number = (bytes.fromhex(code) for code in dice.locator("code").all_text_contents())
    verdict = verify(parse_record(record), Witness(commitment, {0: number}))
    assert verdict.is_fair
    assert set(verdict.contributions) == {0}
    for finding in (
        "is the one this device saw before",
        "The number of this device is in it",
        "rolls and shuffles",
    ):
        expect(dice).to_contain_text(finding)
    assert_accessible(page, "the dice of a table")
    page.keyboard.press("Escape")


def test_the_page_checks_what_is_pasted_and_games_of_the_device(played: Played) -> None:
    page, _, record = played
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
    field.fill(re.sub(r'"[0-9a-f]{64}"', f'"{"0" * 64}"', record, count=1))
    check.click()
    expect(findings).to_contain_text("The secret does not fit the fingerprint.")
    expect(findings).to_contain_text("only a device that was there can tell")
    page.get_by_role("button", name=re.compile("^Check game 1: ")).click()
    expect(page.locator(".findings").nth(1)).to_contain_text(FAIR)
    assert_accessible(page, "fair dice")
    assert_no_sideways_scrolling(page, "fair dice")


def test_a_record_with_an_error_is_no_proof_against_anybody(played: Played) -> None:
    page, _, record = played
    page.goto("/fairness")
    lines = record.splitlines()
    second = next(number for number, line in enumerate(lines) if line.startswith("2 "))
    page.get_by_label("Record of a finished game").fill("\n".join(lines[:second] + lines[second + 1 :]))
    page.get_by_role("button", name="Check", exact=True).click()
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text(f"Line {second + 1}, column 1 cannot be read")
    expect(alert).to_contain_text("expected '2 ")
    expect(page.locator(".findings")).to_have_count(0)
    assert_accessible(page, "a record with an error")
    assert_no_sideways_scrolling(page, "a record with an error")


def test_a_fingerprint_that_is_not_the_one_of_before_is_told(played: Played) -> None:
    page = played.page
    kept = page.evaluate("localStorage.getItem('qwixx.fairness')")
    hashes = re.findall('"hash":"([0-9a-f]{64})"', kept)
    page.evaluate("kept => localStorage.setItem('qwixx.fairness', kept)", kept.replace(hashes[-1], "0" * 64))
    page.goto("/fairness")
    page.get_by_role("button", name="Check game 1: fingerprint 00000000").click()
    findings = page.locator(".findings")
    expect(findings).to_contain_text("Something is wrong with the dice of this game.")
    expect(findings).to_contain_text("The fingerprint is not the one this device saw before.")
    page.evaluate("kept => localStorage.setItem('qwixx.fairness', kept)", kept)


def test_a_game_can_be_checked_while_the_next_one_is_played(played: Played) -> None:
    page, link, _ = played
    page.goto(link)
    page.get_by_role("button", name="Play again").click()
    expect(page.get_by_role("group", name="Actions")).to_be_visible()
    page.goto("/fairness")
    check = page.get_by_role("button", name=re.compile("^Check game 1: "))
    check.click()
    expect(page.locator(".findings")).to_contain_text(FAIR)
    page.context.set_offline(True)
    check.click()
    expect(page.locator("main")).to_contain_text("The server could not be reached.")
    page.context.set_offline(False)


def test_the_dice_of_a_day_are_no_secret(page: Page) -> None:
    day = page.context.request.get("/api/daily").json()["today"]
    new = {"game": "solo", "seats": [{}], "name": "Ann", "settings": {"daily": day}}
    table = page.context.request.post("/api/tables", data=new).json()["table"]
    page.goto(f"/t/{table}")
    expect(page.get_by_role("group", name="Actions")).to_be_visible()
    expect(open_dice(page)).to_contain_text("The dice of the day are the same for everybody.")
