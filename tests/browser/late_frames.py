"""Pages that are late on purpose: they show which tests look before there is something to see.

    QWIXX_LATE_FRAMES=200 python -m pytest tests/browser

Every animation frame and every answer of the server comes so many milliseconds later. One test must fail then: a
card whose place is drawn too late does not travel.
"""

import os

from playwright.sync_api import BrowserContext

MILLISECONDS = int(os.environ.get("QWIXX_LATE_FRAMES", "0"))
LATE = """
  const [requestFrame, request] = [requestAnimationFrame, fetch]
  const wait = (done) => setTimeout(done, MILLISECONDS)
  requestAnimationFrame = (draw) => wait(() => requestFrame(draw))
  cancelAnimationFrame = clearTimeout
  fetch = async (...what) => {
    const answer = await request(...what)
    await new Promise(wait)
    return answer
  }
"""


def make_late(context: BrowserContext) -> None:
    """Make every page of this browser late, if that was asked for."""
    if MILLISECONDS:
        context.add_init_script(LATE.replace("MILLISECONDS", str(MILLISECONDS)))
