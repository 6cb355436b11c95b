"""The story of a turn as a screen reader meets it: the accessibility tree, with prepared dice."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from qwixx.rules.chance import ChanceNode, ChanceOutcome, FirstSeat, FirstSeatNode, Roll
from tests.browser.people import Person, open_table
from tests.server.listening_server import Listening, listening

ROLLS = (Roll((3, 5), (2, 6, 4, 1)), Roll((1, 1), (1, 1, 6, 1)))

BEFORE_THE_ROLL = """
- main "Waiting for players":
  - heading "Waiting for players" [level=1]
  - region "At the table":
    - list:
      - listitem: Ann you, on this device
      - listitem: Open seat waiting for somebody
  - button "Start now"
- log "What happened"
"""

AFTER_THE_ROLL = """
- main:
  - region "Other players":
    - 'button "Otto: 0 points, 0 penalties, has chosen, show the sheet"'
  - group "Dice":
    - 'img "White die: 3"'
    - 'img "White die: 5"'
    - 'img "Sum: 8"'
    - 'img "The red die: 2"'
    - 'img "The yellow die: 6"'
    - 'img "The green die: 4"'
    - 'img "The blue die: 1"'
  - heading "Cross an 8 in one row" [level=1]
  - region "Your sheet":
    - paragraph: Ann you roll
    - 'group "Red, heart: 0 crosses, 0 points"':
      - button "Red 7, open" [disabled]
      - button "Red 8, can be crossed"
      - img "Red lock, open"
    - 'group "Yellow, star: 0 crosses, 0 points"':
      - button "Yellow 8, can be crossed"
    - 'group "Green, clover: 0 crosses, 0 points"':
      - button "Green 8, can be crossed"
    - 'group "Blue, drop: 0 crosses, 0 points"':
      - button "Blue 8, can be crossed"
    - img "0 of 4 penalties"
    - text: 0 points
  - group "Actions":
    - button "Pass"
    - button "Cross" [disabled]
- log "What happened":
  - paragraph: The game begins. You are first.
  - paragraph: "You roll: white 3 and 5, sum 8. red 2, yellow 6, green 4, blue 1."
  - paragraph: /^Cross an 8 in one row. /
"""

BEFORE_THE_CROSS = """
- main:
  - region "Your sheet":
    - 'group "Yellow, star: 0 crosses, 0 points"':
      - button "Yellow 8, chosen, tap again to take back"
    - text: 0 → 1 point
  - group "Actions":
    - button "Pass"
    - button "Cross yellow 8"
"""

AFTER_THE_CROSS = """
- main:
  - group "Dice":
    - /children: equal
    - 'img "White die: 3"'
    - 'img "White die: 5"'
    - 'img "The red die: 2"'
    - 'img "The yellow die: 6"'
    - 'img "The green die: 4"'
    - 'img "The blue die: 1"'
  - heading "Now one white and one colour" [level=1]
  - button /What happened/
  - region "Your sheet":
    - 'group "Red, heart: 0 crosses, 0 points"':
      - button "Red 5, can be crossed"
      - button "Red 7, can be crossed"
    - 'group "Yellow, star: 1 cross, 1 point"':
      - button "Yellow 7, skipped" [disabled]
      - button "Yellow 8, crossed" [disabled]
      - button "Yellow 9, can be crossed"
      - button "Yellow 10, open" [disabled]
      - button "Yellow 11, can be crossed"
    - text: 1 point
  - group "Actions":
    - button "Pass"
    - button "Cross" [disabled]
- log "What happened":
  - paragraph: You cross yellow 8.
  - paragraph: Otto passes.
  - paragraph: /^Now one white and one colour. /
"""

AT_THE_END = """
- main:
  - region "Other players":
    - 'button "Otto: 0 points, 0 penalties, has chosen, rolls, show the sheet"'
  - group "Dice":
    - 'img "Sum: 2"'
  - heading "Cross a 2 in one row" [level=1]
  - button /What happened/
  - region "Your sheet":
    - 'group "Red, heart: 0 crosses, 0 points"':
      - button "Red 2, can be crossed"
    - 'group "Yellow, star: 1 cross, 1 point"':
      - button "Yellow 2, skipped" [disabled]
    - img "0 of 4 penalties"
    - text: 1 point
- log "What happened":
  - paragraph: You pass.
  - paragraph: "Otto rolls: white 1 and 1, sum 2. red 1, yellow 1, green 6, blue 1."
  - paragraph: /^Cross a 2 in one row. /
"""


class PreparedDealer:
    """Lets the first seat begin, and rolls what was written down."""

    def __init__(self) -> None:
        self._rolls = iter(ROLLS)

    def draw(self, node: ChanceNode) -> ChanceOutcome:
        return FirstSeat(0) if isinstance(node, FirstSeatNode) else next(self._rolls)


@pytest.fixture
def prepared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Listening]:
    dealer = PreparedDealer()
    monkeypatch.setattr("qwixx.server.tables.plan.drawn", lambda node, luck: dealer.draw(node))
    with listening(tmp_path) as server:
        yield server


def test_a_screen_reader_is_told_a_turn_from_the_roll_to_its_end(
    browser: Browser, prepared: Listening
) -> None:
    context = browser.new_context(
        base_url=prepared.url,
        locale="en-GB",
        reduced_motion="reduce",
        viewport={"width": 360, "height": 740},
    )
    ann = Person(context.new_page(), "Ann")
    page, body = ann.page, ann.page.locator("body")
    open_table(ann, "Dice", "Person")
    expect(body).to_match_aria_snapshot(BEFORE_THE_ROLL)
    page.get_by_role("button", name="Start now").click()
    expect(body).to_match_aria_snapshot(AFTER_THE_ROLL)
    page.get_by_role("button", name="Yellow 8").click()
    expect(body).to_match_aria_snapshot(BEFORE_THE_CROSS)
    page.get_by_role("button", name="Cross yellow 8").click()
    expect(body).to_match_aria_snapshot(AFTER_THE_CROSS)
    page.get_by_role("button", name="Pass", exact=True).click()
    expect(body).to_match_aria_snapshot(AT_THE_END)
    context.close()
