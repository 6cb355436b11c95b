"""Accessibility: axe on every screen in both themes, every language, no horizontal scrolling, keyboard only."""

import re
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import new_person
from tests.browser.people import Person, drawn, home_button, open_table, play_out, play_until
from tests.browser.test_layout import box
from tests.messages import LANGUAGES, in_language, pattern, words
from tests.server.running_server import RunningServer

SIZES = ((320, 640), (360, 740), (844, 390), (1280, 800))
# Elements whose text must not be cut off; elements one pixel wide are for screen readers only.
CUT_OFF = """() => [...document.querySelectorAll('button, h1, h2, label, summary, [role=tab]')]
  .filter((each) => each.clientWidth > 1 && each.scrollWidth > each.clientWidth && each.checkVisibility())
  .map((each) => `${each.tagName} ${each.innerText}: ${each.scrollWidth} > ${each.clientWidth}`)"""
# Pages that need no game.
PAGES = ("/pad", "/replay", "/history", "/fairness", "/puzzle", "/daily", "/offline", "/tv")


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


def assert_nothing_cut_off(page: Page, screen: str) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    assert page.evaluate(CUT_OFF) == [], screen


@pytest.mark.parametrize(("game", "theme"), [("dice", "light"), ("cards_joker", "dark")])
def test_axe_finds_no_violations_on_any_screen(
    browser: Browser, server: RunningServer, theme: str, game: str
) -> None:
    context = new_person(browser, server, color_scheme=theme)
    ann = Person(context.new_page(), "Ann")
    ann.page.goto("/")
    expect(ann.page.locator("html")).to_have_attribute("data-theme", theme)
    assert_accessible(ann.page, "home")
    home_button(ann.page, "home.who").click()
    expect(home_button(ann.page, "home.own")).to_be_visible()
    assert_accessible(ann.page, "home, with whom")
    link = open_table(ann, game, "person", "careful")
    assert_accessible(ann.page, "waiting room")
    other = new_person(browser, server, 1280, 800, color_scheme=theme)
    ben = Person(other.new_page(), "Ben")
    ben.page.goto(link)
    assert_accessible(ben.page, "join")
    ben.join(link)
    expect(ben.page.get_by_role("group", name=words("play.actions"))).to_be_visible()
    for person in (ann, ben):
        assert_accessible(person.page, "play")
    ann.page.get_by_role("button", name=words("menu")).click()
    assert_accessible(ann.page, "menu")
    ann.page.keyboard.press("Escape")
    play_until(lambda: ann.acted + ben.acted >= 6, ann, ben)
    for person in (ann, ben):
        assert_accessible(person.page, "play, some turns on")
    assert_no_sideways_scrolling(ann.page, "play")
    if game == "dice":  # all games end on the same screen
        ann.in_a_hurry = ben.in_a_hurry = True
        play_out(ann, ben)
        for person in (ann, ben):
            assert_accessible(person.page, "end")
        assert_no_sideways_scrolling(ann.page, "end")
    ann.page.goto("/t/nowhere")
    assert_accessible(ann.page, "no such table")
    context.close()
    other.close()


def test_a_game_can_be_played_with_the_keyboard_only(browser: Browser, server: RunningServer) -> None:
    context = new_person(browser, server)
    page = context.new_page()
    page.goto("/")
    tab_to(page, words("act.play"))
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/t/"))
    expect(page.get_by_role("group", name=words("play.actions"))).to_be_visible()
    crossed = 0
    for _ in range(12):
        expect(page.get_by_role("button", name=words("play.pass"), exact=True)).to_be_enabled()
        before = drawn(page).locator("main").inner_text()
        legal = page.get_by_role("button", name=pattern("play.cell.legal"))
        if crossed < 3 and legal.count():
            colour, number = re.findall("[a-z]+|[0-9]+", legal.first.get_attribute("data-cell") or "")
            reach_cell(page, colour, int(number))
            page.keyboard.press("Enter")
            expect(page.get_by_role("button", name=pattern("play.cell.chosen"))).to_be_visible()
            tab_to(page, pattern("play.cross"))
            page.keyboard.press("Enter")
            crossed += 1
            expect(page.get_by_role("button", name=pattern("play.cell.crossed"))).to_have_count(crossed)
        else:
            tab_to(page, words("play.pass"))
            page.keyboard.press("Space")
        if crossed == 3:
            break
        expect(page.locator("main")).not_to_have_text(before, use_inner_text=True)
    expect(page.get_by_role("button", name=pattern("play.cell.crossed"))).to_have_count(3)
    context.close()


