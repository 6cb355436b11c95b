"""The pace of a turn: moves are shown one after the other, and players can always skip them."""

from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from qwixx.rules.chance import ChanceNode, ChanceOutcome, FirstSeat, FirstSeatNode, Roll
from tests.browser.conftest import choose_pace
from tests.browser.people import LONGEST_WAIT, Person
from tests.messages import begins, chip_name, words
from tests.server.listening_server import Listening, listening

FRAME = 20
# The first roll is Otto's, a careful bot, who crosses green 11 with it; the second is Ann's.
ROLLS = (Roll((5, 3), (2, 4, 6, 4)), Roll((1, 1), (6, 6, 1, 1)))

# Records each change of what is visible: the headline, the sum of the dice, and the number of legal cells.
WATCH = """
window.told = []
addEventListener('DOMContentLoaded', () => new MutationObserver(() => {
  const head = document.querySelector('h1')?.textContent.replace(/\\s+/g, ' ').trim() ?? ''
  const sum = document.querySelector('.sum')?.textContent.trim() ?? ''
  const rings = document.querySelectorAll('.legal').length
  const last = window.told.at(-1)
  if (last?.head === head && last.sum === sum && last.rings === rings) return
  const clock = document.querySelector('[role=timer]') !== null
  window.told.push({ head, sum, rings, clock, time: performance.now() })
}).observe(document.body, { subtree: true, childList: true, characterData: true }))
"""


@pytest.fixture
def prepared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Listening]:
    """A server with known dice, on which the second seat starts."""
    rolls = cycle(ROLLS)

    def drawn(node: ChanceNode, _luck: object) -> ChanceOutcome:
        return FirstSeat(1) if isinstance(node, FirstSeatNode) else next(rolls)

    monkeypatch.setattr("qwixx.tables.game.plan.draw", drawn)
    with listening(tmp_path) as server:
        yield server


def at_table(browser: Browser, server: Listening, motion: str, pace: str) -> Person:
    context = browser.new_context(
        base_url=server.url,
        locale="en-GB",
        reduced_motion=motion,  # type: ignore[arg-type]
        viewport={"width": 360, "height": 740},
        service_workers="block",
    )
    choose_pace(context, pace)
    # Keys for skipping work even if the keyboard shortcuts for choices are off.
    context.add_init_script("localStorage.setItem('qwixx.keys', 'off')")
    context.add_init_script(WATCH)
    new = {
        "game": "dice",
        "name": "Ann",
        "seats": [{}, {"bot": "gap:1,2"}],
        "settings": {"time_limit": 120},
    }
    opened = context.request.post("/api/tables", data=new).json()["table"]
    ann = Person(context.new_page(), "Ann")
    ann.page.goto(f"/t/{opened}")
    expect(headline(ann.page, "play.head.cross", number=8)).to_be_visible()
    return ann


def test_a_guest_who_takes_the_last_seat_sees_the_start_of_the_game(
    browser: Browser, prepared: Listening
) -> None:
    new = {"game": "dice", "seats": [{}, {}], "name": "Ann"}
    host, guest = (browser.new_context(base_url=prepared.url, locale="en-GB") for _ in range(2))
    table = host.request.post("/api/tables", data=new).json()["table"]
    choose_pace(guest, "calm")
    guest.add_init_script(WATCH)
    ben = Person(guest.new_page(), "Ben")
    ben.join(f"/t/{table}")
    expect(headline(ben.page, "play.head.cross", number=8)).to_be_visible()
    heads = ben.page.evaluate("told.map(({ head }) => head)")
    assert words("pace.begins.you") in heads
    assert words("pace.begins", name="Ben") not in heads, "only a spectator sees that"
    assert words("join.full") not in heads, "Ben himself took the last seat"
    for context in (host, guest):
        context.close()


def headline(page: Page, key: str, **values: str | int) -> Locator:
    return page.get_by_role("heading", name=words(key, **values), level=1)


def cell(page: Page, state: str, colour: str, number: str) -> Locator:
    return page.get_by_role("button", name=words(f"play.cell.{state}", colour=colour, number=number))


def pass_on(page: Page) -> None:
    page.get_by_role("button", name=words("play.pass"), exact=True).click()


