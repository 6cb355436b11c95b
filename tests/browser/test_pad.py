"""The score pad on one device in a real browser, offline."""

import re

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.conftest import new_person
from tests.browser.pads import cell, cross, open_here, open_shared, row_label, tap, toast
from tests.browser.test_access import assert_accessible, assert_no_sideways_scrolling
from tests.browser.test_layout import box
from tests.messages import LANGUAGES, begins, capital, cell_name, contains, in_language, pattern, words
from tests.server.running_server import RunningServer


def test_a_pad_on_one_device_works_offline_and_is_stored(page: Page) -> None:
    open_here(page, "Ann", "Ben")
    page.context.set_offline(True)
    cross(page, "red", 2, 3, 4, 5)
    tap(page, "red", 12)
    toast(page, words("reason.needs_five", colour=words("colour.red"), number=12, crosses=4))
    cross(page, "red", 6, 12)
    toast(page, words("pad.said.closed", name="Ann", row=words("row.red")))
    page.get_by_role("button", name=pattern("pad.show", name="Ben", count=0)).click()
    tap(page, "red", 7)
    expect(page.get_by_role("heading", name=words("pad.late.ask", row=words("row.red")))).to_be_visible()
    page.get_by_role("button", name=words("cancel")).click()
    page.get_by_role("button", name=begins("pad.penalty")).click()
    page.get_by_role("button", name=words("pad.undo", what=words("pad.penalty.a"))).click()
    toast(page, words("pad.said.undone", name="Ben", what=words("pad.penalty.a")))
    expect(page.get_by_role("img", name=words("play.penalties.of", count=0, most=4))).to_be_visible()
    for count in range(1, 5):
        page.get_by_role("button", name=begins("pad.penalty")).click()
        expect(page.get_by_role("img", name=words("play.penalties.of", count=count, most=4))).to_be_visible()
    page.get_by_role("button", name=words("pad.finish")).click()
    expect(page.get_by_role("heading", name=words("end.win.one", name="Ann", gap=48))).to_be_visible()
    page.context.set_offline(False)
    page.reload()
    expect(page.get_by_role("heading", name=words("end.win.one", name="Ann", gap=48))).to_be_visible()
    page.get_by_role("button", name=words("pad.renew")).click()
    expect(page.get_by_role("button", name=pattern("pad.show", name="Ben", count=0))).to_be_visible()
    page.get_by_role("link", name=words("pad.back")).click()
    expect(page.get_by_role("link", name=contains("pad.kept.over", names="Ann"))).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
def test_buttons_are_visible_on_the_narrowest_phone_in_every_language(
    browser: Browser, server: RunningServer, language: str
) -> None:
    page = new_person(browser, server, 320, 640).new_page()
    open_shared(page, "Ann")
    cross(page, "green", 12)
    page.evaluate("language => localStorage.setItem('qwixx.language', language)", language)
    page.reload()
    buttons = page.get_by_role("group", name=in_language(language).words("play.actions")).get_by_role(
        "button"
    )
    expect(buttons).to_have_count(3)
    places = [box(button) for button in buttons.all()]
    margin = places[0]["x"]
    assert margin > 0
    assert places[-1]["x"] + places[-1]["width"] <= 320 - margin
    page.context.close()


def test_a_browser_without_storage_says_so_and_the_pad_continues(page: Page) -> None:
    page.add_init_script("Storage.prototype.setItem = () => { throw new DOMException('full') }")
    open_here(page, "Ann", "Ben")
    expect(page.get_by_text(words("pad.unkept"))).to_be_visible()
    cross(page, "blue", 9, 4)
    expect(page.get_by_role("group", name=row_label("blue", 2))).to_be_visible()


def test_storage_that_fills_up_loses_nothing_while_the_page_is_open(page: Page) -> None:
    open_here(page, "Ann", "Ben")
    cross(page, "blue", 12)
    page.evaluate("void (Storage.prototype.setItem = () => { throw new DOMException('full') })")
    cross(page, "blue", 9, 4)
    expect(page.get_by_text(words("pad.unkept"))).to_be_visible()
    page.get_by_role("link", name=words("pad.back")).click()
    page.get_by_role("link", name=re.compile("Ann and Ben")).click()
    expect(page.get_by_role("group", name=row_label("blue", 3))).to_be_visible()


