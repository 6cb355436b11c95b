"""Cards are animated from their old place to the new one, briefly and without blocking anything."""

import contextlib
import re

from playwright.sync_api import Browser, expect
from playwright.sync_api import TimeoutError as TooLong

from tests.browser.conftest import new_person
from tests.browser.people import Person, open_table, play_until
from tests.messages import pattern, words
from tests.server.running_server import RunningServer

LONGEST = 350
# Records what is animated, and for how long.
RECORD = """
window.travelled = []
const animate = Element.prototype.animate
Element.prototype.animate = function (frames, how) {
  if (this.closest('.travels')) window.travelled.push({ text: this.textContent.trim(), length: how.duration })
  return animate.call(this, frames, how)
}
"""


def at_cards(browser: Browser, server: RunningServer, motion: str) -> Person:
    context = new_person(browser, server, reduced_motion=motion)
    context.add_init_script(RECORD)
    ann = Person(context.new_page(), "Ann")
    open_table(ann, "cards", "careful")
    return ann


def play_cards(ann: Person) -> None:
    """Act until cards were drawn and played."""
    hand = ann.page.get_by_role("region", name=words("play.hand")).get_by_role("button")
    play_until(hand.count, ann)
    ann.take_turn()
    expect(hand).to_have_count(0)


def test_cards_are_animated_briefly_when_they_are_drawn_and_played(
    browser: Browser, server: RunningServer
) -> None:
    ann = at_cards(browser, server, "no-preference")
    play_cards(ann)
    moves = ["drawn", "laid out", "played"]
    ann.page.wait_for_function("least => travelled.length >= least", arg=len(moves))
    travelled = ann.page.evaluate("travelled")
    assert all(0 < each["length"] <= LONGEST and re.fullmatch(r"\d+", each["text"]) for each in travelled)
    expect(ann.page.locator(".travels > *")).to_have_count(0)
    ann.page.context.close()


def test_nothing_is_animated_with_reduced_motion(browser: Browser, server: RunningServer) -> None:
    ann = at_cards(browser, server, "reduce")
    play_cards(ann)
    assert ann.page.evaluate("travelled") == []
    ann.page.context.close()


def test_a_tap_ends_the_animation_of_a_card(browser: Browser, server: RunningServer) -> None:
    ann = at_cards(browser, server, "no-preference")
    page = ann.page
    travels = page.locator(".travels > *")
    take = page.get_by_role("button", name=pattern("play.take"))
    passing = page.get_by_role("button", name=pattern("play.pass"))
    while not take.is_visible():
        if passing.is_visible():
            with contextlib.suppress(TooLong):  # the game has moved on
                passing.click(timeout=1000)
    expect(travels).to_have_count(0)
    backs = page.get_by_role("button", name=pattern("play.back"))
    for place in range(4):
        if not take.is_enabled():
            ann.select(backs.nth(place))
    # Almost stopped. A moving element could not be clicked.
    take.hover()
    page.context.new_cdp_session(page).send("Animation.setPlaybackRate", {"playbackRate": 0.001})
    page.mouse.down()
    page.mouse.up()
    expect(travels).not_to_have_count(0)
    page.mouse.move(5, 5)
    page.mouse.down()
    page.mouse.up()
    expect(travels).to_have_count(0)
    page.context.close()
