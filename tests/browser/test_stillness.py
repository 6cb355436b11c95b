"""No layout shift during a game."""

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.conftest import new_person
from tests.browser.people import Person, open_table, play_out, play_until
from tests.messages import words
from tests.server.running_server import RunningServer

# Browsers rate up to 0.1 for a whole visit as good.
MOST_SHIFT_IN_A_GAME = 0.005

WATCH = """
const told = ({ value, startTime, sources }) => ({
  value,
  startTime,
  moved: sources.map(({ node, previousRect, currentRect }) =>
    `${node?.className ?? node?.textContent} ${JSON.stringify([previousRect, currentRect])}`),
})
window.shifts = []
new PerformanceObserver((list) => window.shifts.push(...list.getEntries().filter((e) => !e.hadRecentInput).map(told)))
  .observe({ type: 'layout-shift', buffered: true })
"""


class Unnoticed(Person):
    """Taps in a way that browsers do not count as input: they ignore layout shifts right after input."""

    def tap(self, control: Locator) -> None:
        control.dispatch_event("click", timeout=1000)


# A whole dice game, soon in a hurry, and the first turns of a card game.
@pytest.mark.parametrize(
    ("game", "size", "choices"), [("dice", (360, 740), None), ("cards_joker", (1280, 800), 12)]
)
def test_a_game_causes_no_layout_shift(
    browser: Browser, server: RunningServer, game: str, size: tuple[int, int], choices: int | None
) -> None:
    context = new_person(browser, server, *size, reduced_motion="no-preference")
    context.add_init_script(WATCH)
    ann = Unnoticed(context.new_page(), "Ann")
    open_table(ann, game, "careful")
    expect(ann.page.get_by_role("group", name=words("play.actions"))).to_be_visible()
    begun = ann.page.evaluate("performance.now()")
    if choices is None:
        play_out(ann)
    else:
        play_until(lambda: ann.acted >= choices, ann)
    shifts = [shift for shift in ann.page.evaluate("window.shifts") if shift["startTime"] > begun]
    assert sum(shift["value"] for shift in shifts) < MOST_SHIFT_IN_A_GAME, shifts
    context.close()
