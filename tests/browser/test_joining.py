"""Joining when the answer is lost on its way: who joins again has one seat, and it is theirs."""

import re

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.conftest import new_person
from tests.browser.pads import cross, open_shared
from tests.browser.people import Person, open_table
from tests.server.running_server import RunningServer


def lose_answer(route: Route) -> None:
    """The server hears the request; nobody hears the server."""
    route.fetch()
    route.request.frame.page.context.clear_cookies()
    route.abort()


def join_in_vain(page: Page, link: str, name: str, button: str) -> None:
    page.goto(link)
    page.route("**/join", lose_answer)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name=button).click()
    expect(page.get_by_role("alert").filter(has_text="The server could not be reached.")).to_be_visible()
    page.unroute("**/join")


@pytest.mark.parametrize("reloads", [False, True])
def test_a_phone_that_joins_a_pad_again_has_one_sheet(
    browser: Browser, server: RunningServer, reloads: bool
) -> None:
    contexts = [new_person(browser, server), new_person(browser, server)]
    ann, ben = (context.new_page() for context in contexts)
    join_in_vain(ben, open_shared(ann, "Ann"), "Ben", "Take a sheet")
    if reloads:
        ben.reload()
    ben.get_by_role("button", name="Take a sheet").click()
    expect(ben.get_by_role("region", name="Your sheet")).to_be_visible()
    cross(ben, "red", 5)
    expect(ann.get_by_role("button", name="Ben: 1 point. Show the sheet")).to_be_visible()
    expect(ann.get_by_role("button", name=re.compile("Show the sheet$"))).to_have_count(1)
    for context in contexts:
        context.close()


def test_who_joins_a_table_again_has_their_seat_also_after_the_game_began(
    browser: Browser, server: RunningServer
) -> None:
    contexts = [new_person(browser, server), new_person(browser, server)]
    ann, ben = (context.new_page() for context in contexts)
    join_in_vain(ben, open_table(Person(ann, "Ann"), "Dice", "Person"), "Ben", "Take a seat")
    expect(ann.get_by_role("region", name="Your sheet"), "all seats are taken").to_be_visible()
    ben.get_by_role("button", name="Take a seat").click()
    expect(ben.get_by_role("region", name="Your sheet")).to_be_visible()
    for context in contexts:
        context.close()
