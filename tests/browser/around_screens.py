"""The screens around a table, reached by using the page; contact_sheet.py takes screenshots of them."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from qwixx.daily import FIRST_DAY
from tests.browser.pads import PADS
from tests.browser.people import LONGEST_WAIT, Person, open_table, play_out
from tests.messages import LOCALE, begins, pattern, words

# The first request for optimal play waits until the solo game is solved.
PATIENCE = 300_000


def page(path: str) -> Callable[[Person], None]:
    """Open a page and wait until its heading and a button are visible."""

    def reach(person: Person) -> None:
        person.page.goto(path)
        expect(person.page.get_by_role("heading", level=1)).to_be_visible()
        expect(person.page.get_by_role("button").first).to_be_visible()

    return reach


def chat(person: Person) -> None:
    """A conversation with a second player in another browser."""
    link = open_table(person, "dice", "person", "casual")
    browser = person.page.context.browser
    assert browser is not None
    ben = Person(browser.new_context(service_workers="block", locale=LOCALE).new_page(), "Ben")
    ben.join(link)
    for speaker, text in ((ben, "Good luck"), (person, "And to you"), (ben, "A fine roll. " * 9)):
        speaker.page.get_by_role("button", name=begins("company.open")).click()
        field = speaker.page.get_by_role("dialog").get_by_role("textbox")
        field.fill(text)
        field.press("Enter")
        expect(field).to_have_value("")
        speaker.page.keyboard.press("Escape")
    person.page.get_by_role("button", name=begins("company.open")).click()
    expect(person.page.get_by_role("dialog")).to_contain_text("A fine roll.")
    ben.page.context.close()


def ended(person: Person, game: str, *others: str) -> None:
    open_table(person, game, *others)
    play_out(person)


def history(person: Person) -> None:
    for count, game in enumerate((("dice", "casual"), ("solo",), ("dice", "novice", "solid")), start=1):
        ended(person, *game)
        person.page.get_by_role("link", name=words("history.title")).click()
        expect(person.page.get_by_role("link", name=pattern("history.replay.of"))).to_have_count(count)


def open_games(person: Person) -> None:
    for game, *others in (("solo",), ("dice", "solid", "strong"), ("cards", "person")):
        open_table(person, game, *others)
        expect(person.page.get_by_role("button", name=words("menu"))).to_be_enabled()
    person.page.goto("/")
    expect(person.page.get_by_role("region", name=words("home.games")).get_by_role("link")).to_have_count(2)


def played_day(person: Person) -> None:
    person.page.goto(f"/daily/{FIRST_DAY}")
    person.page.get_by_role("button", name=words("act.play"), exact=True).click()
    person.page.wait_for_url(re.compile("/t/"), timeout=LONGEST_WAIT)
    play_out(person)
    person.page.get_by_role("link", name=words("end.daily")).click()
    expect(person.page.get_by_text(words("daily.expected"))).to_be_visible(timeout=PATIENCE)


def replay(person: Person) -> None:
    ended(person, "dice", "casual")
    person.page.get_by_role("link", name=words("replay.title"), exact=True).click()
    expect(person.page.get_by_role("slider")).to_be_visible()


AROUND: dict[str, Callable[[Person], None]] = {
    "home, open games": open_games,
    "chat": chat,
    "history": history,
    "history, empty": page("/history"),
    "day": page("/daily"),
    "day, played": played_day,
    "replay": replay,
    "replay, desk": page("/replay"),
    "pad, start": page("/pad"),
    **PADS,
    "fairness": page("/fairness"),
}
