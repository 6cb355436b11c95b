"""Score pads in a browser: the steps that tests take there, and their screens for contact_sheet.py."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.people import Person
from tests.messages import begins, capital, pattern, words


def cross(page: Page, colour: str, *numbers: int) -> None:
    for number in numbers:
        cell(page, colour, number).click()
        expect(cell(page, colour, number)).to_have_accessible_name(pattern("play.cell.crossed"))


def cell(page: Page, colour: str, number: int) -> Locator:
    return page.locator(f"[data-cell={colour}{number}]")


def tap(page: Page, colour: str, number: int) -> None:
    """Tap a cell that cannot simply be crossed: the page explains why, or asks."""
    cell(page, colour, number).click(force=True)


def open_here(page: Page, *names: str) -> None:
    page.goto("/pad")
    page.get_by_text(words("pad.way.here")).click()
    for number, name in enumerate(names, start=1):
        if number > 2:
            page.get_by_role("button", name=words("pad.add")).click()
        page.get_by_label(words("pad.name", number=number), exact=True).fill(name)
    page.get_by_role("button", name=words("pad.open")).click()
    expect(page.get_by_role("heading", name=words("pad.title"))).to_be_visible()


def open_shared(page: Page, name: str) -> str:
    page.goto("/pad")
    page.get_by_label(words("home.name")).fill(name)
    page.get_by_role("button", name=words("pad.open")).click()
    expect(page.get_by_role("region", name=words("play.sheet.yours"))).to_be_visible()
    return page.url


def join(page: Page, link: str, name: str) -> None:
    page.goto(link)
    page.get_by_label(words("home.name")).fill(name)
    page.get_by_role("button", name=words("pad.join")).click()
    expect(page.get_by_role("region", name=words("play.sheet.yours"))).to_be_visible()


def row_label(colour: str, count: int | None = None, closed: str | None = None) -> re.Pattern[str]:
    """The start of a row's accessible name, with this many crosses and this reason for being closed, if any."""
    known: dict[str, str | int] = {
        "colour": capital(words(f"colour.{colour}")),
        "shape": words(f"play.shape.{colour}"),
    }
    if count is not None:
        known["count"] = count
    return begins("play.row", **known) if closed is None else begins("play.row.shut", closed=closed, **known)


def toast(page: Page, text: str | re.Pattern[str]) -> None:
    expect(page.locator("[popover]", has_text=text)).to_be_visible()


def enter_roll(page: Page, *faces: int) -> None:
    page.get_by_role("button", name=words("pad.roll")).click()
    for face in faces:
        page.get_by_role("button", name=str(face), exact=True).click()
    page.get_by_role("button", name=words("pad.roll.done")).click()


def in_play(*names: str) -> Callable[[Person], None]:
    """A pad with a closed row, after a roll."""

    def reach(person: Person) -> None:
        page = person.page
        open_here(page, *names)
        cross(page, "green", 12, 11, 10, 9, 7, 2)
        page.get_by_role("button", name=pattern("pad.show", name=names[1])).click()
        cross(page, "red", 2, 3, 5)
        enter_roll(page, 4, 3, 1, 2, 6)
        expect(page.get_by_role("button", name=words("pad.roll.new"))).to_be_visible()

    return reach


def entering(person: Person) -> None:
    in_play("Ann", "Ben")(person)
    person.page.get_by_role("button", name=words("pad.roll.new")).click()


def result(person: Person) -> None:
    in_play("Ann", "Ben", "Cem")(person)
    for _ in range(4):
        # Not the undo button, whose name starts with the same word in German.
        person.page.get_by_role("button", name=re.compile(f"^{words('pad.penalty')} \\W5")).click()
    person.page.get_by_role("button", name=words("pad.finish")).click()
    expect(person.page.get_by_role("heading", level=1)).to_be_visible()


def invitation(person: Person) -> None:
    open_shared(person.page, "Ann")
    person.page.get_by_role("button", name=words("pad.invite")).click()
    expect(person.page.get_by_role("img", name=words("waiting.qr"))).to_be_visible()


PADS: dict[str, Callable[[Person], None]] = {
    "pad, two sheets": in_play("Ann", "Ben"),
    "pad, five sheets": in_play("Ann", "Ben", "Cem", "Dora", "Emil"),
    "pad, entering a roll": entering,
    "pad, result": result,
    "pad, invitation": invitation,
}
