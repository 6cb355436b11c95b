"""Whether a mid-range phone renders the table smoothly: frames of whole games at a quarter of this machine's speed.

    python -m tests.bench.frames [--games N]

Chromium plays a dice game and a card game at the size of a phone, with all animations and a CPU throttled
four times. A frame is long if it takes more than 50 ms from its first script until it is drawn. Other load on this
machine makes frames longer, never shorter, so the best of several games counts.

On a busy machine CPU time is more reliable: another game is played at full speed, and the CPU time of the page's
main thread for each frame and task is multiplied by four.
"""

import argparse
import json
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.bench.frame_work import CATEGORIES, Work, work_in
from tests.browser import chromium
from tests.browser.conftest import FLAGS
from tests.browser.people import LONGEST_GAME_SECONDS, LONGEST_WAIT, Person, open_table
from tests.messages import pattern, words
from tests.server.running_server import RunningServer, free_port

PHONE = {"width": 360, "height": 740}
SLOWDOWN = 4
# Milliseconds: longer frames count as long.
LONG = 50
# Milliseconds: the animation of the end is over by then.
LONGEST_END = 4000
# The number of longest frames whose scripts are printed.
NAMED = 3

# The names of the buttons that the player taps.
NAMES = {
    "done": pattern("play.cross", "play.play", "play.discard", "play.take"),
    "other": pattern("act.undo", "play.as"),
    "colour": pattern("play.as"),
    "back": pattern("play.back"),
    "cell": pattern("play.cell.legal"),
    "pass": pattern("play.pass"),
}
ACTIONS = f'[aria-label="{words("play.actions")}"]'
# Plays from inside the page, because a query from outside would take longer than a frame.
PLAYER = (
    f"""
const NAMES = {{ {", ".join(f"{name}: new RegExp({json.dumps(each.pattern)})" for name, each in NAMES.items())} }}
const HAND = {json.dumps(words("play.hand"))}
const ACTIONS = {json.dumps(ACTIONS)}
"""
    + """
window.long = []
window.shift = 0
const told = ({ startTime, duration, renderStart, scripts }) => ({
  duration,
  drawing: renderStart ? startTime + duration - renderStart : 0,
  scripts: scripts.map((script) => ({
    name: `${script.invoker} ${script.sourceURL.split('/').pop()}:${script.sourceCharPosition}`,
    duration: script.duration,
    layout: script.forcedStyleAndLayoutDuration,
  })),
})
const watch = (type, take) =>
  new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type })
const enabled = (button) => button.getAttribute('aria-disabled') !== 'true' && !button.disabled
const nameOf = (button) => (button.ariaLabel ?? button.textContent).trim()
const named = (pattern) => [...document.querySelectorAll('button')]
  .filter((button) => enabled(button) && pattern.test(nameOf(button)))
let acted = 0
const next = () => {
  const done = named(NAMES.done).find((button) => !NAMES.other.test(nameOf(button)))
  if (done) return done
  const [colour] = named(NAMES.colour)
  if (colour) return colour
  const backs = named(NAMES.back).filter((back) => back.ariaPressed !== 'true')
  const cells = acted % 4 ? named(NAMES.cell) : []
  const cards = [...document.querySelectorAll(`[aria-label="${HAND}"] button`)].filter(enabled)
  const [pass] = named(NAMES.pass)
  return backs[0] ?? cells[0] ?? pass ?? cards[acted % cards.length]
}
window.play = () => {
  watch('long-animation-frame', (frame) => window.long.push(told(frame)))
  watch('layout-shift', (moved) => { window.shift += moved.value })
  setInterval(() => {
    const control = document.querySelector(ACTIONS) ? next() : undefined
    if (!control) return
    acted++
    // In a task of its own: looking for it is no work of the page.
    setTimeout(() => control.click())
  }, 350)
}
"""
)


class Game(NamedTuple):
    """The long frames of a game, the longest first, and its layout shift."""

    long: list[dict[str, Any]]
    shift: float

    @property
    def longest(self) -> float:
        return float(self.long[0]["duration"]) if self.long else 0.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=2, help="how many games of each kind (default: 2)")
    arguments = parser.parse_args()
    print(f"a whole game, {PHONE['width']} by {PHONE['height']}, processor slowed down {SLOWDOWN} times")
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=chromium.ensure(), args=FLAGS)
        server = RunningServer(Path(folder) / "tables.sqlite", free_port())
        try:
            for game in ("dice", "cards_joker"):
                games = [played(browser, server.url, game) for _ in range(arguments.games)]
                print_game(game, min(games, key=lambda each: each.longest))
                print_work(worked(browser, server.url, game))
        finally:
            server.stop()
            browser.close()


def played(browser: Browser, url: str, game: str) -> Game:
    """Play a game with a throttled CPU, from its first decision to the end of the last animation."""
    page = at_table(browser, url, game)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
    play(page)
    long, shift = page.evaluate("[long, shift]")
    page.context.close()
    return Game(sorted(long, key=lambda frame: -frame["duration"]), shift)


def worked(browser: Browser, url: str, game: str) -> Work:
    """Play a game at full speed with a trace, because throttling would itself count as work."""
    page = at_table(browser, url, game)
    browser.start_tracing(page=page, categories=CATEGORIES)
    play(page)
    work = work_in(browser.stop_tracing())
    page.context.close()
    return work


def at_table(browser: Browser, url: str, game: str) -> Page:
    """A page at the first decision of a game against an instant bot."""
    context = browser.new_context(base_url=url, locale="en-GB", viewport=PHONE)  # type: ignore[arg-type]
    context.add_init_script(PLAYER)
    page = context.new_page()
    open_table(Person(page, "Ann"), game, "careful")
    expect(page.get_by_role("group", name=words("play.actions"))).to_be_visible(timeout=LONGEST_WAIT)
    # A phone has no mouse pointer, which would cause hover effects.
    page.mouse.move(-1, -1)
    return page


def play(page: Page) -> None:
    page.evaluate("play()")
    wait_for_the_end(page)


def wait_for_the_end(page: Page) -> None:
    end = time.monotonic() + LONGEST_GAME_SECONDS
    while page.locator(ACTIONS).count():
        if time.monotonic() > end:
            raise SystemExit("the game did not end in time")
        page.wait_for_timeout(1000)
    page.wait_for_timeout(LONGEST_END)


def print_game(name: str, game: Game) -> None:
    print(
        f"{name:<18} longest frame {game.longest:.0f} ms, over 50 ms: {len(game.long)}, "
        f"layout shift {game.shift:.4f}"
    )
    for frame in game.long[:NAMED]:
        scripts = ", ".join(
            f"{script['name']} {script['duration']:.0f} ms (layout {script['layout']:.0f})"
            for script in frame["scripts"]
        )
        print(f"  {frame['duration']:.0f} ms, drawing {frame['drawing']:.0f} ms: {scripts or 'no script'}")


def print_work(work: Work) -> None:
    print(
        f"  work at full speed times {SLOWDOWN}: {in_short('frame', work.frames)}; {in_short('task', work.tasks)}"
    )


def in_short(what: str, lengths: list[float]) -> str:
    slow = [SLOWDOWN * length for length in lengths]
    return (
        f"longest {what} {slow[0]:.0f} ms, over {LONG} ms: {sum(each > LONG for each in slow)} of {len(slow)}"
    )


if __name__ == "__main__":
    main()
