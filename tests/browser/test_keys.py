"""Keyboard shortcuts at the table: a game without a pointer and with few presses of Tab."""

import re

from playwright.sync_api import Page, expect

from tests.browser.people import Person, drawn, open_table, until
from tests.messages import pattern, words

COLOURS = ("red", "yellow", "green", "blue")
# The row numbers of some cells, counted from 1.
ROWS_OF = """(cells) => cells.map((cell) =>
  ['red', 'yellow', 'green', 'blue'].findIndex((colour) => cell.dataset.cell.startsWith(colour)) + 1)"""

# Whether Space keeps its default action.
SPACE = """document.body.dispatchEvent(
  new KeyboardEvent('keydown', { key: ' ', bubbles: true, cancelable: true }))"""


def test_shortcuts_choose_confirm_and_pass_and_can_be_switched_off(page: Page) -> None:
    ann = Person(page, "Ann")
    open_table(ann, "dice", "careful")
    actions = page.get_by_role("group", name=words("play.actions"))
    passing = actions.get_by_role("button", name=words("play.pass"), exact=True)
    chosen, crossed = (
        page.get_by_role("button", name=pattern(f"play.cell.{state}")) for state in ("chosen", "crossed")
    )
    expect(passing).to_be_visible()
    drawn(page)
    assert page.evaluate(SPACE), "Space must scroll the page while there is nothing to skip"

    rows = [
        int(row) for row in page.get_by_role("button", name=pattern("play.cell.legal")).evaluate_all(ROWS_OF)
    ]
    # On a first roll, at least two rows accept the number.
    first, second = rows[:2]
    page.keyboard.press(str(first))
    expect(chosen).to_have_attribute("data-cell", re.compile(f"^{COLOURS[first - 1]}"))
    expect(actions.get_by_role("button", name=pattern("play.cross"))).to_be_focused()
    page.keyboard.press(str(second))
    expect(chosen).to_have_attribute("data-cell", re.compile(f"^{COLOURS[second - 1]}"))
    page.keyboard.press(str(second))
    expect(chosen).to_have_count(0)
    page.keyboard.press(str(first))
    expect(chosen).to_have_count(1)
    drawn(page)
    page.keyboard.press("Enter")
    expect(crossed).to_have_count(1)
    drawn(page)
    # On Ann's own turn there is a second choice. A key pressed before the choice is shown has no effect.
    second_turn = page.get_by_text(words("turn", turn=2), exact=True)

    def is_second_turn() -> bool:
        if not second_turn.is_visible():
            page.keyboard.press("p")
        return second_turn.is_visible()

    until(page, is_second_turn)

    page.get_by_role("button", name=words("menu"), exact=True).click()
    page.get_by_text(words("menu.keys"), exact=True).click()
    page.keyboard.press("1")
    expect(chosen).to_have_count(0)
    page.get_by_role("switch", name=words("menu.keys.on")).uncheck()
    page.keyboard.press("Escape")
    drawn(page)
    page.keyboard.press("1")
    drawn(page)
    expect(chosen).to_have_count(0)
