"""Sounds and vibration: off by default, silent until the first tap, and never a source of errors."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import new_person
from tests.browser.people import Person, open_table
from tests.messages import words
from tests.server.running_server import RunningServer

EFFECTS = (words("menu.sound"), words("menu.haptics"))
# Records the page's calls to the device.
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
    open_table(ann, "dice", "careful")
    expect(ann.page.get_by_role("group", name=words("play.actions"))).to_be_visible()
    return ann, problems


def switch_on(page: Page, *names: str) -> None:
    page.get_by_role("button", name=words("menu")).click()
    for name in names:
        page.get_by_role("switch", name=name).check()
    page.keyboard.press("Escape")


def hear(page: Page) -> None:
    page.wait_for_function("() => window.tones > 0")


def test_effects_are_off_until_they_are_switched_on(browser: Browser, server: RunningServer) -> None:
    ann, problems = at_a_table(browser, server, LISTENING)
    ann.take_turn()
    assert ann.page.evaluate("[contexts, knocks.length]") == [0, 0]
    switch_on(ann.page, *EFFECTS)
    ann.take_turn()
    hear(ann.page)
    ann.page.reload()
    expect(ann.page.get_by_role("group", name=words("play.actions"))).to_be_visible()
    assert ann.page.evaluate("contexts") == 0, "must be silent until the first tap, even if switched on"
    ann.take_turn()
    hear(ann.page)
    ann.page.get_by_role("button", name=words("menu")).click()
    for name in EFFECTS:
        expect(ann.page.get_by_role("switch", name=name)).to_be_checked()
    assert problems == []
    ann.page.context.close()


@pytest.mark.parametrize("name", EFFECTS)
def test_a_browser_that_denies_effects_stays_silent_without_errors(
    browser: Browser, server: RunningServer, name: str
) -> None:
    ann, problems = at_a_table(browser, server, REFUSING)
    switch_on(ann.page, name)
    for _ in range(3):
        ann.take_turn()
    assert problems == []
    ann.page.context.close()


def test_the_button_that_leaves_a_game_says_that_the_player_can_return(
    browser: Browser, server: RunningServer
) -> None:
    ann, _ = at_a_table(browser, server, "")
    ann.page.get_by_role("button", name=words("menu")).click()
    expect(ann.page.get_by_role("button", name=words("menu.home"))).to_have_accessible_description(
        words("menu.home.how")
    )
    ann.page.context.close()
