"""Somebody who plays through the page: by the names of its controls, as a screen reader tells them."""

import re
import time
from typing import Any, NamedTuple

from playwright.sync_api import BrowserContext, Locator, Page, expect
from playwright.sync_api import TimeoutError as TooLong

LONGEST_GAME_SECONDS = 200
# Milliseconds. Nobody waits that long where the machine is idle.
LONGEST_WAIT = 20_000
# A new view is drawn in several frames, the other sheets in the last of them.
FRAMES_OF_A_VIEW = 8
# What follows from a touch is drawn after what was touched.
FRAMES_OF_A_TOUCH = 4


def drawn(page: Page, frames: int = FRAMES_OF_A_VIEW) -> Page:
    """The page, once all of what it was told is drawn: to be looked at with what does not wait by itself."""
    page.evaluate(
        """async (count) => {
          while (count--) await new Promise((done) => requestAnimationFrame(done))
        }""",
        frames,
    )
    return page


class Person:
    """A player at a page; does whatever may be done next."""

    def __init__(self, page: Page, name: str) -> None:
        self.page = page
        self.page.set_default_timeout(LONGEST_WAIT)
        self.name = name
        self.acted = 0
        # Somebody in a hurry crosses nothing, which soon ends the game.
        self.in_a_hurry = False

    def join(self, link: str) -> None:
        self.page.goto(link)
        self.page.get_by_label("Your name").fill(self.name)
        self.page.get_by_role("button", name="Take a seat").click()

    @property
    def is_over(self) -> bool:
        return self.page.get_by_role("button", name=re.compile("^(Rematch|Play again)$")).is_visible()

    def act(self) -> bool:
        """Do one thing if it is this person's turn to do something."""
        actions = self.page.get_by_role("group", name="Actions")
        sealed = self.page.get_by_role("heading", name=re.compile("^Sealed"))
        if self.is_over or not actions.is_visible() or sealed.is_visible():
            return False
        try:
            acted = self._draw() or self._play_cards() or self._cross_or_pass(actions)
        except TooLong:
            return False  # the game moved on between a look and a tap
        self.acted += acted
        return acted

    def tap(self, control: Locator) -> None:
        control.click(timeout=1000)

    def select(self, control: Locator) -> None:
        """Tap what is no choice yet, but leads to one."""
        self.tap(control)
        drawn(self.page, FRAMES_OF_A_TOUCH)

    def _button(self, pattern: str) -> Locator:
        return self.page.get_by_role("button", name=re.compile(pattern))

    def _draw(self) -> bool:
        backs = self._button(", colour unknown$")
        if not backs.count():
            return False
        place = 0
        while not self._enabled(take := self._button("^Take ")):
            if place >= backs.count():
                return False
            self.select(backs.nth(place))
            place += 1
        self.tap(take)
        return True

    def _play_cards(self) -> bool:
        hand = self.page.get_by_role("region", name="Your hand").get_by_role("button")
        held = hand.count()
        if not held:
            return False
        self.select(hand.nth(self.acted % held))
        as_red = self._button("^Play as red$")
        if as_red.is_visible():
            self.select(as_red)
        chosen = self._button(", chosen, ")
        while self.in_a_hurry and chosen.count():
            self.select(chosen.first)
        self.tap(self._button("^(Play|Discard) "))
        return True

    def _cross_or_pass(self, actions: Locator) -> bool:
        legal = self._button(", can be crossed$")
        if legal.count() and self.acted % 3 and not self.in_a_hurry:
            self.select(legal.first)
            cross = actions.get_by_role("button", name=re.compile("^Cross "))
            if not self._enabled(cross):
                return False  # the sheet is drawn after the buttons: the number was that of the last choice
            self.tap(cross)
            return True
        passing = actions.get_by_role("button", name="Pass", exact=True)
        if self._enabled(passing):
            self.tap(passing)
            return True
        return False

    @staticmethod
    def _enabled(button: Locator) -> bool:
        return button.count() == 1 and button.get_attribute("aria-disabled") != "true" and button.is_enabled()


def open_table(person: Person, game: str, *others: str) -> str:
    """Open a table from the home page with these other seats; its link."""
    page = person.page
    page.goto("/")
    page.locator("label").filter(has=page.get_by_role("radio", name=game, exact=True)).click()
    if not others:
        page.get_by_role("button", name="Play now").click()
        page.wait_for_url(re.compile("/t/"))
        return page.url
    friends = page.get_by_role("button", name="With friends")
    if friends.get_attribute("aria-expanded") == "false":
        friends.click()
    page.get_by_label("Your name").fill(person.name)
    for number, kind in enumerate(others, start=2):
        seat = page.get_by_label(f"Who takes seat {number}")
        if not seat.is_visible():
            page.get_by_role("button", name="Add a seat").click()
        seat.select_option(label=kind)
    page.get_by_role("button", name=re.compile("^(Start the game|Open the table)$")).click()
    page.wait_for_url(re.compile("/t/"))
    return page.url


def play_out(*people: Person, patience: int = 12) -> None:
    """Everybody plays until the game is over, in a hurry after so many choices."""
    end = time.monotonic() + LONGEST_GAME_SECONDS
    while not all(person.is_over for person in people):
        for person in people:
            person.in_a_hurry = person.in_a_hurry or person.acted >= patience
        assert time.monotonic() < end, "the game did not end in time"
        acted = [person.act() for person in people]
        if not any(acted):
            time.sleep(0.02)
    for person in people:
        expect(person.page.get_by_role("heading", level=1)).to_be_visible()


class FinishedGame(NamedTuple):
    """A game that is over, and what makes a browser that of its player."""

    link: str
    cookies: list[Any]

    def seen_in(self, context: BrowserContext) -> Page:
        """Its last screen, as the player sees it in this browser."""
        context.add_cookies(self.cookies)
        page = context.new_page()
        page.goto(self.link)
        return page