def test_the_moves_of_opponents_are_shown_one_after_the_other(browser: Browser, prepared: Listening) -> None:
    page = at_table(browser, prepared, "no-preference", "calm").page
    page.evaluate("told.length = 0")
    pass_on(page)
    expect(headline(page, "play.head.cross", number=2)).to_be_visible()
    told = page.evaluate("told")
    nobody, move = (
        words("pace.nobody", number="8"),
        words("pace.made", name="Otto", what=f"5 + 6, {chip_name('green', 11)}"),
    )
    rolls, cross = words("pace.rolls.you"), words("play.head.cross", number=2)
    times: dict[str, float] = {}
    for each in told:
        times.setdefault(each["head"], each["time"])
    assert list(times)[-4:] == [nobody, move, rolls, cross]
    assert times[rolls] - times[move] > 400, "the opponent's move must be shown for some time"
    assert times[cross] - times[rolls] > 450, "the dice must roll and rest for a moment"
    before = [each for each in told if times[rolls] <= each["time"] < times[cross]]
    assert all(each["rings"] == 0 and each["sum"] != "=2" for each in before), (
        "nothing may reveal a roll before the dice have come to rest"
    )
    page.context.close()


def step(page: Page, until: Locator) -> None:
    """Advance the page's clock until an element is visible."""
    for _ in range(LONGEST_WAIT // FRAME):
        if until.is_visible():
            return
        page.clock.run_for(FRAME)
    expect(until).to_be_visible()


def test_animations_can_be_skipped_and_never_block_a_choice(browser: Browser, prepared: Listening) -> None:
    page = at_table(browser, prepared, "no-preference", "calm").page
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") + 60_000)
    mine, theirs = (
        headline(page, "play.head.cross", number=2),
        headline(page, "play.head.cross", number=8),
    )
    passing = page.get_by_role("button", name=words("play.pass"), exact=True)
    red = page.locator("[data-cell=red7]")

    # A tap on the table skips to the next choice.
    passing.dispatch_event("click")
    step(page, headline(page, "pace.made", name="Otto", what=f"5 + 6, {chip_name('green', 11)}"))
    expect(mine).to_be_hidden()
    page.get_by_role("group", name=words("game.dice")).dispatch_event("click")
    expect(mine).to_be_visible()

    # A choice is available as soon as its dice are on the table, and making it ends the animation.
    page.clock.run_for(10 * FRAME)
    passing.dispatch_event("click")
    step(page, headline(page, "pace.made", name="Otto", what=chip_name("red", 2)))
    red.dispatch_event("click")
    page.clock.run_for(5 * FRAME)
    expect(headline(page, "play.head.own")).to_be_visible()
    expect(cell(page, "chosen", "Red", "7")).to_be_visible()

    # A tap on a number that has not been shown yet chooses nothing.
    page.clock.run_for(10 * FRAME)
    page.get_by_role("button", name=words("play.cross", what=chip_name("red", 7))).dispatch_event("click")
    step(page, headline(page, "pace.rolls", name="Otto"))
    page.locator("[data-cell=red8]").dispatch_event("click")
    expect(theirs).to_be_visible()
    page.clock.run_for(10 * FRAME)
    expect(cell(page, "legal", "Red", "8")).to_be_visible()

    # A player who often skips animations is asked once, at the next choice, whether they should be faster.
    passing.dispatch_event("click")
    step(
        page,
        page.get_by_role("heading", level=1).filter(has_not_text=begins("play.head.cross", "play.head.own")),
    )
    page.keyboard.press("Space")
    asked = page.get_by_role("dialog", name=words("pace.ask"))
    step(page, asked)
    page.get_by_role("button", name=words("pace.brisk")).dispatch_event("click")
    assert page.evaluate("localStorage['qwixx.pace']") == "brisk"
    page.context.close()


@pytest.mark.parametrize("pace", ["calm", "brisk"])
def test_reduced_motion_shows_the_same_moves(browser: Browser, prepared: Listening, pace: str) -> None:
    page = at_table(browser, prepared, "reduce", pace).page
    page.evaluate("told.length = 0")
    pass_on(page)
    expect(headline(page, "play.head.cross", number=2)).to_be_visible()
    told = page.evaluate("told")
    move = words("pace.made", name="Otto", what=f"5 + 6, {chip_name('green', 11)}")
    assert [each["clock"] for each in told if each["head"] == move], "the move must be shown"
    assert all(each["clock"] for each in told), "the clock must be shown all the time"
    page.context.close()
