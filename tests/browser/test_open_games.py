"""The way back to tables that were left: open games of this device on the first screen, with how they stand."""

import re

from playwright.sync_api import Browser, Locator, expect

from tests.browser.conftest import new_person
from tests.browser.people import Person, open_table, play_out
from tests.browser.test_access import assert_accessible, assert_no_sideways_scrolling
from tests.server.running_server import RunningServer


def take_seat(person: Person, link: str, name: str) -> None:
    person.name = name
    person.join(link)
    expect(person.page.get_by_role("group", name="Actions")).to_be_visible()


def open_games(person: Person) -> Locator:
    person.page.goto("/")
    return person.page.get_by_role("region", name="Open games").get_by_role("link")


def test_every_table_that_was_left_is_found_again_with_how_it_stands(
    browser: Browser, server: RunningServer
) -> None:
    ann, ben, cy = (Person(new_person(browser, server).new_page(), name) for name in ("Ann", "Ben", "Cy"))
    # From one link to the next, and never by way of the first screen; under one name here, under another there.
    first, second = open_table(ben, "Dice", "Person"), open_table(cy, "Dice", "Person", "Casual")
    take_seat(ann, first, "Annika")
    take_seat(ann, second, "Ann")
    found = open_games(ann)
    expect(found).to_contain_text(
        [
            re.compile("Dice with Cy and Mila.*waits for you · turn 1 · 0\u00a0:\u00a00\u00a0:\u00a00"),
            re.compile("Dice with Ben.*waits for you · turn 1 · 0\u00a0:\u00a00"),
        ]
    )
    assert_accessible(ann.page, "home with open games")
    assert_no_sideways_scrolling(ann.page, "home with open games")

    found.filter(has_text="Ben").click()
    ann.page.wait_for_url(first)
    ann.page.get_by_role("button", name="Pass", exact=True).click()
    expect(ann.page.get_by_role("heading", name=re.compile("^Sealed"))).to_be_visible()
    expect(open_games(ann).filter(has_text="Ben")).to_contain_text("in play · turn 1")

    ann.page.goto(first)
    ann.in_a_hurry = ben.in_a_hurry = True
    play_out(ann, ben)
    expect(open_games(ann)).to_contain_text(["Dice with Cy and Mila"])
    for person in (ann, ben, cy):
        person.page.context.close()


def test_a_game_alone_is_found_with_its_points(browser: Browser, server: RunningServer) -> None:
    ann = Person(new_person(browser, server).new_page(), "Ann")
    open_table(ann, "Solo")
    expect(ann.page.get_by_role("group", name="Actions")).to_be_visible()
    expect(open_games(ann)).to_have_text(re.compile("Solo game.*waits for you · turn 1 · 0 points"))
    ann.page.context.close()