def focused(page: Page) -> str:
    """The name of the focused control."""
    script = "(e => e.getAttribute('aria-label') || e.innerText || '')(document.activeElement)"
    return " ".join(str(page.evaluate(script)).split())


def focused_cell(page: Page) -> str:
    return str(page.evaluate("document.activeElement.dataset.cell ?? ''"))


def tab_to(page: Page, name: str | re.Pattern[str]) -> None:
    """Press Tab until the button with this name has the focus."""
    wanted = name if isinstance(name, re.Pattern) else re.compile(f"^{re.escape(name)}$")
    expect(page.get_by_role("button", name=wanted).first).to_be_visible()
    press_until(page, "Tab", lambda: wanted.search(focused(page)) is not None)


def reach_cell(page: Page, colour: str, number: int) -> None:
    """Go to a cell: by Tab into its row, then by arrow keys."""
    expect(page.locator(f"[data-cell={colour}{number}]")).to_be_visible()
    press_until(page, "Tab", lambda: focused_cell(page).startswith(colour))
    page.keyboard.press("Home")
    press_until(page, "ArrowRight", lambda: focused_cell(page) == f"{colour}{number}")


def press_until(page: Page, key: str, reached: Callable[[], bool], most: int = 80) -> None:
    for _ in range(most):
        if reached():
            return
        page.keyboard.press(key)
    raise AssertionError(f"not reached by {key}; the last was {focused(page)!r}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_header_of_the_first_screen_fits_on_one_line_on_the_narrowest_phone(
    browser: Browser, server: RunningServer, language: str
) -> None:
    """The language selector is as wide as the longest language name, whichever language is selected."""
    context = new_person(browser, server, 320, 640, locale=language)
    page = context.new_page()
    page.goto("/")
    places = [box(page.locator(of)) for of in ("header h1", "header select", "header button")]
    middles = [place["y"] + place["height"] / 2 for place in places]
    assert max(middles) - min(middles) < 2, "a language.name is too long"
    context.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_texts_that_fit_on_every_page(
    browser: Browser, server: RunningServer, language: str
) -> None:
    said = in_language(language)
    context = new_person(browser, server, locale=language)
    page = context.new_page()
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", re.compile(f"^{language}"))
    expect(page.get_by_text(said.words("game.dice")).first).to_be_visible()
    assert_no_sideways_scrolling(page, f"home in {language}")
    page.get_by_role("button", expanded=False).nth(1).click()
    expect(page.get_by_role("button", name=said.begins("home.own"))).to_be_visible()
    assert_no_sideways_scrolling(page, f"with whom in {language}")
    page.get_by_role("button", name=said.pattern("act.play", "home.play.dice")).click()
    page.wait_for_url(re.compile("/t/"))
    expect(page.get_by_role("button", name=said.words("play.pass"), exact=True)).to_be_visible()
    assert_no_sideways_scrolling(page, f"play in {language}")
    assert re.search(r"\{\w+\}", page.locator("body").inner_text()) is None, "a placeholder is left"
    assert_nothing_cut_off(page, f"play in {language}")
    page.get_by_role("button", name=said.words("menu")).click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert_nothing_cut_off(page, f"menu in {language}")
    for path in PAGES:
        before = page.title()
        # Navigating within the page is faster than loading it.
        page.evaluate(
            "to => { history.pushState({}, '', to); dispatchEvent(new PopStateEvent('popstate')) }", path
        )
        page.wait_for_function("old => document.title !== old", arg=before)
        expect(page.get_by_role("heading", level=1).first).to_be_visible()
        assert_nothing_cut_off(page, f"{path} in {language}")
    context.close()
