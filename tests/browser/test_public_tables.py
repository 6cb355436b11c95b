"""A public table: listed on the first screen, joined, watched, and removed from the list when it is over."""

import re

from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import new_person
from tests.browser.people import Person, home_button, is_home, open_table, play_out, play_with_friends
from tests.browser.test_access import assert_accessible, assert_no_sideways_scrolling
from tests.messages import contains, words
from tests.server.running_server import RunningServer


def at_the_bottom(page: Page) -> Page:
    """The first screen, scrolled to the public tables."""
    page.goto("/")
    is_home(page)
    page.locator("footer").scroll_into_view_if_needed()
    expect(page.get_by_role("heading", name=words("public.title"))).to_be_visible()
    return page


def open_to_everybody(ann: Person) -> None:
    page = ann.page
    page.goto("/")
    play_with_friends(ann, "person")
    page.get_by_text(words("home.options.more")).click()
    page.get_by_role("switch", name=words("home.public")).click()
    home_button(page, "home.open.table").click()
    expect(page.get_by_text(words("waiting.public"))).to_be_visible()


def test_a_public_table_is_listed_joined_watched_and_removed_at_its_end(
    browser: Browser, server: RunningServer
) -> None:
    # Names that no other table of this server has.
    ann, ben = (Person(new_person(browser, server).new_page(), name) for name in ("Anneliese", "Benedikt"))
    open_to_everybody(ann)
    found = at_the_bottom(ben.page).get_by_role(
        "link", name=contains("home.games.with", game=words("game.dice"), names="Anneliese")
    )
    expect(found).to_contain_text(words("public.join", count=1))
    assert_accessible(ben.page, "home with public tables")
    assert_no_sideways_scrolling(ben.page, "home with public tables")
    found.click()
    ben.page.get_by_label(words("home.name")).fill(ben.name)
    ben.page.get_by_role("button", name=words("join.take")).click()
    expect(ben.page.get_by_role("group", name=words("play.actions"))).to_be_visible()

    watching = at_the_bottom(new_person(browser, server).new_page())
    found = watching.get_by_role(
        "link", name=contains("home.games.with", game=words("game.dice"), names="Anneliese and Benedikt")
    )
    expect(found).to_contain_text(words("public.watch"))
    found.click()
    expect(watching.get_by_text(words("join.watching"))).to_be_visible()
    expect(watching.get_by_role("group", name=words("play.actions"))).to_have_count(0)

    for person in (ann, ben):
        person.in_a_hurry = True
    play_out(ann, ben)
    at_the_bottom(watching)
    expect(watching.get_by_role("link", name=re.compile("Anneliese"))).to_have_count(0)

    # Making a table public applies to that table only.
    open_table(ann, "dice", "person")
    expect(ann.page.get_by_text(words("waiting.public"))).to_have_count(0)
    for page in (ann.page, ben.page, watching):
        page.context.close()
