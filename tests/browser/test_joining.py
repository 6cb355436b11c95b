"""Opening and joining are idempotent: when the response is lost, a retry does not repeat the action."""

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.conftest import new_person
from tests.browser.pads import cross, open_shared
from tests.browser.people import Person, open_table, play_button
from tests.messages import pattern, words
from tests.server.running_server import RunningServer


def lose_answer(route: Route) -> None:
    """Let the server handle the request, but drop its response."""
    route.fetch()
    route.request.frame.page.context.clear_cookies()
    route.abort()


def join_in_vain(page: Page, link: str, name: str, button: str) -> None:
    page.goto(link)
    page.route("**/join", lose_answer)
    page.get_by_label(words("home.name")).fill(name)
    page.get_by_role("button", name=button).click()
    expect(page.get_by_role("alert").filter(has_text=words("unanswered"))).to_be_visible()
    page.unroute("**/join")


@pytest.mark.parametrize("reloads", [False, True])
def test_a_retried_join_of_a_pad_creates_one_sheet(
    browser: Browser, server: RunningServer, reloads: bool
) -> None:
    contexts = [new_person(browser, server), new_person(browser, server)]
    ann, ben = (context.new_page() for context in contexts)
    join_in_vain(ben, open_shared(ann, "Ann"), "Ben", "Take a sheet")
    if reloads:
        ben.reload()
    ben.get_by_role("button", name=words("pad.join")).click()
    expect(ben.get_by_role("region", name=words("play.sheet.yours"))).to_be_visible()
    cross(ben, "red", 5)
    expect(ann.get_by_role("button", name=words("pad.show", name="Ben", count=1))).to_be_visible()
    expect(ann.get_by_role("button", name=pattern("pad.show"))).to_have_count(1)
    for context in contexts:
        context.close()


def test_a_retried_join_of_a_table_returns_the_same_seat_after_the_game_has_started(
    browser: Browser, server: RunningServer
) -> None:
    contexts = [new_person(browser, server), new_person(browser, server)]
    ann, ben = (context.new_page() for context in contexts)
    join_in_vain(ben, open_table(Person(ann, "Ann"), "dice", "person"), "Ben", words("join.take"))
    expect(ann.get_by_role("region", name=words("play.sheet.yours")), "all seats are taken").to_be_visible()
    ben.get_by_role("button", name=words("join.take")).click()
    expect(ben.get_by_role("region", name=words("play.sheet.yours"))).to_be_visible()
    for context in contexts:
        context.close()


def test_a_lost_response_is_retried_without_another_tap(browser: Browser, server: RunningServer) -> None:
    contexts = [new_person(browser, server), new_person(browser, server)]
    ann, ben = (context.new_page() for context in contexts)
    opened: list[str] = []

    def lose_opening(route: Route) -> None:
        opened.append(route.fetch().json()["table"])
        contexts[0].clear_cookies()
        route.abort()

    ann.goto("/")
    ann.route("**/api/tables", lose_opening, times=1)
    play_button(ann).click()
    expect(ann.get_by_role("region", name=words("play.sheet.yours"))).to_be_visible()
    assert ann.url.endswith(f"/t/{opened[0]}")
    ann.route("**/api/pads", lose_opening, times=1)
    link = open_shared(ann, "")
    assert link.endswith(f"/pad/{opened[1]}")

    # A guest without a name gets the next free number, even if another guest joined in the meantime.
    ben.goto(link)
    expect(ben.get_by_placeholder(words("pad.name", number=2))).to_be_visible()
    ben.get_by_label(words("home.name")).fill("🦊" * 24)
    expect(ben.get_by_label(words("home.name"))).to_have_value("🦊" * 20)
    ben.get_by_label(words("home.name")).fill("")
    ben.route("**/join", lose_answer, times=1)
    pad = link.replace("/pad/", "/api/pads/")
    ben.context.request.post(f"{pad}/join", data={"name": "Player 2"})
    ben.context.clear_cookies()
    ben.get_by_role("button", name=words("pad.join")).click()
    expect(
        ann.get_by_role("button", name=pattern("pad.show", name=words("pad.name", number=3)))
    ).to_be_visible()
    expect(ann.get_by_role("button", name=pattern("pad.show"))).to_have_count(2)
    for context in contexts:
        context.close()
