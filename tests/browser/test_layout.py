"""The play screen fits the windows people have: everything to act with is in sight, and nothing overlaps."""

import pytest
from playwright.sync_api import Browser, FloatRect, Locator, expect

from tests.browser.conftest import new_person
from tests.browser.people import Person, open_table
from tests.server.running_server import RunningServer

# Phones upright and on their side, tablets, and the window of a small laptop.
SIZES = ((360, 740), (740, 360), (844, 390), (768, 1024), (960, 640), (1024, 768), (1366, 625), (1280, 800))


def box(of: Locator) -> FloatRect:
    found = of.bounding_box()
    assert found is not None
    return found


def overlap(one: FloatRect, other: FloatRect) -> bool:
    beside = one["x"] + one["width"] <= other["x"] or other["x"] + other["width"] <= one["x"]
    above = one["y"] + one["height"] <= other["y"] or other["y"] + other["height"] <= one["y"]
    return not beside and not above


@pytest.mark.parametrize("game", ["Dice", "Cards with jokers"])
def test_everything_is_in_sight(browser: Browser, server: RunningServer, game: str) -> None:
    ann = Person(new_person(browser, server).new_page(), "Ann")
    open_table(ann, game, "Careful", "Bold", "Careless")
    actions = ann.page.get_by_role("group", name="Actions")
    expect(actions).to_be_visible()
    head = ann.page.get_by_role("heading", level=1)
    sheet = ann.page.get_by_role("region", name="Your sheet")
    others = ann.page.get_by_role("region", name="Other players").get_by_role("button")
    hand = ann.page.get_by_role("region", name="Your hand")
    for width, height in SIZES:
        ann.page.set_viewport_size({"width": width, "height": height})
        size = f"{width}x{height}"
        bottom = box(actions)
        assert bottom["y"] + bottom["height"] <= height, f"the buttons are out of sight at {size}"
        assert box(head)["height"] <= 64, f"the head has more than two lines at {size}"
        assert not overlap(box(sheet), bottom), f"the buttons lie on the sheet at {size}"
        if hand.count():
            assert not overlap(box(hand), bottom), f"the buttons lie on the hand at {size}"
        wide = others.evaluate_all("all => all.filter((one) => one.scrollWidth > one.clientWidth).length")
        assert wide == 0, f"a small sheet is wider than its place at {size}"
    ann.page.context.close()
