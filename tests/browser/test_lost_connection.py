"""Networks that drop packets, frozen servers, offline devices: the page says so, and play continues."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import new_person
from tests.browser.pads import open_shared
from tests.browser.people import START, Person, lost_strip, open_table
from tests.browser.swallowing_proxy import SwallowingProxy, swallowing
from tests.browser.test_access import assert_accessible, assert_no_sideways_scrolling
from tests.messages import begins, pattern, words
from tests.server.running_server import RunningServer, free_port

# Milliseconds. Here, a page sends a heartbeat after one second, and times out three seconds later; the rest
# is for a busy machine. `python -m tests.bench.lost_connection` measures the times.
NOTICED = BACK = 30_000


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    data = tmp_path_factory.mktemp("server") / "tables.sqlite"
    running = RunningServer(Path(data), free_port(), None, "--heartbeat-seconds", "1")
    yield running
    running.stop()


@pytest.fixture
def proxy(server: RunningServer) -> Iterator[SwallowingProxy]:
    with swallowing(server.port) as found:
        yield found


def told(page: Page, key: str) -> Locator:
    return page.get_by_text(words(key)).locator("visible=true")


def button(page: Page, key: str) -> Locator:
    return page.get_by_role("button", name=words(key), exact=True)


def sealed(page: Page) -> Locator:
    return page.get_by_role("heading", name=pattern("play.head.sealed", "play.waiting"))


def two_at_a_table(browser: Browser, server: RunningServer, url: str) -> tuple[Person, Person]:
    """Ann, who connects through this URL, and Ben, who connects directly; both have to choose."""
    ann = Person(new_person(browser, server, base_url=url).new_page(), "Ann")
    ben = Person(new_person(browser, server).new_page(), "Ben")
    link = open_table(ann, "dice", "person").replace(url, server.url)
    ben.join(link)
    for person in (ann, ben):
        expect(button(person.page, "play.pass")).to_be_enabled()
    return ann, ben


def tap_until(control: Locator, reached: Locator) -> None:
    """Tap up to three times: the browser may first reuse a dead connection."""
    for _ in range(3):
        control.click()
        expect(reached.or_(told(control.page, "unanswered")).first).to_be_visible()
        if reached.is_visible():
            return
    raise AssertionError("there was no answer to three taps")


def leave(*people: Person) -> None:
    for person in people:
        person.page.context.close()


def boxes(page: Page) -> list[object]:
    """The bounding boxes of elements that must not shift."""
    menu = button(page, "menu")
    sheet = page.get_by_role("region", name=words("play.sheet.yours"))
    actions = page.get_by_role("group", name=words("play.actions"))
    return [part.bounding_box() for part in (menu, sheet, actions)]


def test_a_choice_on_a_dead_connection_is_queued_and_sent_once(
    browser: Browser, server: RunningServer, proxy: SwallowingProxy
) -> None:
    ann, ben = two_at_a_table(browser, server, proxy.url)
    before = boxes(ann.page)
    proxy.swallow()
    button(ann.page, "play.pass").click()
    expect(button(ann.page, "sending")).to_be_visible(timeout=NOTICED)
    expect(lost_strip(ann.page)).to_be_visible(timeout=NOTICED)
    expect(told(ann.page, "play.kept").first).to_be_visible()
    assert boxes(ann.page) == before, "the notice must cover the bar without a layout shift"
    assert_accessible(ann.page, "a table without a connection")
    assert_no_sideways_scrolling(ann.page, "a table without a connection")
    expect(sealed(ben.page)).to_be_hidden()

    proxy.restore()
    expect(lost_strip(ann.page)).to_be_hidden(timeout=BACK)
    expect(sealed(ann.page)).to_be_visible()
    # The choice can still be withdrawn, and the game waits for the others as before.
    button(ann.page, "act.undo").click()
    expect(button(ann.page, "play.pass")).to_be_enabled()
    leave(ann, ben)


def test_an_idle_page_detects_a_dead_connection_and_a_conflicting_choice(
    browser: Browser, server: RunningServer, proxy: SwallowingProxy
) -> None:
    ann, ben = two_at_a_table(browser, server, proxy.url)
    proxy.swallow()
    expect(lost_strip(ann.page)).to_be_visible(timeout=NOTICED)
    expect(told(ann.page, "play.later").first).to_be_visible()
    ann.page.get_by_role("button", name=pattern("play.cell.legal")).first.click()
    ann.page.get_by_role("group", name=words("play.actions")).get_by_role("button").last.click()
    expect(told(ann.page, "play.kept").first).to_be_visible()

    # Meanwhile the same seat passes on another device, which is online.
    phone = Person(new_person(browser, server).new_page(), "Ann")
    phone.page.context.add_cookies(ann.page.context.cookies())  # type: ignore[arg-type]
    phone.page.goto(ann.page.url.replace(proxy.url, server.url))
    for person in (phone, ben):
        button(person.page, "play.pass").click()
    expect(sealed(ben.page)).to_be_hidden()
    expect(sealed(phone.page)).to_be_hidden()

    proxy.restore()
    expect(lost_strip(ann.page)).to_be_hidden(timeout=BACK)
    expect(told(ann.page, "lost.late").first).to_be_visible()
    expect(ann.page.get_by_role("heading", level=1)).to_have_text(
        phone.page.get_by_role("heading", level=1).inner_text()
    )
    leave(ann, ben, phone)


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="this system freezes no processes")
def test_a_frozen_server_is_detected_and_play_continues_when_it_resumes(
    browser: Browser, server: RunningServer
) -> None:
    ann, ben = two_at_a_table(browser, server, server.url)
    server.send_signal(signal.SIGSTOP)
    try:
        expect(lost_strip(ann.page)).to_be_visible(timeout=NOTICED)
        expect(told(ann.page, "play.later").first).to_be_visible()
        button(ann.page, "play.pass").click()
        expect(told(ann.page, "play.kept").first).to_be_visible()
    finally:
        server.send_signal(signal.SIGCONT)
    expect(lost_strip(ann.page)).to_be_hidden(timeout=BACK)
    expect(sealed(ann.page)).to_be_visible()
    leave(ann, ben)


def test_going_offline_at_a_table_is_detected_immediately_and_loses_nothing(
    browser: Browser, server: RunningServer
) -> None:
    ann, ben = two_at_a_table(browser, server, server.url)
    spoken = ann.page.locator("[aria-live]")
    ann.page.context.set_offline(True)
    button(ann.page, "play.pass").click()
    expect(lost_strip(ann.page)).to_be_visible(timeout=NOTICED)
    expect(spoken).to_contain_text(words("lost"))
    expect(told(ann.page, "play.kept").first).to_be_visible()
    expect(sealed(ben.page)).to_be_hidden()
    ann.page.context.set_offline(False)
    expect(lost_strip(ann.page)).to_be_hidden(timeout=BACK)
    expect(sealed(ann.page)).to_be_visible()
    expect(spoken).to_contain_text(words("lost.back"))
    leave(ann, ben)


def test_starting_a_game_on_a_dead_network_shows_a_problem_and_can_be_retried(
    browser: Browser, server: RunningServer, proxy: SwallowingProxy
) -> None:
    ann, ben, cem = (
        Person(new_person(browser, server, base_url=url).new_page(), name)
        for url, name in ((proxy.url, "Ann"), (proxy.url, "Ben"), (server.url, "Cem"))
    )
    link = open_table(cem, "dice", "person", "person")
    # Ann has visited a table, so that all code that she needs is cached.
    first = open_table(ann, "dice", "careful")
    expect(ann.page.get_by_role("region", name=words("play.sheet.yours"))).to_be_visible()
    ann.page.go_back()
    ben.page.goto(link.replace(server.url, proxy.url))
    buttons = (
        ann.page.get_by_role("button", name=words("act.play"), exact=True),
        button(ben.page, "join.take"),
    )
    for each in buttons:
        expect(each).to_be_enabled()
    proxy.swallow()
    for each in buttons:
        each.click()
    for person in (ann, ben):
        expect(button(person.page, "sending")).to_be_visible(timeout=5000)
    for person in (ann, ben):
        expect(told(person.page, "unanswered").first).to_be_visible(timeout=NOTICED)

    proxy.restore()
    tap_until(buttons[0], ann.page.get_by_role("region", name=words("play.sheet.yours")))
    assert ann.page.url != first
    tap_until(buttons[1], ben.page.get_by_role("heading", name=words("label.waiting")))
    expect(cem.page.get_by_role("heading", name=begins("lobby.here", here=2, count=3))).to_be_visible()
    leave(ann, ben, cem)


def test_a_host_a_guest_and_a_pad_show_that_they_are_sending(
    browser: Browser, server: RunningServer, proxy: SwallowingProxy
) -> None:
    ann, ben, cem = (
        Person(new_person(browser, server, base_url=proxy.url).new_page(), name)
        for name in ("Ann", "Ben", "Cem")
    )
    ben.join(open_table(ann, "dice", "person", "person"))
    open_shared(cem.page, "Cem")
    button(cem.page, "pad.paper").click()
    button(cem.page, "pad.paper.end").click()
    expect(button(cem.page, "pad.finish")).to_be_visible()
    free = ben.page.locator("label").filter(has=ben.page.locator("input[type=radio]:enabled:not(:checked)"))
    proxy.swallow()
    ann.page.get_by_role("button", name=START).click()
    free.first.click()
    button(cem.page, "pad.finish").click()
    for person in (ann, ben, cem):
        expect(told(person.page, "sending").first).to_be_visible(timeout=NOTICED)
    proxy.restore()
    for person in (ann, ben):
        expect(person.page.get_by_role("region", name=words("play.sheet.yours"))).to_be_visible()
    expect(button(cem.page, "pad.renew")).to_be_visible()
    leave(ann, ben, cem)