def test_events_on_paper_can_be_entered_and_undone(page: Page) -> None:
    open_here(page, "Ann", "Ben")
    on_paper = page.get_by_role("button", name=words("pad.paper"))
    on_paper.click()
    page.get_by_role("button", name=capital(words("colour.green")), exact=True).click()
    expect(
        page.get_by_role("group", name=row_label("green", closed=words("pad.closed.outside")))
    ).to_be_visible()
    toast(page, words("pad.said.shut", row=capital(words("row.green"))))
    row = words("pad.paper.row.what", row=words("row.green"))
    page.get_by_role("button", name=words("pad.undo", what=row)).click()
    expect(page.get_by_role("group", name=row_label("green", 0))).to_be_visible()
    cross(page, "red", 5)
    on_paper.click()
    page.get_by_role("button", name=words("pad.paper.end")).click()
    toast(page, words("pad.said.ended"))
    # Crosses of the same roll can still be entered, and everything else after a confirmation.
    page.get_by_role("button", name=pattern("pad.show", name="Ben", count=0)).click()
    tap(page, "blue", 9)
    page.get_by_role("button", name=words("pad.late.yes", what=cell_name("blue", 9))).click()
    expect(cell(page, "blue", 9)).to_have_accessible_name(pattern("play.cell.crossed"))
    tap(page, "blue", 8)
    page.get_by_role("button", name=words("pad.reopen.yes")).click()
    expect(cell(page, "blue", 8)).to_have_accessible_name(pattern("play.cell.crossed"))
    page.get_by_role("button", name=words("pad.finish")).click()
    expect(page.get_by_text(words("pad.result.paper"))).to_be_visible()
    page.get_by_role("button", name=words("pad.renew")).click()
    page.get_by_role("button", name=words("pad.restore")).click()
    page.get_by_role("button", name=words("pad.restore.yes"), exact=True).click()
    expect(page.get_by_text(words("pad.result.paper"))).to_be_visible()


def test_an_undone_cross_in_a_locked_row_can_be_restored_with_a_tap(page: Page) -> None:
    open_here(page, "Ann", "Ben")
    cross(page, "red", 10)
    page.get_by_role("button", name=pattern("pad.show", name="Ben", count=0)).click()
    cross(page, "red", 2, 3, 4, 5, 6, 12)
    page.get_by_role("button", name=pattern("pad.show", name="Ann", count=1)).click()
    page.get_by_role("button", name=words("pad.undo", what=cell_name("red", 10))).click()
    cross(page, "red", 10)


def test_removing_a_pad_needs_a_confirmation(page: Page) -> None:
    open_here(page, "Ann", "Ben")
    page.get_by_role("link", name=words("pad.back")).click()
    kept = page.get_by_role(
        "link",
        name=re.compile(rf"^Ann and Ben {words('game.dice')} · {words('label.running')} · \d+ \w+ \d{{4}}$"),
    )
    remove = page.get_by_role("button", name=words("pad.forget"))
    remove.click()
    expect(page.get_by_role("heading", name=words("pad.forget.ask"))).to_be_visible()
    page.get_by_role("button", name=words("cancel")).click()
    expect(kept).to_be_visible()
    remove.click()
    page.get_by_role("button", name=words("act.remove"), exact=True).click()
    expect(kept).to_have_count(0)
    toast(page, words("pad.forgotten"))


def test_undoing_a_cross_below_a_lock_says_what_to_undo_first(page: Page) -> None:
    open_here(page, "Ann", "Ben")
    cross(page, "red", 2, 3, 4, 5, 6, 12)
    tap(page, "red", 4)
    page.get_by_role("button", name=words("act.undo"), exact=True).click()
    toast(page, words("pad.undo.first", what=cell_name("red", 12)))


def test_a_die_that_was_not_entered_is_not_shown_as_removed(page: Page) -> None:
    open_here(page, "Ann", "Ben")
    cross(page, "red", 2, 3, 4, 5, 6, 12)
    page.get_by_role("button", name=words("pad.roll")).click()
    page.keyboard.type("43")
    page.get_by_role("button", name=words("pad.roll.done")).click()
    expect(page.get_by_role("img", name=words("play.sum", number=7))).to_be_visible()
    expect(page.get_by_role("img", name=pattern("play.die.gone"))).to_have_count(1)


