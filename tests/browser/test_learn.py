"""The first minute: the home page says what Qwixx is, and the lessons teach it by doing."""

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import new_person
from tests.browser.test_access import assert_accessible, assert_no_sideways_scrolling, reach_cell, tab_to
from tests.browser.test_layout import box, outside, overlap
from tests.messages import LANGUAGES
from tests.server.running_server import RunningServer


def says(page: Page) -> Locator:
    return page.get_by_role("region", name="Otto explains").locator("p")


def tap(page: Page, *names: str) -> None:
    for name in names:
        # A cell that may not be crossed can be tapped all the same: it says why.
        page.get_by_role("button", name=re.compile(f"^{name}")).first.click(force=True)


def test_the_lesson_of_the_dice_game_is_played_to_its_end(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name=re.compile("^New here")).click()
    expect(says(page)).to_contain_text("Roll the dice")
    expect(page.get_by_role("log")).to_contain_text("Roll the dice")
    expect(page.locator("[aria-live], [role=status]")).to_have_count(1)
    tap(page, "Roll$", "Yellow 8", "Cross yellow 8")
    expect(says(page)).to_contain_text("left of your cross is gone")
    tap(page, "Next", "Green 9", "Cross green 9")
    expect(says(page)).to_contain_text("passing costs you nothing")
    tap(page, "Pass", "Roll$", "Pass", "Pass")
    expect(says(page)).to_contain_text("locks the row")
    tap(page, "Red 12", "Cross red 12")
    expect(says(page)).to_contain_text("28 points")
    tap(page, "Play Nino")
    page.wait_for_url(re.compile("/t/"))
    expect(page.get_by_role("group", name="Actions")).to_be_visible()


def test_the_lesson_of_the_card_game_is_played_to_its_end(page: Page) -> None:
    page.goto("/learn/cards")
    tap(page, "8, colour unknown", "Take 8", "Green 12", "Cross green 12")
    tap(page, "Red 5$", "Red 6$", "Play red 5")
    expect(says(page)).to_contain_text("yellow 4 and 5")
    tap(page, "Yellow 4$", "Yellow 5$", "Play yellow 4", "Pass", "Red 12$", "Play red 12")
    expect(says(page)).to_contain_text("joker")
    tap(page, "Joker 9", "Play as yellow", "Play yellow 9")
    expect(says(page)).to_contain_text("ends the game")
    expect(page.get_by_role("button", name="Play Nino")).to_be_visible()


def test_a_wrong_tap_gets_the_rule_and_changes_nothing(page: Page) -> None:
    page.goto("/learn")
    tap(page, "Roll$", "Red 7, open")
    expect(says(page)).to_have_text(re.compile("8"))
    tap(page, "Pass")
    expect(says(page)).to_contain_text("You may pass, but")
    for _ in range(5):
        tap(page, "Skip")
    tap(page, "Yellow 12, open")
    expect(says(page)).to_contain_text("five crosses")
    expect(page.get_by_text("7 of 7")).to_be_visible()


