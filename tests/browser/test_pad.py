"""The score pad in a real browser: on one device without a network, and shared by several that lose theirs."""

import re

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import new_person
from tests.browser.test_access import assert_accessible, assert_no_sideways_scrolling
from tests.server.running_server import RunningServer


def cross(page: Page, colour: str, *numbers: int) -> None:
    for number in numbers:
        cell(page, colour, number).click()
        expect(cell(page, colour, number)).to_have_accessible_name(re.compile("crossed$"))


def cell(page: Page, colour: str, number: int) -> Locator:
    return page.locator(f"[data-cell={colour}{number}]")


def tap(page: Page, colour: str, number: int) -> None:
    """Tap what cannot be crossed just so: the page says why, or asks."""
    cell(page, colour, number).click(force=True)


def open_here(page: Page, *names: str) -> None:
    page.goto("/pad")
    page.get_by_text("All on this device").click()
    for number, name in enumerate(names, start=1):
        if number > 2:
            page.get_by_role("button", name="Add a player").click()
        page.get_by_label(f"Name {number}", exact=True).fill(name)
    page.get_by_role("button", name="Open the pad").click()
    expect(page.get_by_role("heading", name="Score pad")).to_be_visible()


def open_shared(page: Page, name: str) -> str:
    page.goto("/pad")
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Open the pad").click()
    expect(page.get_by_role("region", name="Your sheet")).to_be_visible()
    return page.url


def join(page: Page, link: str, name: str) -> None:
    page.goto(link)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Take a sheet").click()
    expect(page.get_by_role("region", name="Your sheet")).to_be_visible()


def toast(page: Page, text: str) -> None:
    expect(page.locator("[popover]", has_text=text)).to_be_visible()


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
    page.get_by_role("button", name="Take back").click()
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


def test_a_browser_that_keeps_nothing_says_so_and_the_pad_goes_on(page: Page) -> None:
    page.add_init_script("Storage.prototype.setItem = () => { throw new DOMException('full') }")
    open_here(page, "Ann", "Ben")
    expect(page.get_by_text("This browser keeps nothing.")).to_be_visible()
    cross(page, "blue", 9, 4)
    expect(page.get_by_role("group", name=re.compile("^Blue, drop: 2 crosses"))).to_be_visible()


def test_a_row_that_was_closed_on_paper_is_closed_on_the_pad(page: Page) -> None:
    open_here(page, "Ann", "Ben")
    page.get_by_role("button", name="Somebody without a sheet here closed a row").click()
    page.get_by_role("button", name="Green", exact=True).click()
    expect(page.get_by_role("group", name=re.compile("^Green, clover, closed on paper"))).to_be_visible()
    toast(page, "The green row is closed.")
    page.get_by_role("button", name="Undo closing: the green row").click()
    page.get_by_role("button", name="Take back").click()
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


def test_a_roll_rings_what_fits_on_every_device(browser: Browser, server: RunningServer) -> None:
    contexts = [new_person(browser, server), new_person(browser, server)]
    ann, ben = (context.new_page() for context in contexts)
    # Whoever takes it for a table is led to the pad.
    join(ben, open_shared(ann, "Ann").replace("/pad/", "/t/"), "Ben")
    ann.get_by_role("button", name="Enter a roll").click()
    for face in (4, 3, 1, 2, 5, 6):
        ann.get_by_role("button", name=str(face), exact=True).click()
    ann.get_by_role("button", name="Ring what fits").click()
    ringed = re.compile("can be crossed$")
    expect(ben.get_by_role("button", name=ringed), "the sum is for all").to_have_count(4)
    expect(ann.get_by_role("button", name=ringed), "who rolled has more").to_have_count(12)
    expect(ben.get_by_role("button", name="Red 7, can be crossed")).to_be_visible()
    tap(ben, "green", 10)
    ben.get_by_role("button", name="Cross green 10 anyway").click()
    expect(ann.get_by_role("button", name="Ben: 1 point. Show the sheet")).to_be_visible()
    for context in contexts:
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