def test_undo_and_entering_a_roll_keep_the_keyboard_focus(page: Page) -> None:
    open_here(page, "Ann", "Ben")
    cell(page, "red", 2).focus()
    for key in ("ArrowRight", "Enter", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    for what in ("yellow 3", "red 3"):
        undo = page.get_by_role("button", name=words("pad.undo", what=what))
        undo.focus()
        undo.press("Enter")
    nothing = page.get_by_role("button", name=words("pad.undo.none"))
    expect(nothing).to_be_focused()
    expect(nothing).to_be_disabled()
    page.get_by_role("button", name=words("pad.roll")).press("Enter")
    expect(page.get_by_role("button", name="1", exact=True)).to_be_focused()
    page.get_by_role("button", name=words("cancel")).press("Enter")
    expect(page.get_by_role("button", name=words("pad.roll"))).to_be_focused()


def test_a_missing_pad_is_reported(browser: Browser, server: RunningServer) -> None:
    context = new_person(browser, server)
    page = context.new_page()
    page.goto("/pad/here.none")
    expect(page.get_by_role("heading", name=words("pad.missing"))).to_be_visible()
    page.goto("/pad/AAAAAAAAAAAAAAAA")
    expect(page.get_by_role("heading", name=words("pad.none"))).to_be_visible()
    page.get_by_role("link", name=words("pad.back")).click()
    context.set_offline(True)
    page.evaluate("history.pushState({}, '', '/pad/BBBBBBBBBBBBBBBB')")
    page.evaluate("dispatchEvent(new PopStateEvent('popstate'))")
    expect(page.get_by_role("heading", name=words("pad.lost"))).to_be_visible()
    context.close()


def test_without_a_server_the_pad_defaults_to_this_device(browser: Browser, server: RunningServer) -> None:
    """The device may be online while the server is down: then the page comes from the cache."""
    page = new_person(browser, server).new_page()

    def from_device(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace("<html", "<html data-offline", 1))

    root = re.compile("^http://[^/]+/$")
    page.route("**/pad", from_device)
    for asked in ("**/api/pads", root):
        page.route(asked, lambda route: route.abort())
    page.goto("/pad")
    here, shared = (page.get_by_role("radio", name=words(f"pad.way.{way}")) for way in ("here", "shared"))
    expect(here).to_be_checked()
    page.unroute(root)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(shared, "the server is back").to_be_checked()
    page.get_by_role("button", name=words("pad.open")).click()
    problem = page.get_by_role("alert").filter(has_text=words("pad.way.here"))
    expect(problem).to_be_visible()
    expect(here, "what works is chosen").to_be_checked()
    shared.check()
    expect(problem).to_have_count(0)
    here.check()
    page.get_by_role("button", name=words("pad.open")).click()
    for number in (1, 2):
        expect(page.get_by_text(words("pad.name", number=number)).first).to_be_visible()
    page.context.close()


def test_a_refusal_is_readable_in_forced_colours(browser: Browser, server: RunningServer) -> None:
    context = new_person(browser, server, forced_colors="active")
    page = context.new_page()
    open_here(page, "Ann", "Ben")
    tap(page, "red", 12)
    toast(page, contains("reason.needs_five", colour=words("colour.red"), number=12))
    # Otherwise the browser draws a backplate in the page's colour behind the text, which has the same colour.
    adjusted = page.locator("[popover] p").evaluate("said => getComputedStyle(said).forcedColorAdjust")
    assert adjusted == "none"
    context.close()


def test_axe_finds_no_violations_on_the_screens_of_a_pad(browser: Browser, server: RunningServer) -> None:
    context = new_person(browser, server, color_scheme="light")
    page = context.new_page()
    page.goto("/pad")
    assert_accessible(page, "start")
    assert_no_sideways_scrolling(page, "start")
    open_here(page, "Ann", "Ben", "Cem", "Dora")
    cross(page, "red", 2, 3, 4, 5, 6, 12)
    page.get_by_role("button", name=words("pad.roll")).click()
    assert_accessible(page, "entering a roll")
    for face in (4, 3):
        page.get_by_role("button", name=str(face), exact=True).click()
    page.get_by_role("button", name=words("pad.roll.done")).click()
    assert_accessible(page, "sheet")
    assert_no_sideways_scrolling(page, "sheet")
    for _ in range(4):
        page.get_by_role("button", name=begins("pad.penalty")).click()
    page.get_by_role("button", name=words("pad.finish")).click()
    assert_accessible(page, "result")
    assert_no_sideways_scrolling(page, "result")
    context.close()
