"""Score pads that several devices share: one sheet on each, also while one of them has no network."""

import re

from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import new_person
from tests.browser.pads import cell, cross, enter_roll, join, open_here, open_shared, tap, toast
from tests.browser.test_access import assert_accessible
from tests.server.running_server import RunningServer


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
