"""Sounds and knocks: off until switched on, silent until the first touch, and never in the way."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import new_person
from tests.browser.people import Person, open_table
from tests.server.running_server import RunningServer

# What the page asks of the device.
LISTENING = """
window.contexts = 0
window.tones = 0
window.knocks = []
const Real = window.AudioContext
window.AudioContext = class extends Real {
  constructor() { super(); window.contexts++ }
  createGain() { window.tones++; return super.createGain() }
}
navigator.vibrate = (pattern) => { window.knocks.push(pattern); return true }
"""
REFUSING = """
window.AudioContext = class { constructor() { throw new DOMException('', 'NotAllowedError') } }
navigator.vibrate = () => { throw new DOMException('', 'NotAllowedError') }
"""


def at_a_table(browser: Browser, server: RunningServer, script: str) -> tuple[Person, list[str]]:
    context = new_person(browser, server)
    context.add_init_script(script)
    ann = Person(context.new_page(), "Ann")
    problems: list[str] = []
    ann.page.on("pageerror", lambda error: problems.append(str(error)))
    open_table(ann, "Dice", "Careful")
    expect(ann.page.get_by_role("group", name="Actions")).to_be_visible()
    return ann, problems


def switch_on(page: Page, *names: str) -> None:
    page.get_by_role("button", name="Menu").click()
    for name in names:
        page.get_by_role("switch", name=name).check()
    page.keyboard.press("Escape")


def is_heard(page: Page) -> bool:
    """Whether there is a sound, now or soon; the page forbids Playwright to wait for it inside of it."""
    for _ in range(100):
        if page.evaluate("tones"):
            return True
        page.wait_for_timeout(50)
    return False


def take_a_turn(person: Person) -> None:
    acted = person.acted
    while person.acted == acted:
        person.act()


def test_nothing_is_heard_until_it_is_switched_on(browser: Browser, server: RunningServer) -> None:
    ann, problems = at_a_table(browser, server, LISTENING)
    take_a_turn(ann)
    assert ann.page.evaluate("[contexts, knocks.length]") == [0, 0]
    switch_on(ann.page, "Sound", "Vibration")
    take_a_turn(ann)
    assert is_heard(ann.page)
    ann.page.reload()
    expect(ann.page.get_by_role("group", name="Actions")).to_be_visible()
    assert ann.page.evaluate("contexts") == 0, "remembered, but silent until the first touch"
    take_a_turn(ann)
    assert is_heard(ann.page)
    ann.page.get_by_role("button", name="Menu").click()
    for name in ("Sound", "Vibration"):
        expect(ann.page.get_by_role("switch", name=name)).to_be_checked()
    assert problems == []
    ann.page.context.close()


@pytest.mark.parametrize("name", ["Sound", "Vibration"])
def test_a_browser_that_refuses_stays_silent(browser: Browser, server: RunningServer, name: str) -> None:
    ann, problems = at_a_table(browser, server, REFUSING)
    switch_on(ann.page, name)
    for _ in range(3):
        take_a_turn(ann)
    assert problems == []
    ann.page.context.close()


def test_leaving_a_game_says_that_one_can_come_back(browser: Browser, server: RunningServer) -> None:
    ann, _ = at_a_table(browser, server, "")
    ann.page.get_by_role("button", name="Menu").click()
    expect(ann.page.get_by_role("button", name="New table")).to_have_accessible_description(
        "Your game waits: the first screen leads back to it."
    )
    ann.page.context.close()
