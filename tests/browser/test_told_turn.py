"""A turn in the accessibility tree, as screen readers present it, with prepared dice."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from qwixx.rules.chance import ChanceNode, ChanceOutcome, FirstSeat, FirstSeatNode, Roll
from tests.browser.people import START, Person, open_table
from tests.messages import capital, words
from tests.server.listening_server import Listening, listening

ROLLS = (Roll((3, 5), (2, 6, 4, 1)), Roll((1, 1), (1, 1, 6, 1)))


def row(colour: str, crosses: int, points: int) -> str:
    name, shape = capital(words(f"colour.{colour}")), words(f"play.shape.{colour}")
    return f"'group \"{words('play.row', colour=name, shape=shape, count=crosses, points=points)}\"'"


def cell(state: str, colour: str, number: int) -> str:
    name = capital(words(f"colour.{colour}"))
    return f'button "{words(f"play.cell.{state}", colour=name, number=number)}"'


def die(colour: str, number: int) -> str:
    return words("play.die.colour", die=capital(words(f"die.{colour}")), number=number)


def otto(*keys: str) -> str:
    """The texts about the opponent."""
    return ", ".join((words("play.opponent", name="Otto", points=0, penalties=0), *map(words, keys)))


BEFORE_THE_ROLL = f"""
- main:
  - heading "{words("label.waiting")}" [level=1]
  - region "{words("join.there")}":
    - heading "{words("lobby.here", here=1, count=2)}" [level=2]
    - list:
      - listitem:
        - button "Ann {words("you")}, {words("lobby.host")}"
        - button "{words("lobby.edit")}"
      - listitem: {words("lobby.free")}
  - button "{words("lobby.start", count=1)}"
- log "{words("news")}"
"""

AFTER_THE_ROLL = f"""
- main:
  - region "{words("play.others")}":
    - 'button "{otto("play.status.done", "play.show")}"'
  - group "{words("game.dice")}":
    - 'img "{words("play.die.white", number=3)}"'
    - 'img "{words("play.die.white", number=5)}"'
    - 'img "{words("play.sum", number=8)}"'
    - 'img "{die("red", 2)}"'
    - 'img "{die("yellow", 6)}"'
    - 'img "{die("green", 4)}"'
    - 'img "{die("blue", 1)}"'
  - heading "{words("play.head.cross", number=8)}" [level=1]
  - region "{words("play.sheet.yours")}":
    - paragraph: Ann {words("play.turn.dice")}
    - {row("red", 0, 0)}:
      - {cell("open", "red", 7)} [disabled]
      - {cell("legal", "red", 8)}
      - img "{words("play.lock.open", colour="Red")}"
    - {row("yellow", 0, 0)}:
      - {cell("legal", "yellow", 8)}
    - {row("green", 0, 0)}:
      - {cell("legal", "green", 8)}
    - {row("blue", 0, 0)}:
      - {cell("legal", "blue", 8)}
    - img "{words("play.penalties.of", count=0, most=4)}"
    - text: 0 {words("play.total", points=0)}
  - group "{words("play.actions")}":
    - button "{words("play.pass")}"
    - button "{words("play.cross.none")}" [disabled]
- log "{words("news")}":
  - paragraph: "{words("said.began.you")} {words("said.rolled.you", white="3 and 5", sum=8, coloured="red 2, yellow 6, green 4 and blue 1")}"
  - paragraph: /^{words("play.head.cross", number=8)}. /
"""

BEFORE_THE_CROSS = f"""
- main:
  - region "{words("play.sheet.yours")}":
    - {row("yellow", 0, 0)}:
      - {cell("chosen", "yellow", 8)}
    - text: 0 {words("play.total.then", points=1)}
  - group "{words("play.actions")}":
    - button "{words("play.pass")}"
    - button "{words("play.cross", what="yellow 8")}"
"""

AFTER_THE_CROSS = f"""
- main:
  - group "{words("game.dice")}":
    - /children: equal
    - 'img "{words("play.die.white", number=3)}"'
    - 'img "{words("play.die.white", number=5)}"'
    - 'img "{die("red", 2)}"'
    - 'img "{die("yellow", 6)}"'
    - 'img "{die("green", 4)}"'
    - 'img "{die("blue", 1)}"'
  - heading "{words("play.head.own")}" [level=1]
  - button /{words("news")}/
  - region "{words("play.sheet.yours")}":
    - {row("red", 0, 0)}:
      - {cell("legal", "red", 5)}
      - {cell("legal", "red", 7)}
    - {row("yellow", 1, 1)}:
      - {cell("skipped", "yellow", 7)} [disabled]
      - {cell("crossed", "yellow", 8)} [disabled]
      - {cell("legal", "yellow", 9)}
      - {cell("open", "yellow", 10)} [disabled]
      - {cell("legal", "yellow", 11)}
    - text: 1 {words("play.total", points=1)}
  - group "{words("play.actions")}":
    - button "{words("play.pass")}"
    - button "{words("play.cross.none")}" [disabled]
- log "{words("news")}":
  - paragraph: {words("said.crossed.you", colour="yellow", numbers=8)} {words("pace.passes", name="Otto")}.
  - paragraph: /^{re.escape(words("play.head.own"))}. /
"""

AT_THE_END = f"""
- main:
  - region "{words("play.others")}":
    - 'button "{otto("play.status.done", "play.role.dice", "play.show")}"'
  - group "{words("game.dice")}":
    - 'img "{words("play.sum", number=2)}"'
  - heading "{words("play.head.cross", number=2)}" [level=1]
  - button /{words("news")}/
  - region "{words("play.sheet.yours")}":
    - {row("red", 0, 0)}:
      - {cell("legal", "red", 2)}
    - {row("yellow", 1, 1)}:
      - {cell("skipped", "yellow", 2)} [disabled]
    - img "{words("play.penalties.of", count=0, most=4)}"
    - text: 1 {words("play.total", points=1)}
- log "{words("news")}":
  - paragraph: "{words("pace.passes.you")}. {words("said.rolled", name="Otto", white="1 and 1", sum=2, coloured="red 1, yellow 1, green 6 and blue 1")}"
  - paragraph: /^{words("play.head.cross", number=2)}. /
"""


class PreparedDealer:
    """Let the first seat start, and roll the prepared dice."""

    def __init__(self) -> None:
        self._rolls = iter(ROLLS)

    def draw(self, node: ChanceNode) -> ChanceOutcome:
        return FirstSeat(0) if isinstance(node, FirstSeatNode) else next(self._rolls)


@pytest.fixture
def prepared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Listening]:
    dealer = PreparedDealer()
    monkeypatch.setattr("qwixx.tables.game.plan.draw", lambda node, luck: dealer.draw(node))
    with listening(tmp_path) as server:
        yield server


def test_a_screen_reader_follows_a_turn_from_the_roll_to_its_end(
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
    open_table(ann, "dice", "person")
    expect(body).to_match_aria_snapshot(BEFORE_THE_ROLL)
    page.get_by_role("button", name=START).click()
    expect(body).to_match_aria_snapshot(AFTER_THE_ROLL)
    page.get_by_role("button", name=words("play.cell.legal", colour="Yellow", number=8)).click()
    expect(body).to_match_aria_snapshot(BEFORE_THE_CROSS)
    page.get_by_role("button", name=words("play.cross", what="yellow 8")).click()
    expect(body).to_match_aria_snapshot(AFTER_THE_CROSS)
    page.get_by_role("button", name=words("play.pass"), exact=True).click()
    expect(body).to_match_aria_snapshot(AT_THE_END)
    context.close()
