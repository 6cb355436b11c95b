"""How long a page takes to detect a lost connection, and to recover once the network is back.

    python -m tests.bench.lost_connection [FAILURE …]

Each failure is caused once, during a dice game in Chromium. Measured is the time until "Connection lost" is shown,
and from the repair until the banner is gone and a choice is acknowledged. The server uses its usual heartbeat.
"""

import argparse
import signal
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2 as httpx
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from tests.browser import chromium
from tests.browser.conftest import FLAGS, new_person
from tests.browser.people import lost_strip
from tests.browser.swallowing_proxy import SwallowingProxy, swallowing
from tests.messages import words
from tests.server.running_server import RunningServer, free_port

FAILURES = ("offline", "swallowed", "swallowed after a tap", "frozen", "frozen after a tap")
# The timeout in milliseconds; each step should take at most half of it.
LONGEST = 60_000
# Seconds until the repair, so that the backoff of reconnects has reached its maximum.
LOST_FOR = 7.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("failures", nargs="*", metavar="FAILURE", help=f"one of: {', '.join(FAILURES)}")
    chosen = parser.parse_args().failures or FAILURES
    print(f"{'seconds until':24}{'lost is shown':>15}{'it is gone':>15}{'a choice counts':>17}")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.ensure_shell(), args=FLAGS)
        for failure in chosen:
            lost, gone, played = measure(browser, failure)
            print(f"{failure:24}{lost:15.1f}{gone:15.1f}{played:17.1f}", flush=True)
        browser.close()


def measure(browser: Browser, failure: str) -> tuple[float, float, float]:
    """Seconds from the failure to the banner, and from the repair to its end and to an acknowledged choice."""
    with (
        tempfile.TemporaryDirectory() as folder,
        a_server(Path(folder)) as server,
        swallowing(server.port) as proxy,
    ):
        page = at_a_table(browser, server, proxy.url if failure.startswith("swallowed") else server.url)
        is_tapped = failure.endswith("tap")
        repair = break_connection(failure, page, server, proxy)
        if is_tapped:
            pass_on(page)
        lost = seconds(lambda: expect(lost_strip(page)).to_be_visible(timeout=LONGEST))
        time.sleep(LOST_FOR)
        repair()
        returned = time.monotonic()
        expect(lost_strip(page)).to_be_hidden(timeout=LONGEST)
        gone = time.monotonic() - returned
        if not is_tapped:
            pass_on(page)
        expect(button(page, "act.undo")).to_be_visible(timeout=LONGEST)
        played = time.monotonic() - returned
        page.context.close()
    return lost, gone, played


@contextmanager
def a_server(folder: Path) -> Iterator[RunningServer]:
    running = RunningServer(folder / "tables.sqlite", free_port())
    yield running
    running.stop()


def break_connection(
    failure: str, page: Page, server: RunningServer, proxy: SwallowingProxy
) -> Callable[[], None]:
    """Break the connection; returns a function that repairs it."""
    match failure.partition(" ")[0]:
        case "offline":
            page.context.set_offline(True)
            return lambda: page.context.set_offline(False)
        case "swallowed":
            proxy.swallow()
            return proxy.restore
        case "frozen":
            server.send_signal(signal.SIGSTOP)
            return lambda: server.send_signal(signal.SIGCONT)
        case _:
            raise SystemExit(f"no such failure: {failure}; there are {', '.join(FAILURES)}")


def at_a_table(browser: Browser, server: RunningServer, url: str) -> Page:
    """Ann's page at this URL; Ben has taken the other seat, and both have to choose."""
    page = new_person(browser, server, base_url=url).new_page()
    page.goto("/")
    opened = page.request.post("/api/tables", data={"game": "dice", "seats": [{}, {}], "name": "Ann"})
    table = opened.json()["table"]
    httpx.post(f"{server.url}/api/tables/{table}/join", json={"name": "Ben"})
    page.goto(f"/t/{table}")
    expect(button(page, "play.pass")).to_be_enabled(timeout=LONGEST)
    return page


def button(page: Page, key: str) -> Locator:
    return page.get_by_role("button", name=words(key), exact=True)


def pass_on(page: Page) -> None:
    button(page, "play.pass").click()


def seconds(act: Callable[[], None]) -> float:
    began = time.monotonic()
    act()
    return time.monotonic() - began


if __name__ == "__main__":
    main()
