"""A table that is opened to everybody: found on the first screen, joined, watched, and gone when it is over."""

import re

from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import new_person
from tests.browser.people import Person, open_table, play_out
from tests.browser.test_access import assert_accessible, assert_no_sideways_scrolling
from tests.server.running_server import RunningServer


def at_the_bottom(page: Page) -> Page:
    """The first screen, with what comes when somebody scrolls there."""
    page.goto("/")
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    page.mouse.wheel(0, 2000)
    expect(page.get_by_role("heading", name="Public tables")).to_be_visible()
    return page


def open_to_everybody(ann: Person) -> None:
    page = ann.page
    page.goto("/")
    page.get_by_role("button", name="With friends").click()
    page.get_by_label("Your name").fill(ann.name)
    page.get_by_text("Options").click()
    page.get_by_role("switch", name=re.compile("^Public")).click()
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_text("This table is public")).to_be_visible()


def test_a_public_table_is_found_joined_watched_and_gone(browser: Browser, server: RunningServer) -> None:
    # Names that no other table of this server has.
    ann, ben = (Person(new_person(browser, server).new_page(), name) for name in ("Anneliese", "Benedikt"))
    open_to_everybody(ann)
    found = at_the_bottom(ben.page).get_by_role("link", name=re.compile("Dice with Anneliese"))
    expect(found).to_contain_text("1 free seat: join")
    assert_accessible(ben.page, "home with public tables")
    assert_no_sideways_scrolling(ben.page, "home with public tables")
    found.click()
    ben.page.get_by_label("Your name").fill(ben.name)
    ben.page.get_by_role("button", name="Take a seat").click()
    expect(ben.page.get_by_role("group", name="Actions")).to_be_visible()

    watching = at_the_bottom(new_person(browser, server).new_page())
    found = watching.get_by_role("link", name=re.compile("Dice with Anneliese and Benedikt"))
    expect(found).to_contain_text("In play: watch")
    found.click()
    expect(watching.get_by_text("You are watching")).to_be_visible()
    expect(watching.get_by_role("group", name="Actions")).to_have_count(0)

    for person in (ann, ben):
        person.in_a_hurry = True
    play_out(ann, ben)
    at_the_bottom(watching)
    expect(watching.get_by_role("link", name=re.compile("Anneliese"))).to_have_count(0)

    # Whoever opened a table to everybody did so this once.
    open_table(ann, "Dice", "Person")
    expect(ann.page.get_by_text("This table is public")).to_have_count(0)
    for page in (ann.page, ben.page, watching):
        page.context.close()
