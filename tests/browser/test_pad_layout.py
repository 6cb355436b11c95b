"""Score pads fit common windows, in every language and with the longest names."""

import json
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import new_person
from tests.browser.pads import tap
from tests.messages import contains, in_language
from tests.server.running_server import RunningServer

LONG = (
    "Maximiliane-Louise M",
    "Wolfgang-Amadeus Moz",
    "W" * 20,
    "Anna Karolina Maria",
    "Bartholomäus-Emanuel",
)
GREEN = [("green", number) for number in (12, 11, 10, 9, 7, 2)]
RED = [("red", number) for number in (2, 3, 4, 5, 6, 12)]
ROLL = {"type": "roll_entered", "seat": 1, "dice": {"white": [4, 3], "coloured": [1, 2, None, 6]}}
# Phones in portrait and landscape, a laptop at 200 %, a tablet, and the window of a laptop.
SIZES = ((320, 640), (360, 740), (740, 360), (640, 400), (768, 1024), (1280, 800), (1920, 1080))
HINT = {
    "unit": "win",
    "seat": 0,
    "phase": "common",
    "options": [{"choice": text, "win": 0.6, "total": 70, "loss": 0} for text in ("y7", "-", "b7")],
    "explanations": [None, None, None],
}
Happened = list[dict[str, Any]]


def crossed(seat: int, cells: list[tuple[str, int]], after: int = 0) -> Happened:
    return [
        {
            "type": "marked",
            "seat": seat,
            "mark": {
                "n": n,
                "kind": "cross",
                "seen": after + n - 1,
                "colour": colour,
                "number": number,
                "undone": None,
                "late": False,
            },
        }
        for n, (colour, number) in enumerate(cells, start=1)
    ]


def keep(page: Page, pad: str, names: tuple[str, ...], *happened: dict[str, Any]) -> None:
    """Store a pad on this device."""
    numbered = [{"seq": seq, "what": what} for seq, what in enumerate(happened, start=1)]
    kept = {"id": f"here.{pad}", "at": 1, "game": "dice", "names": names, "games": 1}
    text = json.dumps({**kept, "happened": numbered, "seat": None, "queue": []})
    page.evaluate("([id, text]) => localStorage.setItem(`qwixx.pad.here.${id}`, text)", [pad, text])


def assert_all_in_sight(page: Page, felt: Locator, what: str) -> None:
    page.evaluate("document.fonts.ready")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        over = [
            *page.evaluate(
                """() => {\n              const { scrollWidth, scrollHeight } = document.documentElement\n              return [scrollWidth - innerWidth, scrollHeight - innerHeight]\n            }"""
            ),
            felt.evaluate("(felt) => felt.scrollHeight - felt.clientHeight"),
        ]
        assert over == [0, 0, 0], (
            f"{what} at {width}x{height} overflows: horizontally, vertically, on the felt"
        )


# The languages with the longest words.
@pytest.mark.parametrize(("language", "players"), [("en", 2), ("de", 5), ("fr", 5)])
def test_a_pad_fits_the_window_with_any_content(
    browser: Browser, server: RunningServer, language: str, players: int
) -> None:
    context = new_person(browser, server)
    context.add_init_script(f"localStorage.setItem('qwixx.language', '{language}')")
    page = context.new_page()
    said = in_language(language)
    felt = page.get_by_role("region", name=said.words("pad.title"))
    page.route("**/api/advice", lambda route: route.fulfill(json=HINT))
    page.goto("/pad")
    names, closed = LONG[:players], crossed(0, GREEN)
    keep(page, "new", names)
    keep(page, "ending", names, *closed, *crossed(1, RED, len(closed)))
    keep(page, "rolled", names, *closed, ROLL)
    for pad in ("new", "ending", "rolled"):
        page.goto(f"/pad/here.{pad}")
        expect(felt).to_be_visible()
        assert_all_in_sight(page, felt, pad)
    page.get_by_role("button", name=said.words("play.coach"), exact=True).click()
    expect(felt).to_contain_text(said.contains("coach.hint"))
    assert_all_in_sight(page, felt, "the coach")
    page.get_by_role("button", name=said.words("pad.roll.new"), exact=True).click()
    page.get_by_role("button", name=said.words("pad.roll.done"), exact=True).click()
    expect(felt.get_by_role("alert")).to_have_text(said.words("pad.roll.need"))
    assert_all_in_sight(page, felt, "entering")
    context.close()


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_messages_do_not_cover_buttons(
    browser: Browser, server: RunningServer, width: int, height: int
) -> None:
    context = new_person(browser, server)
    page = context.new_page()
    page.set_viewport_size({"width": width, "height": height})
    page.goto("/pad")
    keep(page, "new", LONG[:2])
    page.goto("/pad/here.new")
    tap(page, "red", 12)
    told = page.locator("[popover] p", has_text=contains("reason.needs_five"))
    expect(told).to_be_visible()
    covered = told.evaluate(
        """(told) => {
          const { bottom, left, right } = told.getBoundingClientRect()
          const boxes = [...document.querySelectorAll('[role=group] button')]
            .map((button) => [button.ariaLabel ?? button.textContent, button.getBoundingClientRect()])
          return boxes.filter(([, box]) => box.top < bottom && box.left < right && box.right > left).map(([name]) => name)
        }"""
    )
    assert covered == []
    context.close()
