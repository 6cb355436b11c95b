"""A player who uses the page through the accessible names of its controls, as a screen reader does."""

import re
import time
from collections.abc import Callable
from typing import NamedTuple

from playwright.sync_api import BrowserContext, Locator, Page, expect
from playwright.sync_api import TimeoutError as TooLong

from tests.messages import begins, ends, pattern, words

GO = pattern("act.play", "home.open.table")
LONGEST_GAME_SECONDS = 400
# The host starts the game with bots in the free seats, however many there are.
START = pattern("lobby.start")
# Milliseconds. On an idle machine nothing takes that long.
LONGEST_WAIT = 60_000
# Interval between two checks of a condition.
POLL = 20


def lost_strip(page: Page) -> Locator:
    """The notice that the connection is lost."""
    return page.get_by_role("region", name=words("lost"))


def drawn(page: Page) -> Page:
    """The page, once it has drawn everything it received: for queries that do not wait by themselves."""
    page.wait_for_function("() => !document.querySelector('[data-drawing]')")
    return page


class Person:
    """A player at a page, who takes any action that is available."""

    def __init__(self, page: Page, name: str) -> None:
        self.page = page
        self.page.set_default_timeout(LONGEST_WAIT)
        self.name = name
        self.acted = 0
        # In a hurry, the player crosses nothing, which soon ends the game.
        self.in_a_hurry = False

    def join(self, link: str) -> None:
        self.page.goto(link)
        self.page.get_by_label(words("home.name")).fill(self.name)
        self.page.get_by_role("button", name=words("join.take")).click()

    @property
    def is_over(self) -> bool:
        return self.page.get_by_role("button", name=pattern("end.rematch", "end.again")).is_visible()

    def act(self) -> bool:
        """Take one action if it is this player's turn."""
        actions = self.page.get_by_role("group", name=words("play.actions"))
        sealed = self.page.get_by_role("heading", name=pattern("play.head.sealed", "play.waiting"))
        if self.is_over or not actions.is_visible() or sealed.is_visible():
            return False
        try:
            acted = self._draw() or self._play_cards() or self._cross_or_pass(actions)
        except TooLong:
            return False  # the game moved on between the check and the tap
        self.acted += acted
        return acted

    def tap(self, control: Locator) -> None:
        control.click(timeout=1000)

    def select(self, control: Locator) -> None:
        """Tap a control that does not choose yet, but leads to a choice."""
        self.tap(control)
        drawn(self.page)

    def take_turn(self) -> None:
        """Take one action as soon as it is this player's turn."""
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
    """A button of the first screen whose name starts with a message."""
    return page.get_by_role("button", name=begins(key))


def play_button(page: Page) -> Locator:
    """The main button of the first screen, while it starts a game with bots."""
    return page.get_by_role("button", name=words("act.play"), exact=True)


def is_home(page: Page) -> None:
    expect(page.get_by_role("heading", level=1, name=words("app"), exact=True)).to_be_visible()


def choose_game(page: Page, game: str) -> None:
    """Choose the game on the first screen."""
    which = home_button(page, "home.which")
    again = page.get_by_role("button", name=ends("home.change")).first
    which.or_(again).first.wait_for()
    if not which.is_visible():  # a game is in progress, and the form for another one is folded
        again.click()
    name = words(f"game.{game}")
    if name not in which.inner_text().splitlines():
        which.click()
        page.get_by_role("button", name=f"{name} {words(f'game.{game}.how')}", exact=True).click()


def play_with_friends(person: Person, *others: str) -> None:
    """Choose opponents on the first screen: a table with these other seats, bots or "person"."""
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
    """Open a table from the home page with these other seats, or with the suggested bot; return its link."""
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
    """Wait for a condition that no element of the page shows."""
    end = time.monotonic() + LONGEST_WAIT / 1000
    while not is_so():
        assert time.monotonic() < end, "timed out waiting for a condition"
        page.wait_for_timeout(POLL)


def play_until(is_so: Callable[[], object], *people: Person, seconds: float = LONGEST_GAME_SECONDS) -> None:
    """Let all players act until a condition holds."""
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end, "timed out waiting for a condition"
        acted = [person.act() for person in people]
        if not any(acted):
            people[0].page.wait_for_timeout(POLL)


def play_out(*people: Person, patience: int = 12) -> None:
    """Let all players play until the game is over, in a hurry after this many choices."""

    def is_over() -> bool:
        for person in people:
            person.in_a_hurry = person.in_a_hurry or person.acted >= patience
        return all(person.is_over for person in people)

    play_until(is_over, *people, seconds=LONGEST_GAME_SECONDS)
    for person in people:
        expect(person.page.get_by_role("heading", level=1)).to_be_visible()


class FinishedGame(NamedTuple):
    """A finished game, and the private link that signs a browser in as its player."""

    link: str
    private_link: str

    def seen_in(self, context: BrowserContext) -> Page:
        """Its last screen, as the player sees it in this browser."""
        page = context.new_page()
        page.goto(self.private_link)
        return page
