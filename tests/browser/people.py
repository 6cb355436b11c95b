"""Somebody who plays through the page: by the names of its controls, as a screen reader tells them."""

import re
import time
from collections.abc import Callable
from typing import NamedTuple

from playwright.sync_api import BrowserContext, Locator, Page, expect
from playwright.sync_api import TimeoutError as TooLong

from tests.messages import begins, ends, pattern, words

GO = pattern("act.play", "home.open.table")
LONGEST_GAME_SECONDS = 400
# The host begins with bots in the free seats, however many these are.
START = pattern("lobby.start")
# Milliseconds. Nobody waits that long where the machine is idle.
LONGEST_WAIT = 60_000
# Between two looks at what is waited for.
POLL = 20


def lost_strip(page: Page) -> Locator:
    """What says that the connection is lost."""
    return page.get_by_role("region", name=words("lost"))


def drawn(page: Page) -> Page:
    """The page, once it has drawn all of what it was told: to be looked at with what does not wait by itself."""
    page.wait_for_function("() => !document.querySelector('[data-drawing]')")
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
        self.page.get_by_label(words("home.name")).fill(self.name)
        self.page.get_by_role("button", name=words("join.take")).click()

    @property
    def is_over(self) -> bool:
        return self.page.get_by_role("button", name=pattern("end.rematch", "end.again")).is_visible()

    def act(self) -> bool:
        """Do one thing if it is this person's turn to do something."""
        actions = self.page.get_by_role("group", name=words("play.actions"))
        sealed = self.page.get_by_role("heading", name=pattern("play.head.sealed", "play.waiting"))
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
        drawn(self.page)

    def take_turn(self) -> None:
        """Do one thing as soon as it is this person's turn."""
        acted = self.acted
        play_until(lambda: self.acted > acted, self)

    def _button(self, *keys: str) -> Locator:
        return self.page.get_by_role("button", name=pattern(*keys))

    def _draw(self) -> bool:
        backs = self._button("play.back")
        if not backs.count():
            return False
        place = 0
        while not self._enabled(take := self._button("play.take")):
            if place >= backs.count():
                return False
            self.select(backs.nth(place))
            place += 1
        self.tap(take)
        return True

    def _play_cards(self) -> bool:
        hand = self.page.get_by_role("region", name=words("play.hand")).get_by_role("button")
        held = hand.count()
        if not held:
            return False
        self.select(hand.nth(self.acted % held))
        colours = self._button("play.as")
        if colours.first.is_visible():
            self.select(colours.first)
        chosen = self._button("play.cell.chosen")
        while self.in_a_hurry and chosen.count():
            self.select(chosen.first)
        self.tap(self._button("play.play", "play.discard"))
        return True

    def _cross_or_pass(self, actions: Locator) -> bool:
        drawn(self.page)
        legal = self._button("play.cell.legal")
        if legal.count() and self.acted % 3 and not self.in_a_hurry:
            self.select(legal.first)
            self.tap(actions.get_by_role("button", name=pattern("play.cross")))
            return True
        passing = actions.get_by_role("button", name=words("play.pass"), exact=True)
        if self._enabled(passing):
            self.tap(passing)
            return True
        return False

    @staticmethod
    def _enabled(button: Locator) -> bool:
        disabled = button.and_(button.page.locator("[aria-disabled=true], :disabled"))
        return button.count() == 1 and disabled.count() == 0


def home_button(page: Page, key: str) -> Locator:
    """A button of the first screen whose words begin with those of a message."""
    return page.get_by_role("button", name=begins(key))


def play_button(page: Page) -> Locator:
    """The one main button of the first screen, while it is about a game with bots."""
    return page.get_by_role("button", name=words("act.play"), exact=True)


def is_home(page: Page) -> None:
    expect(page.get_by_role("heading", level=1, name=words("app"), exact=True)).to_be_visible()


def choose_game(page: Page, game: str) -> None:
    """Answer the first question of the first screen."""
    which = home_button(page, "home.which")
    again = page.get_by_role("button", name=ends("home.change")).first
    which.or_(again).first.wait_for()
    if not which.is_visible():  # a game waits, and the way into another one is folded
        again.click()
    name = words(f"game.{game}")
    if name not in which.inner_text().splitlines():
        which.click()
        page.get_by_role("button", name=f"{name} {words(f'game.{game}.how')}", exact=True).click()


def play_with_friends(person: Person, *others: str) -> None:
    """Answer the second question of the first screen: a table with these other seats, bots or "person"."""
    page = person.page
    who = home_button(page, "home.who")
    if words("home.friends") not in who.inner_text():
        who.click()
        page.get_by_role("button", name=begins("home.friends.only")).click()
    page.get_by_label(words("home.name")).fill(person.name)
    seats = page.get_by_role("group", name=words("home.seats"))
    more, fewer = (
        seats.get_by_role("button", name=words(key), exact=True) for key in ("home.add", "home.remove")
    )
    while (count := int(seats.get_by_role("status").inner_text())) != len(others) + 1:
        (more if count <= len(others) else fewer).click()
    if set(others) == {"person"} and words("home.friends.how") in who.inner_text():
        return
    page.get_by_text(words("home.options.more")).click()
    for number, kind in enumerate(others, start=2):
        label = words("home.friend" if kind == "person" else f"bot.{kind}")
        page.get_by_label(words("home.seat", seat=number)).select_option(label=label)


def open_table(person: Person, game: str, *others: str) -> str:
    """Open a table from the home page with these other seats, or against the bot that is offered; its link."""
    page = person.page
    page.goto("/")
    choose_game(page, "dice" if game == "solo" else game)
    if game == "solo" and words("home.own") not in home_button(page, "home.who").inner_text():
        home_button(page, "home.who").click()
        home_button(page, "home.own").click()
    if others:
        play_with_friends(person, *others)
    page.locator("form").get_by_role("button", name=GO).click()
    page.wait_for_url(re.compile("/t/"))
    return page.url


def until(page: Page, is_so: Callable[[], object]) -> None:
    """Wait for what no element of a page tells."""
    end = time.monotonic() + LONGEST_WAIT / 1000
    while not is_so():
        assert time.monotonic() < end, "it did not come to be so"
        page.wait_for_timeout(POLL)


def play_until(is_so: Callable[[], object], *people: Person, seconds: float = LONGEST_GAME_SECONDS) -> None:
    """Everybody does what may be done until something is so."""
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end, "it did not come to be so"
        acted = [person.act() for person in people]
        if not any(acted):
            people[0].page.wait_for_timeout(POLL)


def play_out(*people: Person, patience: int = 12) -> None:
    """Everybody plays until the game is over, in a hurry after so many choices."""

    def is_over() -> bool:
        for person in people:
            person.in_a_hurry = person.in_a_hurry or person.acted >= patience
        return all(person.is_over for person in people)

    play_until(is_over, *people, seconds=LONGEST_GAME_SECONDS)
    for person in people:
        expect(person.page.get_by_role("heading", level=1)).to_be_visible()


class FinishedGame(NamedTuple):
    """A game that is over, and the link that makes a browser that of its player."""

    link: str
    private_link: str

    def seen_in(self, context: BrowserContext) -> Page:
        """Its last screen, as the player sees it in this browser."""
        page = context.new_page()
        page.goto(self.private_link)
        return page
