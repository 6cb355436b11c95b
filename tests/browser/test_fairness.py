"""Fair dice in the client: in the menu of a table, and on a separate page."""

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
from tests.messages import contains, pattern, words
from tests.server.running_server import RunningServer

FAIR = words("fairness.fair")
VERDICT = contains("fairness.fair", "fairness.alone", "fairness.unfair")


class Played(NamedTuple):
    """A game that was played to its end on this device."""

    page: Page
    link: str
    record: str


@pytest.fixture(scope="module")
def played(browser: Browser, server: RunningServer) -> Iterator[Played]:
    context = new_person(browser, server)
    ann = Person(context.new_page(), "Ann")
    link = open_table(ann, "solo")
    expect(ann.page.get_by_role("group", name=words("play.actions"))).to_be_visible()
    dice = open_dice(ann.page)
    expect(dice).to_contain_text(f"{words('fairness.added', count=1)} {words('fairness.sealed')}")
    expect(dice).to_contain_text(re.compile(f"{words('fairness.print', game=1)} ?[0-9a-f]{{64}} "))
    expect(dice).to_contain_text(re.compile(f"{words('fairness.number', seat=1)} ?[0-9a-f]{{32}} "))
    ann.page.keyboard.press("Escape")
    ann.in_a_hurry = True
    play_out(ann)
    record = context.request.get(link.replace("/t/", "/api/tables/") + "/record").text()
    yield Played(ann.page, link, record)
    context.close()


def open_dice(page: Page) -> Locator:
    page.get_by_role("button", name=words("menu")).click()
    dice = page.locator("details").filter(has_text=words("fairness.title"))
    if dice.get_attribute("open") is None:  # the section stays open or closed between dialogs
        dice.locator("summary").click()
    return dice


def test_the_device_that_played_a_game_can_check_it(played: Played) -> None:
    page, _, record = played
    dice = open_dice(page)
    expect(dice).to_contain_text(FAIR)
    # The menu shows the values that `qwixx verify` takes.
    commitment, number = (bytes.fromhex(code) for code in dice.locator("code").all_text_contents())
    verdict = verify(parse_record(record), Witness(commitment, {0: number}))
    assert verdict.is_fair
    assert set(verdict.contributions) == {0}
    for finding in ("fairness.seen", "fairness.own.in", "fairness.draws.fit"):
        expect(dice).to_contain_text(contains(finding))
    assert_accessible(page, "the dice of a table")
    page.keyboard.press("Escape")


def test_the_page_checks_pasted_records_and_games_of_the_device(played: Played) -> None:
    page, _, record = played
    page.goto("/fairness")
    expect(page.get_by_role("heading", name=words("fairness.stats.title"))).to_be_visible()
    expect(page.get_by_text(contains("fairness.stats.sum"))).to_be_visible()
    field, check = (
        page.get_by_label(words("fairness.check.label")),
        page.get_by_role("button", name=words("fairness.check.act"), exact=True),
    )
    field.fill(record)
    check.click()
    findings = page.get_by_role("main")
    expect(findings).to_contain_text(FAIR)
    expect(page.get_by_role("log")).to_contain_text(FAIR)
    turned = re.sub(r"(?m)^(1 [^:]+: )(\d)", lambda found: f"{found[1]}{int(found[2]) % 6 + 1}", record)
    field.fill(turned)
    check.click()
    expect(findings).to_contain_text(words("fairness.unfair"))
    expect(findings).to_contain_text(contains("fairness.mismatch", draw=1))
    field.fill("hello")
    check.click()
    expect(findings).to_contain_text(words("fairness.check.none"))
    field.fill(re.sub(r'"[0-9a-f]{64}"', f'"{"0" * 64}"', record, count=1))
    check.click()
    expect(findings).to_contain_text(words("fairness.secret.differs"))
    expect(findings).to_contain_text(words("fairness.unwitnessed"))
    page.get_by_role("button", name=pattern("fairness.games.check", game=1)).click()
    expect(findings).to_contain_text(FAIR)
    assert_accessible(page, "fair dice")
    assert_no_sideways_scrolling(page, "fair dice")


def test_a_record_with_a_syntax_error_gets_no_verdict(played: Played) -> None:
    page, _, record = played
    page.goto("/fairness")
    lines = record.splitlines()
    second = next(number for number, line in enumerate(lines) if line.startswith("2 "))
    page.get_by_label(words("fairness.check.label")).fill("\n".join(lines[:second] + lines[second + 1 :]))
    page.get_by_role("button", name=words("fairness.check.act"), exact=True).click()
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text(words("replay.open.mistake", line=second + 1, column=1))
    expect(alert).to_contain_text("expected '2 ")
    expect(page.get_by_role("main")).not_to_contain_text(VERDICT)
    assert_accessible(page, "a record with an error")
    assert_no_sideways_scrolling(page, "a record with an error")


def test_a_fingerprint_that_differs_from_the_stored_one_is_reported(played: Played) -> None:
    page = played.page
    kept = page.evaluate("localStorage.getItem('qwixx.fairness')")
    hashes = re.findall('"hash":"([0-9a-f]{64})"', kept)
    page.evaluate("kept => localStorage.setItem('qwixx.fairness', kept)", kept.replace(hashes[-1], "0" * 64))
    page.goto("/fairness")
    page.get_by_role("button", name=contains("fairness.games.check", game=1, print="00000000")).click()
    findings = page.get_by_role("main")
    expect(findings).to_contain_text(words("fairness.unfair"))
    expect(findings).to_contain_text(words("fairness.unseen"))
    page.evaluate("kept => localStorage.setItem('qwixx.fairness', kept)", kept)


def test_a_game_can_be_checked_while_the_next_one_is_played(played: Played) -> None:
    page, link, _ = played
    page.goto(link)
    page.get_by_role("button", name=words("end.again")).click()
    expect(page.get_by_role("group", name=words("play.actions"))).to_be_visible()
    page.goto("/fairness")
    check = page.get_by_role("button", name=pattern("fairness.games.check", game=1))
    check.click()
    expect(page.get_by_role("main")).to_contain_text(FAIR)
    page.context.set_offline(True)
    check.click()
    expect(page.locator("main")).to_contain_text(words("failed"))
    page.context.set_offline(False)


def test_the_dice_of_a_daily_game_are_not_secret(page: Page) -> None:
    day = page.context.request.get("/api/daily").json()["today"]
    new = {"game": "solo", "seats": [{}], "name": "Ann", "settings": {"daily": day}}
    table = page.context.request.post("/api/tables", data=new).json()["table"]
    page.goto(f"/t/{table}")
    expect(page.get_by_role("group", name=words("play.actions"))).to_be_visible()
    expect(open_dice(page)).to_contain_text(words("fairness.daily"))
