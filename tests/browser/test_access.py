"""For everybody: axe on every screen in both themes, every language, no sideways scrolling, keyboard alone."""

import re
import time

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import new_person
from tests.browser.people import Person, drawn, open_table, play_out
from tests.browser.test_layout import box
from tests.messages import LANGUAGES, messages
from tests.server.running_server import RunningServer

SIZES = ((320, 640), (360, 740), (844, 390), (1280, 800))


def assert_accessible(page: Page, screen: str) -> None:
    expect(page.get_by_role("heading", level=1).first).to_be_visible()
    found = Axe().run(page).response["violations"]
    summary = [(each["id"], [node["html"][:120] for node in each["nodes"]][:3]) for each in found]
    assert summary == [], screen


def assert_no_sideways_scrolling(page: Page, screen: str) -> None:
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, f"{screen} at {width}x{height} is {wide} px too wide"


@pytest.mark.parametrize(("game", "theme"), [("Dice", "light"), ("Cards with jokers", "dark")])
def test_axe_finds_nothing_on_any_screen(
    browser: Browser, server: RunningServer, theme: str, game: str
) -> None:
    context = new_person(browser, server, color_scheme=theme)
    ann = Person(context.new_page(), "Ann")
    ann.page.goto("/")
    assert ann.page.locator("html").get_attribute("data-theme") == theme
    assert_accessible(ann.page, "home")
    link = open_table(ann, game, "Person", "Careful")
    assert_accessible(ann.page, "waiting room")
    other = new_person(browser, server, 1280, 800, color_scheme=theme)
    ben = Person(other.new_page(), "Ben")
    ben.page.goto(link)
    assert_accessible(ben.page, "join")
    ben.join(link)
    expect(ben.page.get_by_role("group", name="Actions")).to_be_visible()
    for person in (ann, ben):
        assert_accessible(person.page, "play")
    ann.page.get_by_role("button", name="Menu").click()
    assert_accessible(ann.page, "menu")
    ann.page.keyboard.press("Escape")
    for _ in range(6):
        for person in (ann, ben):
            person.act()
        time.sleep(0.1)
    for person in (ann, ben):
        assert_accessible(person.page, "play, some turns on")
    assert_no_sideways_scrolling(ann.page, "play")
    if game == "Dice":  # all games end on the same screen
        ann.in_a_hurry = ben.in_a_hurry = True
        play_out(ann, ben)
        for person in (ann, ben):
            assert_accessible(person.page, "end")
        assert_no_sideways_scrolling(ann.page, "end")
    ann.page.goto("/t/nowhere")
    assert_accessible(ann.page, "no such table")
    context.close()
    other.close()


def test_a_game_is_played_by_keyboard_alone(browser: Browser, server: RunningServer) -> None:
    context = new_person(browser, server)
    page = context.new_page()
    page.goto("/")
    tab_to(page, "^Play now$")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/t/"))
    expect(page.get_by_role("group", name="Actions")).to_be_visible()
    crossed = 0
    for _ in range(12):
        expect(page.get_by_role("heading", name=re.compile("^Sealed"))).to_be_hidden()
        before = drawn(page).locator("main").inner_text()
        legal = page.get_by_role("button", name=re.compile(", can be crossed$"))
        if crossed < 3 and legal.count():
            reach_cell(page, legal.first.get_attribute("aria-label") or "")
            page.keyboard.press("Enter")
            expect(page.get_by_role("button", name=re.compile(", chosen, "))).to_be_visible()
            tab_to(page, "^Cross ")
            page.keyboard.press("Enter")
            crossed += 1
        else:
            tab_to(page, "^Pass$")
            page.keyboard.press("Space")
        if crossed == 3:
            break
        expect(page.locator("main")).not_to_have_text(before)
        page.wait_for_timeout(300)
    expect(page.get_by_role("button", name=re.compile(", crossed$"))).to_have_count(3)
    context.close()


def focused(page: Page) -> str:
    """The name of the control that has the focus."""
    script = "(e => e.getAttribute('aria-label') || e.innerText || '')(document.activeElement)"
    return " ".join(str(page.evaluate(script)).split())


def tab_to(page: Page, pattern: str) -> None:
    """Press Tab until a control with this name has the focus."""
    for _ in range(80):
        if re.search(pattern, focused(page)):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no control {pattern} is reached by Tab; the last was {focused(page)!r}")


def reach_cell(page: Page, label: str) -> None:
    """Go to a cell: by Tab into the pad, then by arrow keys."""
    colour, number = label.split(",")[0].rsplit(" ", 1)
    tab_to(page, f"^{colour} \\d+, ")
    for _ in range(24):
        if focused(page).startswith(f"{colour} {number},"):
            return
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Home")
    for _ in range(24):
        if focused(page).startswith(f"{colour} {number},"):
            return
        page.keyboard.press("ArrowRight")
    raise AssertionError(f"{label} is not reached by arrow keys; the last was {focused(page)!r}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_head_of_the_first_screen_is_one_line_on_the_narrowest_phone(
    browser: Browser, server: RunningServer, language: str
) -> None:
    """The list of languages is as wide as the longest name in it, whichever is chosen."""
    context = new_person(browser, server, 320, 640, locale=language)
    page = context.new_page()
    page.goto("/")
    places = [box(page.locator(of)) for of in ("header h1", "header select", "header button")]
    middles = [place["y"] + place["height"] / 2 for place in places]
    assert max(middles) - min(middles) < 2, "a name in languages.ts is too long"
    context.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language(browser: Browser, server: RunningServer, language: str) -> None:
    words = messages(language)
    context = new_person(browser, server, locale=language)
    page = context.new_page()
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", re.compile(f"^{language}"))
    expect(page.get_by_text(words["game.dice"]).first).to_be_visible()
    assert_no_sideways_scrolling(page, f"home in {language}")
    page.locator("main .btn.pri").first.click()
    page.wait_for_url(re.compile("/t/"))
    expect(page.get_by_role("button", name=words["play.pass"], exact=True)).to_be_visible()
    assert_no_sideways_scrolling(page, f"play in {language}")
    assert re.search(r"\{\w+\}", page.locator("body").inner_text()) is None, "a placeholder is left"
    context.close()
