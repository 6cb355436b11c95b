"""The home page introduces Qwixx, and the interactive lessons teach it."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import new_person
from tests.browser.pads import tap as tap_cell
from tests.browser.people import drawn, is_home
from tests.browser.test_access import assert_accessible, assert_no_sideways_scrolling, reach_cell, tab_to
from tests.browser.test_layout import box, outside, overlap
from tests.messages import begins, capital, in_language, pattern, words
from tests.server.running_server import RunningServer

LESSONS = json.loads((Path(__file__).parents[2] / "web/src/learn/lessons.json").read_text(encoding="utf-8"))
# The last step of each lesson has nothing to skip.
LARGE = ((768, 1024), (1024, 768), (1366, 625), (1280, 800))
STEPS = {
    "/learn": LESSONS["dice"]["nodes"][-1]["step"],
    "/learn/cards": LESSONS["cards"]["nodes"][-1]["step"],
}


ROLL, NEXT, SKIP, PASS = (words(key) for key in ("learn.roll", "learn.next", "learn.skip", "play.pass"))


def says(page: Page) -> Locator:
    return page.get_by_role("region", name=words("learn.teacher")).locator("p")


def tap(page: Page, *controls: str | re.Pattern[str] | tuple[str, int]) -> None:
    """Tap buttons by name, and cells by colour and number."""
    for control in controls:
        if isinstance(control, tuple):
            tap_cell(page, *control)
        else:
            page.get_by_role("button", name=control, exact=True).click()


def test_the_lesson_of_the_dice_game_can_be_played_to_its_end(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name=begins("home.learn.new")).click()
    expect(says(page)).to_contain_text(words("learn.dice.1.roll"))
    expect(page.get_by_role("log")).to_contain_text(words("learn.dice.1.roll"))
    expect(page.locator("[aria-live], [role=status]")).to_have_count(1)
    tap(page, ROLL, ("yellow", 8), pattern("play.cross"))
    expect(says(page)).to_contain_text(words("learn.dice.3.own"))
    tap(page, NEXT, ("green", 9), pattern("play.cross"))
    expect(says(page)).to_contain_text(words("learn.dice.5.common"))
    tap(page, PASS, ROLL, PASS, PASS)
    expect(says(page)).to_contain_text(words("learn.dice.7.common"))
    tap(page, ("red", 12), pattern("play.cross"))
    expect(says(page)).to_contain_text(words("learn.dice.8.own"))
    tap(page, words("learn.play", name="Nino"))
    page.wait_for_url(re.compile("/t/"))
    expect(page.get_by_role("group", name=words("play.actions"))).to_be_visible()


def test_the_lesson_of_the_card_game_can_be_played_to_its_end(page: Page) -> None:
    page.goto("/learn/cards")
    expect(says(page)).to_have_text(words("learn.cards.1.draw"))
    tap(page, NEXT, words("play.back", number=8), pattern("play.take"), ("green", 12), pattern("play.cross"))
    tap(page, "Red 5", "Red 6", pattern("play.play"))
    expect(says(page)).to_contain_text(words("learn.cards.5.play"))
    tap(page, "Yellow 4", "Yellow 5", pattern("play.play"), PASS, "Red 12", pattern("play.play"))
    expect(says(page)).to_contain_text(words("learn.cards.8.play"))
    tap(
        page,
        capital(words("card.joker", number=9)),
        pattern("play.as", colour="yellow"),
        pattern("play.play"),
    )
    expect(says(page)).to_have_text(words("learn.cards.9.draw"))
    expect(page.get_by_role("button", name=words("learn.play", name="Nino"))).to_be_visible()
    # After the dice lesson, the card lesson skips the explanation of the sheet.
    page.evaluate("localStorage.setItem('qwixx.lesson.dice', '')")
    page.goto("/learn/cards")
    expect(says(page)).to_contain_text(words("learn.cards.2.draw"))


def test_a_wrong_tap_explains_the_rule_and_changes_nothing(page: Page) -> None:
    page.goto("/learn")
    tap(page, ROLL, ("red", 7))
    expect(says(page)).to_have_text(re.compile("8"))
    tap(page, PASS)
    expect(says(page)).to_contain_text(words("learn.dice.2.nudge"))
    for _ in range(5):
        tap(page, SKIP)
    tap(page, ("yellow", 12))
    expect(says(page)).to_contain_text(words("reason.needs_five", colour="yellow", number=12, crosses=3))
    expect(page.get_by_text(words("label.of", number=7, count=7))).to_be_visible()


@pytest.mark.parametrize("path", ["/learn", "/learn/cards"])
@pytest.mark.parametrize(("width", "height"), [(320, 640), (360, 740)])
def test_a_wrong_tap_causes_no_layout_shift(
    browser: Browser, server: RunningServer, path: str, width: int, height: int
) -> None:
    page = new_person(browser, server, width, height).new_page()
    page.goto(path)
    sheet = page.get_by_role("region", name=words("play.sheet.yours"))
    answered = 0
    for step in range(1, STEPS[path]):
        expect(page.get_by_text(words("label.of", number=step, count=STEPS[path] - 1))).to_be_visible()
        task, place = says(page).inner_text(), box(sheet)
        page.locator("[data-cell=blue3]").dispatch_event("click")
        drawn(page)
        answered += says(page).inner_text() != task
        assert box(sheet) == place, f"the explanation in step {step} shifts the sheet"
        tap(page, SKIP)
    assert answered > 3
    page.context.close()


def test_the_back_button_goes_through_the_steps_and_leaves_the_lesson(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name=begins("home.learn.new")).click()
    tap(page, ROLL, SKIP)
    expect(page.get_by_text(words("label.of", number=3, count=7))).to_be_visible()
    page.go_back()
    expect(page.get_by_text(words("label.of", number=2, count=7))).to_be_visible()
    page.go_back()
    expect(page.get_by_text(words("label.of", number=1, count=7))).to_be_visible()
    page.go_back()
    is_home(page)


def test_a_lesson_resumes_at_the_same_step_and_can_be_restarted(page: Page) -> None:
    page.goto("/learn")
    for _ in range(4):
        tap(page, SKIP)
    expect(page.get_by_text(words("label.of", number=5, count=7))).to_be_visible()
    page.get_by_role("link", name=words("learn.leave")).click()
    page.get_by_role("link", name=begins("home.learn.new")).click()
    expect(page.get_by_text(words("label.of", number=5, count=7))).to_be_visible()
    tap(page, words("learn.again"))
    expect(page.get_by_text(words("label.of", number=1, count=7))).to_be_visible()


def test_the_dice_can_be_rolled_and_a_number_crossed_with_the_keyboard(page: Page) -> None:
    page.goto("/learn")
    tab_to(page, ROLL)
    page.keyboard.press("Enter")
    reach_cell(page, "blue", 8)
    page.keyboard.press("Enter")
    tab_to(page, pattern("play.cross"))
    page.keyboard.press("Enter")
    expect(page.get_by_text(words("label.of", number=3, count=7))).to_be_visible()


@pytest.mark.parametrize(("path", "theme"), [("/learn", "light"), ("/learn/cards", "dark")])
def test_every_step_is_accessible_and_fits(
    browser: Browser, server: RunningServer, theme: str, path: str
) -> None:
    context = new_person(browser, server, color_scheme=theme)
    page = context.new_page()
    page.goto(path)
    for step in range(1, STEPS[path] + 1):
        assert_accessible(page, f"step {step} of {path}")
        if theme == "light":
            assert_no_sideways_scrolling(page, f"step {step} of {path}")
            page.set_viewport_size({"width": 360, "height": 740})
        if step < STEPS[path]:
            tap(page, SKIP)
    context.close()


@pytest.mark.parametrize("path", ["/learn", "/learn/cards"])
def test_every_step_is_readable_on_a_phone_in_landscape(
    browser: Browser, server: RunningServer, path: str
) -> None:
    page = new_person(browser, server, 740, 360).new_page()
    page.goto(path)
    for step in range(1, STEPS[path] + 1):
        assert_accessible(page, f"step {step} of {path}")
        if step < STEPS[path]:
            tap(page, SKIP)
    page.context.close()


@pytest.mark.parametrize("path", ["/learn", "/learn/cards"])
def test_every_step_fits_a_large_window(browser: Browser, server: RunningServer, path: str) -> None:
    page = new_person(browser, server).new_page()
    page.goto(path)
    for step in range(1, STEPS[path] + 1):
        expect(says(page)).to_be_visible()
        for width, height in LARGE:
            page.set_viewport_size({"width": width, "height": height})
            assert outside(page) == (0, 0), f"step {step} overflows the window at {width}x{height}"
            cards = page.get_by_role("region", name=words("play.hand")).get_by_role("button")
            if cards.count() == 5:
                actions = page.get_by_role("group", name=words("play.actions"))
                assert not overlap(box(cards.last), box(actions))
        if step < STEPS[path]:
            tap(page, SKIP)
    page.context.close()


@pytest.mark.parametrize("language", ["de", "fr"])
def test_every_step_is_translated(browser: Browser, server: RunningServer, language: str) -> None:
    context = new_person(browser, server, locale=language)
    page = context.new_page()
    # Cards first: after the dice lesson, the card lesson would skip the sheet.
    for path, steps in reversed(STEPS.items()):
        page.goto(path)
        for step in range(1, steps + 1):
            expect(page.get_by_text(in_language(language).words("loading"), exact=True)).to_have_count(0)
            text = page.locator("main").inner_text()
            assert re.search(r"\{\w+\}|learn\.", text) is None, text
            if step < steps:
                tap(page, in_language(language).words("learn.skip"))
    context.close()


def test_the_lesson_works_in_a_browser_without_storage(browser: Browser, server: RunningServer) -> None:
    context = new_person(browser, server)
    page = context.new_page()
    page.add_init_script("Object.defineProperty(window, 'localStorage', { get() { throw Error('no') } })")
    page.goto("/learn")
    tap(page, ROLL, SKIP)
    expect(page.get_by_text(words("label.of", number=3, count=7))).to_be_visible()
    context.close()
