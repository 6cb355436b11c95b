"""The score pad in a real browser: on one device without a network, and shared by several that lose theirs."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import new_person
from tests.browser.pads import cell, cross, enter_roll, join, open_here, open_shared, tap, toast
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


def test_devices_that_lose_the_network_write_on_and_agree_when_it_is_back(
    browser: Browser, server: RunningServer
) -> None:
    contexts = [new_person(browser, server), new_person(browser, server)]
    ann, ben = (context.new_page() for context in contexts)
    link = open_shared(ann, "Ann")
    join(ben, link, "Ben")
    cross(ann, "red", 2, 3, 4, 5, 6)
    expect(ben.get_by_role("button", name="Ann: 15 points. Show the sheet")).to_be_visible()
    contexts[1].set_offline(True)
    expect(ben.get_by_text("No connection. Write on")).to_be_visible()
    cross(ben, "red", 7)
    cross(ben, "blue", 12)
    cross(ann, "red", 12)
    expect(ben.get_by_text("2 marks wait to be sent")).to_be_visible()
    contexts[1].set_offline(False)
    toast(ben, "While you were offline Ann closed the red row.")
    expect(ann.get_by_role("button", name="Ben: 2 points. Show the sheet")).to_be_visible()
    expect(ben.get_by_role("button", name="Ann: 28 points. Show the sheet")).to_be_visible()
    expect(ben.get_by_role("group", name=re.compile("^Red, heart, closed by Ann: 1 cross"))).to_be_visible()
    tap(ben, "red", 9)
    expect(ben.get_by_role("button", name="Same roll: cross red 9")).to_be_visible()
    ben.get_by_role("button", name="Cancel").click()
    cross(ben, "yellow", 3)
    tap(ben, "red", 9)
    toast(ben, "The red row is closed for everybody.")
    tap(ben, "blue", 12)
    ben.get_by_role("button", name="Take back").click()
    toast(ann, "Ben takes back blue 12.")
    expect(ann.get_by_role("button", name="Ben: 2 points. Show the sheet")).to_be_visible()
    for context in contexts:
        context.close()


def test_who_takes_a_sheet_in_one_page_has_it_in_every_page_of_the_device(
    browser: Browser, server: RunningServer
) -> None:
    contexts = [new_person(browser, server), new_person(browser, server)]
    ann, first = (context.new_page() for context in contexts)
    link = open_shared(ann, "Ann")
    second = contexts[1].new_page()
    second.goto(link)
    expect(second.get_by_role("button", name="Take a sheet")).to_be_visible()
    join(first, link, "Ben")
    expect(second.get_by_role("region", name="Your sheet"), "joined once").to_be_visible()
    cross(second, "red", 5)
    expect(cell(first, "red", 5)).to_have_accessible_name(re.compile("crossed$"))
    expect(ann.get_by_role("button", name="Ben: 1 point. Show the sheet")).to_be_visible()
    expect(ann.get_by_role("button", name=re.compile("Show the sheet$"))).to_have_count(1)
    third = new_person(browser, server)
    stranger = third.new_page()
    stranger.goto(link)
    stranger.get_by_label("Your name").fill("Ben")
    stranger.get_by_role("button", name="Take a sheet").click()
    expect(stranger.get_by_role("alert").filter(has_text="has this name already")).to_be_visible()
    for context in (*contexts, third):
        context.close()


def test_two_phones_of_one_sheet_take_the_same_cross_back_once(
    browser: Browser, server: RunningServer
) -> None:
    contexts = [new_person(browser, server) for _ in range(3)]
    ann, phone, tablet = (context.new_page() for context in contexts)
    join(phone, open_shared(ann, "Ann"), "Ben")
    phone.get_by_role("button", name="Invite the others").click()
    private = phone.get_by_role("textbox", name="Private link").input_value()
    phone.keyboard.press("Escape")
    tablet.goto(private)
    cross(phone, "red", 5)
    expect(cell(tablet, "red", 5)).to_have_accessible_name(re.compile("crossed$"))
    for context in contexts[1:]:
        context.set_offline(True)
    for page in (phone, tablet):
        expect(page.get_by_text("No connection. Write on")).to_be_visible()
        page.get_by_role("button", name="Undo red 5").click()
        expect(page.get_by_text("1 mark waits to be sent")).to_be_visible()
    cross(tablet, "blue", 8)
    for context in contexts[1:]:
        context.set_offline(False)
    expect(ann.get_by_role("button", name="Ben: 1 point. Show the sheet")).to_be_visible()
    for page in (phone, tablet):
        expect(page.get_by_role("group", name=re.compile("^Red, heart: 0 crosses"))).to_be_visible()
        expect(page.get_by_role("group", name=re.compile("^Blue, drop: 1 cross"))).to_be_visible()
        expect(page.get_by_text("to be sent")).to_have_count(0)
    for context in contexts:
        context.close()


def test_a_roll_that_was_entered_without_a_network_waits_like_a_mark(
    browser: Browser, server: RunningServer
) -> None:
    contexts = [new_person(browser, server), new_person(browser, server)]
    ann, ben = (context.new_page() for context in contexts)
    join(ben, open_shared(ann, "Ann"), "Ben")
    contexts[0].set_offline(True)
    expect(ann.get_by_text("No connection. Write on")).to_be_visible()
    ann.get_by_role("button", name="Enter a roll").click()
    ann.keyboard.type("432516")
    ann.get_by_role("button", name="Ring what fits").click()
    ringed = re.compile("can be crossed$")
    expect(ann.get_by_role("button", name=ringed)).to_have_count(12)
    expect(ann.get_by_role("button", name="Next roll")).to_be_focused()
    contexts[0].set_offline(False)
    expect(ben.get_by_role("button", name=ringed)).to_have_count(4)
    expect(ann.get_by_role("button", name=ringed)).to_have_count(12)
    for context in contexts:
        context.close()


def test_what_comes_too_late_for_a_game_is_kept_with_it(browser: Browser, server: RunningServer) -> None:
    contexts = [new_person(browser, server), new_person(browser, server)]
    ann, ben = (context.new_page() for context in contexts)
    join(ben, open_shared(ann, "Ann"), "Ben")
    contexts[1].set_offline(True)
    expect(ben.get_by_text("No connection. Write on")).to_be_visible()
    cross(ben, "red", 7)
    for count in range(1, 5):
        ann.get_by_role("button", name=re.compile("^Penalty")).click()
        expect(ann.get_by_role("img", name=f"{count} of 4 penalties")).to_be_visible()
    ann.get_by_role("button", name="Show the result").click()
    ann.get_by_role("button", name="New game, same players").click()
    expect(ann.get_by_role("img", name="0 of 4 penalties")).to_be_visible()
    contexts[1].set_offline(False)
    toast(ben, "1 mark of yours stays with the last one")
    expect(ben.get_by_role("group", name=re.compile("^Red, heart: 0 crosses"))).to_be_visible()
    ben.get_by_role("link", name="All pads").click()
    ben.get_by_role("link", name=re.compile("Ann and Ben.*in play")).nth(1).click()
    ben.get_by_role("button", name="Ben: 1 point. Show the sheet").click()
    expect(cell(ben, "red", 7)).to_have_accessible_name(re.compile("crossed$"))
    for context in contexts:
        context.close()


def test_a_last_game_that_finds_no_room_is_told_and_kept_when_room_is_made(page: Page) -> None:
    open_here(page, "Old", "Older")
    open_shared(page, "Ann")
    page.evaluate(
        """() => {
          const set = Storage.prototype.setItem
          const has = (key) => Object.keys(localStorage).some((each) => each.startsWith('qwixx.pad.here.') && each !== key)
          Storage.prototype.setItem = function (key, value) {
            if (key.startsWith('qwixx.pad.here.') && has(key)) throw new DOMException('full')
            set.call(this, key, value)
          }
        }"""
    )
    for count in range(1, 5):
        page.get_by_role("button", name=re.compile("^Penalty")).click()
        expect(page.get_by_role("img", name=f"{count} of 4 penalties")).to_be_visible()
    page.get_by_role("button", name="Show the result").click()
    page.get_by_role("button", name="New game, same players").click()
    expect(page.get_by_text("This browser has no room for the last game")).to_be_visible()
    page.get_by_role("link", name="All pads").click()
    old = page.get_by_role("listitem").filter(has_text="Old and Older")
    old.get_by_role("button", name="Remove this pad from the device").click()
    page.get_by_role("button", name="Remove", exact=True).click()
    expect(old).to_have_count(0)
    page.reload()
    expect(page.get_by_role("link", name=re.compile("^Ann.*won by Ann"))).to_be_visible()


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


def test_who_only_looks_on_is_not_promised_that_the_game_is_kept(
    browser: Browser, server: RunningServer
) -> None:
    contexts = [new_person(browser, server) for _ in range(3)]
    ann, friends, watcher = (context.new_page() for context in contexts)
    link = open_shared(ann, "Ann")
    for name in ("Ben", "Cem", "Dora", "Emil"):
        friends.request.post(link.replace("/pad/", "/api/pads/") + "/join", data={"name": name})
    watcher.goto(link)
    expect(watcher.get_by_text("You are looking on")).to_be_visible()
    for count in range(1, 5):
        ann.get_by_role("button", name=re.compile("^Penalty")).click()
        expect(ann.get_by_role("img", name=f"{count} of 4 penalties").first).to_be_visible()
    ann.get_by_role("button", name="Show the result").click()
    expect(ann.get_by_text("This game stays on your list of pads.")).to_be_visible()
    expect(watcher.get_by_role("heading", level=1)).to_have_text(re.compile("win"))
    expect(watcher.get_by_text("This game stays on your list of pads.")).to_have_count(0)
    for context in contexts:
        context.close()


def test_a_cross_under_a_lock_says_what_to_take_back_first(page: Page) -> None:
    open_here(page, "Ann", "Ben")
    cross(page, "red", 2, 3, 4, 5, 6, 12)
    tap(page, "red", 4)
    page.get_by_role("button", name="Take back").click()
    toast(page, "Take back red 12 first: it needs five crosses before it.")


def test_a_row_that_is_closed_while_somebody_is_asked_can_still_be_closed_by_them(
    browser: Browser, server: RunningServer
) -> None:
    contexts = [new_person(browser, server), new_person(browser, server)]
    ann, ben = (context.new_page() for context in contexts)
    join(ben, open_shared(ann, "Ann"), "Ben")
    for page in (ann, ben):
        cross(page, "red", 2, 3, 4, 5, 6)
    enter_roll(ann, 4, 3)
    expect(ben.get_by_text("Ann rolled")).to_be_visible()
    tap(ben, "red", 12)
    yes = ben.get_by_role("button", name="Cross red 12 anyway")
    expect(yes).to_be_visible()
    tap(ann, "red", 12)
    ann.get_by_role("button", name="Cross red 12 anyway").click()
    toast(ben, "Ann closes the red row.")
    yes.click()
    ben.get_by_role("button", name="Same roll: cross red 12").click()
    expect(ann.get_by_role("button", name="Ben: 28 points. Show the sheet")).to_be_visible()
    for context in contexts:
        context.close()


def test_a_roll_rings_what_fits_on_every_device(browser: Browser, server: RunningServer) -> None:
    contexts = [new_person(browser, server), new_person(browser, server)]
    ann, ben = (context.new_page() for context in contexts)
    # Whoever takes it for a table is led to the pad.
    join(ben, open_shared(ann, "Ann").replace("/pad/", "/t/"), "Ben")
    enter_roll(ann, 4, 3, 1, 2, 5, 6)
    ringed = re.compile("can be crossed$")
    expect(ben.get_by_role("button", name=ringed), "the sum is for all").to_have_count(4)
    expect(ann.get_by_role("button", name=ringed), "who rolled has more").to_have_count(12)
    expect(ben.get_by_role("button", name="Red 7, can be crossed")).to_be_visible()
    tap(ben, "green", 10)
    ben.get_by_role("button", name="Cross green 10 anyway").click()
    expect(ann.get_by_role("button", name="Ben: 1 point. Show the sheet")).to_be_visible()
    for context in contexts:
        context.close()


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


def test_axe_finds_nothing_where_a_pad_is_shared(browser: Browser, server: RunningServer) -> None:
    contexts = [new_person(browser, server, color_scheme="dark") for _ in range(2)]
    ann, ben = (context.new_page() for context in contexts)
    link = open_shared(ann, "Ann")
    ben.goto(link)
    assert_accessible(ben, "join")
    join(ben, link, "Ben")
    tap(ben, "red", 12)
    assert_accessible(ben, "sheet")
    ann.get_by_role("button", name="Invite the others").click()
    expect(ann.get_by_role("img", name="QR code of the link")).to_be_visible()
    assert_accessible(ann, "invitation")
    for context in contexts:
        context.close()
