"""The score pad on one device in a real browser, without a network."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import new_person
from tests.browser.pads import cell, cross, open_here, open_shared, tap, toast
from tests.browser.test_access import assert_accessible, assert_no_sideways_scrolling
from tests.browser.test_layout import box
from tests.messages import LANGUAGES, messages
from tests.server.running_server import RunningServer


def test_a_pad_on_one_device_needs_no_network_and_is_kept(page: Page) -> None:
    open_here(page, "Ann", "Ben")
    page.context.set_offline(True)
    cross(page, "red", 2, 3, 4, 5)
    tap(page, "red", 12)
    toast(page, "Red 12 needs five crosses before it; there are 4.")
    cross(page, "red", 6, 12)
    toast(page, "Ann closes the red row.")
    page.get_by_role("button", name=re.compile("^Ben: 0")).click()
    tap(page, "red", 7)
    expect(page.get_by_role("heading", name="The red row has just been closed")).to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name=re.compile("^Penalty")).click()
    page.get_by_role("button", name="Undo the penalty").click()
    toast(page, "Ben takes back the penalty.")
    expect(page.get_by_role("img", name="0 of 4 penalties")).to_be_visible()
    for count in range(1, 5):
        page.get_by_role("button", name=re.compile("^Penalty")).click()
        expect(page.get_by_role("img", name=f"{count} of 4 penalties")).to_be_visible()
    page.get_by_role("button", name="Show the result").click()
    expect(page.get_by_role("heading", name="Ann wins by 48")).to_be_visible()
    page.context.set_offline(False)
    page.reload()
    expect(page.get_by_role("heading", name="Ann wins by 48")).to_be_visible()
    page.get_by_role("button", name="New game, same players").click()
    expect(page.get_by_role("button", name=re.compile("^Ben: 0"))).to_be_visible()
    page.get_by_role("link", name="All pads").click()
    expect(page.get_by_role("link", name=re.compile("Ann and Ben.*won by Ann"))).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
def test_buttons_are_in_sight_on_the_narrowest_phone_in_every_language(
    browser: Browser, server: RunningServer, language: str
) -> None:
    page = new_person(browser, server, 320, 640).new_page()
    open_shared(page, "Ann")
    cross(page, "green", 12)
    page.evaluate("language => localStorage.setItem('qwixx.language', language)", language)
    page.reload()
    buttons = page.get_by_role("group", name=messages(language)["play.actions"]).get_by_role("button")
    expect(buttons).to_have_count(3)
    places = [box(button) for button in buttons.all()]
    margin = places[0]["x"]
    assert margin > 0
    assert places[-1]["x"] + places[-1]["width"] <= 320 - margin
    page.context.close()


def test_a_browser_that_keeps_nothing_says_so_and_the_pad_goes_on(page: Page) -> None:
    page.add_init_script("Storage.prototype.setItem = () => { throw new DOMException('full') }")
    open_here(page, "Ann", "Ben")
    expect(page.get_by_text("This browser has no room for the pad, or may keep nothing.")).to_be_visible()
    cross(page, "blue", 9, 4)
    expect(page.get_by_role("group", name=re.compile("^Blue, drop: 2 crosses"))).to_be_visible()


def test_a_storage_that_fills_up_loses_nothing_while_the_page_is_open(page: Page) -> None:
    open_here(page, "Ann", "Ben")
    cross(page, "blue", 12)
    page.evaluate("void (Storage.prototype.setItem = () => { throw new DOMException('full') })")
    cross(page, "blue", 9, 4)
    expect(page.get_by_text("removing old pads makes room")).to_be_visible()
    page.get_by_role("link", name="All pads").click()
    page.get_by_role("link", name=re.compile("Ann and Ben")).click()
    expect(page.get_by_role("group", name=re.compile("^Blue, drop: 3 crosses"))).to_be_visible()


def test_two_pages_of_one_device_write_on_the_same_pad(page: Page) -> None:
    open_here(page, "Ann", "Ben")
    other = page.context.new_page()
    other.goto(page.url)
    cross(other, "blue", 12)
    expect(cell(page, "blue", 12)).to_have_accessible_name(re.compile("crossed$"))
    cross(page, "blue", 9)
    expect(other.get_by_role("group", name=re.compile("^Blue, drop: 2 crosses"))).to_be_visible()


def test_a_row_that_was_closed_on_paper_is_closed_on_the_pad(page: Page) -> None:
    open_here(page, "Ann", "Ben")
    page.get_by_role("button", name="Row closed by somebody without a sheet here").click()
    page.get_by_role("button", name="Green", exact=True).click()
    expect(page.get_by_role("group", name=re.compile("^Green, clover, closed on paper"))).to_be_visible()
    toast(page, "The green row is closed.")
    page.get_by_role("button", name="Undo closing: the green row").click()
    expect(page.get_by_role("group", name=re.compile("^Green, clover: 0"))).to_be_visible()


def test_a_pad_is_removed_only_after_a_question(page: Page) -> None:
    open_here(page, "Ann", "Ben")
    page.get_by_role("link", name="All pads").click()
    kept = page.get_by_role("link", name=re.compile(r"^Ann and Ben Dice · in play · \d+ \w+ \d{4}$"))
    remove = page.get_by_role("button", name="Remove this pad from the device")
    remove.click()
    expect(page.get_by_role("heading", name="Remove this pad?")).to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    expect(kept).to_be_visible()
    remove.click()
    page.get_by_role("button", name="Remove", exact=True).click()
    expect(kept).to_have_count(0)
    toast(page, "Removed from this device")


def test_a_cross_under_a_lock_says_what_to_take_back_first(page: Page) -> None:
    open_here(page, "Ann", "Ben")
    cross(page, "red", 2, 3, 4, 5, 6, 12)
    tap(page, "red", 4)
    page.get_by_role("button", name="Take back").click()
    toast(page, "Take back red 12 first: it needs five crosses before it.")


def test_a_die_that_nobody_entered_is_not_out_of_the_game(page: Page) -> None:
    open_here(page, "Ann", "Ben")
    cross(page, "red", 2, 3, 4, 5, 6, 12)
    page.get_by_role("button", name="Enter a roll").click()
    page.keyboard.type("43")
    page.get_by_role("button", name="Ring what fits").click()
    expect(page.get_by_role("img", name="Sum: 7")).to_be_visible()
    expect(page.get_by_role("img", name="out of the game")).to_have_count(1)


def test_who_writes_by_keyboard_keeps_the_focus(page: Page) -> None:
    open_here(page, "Ann", "Ben")
    cell(page, "red", 2).focus()
    for key in ("ArrowRight", "Enter", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    for name in ("Undo yellow 3", "Undo red 3"):
        undo = page.get_by_role("button", name=name)
        undo.focus()
        undo.press("Enter")
    nothing = page.get_by_role("button", name="Nothing to undo")
    expect(nothing).to_be_focused()
    expect(nothing).to_be_disabled()
    page.get_by_role("button", name="Enter a roll").press("Enter")
    expect(page.get_by_role("button", name="1", exact=True)).to_be_focused()
    page.get_by_role("button", name="Cancel").press("Enter")
    expect(page.get_by_role("button", name="Enter a roll")).to_be_focused()


def test_a_pad_that_is_not_there_says_so(browser: Browser, server: RunningServer) -> None:
    context = new_person(browser, server)
    page = context.new_page()
    page.goto("/pad/here.none")
    expect(page.get_by_role("heading", name="This pad is not on this device.")).to_be_visible()
    page.goto("/pad/AAAAAAAAAAAAAAAA")
    expect(page.get_by_role("heading", name="There is no such pad")).to_be_visible()
    page.get_by_role("link", name="All pads").click()
    context.set_offline(True)
    page.evaluate("history.pushState({}, '', '/pad/BBBBBBBBBBBBBBBB')")
    page.evaluate("dispatchEvent(new PopStateEvent('popstate'))")
    expect(page.get_by_role("heading", name="The pad opens as soon as it is back.")).to_be_visible()
    context.close()


SIZES = [(360, 740), (740, 360), (768, 1024), (1280, 800), (1920, 1080)]


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("names", [("Ann", "Ben"), ("Ann", "Ben", "Cem", "Dora", "Emil")])
def test_a_pad_in_play_fits_the_window(
    browser: Browser, server: RunningServer, width: int, height: int, names: tuple[str, ...]
) -> None:
    context = new_person(browser, server, width, height)
    page = context.new_page()
    open_here(page, *names)
    assert_fits(page)
    page.get_by_role("button", name="Enter a roll").click()
    expect(page.get_by_role("button", name="Ring what fits")).to_be_visible()
    assert_fits(page)
    page.keyboard.type("432516")
    page.get_by_role("button", name="Ring what fits").click()
    expect(page.get_by_role("button", name="Next roll")).to_be_visible()
    assert_fits(page)
    context.close()


def assert_fits(page: Page) -> None:
    page.evaluate("document.fonts.ready")
    root = "document.documentElement"
    over = f"[{root}.scrollWidth - innerWidth, {root}.scrollHeight - innerHeight]"
    assert page.evaluate(over) == [0, 0]


def test_where_the_system_chooses_colours_a_refusal_can_be_read(
    browser: Browser, server: RunningServer
) -> None:
    context = new_person(browser, server, forced_colors="active")
    page = context.new_page()
    open_here(page, "Ann", "Ben")
    tap(page, "red", 12)
    toast(page, "Red 12 needs five crosses before it")
    # Else the browser puts a plate in the colour of the page behind each word, and these are written in it.
    adjusted = page.locator("[popover] p").evaluate("said => getComputedStyle(said).forcedColorAdjust")
    assert adjusted == "none"
    context.close()


def test_axe_finds_nothing_on_the_screens_of_a_pad(browser: Browser, server: RunningServer) -> None:
    context = new_person(browser, server, color_scheme="light")
    page = context.new_page()
    page.goto("/pad")
    assert_accessible(page, "start")
    assert_no_sideways_scrolling(page, "start")
    open_here(page, "Ann", "Ben", "Cem", "Dora")
    cross(page, "red", 2, 3, 4, 5, 6, 12)
    page.get_by_role("button", name="Enter a roll").click()
    assert_accessible(page, "entering a roll")
    for face in (4, 3):
        page.get_by_role("button", name=str(face), exact=True).click()
    page.get_by_role("button", name="Ring what fits").click()
    assert_accessible(page, "sheet")
    assert_no_sideways_scrolling(page, "sheet")
    for _ in range(4):
        page.get_by_role("button", name=re.compile("^Penalty")).click()
    page.get_by_role("button", name="Show the result").click()
    assert_accessible(page, "result")
    assert_no_sideways_scrolling(page, "result")
    context.close()
