"""Pages that are slow on purpose: they reveal tests that look before the page has rendered.

    QWIXX_LATE_FRAMES=200 python -m pytest tests/browser

Every animation frame and every response of the server is delayed by so many milliseconds. One test must fail then: a
card whose position is drawn too late does not travel.
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
    """Delay frames and responses in every page of this browser, if requested."""
    if MILLISECONDS:
        context.add_init_script(LATE.replace("MILLISECONDS", str(MILLISECONDS)))
