"""The start-up time of a game on a device, and the delay of its choices.

    python -m tests.bench.device [--slowdown 4]

To be four times as slow, the browser's processes are stopped for three quarters of the time, because the throttling
of the developer tools affects only pages, not workers. The download comes from this machine, so its time is that of
checking, unpacking and storing. "First" is the first start after it, "again" a later visit offline.
"""

import argparse
import os
import signal
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import median

from playwright.sync_api import BrowserContext, Page, expect, sync_playwright

from tests.browser import chromium
from tests.browser.conftest import FLAGS, choose_pace
from tests.browser.device_games import STARTING, FastPlayer, actions, download, play_some
from tests.browser.people import play_button
from tests.server.running_server import RunningServer, free_port

CHOICES = 12
# The period in seconds in which a slowed browser runs once and is stopped once.
PERIOD = 0.02
# Records the worker's delay from each choice to its acknowledgement, in milliseconds.
WATCH = """{
  const { Worker } = window
  window.taken = []
  window.Worker = class extends Worker {
    constructor(...args) {
      super(...args)
      this.addEventListener('message', ({ data }) => {
        if (data.type === 'frame' && data.text.includes('"type":"done"')) window.taken.push(performance.now() - this.at)
      })
    }
    postMessage(message) {
      if (message.type === 'send' && message.text.includes('"choose"')) this.at = performance.now()
      super.postMessage(message)
    }
  }
}"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--slowdown", type=float, default=4.0, help="how many times slower; 4 by default")
    arguments = parser.parse_args()
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        server = RunningServer(Path(folder) / "tables.sqlite", free_port())
        try:
            for slowdown in (1.0, arguments.slowdown):
                before = frozenset(children())
                browser = playwright.chromium.launch(executable_path=chromium.ensure_shell(), args=FLAGS)
                context = browser.new_context(base_url=server.url, locale="en-GB", reduced_motion="reduce")
                choose_pace(context, "instant")
                context.add_init_script(WATCH)
                with slowed(partial(children, before), slowdown):
                    print_row(slowdown, *measure(context))
                browser.close()
        finally:
            server.stop()


def measure(context: BrowserContext) -> tuple[float, float, float, list[float]]:
    """Seconds of the download and to the first roll (first and again), and milliseconds of each choice."""
    page = context.new_page()
    began = time.perf_counter()
    download(page)
    downloaded = time.perf_counter() - began
    context.set_offline(True)
    first = first_roll(page)
    again = first_roll(page)
    play_some(FastPlayer(page, "Ann"), CHOICES)
    taken: list[float] = page.evaluate("window.taken")
    page.close()
    assert taken, "no choice was seen"
    return downloaded, first, again, taken


def first_roll(page: Page) -> float:
    """Seconds from opening the first screen and starting a game until the first roll is shown."""
    began = time.perf_counter()
    page.goto("/")
    play_button(page).click()
    expect(actions(page)).to_be_visible(timeout=STARTING)
    return time.perf_counter() - began


def print_row(slowdown: float, downloaded: float, first: float, again: float, taken: list[float]) -> None:
    print(
        f"{slowdown:g}x slower: download {downloaded:.1f} s; first roll {first:.1f} s at first, {again:.1f} s again;"
        f" a choice {median(taken):.0f} ms, {max(taken):.0f} ms at most"
    )


def children(besides: frozenset[int] = frozenset()) -> set[int]:
    """All descendants of this process, except some."""
    parents: dict[int, int] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(path.parent.name)] = int(path.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue  # it has just ended
    found = {os.getpid()}
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return found - besides - {os.getpid()}


@contextmanager
def slowed(processes: Callable[[], set[int]], times: float) -> Iterator[None]:
    """Slow processes down by stopping them periodically."""
    over = threading.Event()

    def tell(number: int) -> None:
        for process in processes():
            try:
                os.kill(process, number)
            except ProcessLookupError:
                continue

    def pace() -> None:
        while not over.wait(PERIOD / times):
            tell(signal.SIGSTOP)
            over.wait(PERIOD * (1 - 1 / times))
            tell(signal.SIGCONT)

    thread = threading.Thread(target=pace)
    if times > 1:
        thread.start()
    try:
        yield
    finally:
        over.set()
        if thread.is_alive():
            thread.join()
        tell(signal.SIGCONT)


if __name__ == "__main__":
    main()