def test_the_way_back_leads_through_the_steps_and_out(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name=re.compile("^New here")).click()
    tap(page, "Roll$", "Skip")
    expect(page.get_by_text("3 of 7")).to_be_visible()
    page.go_back()
    expect(page.get_by_text("2 of 7")).to_be_visible()
    page.go_back()
    expect(page.get_by_text("1 of 7")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()


def test_whoever_leaves_comes_back_to_the_same_step_and_may_start_over(page: Page) -> None:
    page.goto("/learn")
    for _ in range(4):
        tap(page, "Skip")
    expect(page.get_by_text("5 of 7")).to_be_visible()
    page.get_by_role("link", name="Leave the lesson").click()
    page.get_by_role("link", name=re.compile("^New here")).click()
    expect(page.get_by_text("5 of 7")).to_be_visible()
    tap(page, "Start over")
    expect(page.get_by_text("1 of 7")).to_be_visible()


def test_the_dice_are_rolled_and_a_number_is_crossed_by_keyboard(page: Page) -> None:
    page.goto("/learn")
    tab_to(page, "^Roll$")
    page.keyboard.press("Enter")
    reach_cell(page, "Blue 8, can be crossed")
    page.keyboard.press("Enter")
    tab_to(page, "^Cross ")
    page.keyboard.press("Enter")
    expect(page.get_by_text("3 of 7")).to_be_visible()


@pytest.mark.parametrize(("path", "theme"), [("/learn", "light"), ("/learn/cards", "dark")])
def test_every_step_is_accessible_and_fits(
    browser: Browser, server: RunningServer, theme: str, path: str
) -> None:
    context = new_person(browser, server, color_scheme=theme)
    page = context.new_page()
    page.goto(path)
    for step in range(1, 9):
        assert_accessible(page, f"step {step} of {path}")
        if theme == "light":
            assert_no_sideways_scrolling(page, f"step {step} of {path}")
            page.set_viewport_size({"width": 360, "height": 740})
        if step < 8:
            page.locator(".skip").click()
    context.close()


@pytest.mark.parametrize("path", ["/learn", "/learn/cards"])
def test_on_a_phone_on_its_side_every_step_can_be_read(
    browser: Browser, server: RunningServer, path: str
) -> None:
    page = new_person(browser, server, 740, 360).new_page()
    page.goto(path)
    for step in range(1, 9):
        assert_accessible(page, f"step {step} of {path}")
        if step < 8:
            page.locator(".skip").click()
    page.context.close()


@pytest.mark.parametrize("path", ["/learn", "/learn/cards"])
@pytest.mark.parametrize(("width", "height"), [(768, 1024), (1024, 768), (1366, 625), (1280, 800)])
def test_a_large_window_shows_every_step_at_once(
    browser: Browser, server: RunningServer, path: str, width: int, height: int
) -> None:
    page = new_person(browser, server, width, height).new_page()
    page.goto(path)
    for step in range(1, 9):
        expect(says(page)).to_be_visible()
        assert outside(page) == (0, 0), f"something of step {step} is out of sight"
        cards = page.locator(".hand button")
        if cards.count() == 5:
            assert not overlap(box(cards.last), box(page.get_by_role("group", name="Actions")))
        if step < 8:
            page.locator(".skip").click()
    page.context.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_has_words_in_every_language(
    browser: Browser, server: RunningServer, language: str
) -> None:
    context = new_person(browser, server, locale=language)
    page = context.new_page()
    for path in ("/learn", "/learn/cards"):
        page.goto(path)
        for _ in range(7):
            text = page.locator("main").inner_text()
            assert re.search(r"\{\w+\}|learn\.", text) is None, text
            page.locator(".skip").click()
    context.close()


def test_a_browser_that_forbids_storage_can_learn(browser: Browser, server: RunningServer) -> None:
    context = new_person(browser, server)
    page = context.new_page()
    page.add_init_script("Object.defineProperty(window, 'localStorage', { get() { throw Error('no') } })")
    page.goto("/learn")
    tap(page, "Roll$", "Skip")
    expect(page.get_by_text("3 of 7")).to_be_visible()
    context.close()


# The home page


def test_what_stands_below_everything_else_is_reached_by_keyboard(page: Page) -> None:
    page.goto("/")
    tab_to(page, "^Score pad ")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/pad$"))


def test_what_stands_below_everything_else_comes_by_itself(page: Page) -> None:
    page.goto("/")
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    expect(page.get_by_role("region", name="More").get_by_role("link", name="Score pad")).to_be_attached()


def test_the_opponent_is_remembered(page: Page) -> None:
    page.goto("/")
    page.locator("label").filter(has=page.get_by_role("radio", name="Vera")).click()
    expect(page.get_by_text("Precise, quiet, counts every die")).to_be_visible()
    tap(page, "Play now")
    page.wait_for_url(re.compile("/t/"))
    page.goto("/")
    expect(page.get_by_role("radio", name="Vera")).to_be_checked()


def test_a_game_that_is_not_over_is_found_again(page: Page) -> None:
    page.goto("/")
    tap(page, "Play now")
    page.wait_for_url(re.compile("/t/"))
    link = page.url
    expect(page.get_by_role("group", name="Actions")).to_be_visible()
    page.goto("/")
    page.get_by_role("region", name="Open games").get_by_role(
        "link", name=re.compile("^Dice with Mila")
    ).click()
    expect(page).to_have_url(link)


def test_games_are_not_forgotten_by_a_look_without_a_connection(
    browser: Browser, server: RunningServer
) -> None:
    page = new_person(browser, server).new_page()
    for _ in range(2):
        page.goto("/")
        tap(page, "Play now")
        page.wait_for_url(re.compile("/t/"))
        expect(page.get_by_role("group", name="Actions")).to_be_visible()
    games = page.get_by_role("region", name="Open games").get_by_role("link")
    page.goto("/")
    expect(games).to_have_count(2)
    page.route("**/api/tables/*", lambda route: route.abort())
    page.goto("/")
    page.wait_for_load_state("networkidle")
    expect(games).to_have_count(0)
    page.unroute("**/api/tables/*")
    page.goto("/")
    expect(games).to_have_count(2)
    page.context.close()


def test_the_rules_are_those_of_the_chosen_game_alone(page: Page) -> None:
    page.goto("/")
    page.locator("label").filter(has=page.get_by_role("radio", name="Cards", exact=True)).click()
    tap(page, "Rules")
    rules = page.get_by_role("dialog", name="Rules")
    expect(rules).to_contain_text("top of the deck")
    expect(rules).not_to_contain_text("white dice")
    expect(rules).not_to_contain_text("joker")
    assert rules.get_by_role("cell").all_inner_texts()[6:12] == ["1", "3", "6", "10", "15", "21"]


@pytest.mark.parametrize(("width", "height"), [(768, 1024), (1024, 768), (1280, 800), (1920, 1080)])
def test_on_a_large_window_all_ways_into_a_game_are_in_sight_and_stay_there(
    browser: Browser, server: RunningServer, width: int, height: int
) -> None:
    context = new_person(browser, server, width, height)
    page = context.new_page()
    page.goto("/")
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    options = page.get_by_text("Options", exact=True)
    expect(options).to_be_in_viewport(ratio=1)
    whole = page.evaluate("document.documentElement.scrollHeight")
    page.get_by_role("heading", name="More").scroll_into_view_if_needed()
    expect(page.get_by_role("link", name="Score pad")).to_be_visible()
    expect(
        page.get_by_text("Nobody plays in public").or_(page.get_by_text("free seat")).first
    ).to_be_visible()
    assert page.evaluate("document.documentElement.scrollHeight") == whole
    context.close()
