"""What a new visitor has to download, and how long it takes."""

import re
import time
from typing import Any, NamedTuple

from playwright.sync_api import Browser, CDPSession, expect

from tests.messages import LANGUAGES, in_language

PLAY = re.compile("|".join(in_language(each).pattern("act.play").pattern for each in LANGUAGES))
SHEET = re.compile("|".join(in_language(each).pattern("play.sheet.yours").pattern for each in LANGUAGES))
# Milliseconds after which a page prefetches files for later. These are not part of a visit; without the timers they
# are not counted on a slow machine either, where the prefetch would start before the tap.
AT_REST = 2000
NEVER_AT_REST = f"""{{
  const {{ setTimeout }} = window
  window.setTimeout = (then, after, ...rest) => (after < {AT_REST} ? setTimeout(then, after, ...rest) : 0)
}}"""
# A phone far from the server: milliseconds, and bytes per second.
SLOW = {"offline": False, "latency": 300, "downloadThroughput": 200_000, "uploadThroughput": 200_000}


class Visit(NamedTuple):
    """Bytes on the wire with headers, and seconds, until the first screen is usable and until the dice are shown."""

    first_screen_bytes: int
    first_roll_bytes: int
    first_screen_seconds: float
    requests: list[tuple[str, int]]


class Wire:
    """Count the bytes that a page receives."""

    def __init__(self, session: CDPSession) -> None:
        self.requests: list[tuple[str, int]] = []
        self._urls: dict[str, str] = {}
        self._has_dice = False
        session.on("Network.requestWillBeSent", self._begun)
        session.on("Network.loadingFinished", self._finished)
        session.on("Network.webSocketFrameReceived", self._framed)
        session.send("Network.enable")

    @property
    def received(self) -> int:
        return sum(size for _, size in self.requests)

    def _begun(self, event: dict[str, Any]) -> None:
        self._urls[event["requestId"]] = event["request"]["url"]

    def _finished(self, event: dict[str, Any]) -> None:
        self.requests.append((self._urls.get(event["requestId"], ""), round(event["encodedDataLength"])))

    def _framed(self, event: dict[str, Any]) -> None:
        """Ignore frames after the dice: they are part of the game, since a bot may choose before the page is idle."""
        payload = event["response"]["payloadData"]
        if not self._has_dice:
            self.requests.append(("frame", len(payload)))
        self._has_dice = self._has_dice or '"dice":{' in payload


def first_visit(browser: Browser, url: str, locale: str = "en-GB", *, slow: bool = False) -> Visit:
    """Open the first screen as a new visitor, and play against the suggested bot."""
    context = browser.new_context(base_url=url, locale=locale, viewport={"width": 360, "height": 740})
    context.add_init_script(NEVER_AT_REST)
    page = context.new_page()
    session = context.new_cdp_session(page)
    wire = Wire(session)
    if slow:
        session.send("Network.emulateNetworkConditions", SLOW)
    began = time.perf_counter()
    page.goto("/", wait_until="commit")
    play = page.get_by_role("button", name=PLAY)
    expect(play).to_be_visible()
    seconds = time.perf_counter() - began
    page.wait_for_load_state("networkidle")
    first_screen = wire.received
    # No real click: it may scroll when it is retried, and scrolling loads the parts further down.
    play.dispatch_event("click")
    expect(page.get_by_role("region", name=SHEET)).to_be_visible()
    page.wait_for_load_state("networkidle")
    visit = Visit(first_screen, wire.received, seconds, wire.requests)
    context.close()
    return visit
