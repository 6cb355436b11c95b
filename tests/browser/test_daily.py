"""The daily game: its dice played to the end, its puzzle answered, and results to share."""

import re

import pytest
from playwright.sync_api import Browser, expect

from qwixx.daily import FIRST_DAY
from tests.browser.conftest import new_person
from tests.browser.people import Person, play_out
from tests.browser.test_access import assert_accessible, assert_no_sideways_scrolling
from tests.messages import capital, contains, pattern, words
from tests.server.running_server import RunningServer

# The first request about the solo game waits until it is solved.
SOLVING = 200_000
CLIPBOARD = ["clipboard-read", "clipboard-write"]


def test_the_daily_dice_can_be_played_compared_and_shared(browser: Browser, server: RunningServer) -> None:
    context = new_person(browser, server, permissions=CLIPBOARD)
    page = context.new_page()
    page.goto(f"/daily/{FIRST_DAY}")
    expect(page.get_by_role("heading", level=1, name="1 January 2026")).to_be_visible()
    expect(page.get_by_role("link", name=words("daily.before"))).to_have_count(0)
    assert_accessible(page, "a day")
    page.get_by_role("button", name=words("act.play"), exact=True).click()
    page.wait_for_url(re.compile("/t/"))
    table = page.url

    ann = Person(page, "Ann")
    expect(page.get_by_role("group", name=words("play.actions"))).to_be_visible()
    ann.take_turn()
    page.goto(f"/daily/{FIRST_DAY}")
    page.get_by_role("link", name=words("act.continue")).click()
    page.wait_for_url(table)
    ann.in_a_hurry = True
    play_out(ann)
    points = page.get_by_role("heading", level=1).inner_text()
    page.get_by_role("link", name=words("end.daily")).click()
    page.wait_for_url(f"**/daily/{FIRST_DAY}")

    for key in ("you", "daily.par", "daily.expected", "daily.cost"):
        figure = page.locator("dl > div").filter(has=page.get_by_text(capital(words(key)), exact=True))
        expect(figure.get_by_role("definition")).to_have_text(re.compile(r"^\W?\d"), timeout=SOLVING)
    expect(page.locator("dl")).to_contain_text("115.5")
    assert_accessible(page, "a day that was played")
    assert_no_sideways_scrolling(page, "a day that was played")
    page.get_by_role("button", name=words("act.copy")).click()
    expect(page.get_by_text(words("copied")).first).to_be_visible()
    shared = str(page.evaluate("navigator.clipboard.readText()")).split("\n")
    assert shared[0] == words("daily.text.solo", date=str(FIRST_DAY))
    par = contains("daily.text.par", par=re.compile(r"\d+")).pattern
    assert re.fullmatch(rf"{points} \({par}\)", shared[1])
    assert [line[0] for line in shared[2:6]] == ["♥", "★", "♣", "♦"]
    assert shared[-1].endswith(f"/daily/{FIRST_DAY}")

    page.get_by_role("button", name=words("daily.practise")).click()
    page.wait_for_url(re.compile("/t/"))
    assert page.url != table
    play_out(ann)
    page.get_by_role("link", name=words("end.daily")).click()
    expect(page.get_by_text(contains("daily.practices", count=1))).to_be_visible()
    assert page.locator("pre").inner_text().split("\n")[1].startswith(shared[1].split()[0])
    context.close()


def test_the_daily_puzzle_keeps_the_first_answer(browser: Browser, server: RunningServer) -> None:
    context = new_person(browser, server)
    page = context.new_page()
    page.goto("/daily/2026-01-04")
    page.get_by_role("link", name=words("daily.solve")).click()
    ann = Person(page, "Ann")
    expect(page.get_by_role("group", name=words("play.actions"))).to_be_visible(timeout=SOLVING)
    ann.take_turn()
    back = page.get_by_role("link", name=words("daily.back"), exact=True)
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text(pattern("puzzle.right", "puzzle.wrong"))
    right = pattern("puzzle.right").match(heading.inner_text()) is not None
    page.get_by_role("button", name=words("act.again")).click()
    ann.in_a_hurry = True
    ann.take_turn()
    expect(heading).to_have_text(pattern("puzzle.right", "puzzle.wrong"))
    back.last.click()
    expect(page.get_by_text(words("daily.right" if right else "daily.wrong"), exact=True)).to_be_visible()
    assert_accessible(page, "a day with its puzzle answered")
    context.close()


def test_a_wrong_device_clock_and_the_address_of_a_future_day_are_explained(
    browser: Browser, server: RunningServer
) -> None:
    context = new_person(browser, server)
    page = context.new_page()
    page.clock.set_fixed_time("2031-05-05T12:00:00Z")
    page.goto("/daily")
    expect(page.get_by_text(contains("daily.clock", device="5 May 2031"))).to_be_visible()
    expect(page.get_by_text(contains("daily.next", "daily.next.in"))).to_be_visible()
    page.goto("/daily/2031-05-05")
    expect(
        page.get_by_role("alert").filter(has_text=contains("reason.no_daily", date="2031-05-05"))
    ).to_be_visible()
    expect(page.get_by_role("button", name=words("act.again"))).to_have_count(0)
    page.get_by_role("link", name=words("daily.title")).click()
    expect(page.get_by_role("heading", level=1, name=words("daily.title"))).to_be_visible()
    context.close()


@pytest.mark.parametrize(("path", "shown"), [("", "act.play"), (f"/{FIRST_DAY}/puzzle", "play.pass")])
def test_a_daily_request_that_failed_can_be_retried(
    browser: Browser, server: RunningServer, path: str, shown: str
) -> None:
    context = new_person(browser, server)
    page = context.new_page()
    page.route("**/api/daily**", lambda route: route.abort())
    page.goto(f"/daily{path}")
    again = page.get_by_role("button", name=words("act.again"))
    expect(again).to_be_visible()
    page.unroute("**/api/daily**")
    again.click()
    expect(page.get_by_role("main").get_by_role("button", name=words(shown), exact=True)).to_be_visible(
        timeout=SOLVING
    )
    context.close()
