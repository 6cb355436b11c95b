"""Dialogs, and screens that crash."""

from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import new_person
from tests.browser.people import Person, open_table
from tests.messages import words
from tests.server.running_server import RunningServer


def open_rules(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name=words("rules")).first.click()
    expect(page.get_by_role("dialog")).to_be_visible()


def test_a_dialog_gets_the_focus_and_stays_open_while_text_is_selected(page: Page) -> None:
    open_rules(page)
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("heading", level=2).first).to_be_focused()
    expect(dialog.get_by_role("log")).to_be_attached()
    # A selection that starts in the text and ends on the backdrop.
    box = dialog.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(2, 2)
    page.mouse.up()
    expect(dialog).to_be_visible()
    page.mouse.click(2, 2)
    expect(dialog).to_be_hidden()
    expect(page.get_by_role("button", name=words("rules")).first).to_be_focused()


def test_results_of_actions_in_a_dialog_are_announced_in_it(browser: Browser, server: RunningServer) -> None:
    context = new_person(browser, server, permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    open_table(Person(page, "Ann"), "dice")
    page.get_by_role("button", name=words("menu")).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name=words("act.copy"), exact=True).last.click()
    # The page behind the dialog is inert, so its live region is silent.
    expect(dialog.get_by_role("log")).to_contain_text(words("copied"))
    context.close()


def test_a_screen_that_crashes_says_so_and_does_not_affect_other_screens(
    browser: Browser, server: RunningServer
) -> None:
    context = new_person(browser, server)
    page = context.new_page()
    page.route("**/api/puzzle*", lambda route: route.fulfill(json={"view": None}))
    with page.expect_request("**/api/client-errors"):
        page.goto("/puzzle")
    expect(page.get_by_role("alert")).to_contain_text(words("crashed"))
    expect(page.get_by_role("button", name=words("reload"))).to_be_visible()
    page.get_by_role("link", name=words("act.home")).click()
    expect(page.get_by_role("heading", level=1, name=words("app"))).to_be_visible()
    context.close()


def test_only_errors_are_reported_as_errors(browser: Browser, server: RunningServer) -> None:
    context = new_person(browser, server)
    page = context.new_page()
    counted: list[str] = []
    page.on(
        "request", lambda request: counted.append(request.url) if "client-errors" in request.url else None
    )
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    # Resize observers fire an event with this message when notifications are deferred to the next frame.
    page.evaluate("dispatchEvent(new ErrorEvent('error', { message: 'ResizeObserver loop' }))")
    with page.expect_request("**/api/client-errors"):
        page.evaluate("dispatchEvent(new ErrorEvent('error', { error: new Error('on purpose') }))")
    assert len(counted) == 1
    context.close()
