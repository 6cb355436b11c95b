"""Score pads in a browser: what people do there, and their screens for contact_sheet.py."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.people import Person


def cross(page: Page, colour: str, *numbers: int) -> None:
    for number in numbers:
        cell(page, colour, number).click()
        expect(cell(page, colour, number)).to_have_accessible_name(re.compile("crossed$"))


def cell(page: Page, colour: str, number: int) -> Locator:
    return page.locator(f"[data-cell={colour}{number}]")


def tap(page: Page, colour: str, number: int) -> None:
    """Tap what cannot be crossed just so: the page says why, or asks."""
    cell(page, colour, number).click(force=True)


def open_here(page: Page, *names: str) -> None:
    page.goto("/pad")
    page.get_by_text("All on this device").click()
    for number, name in enumerate(names, start=1):
        if number > 2:
            page.get_by_role("button", name="Add a player").click()
        page.get_by_label(f"Name {number}", exact=True).fill(name)
    page.get_by_role("button", name="Open the pad").click()
    expect(page.get_by_role("heading", name="Score pad")).to_be_visible()


def open_shared(page: Page, name: str) -> str:
    page.goto("/pad")
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Open the pad").click()
    expect(page.get_by_role("region", name="Your sheet")).to_be_visible()
    return page.url


def join(page: Page, link: str, name: str) -> None:
    page.goto(link)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Take a sheet").click()
    expect(page.get_by_role("region", name="Your sheet")).to_be_visible()


def toast(page: Page, text: str) -> None:
    expect(page.locator("[popover]", has_text=text)).to_be_visible()


def enter_roll(page: Page, *faces: int) -> None:
    page.get_by_role("button", name="Enter a roll").click()
    for face in faces:
        page.get_by_role("button", name=str(face), exact=True).click()
    page.get_by_role("button", name="Ring what fits").click()


def in_play(*names: str) -> Callable[[Person], None]:
    """A pad on which a row is closed, after a roll."""

    def reach(person: Person) -> None:
        page = person.page
        open_here(page, *names)
        cross(page, "green", 12, 11, 10, 9, 7, 2)
        page.get_by_role("button", name=re.compile(f"^{names[1]}: ")).click()
        cross(page, "red", 2, 3, 5)
        enter_roll(page, 4, 3, 1, 2, 6)
        expect(page.get_by_role("button", name="Next roll")).to_be_visible()

    return reach


def entering(person: Person) -> None:
    in_play("Ann", "Ben")(person)
    person.page.get_by_role("button", name="Next roll").click()


def result(person: Person) -> None:
    in_play("Ann", "Ben", "Cem")(person)
    for _ in range(4):
        person.page.get_by_role("button", name=re.compile("^Penalty")).click()
    person.page.get_by_role("button", name="Show the result").click()
    expect(person.page.get_by_role("heading", level=1)).to_be_visible()


def invitation(person: Person) -> None:
    open_shared(person.page, "Ann")
    person.page.get_by_role("button", name="Invite the others").click()
    expect(person.page.get_by_role("img", name="QR code of the link")).to_be_visible()


PADS: dict[str, Callable[[Person], None]] = {
    "pad, two sheets": in_play("Ann", "Ben"),
    "pad, five sheets": in_play("Ann", "Ben", "Cem", "Dora", "Emil"),
    "pad, entering a roll": entering,
    "pad, result": result,
    "pad, invitation": invitation,
}
