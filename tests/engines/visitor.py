"""A user of a page in any engine, who finds controls by role and message key, like a screen reader."""

import re
from dataclasses import dataclass
from typing import Any

from tests.engines.driver import Driver, wait_for
from tests.messages import begins, pattern
from tests.server.running_server import RunningServer

# All visible elements with a role: accessible name, whether it is disabled, and its bounding box.
# While a modal dialog is open, only the elements in the dialog.
_FIND = """(role) => {
  const SELECTORS = {
    button: 'button, summary, [role=button]',
    link: 'a[href]',
    heading: 'h1, h2, h3',
    textbox: 'input:not([type]), input[type=text], textarea',
    radio: 'input[type=radio]',
    region: 'section[aria-label], [role=region]',
    group: '[role=group], fieldset',
    slider: 'input[type=range]',
    dialog: 'dialog[open]',
  }
  const words = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.data
    if (node.nodeType !== Node.ELEMENT_NODE || node.ariaHidden === 'true') return ''
    return node.ariaLabel ?? [...node.childNodes].map(words).join('')
  }
  const nameOf = (it) => {
    const by = it.getAttribute('aria-labelledby')
    if (by !== null) return by.split(' ').map((id) => words(document.getElementById(id))).join(' ')
    return it.ariaLabel ?? (it.labels?.length ? words(it.labels[0]) : words(it))
  }
  // An input that is not drawn itself is touched at its label.
  const touched = (it) => (it.labels?.length && it.getBoundingClientRect().width < 2 ? it.labels[0] : it)
  const top = document.querySelector('dialog:modal')
  const all = role === 'dialog' || top === null ? document : top
  return [...all.querySelectorAll(SELECTORS[role])]
    .filter((it) => touched(it).checkVisibility({ visibilityProperty: true }))
    .map((it, place) => {
      const { x, y, width, height } = touched(it).getBoundingClientRect()
      const disabled = it.disabled === true || it.ariaDisabled === 'true'
      return { place, name: nameOf(it).replace(/\\s+/g, ' ').trim(), disabled, x, y, width, height }
    })
}"""

# The point to tap, after scrolling the element into view.
_REACH = (
    """(role, name) => {
  const find = """
    + _FIND
    + """
  const isIt = (it) => it.name === name
  let at = find(role).find(isIt)
  if (at === undefined) return null
  if (at.y < 0 || at.y + at.height > innerHeight) {
    scrollBy({ top: at.y + at.height / 2 - innerHeight / 2, behavior: 'instant' })
    at = find(role).find(isIt)
  }
  return [at.x + at.width / 2, at.y + at.height / 2]
}"""
)


@dataclass(frozen=True)
class Control:
    """An element with a role, as currently visible."""

    place: int
    name: str
    disabled: bool
    x: float
    y: float
    width: float
    height: float


class Visitor:
    """A user of a page on our server."""

    def __init__(self, driver: Driver, server: RunningServer) -> None:
        self.driver = driver
        self.server = server
        # The visited screens, and the component that renders the page of each.
        self.reached: dict[str, str | None] = {}

    def goto(self, path: str) -> None:
        """Open a page, and wait until it has a heading."""
        self.driver.goto(f"{self.server.url}{path}")
        self.see("heading")

    def evaluate(self, function: str, *arguments: object) -> Any:
        return self.driver.evaluate(function, *arguments)

    def find(self, role: str, *keys: str) -> list[Control]:
        """All visible controls with a role, and with one of these messages if any are given."""
        wanted = re.compile(pattern(*keys).pattern if keys else "", re.IGNORECASE)
        found = (Control(**each) for each in self.driver.evaluate(_FIND, role))
        return [each for each in found if wanted.search(each.name)]

    def see(self, role: str, *keys: str, seconds: float = 20) -> Control:
        """Wait for a control of that kind, and return the first one."""
        return wait_for(lambda: self.find(role, *keys), f"a {role} {keys}", seconds)[0]

    def click(self, role: str, *keys: str) -> None:
        """Tap the first control of that kind as soon as it is enabled."""

        def usable() -> list[Control]:
            return [each for each in self.find(role, *keys) if not each.disabled]

        self.touch(role, wait_for(usable, f"a {role} {keys} that can be used")[0])

    def choose(self, key: str, role: str = "radio") -> None:
        """Tap the option whose name starts with a message."""
        begin = begins(key)

        def options() -> list[Control]:
            return [each for each in self.find(role) if begin.search(each.name)]

        self.touch(role, wait_for(options, f"a {role} that begins with {key}")[0])

    def touch(self, role: str, control: Control) -> None:
        """Tap a control at its current position."""
        at = self.driver.evaluate(_REACH, role, control.name)
        if at is not None:
            self.driver.tap(*at)
            self.driver.draw()

    def fill(self, text: str, *keys: str) -> None:
        self.click("textbox", *keys)
        self.driver.evaluate("() => document.activeElement.select()")
        self.driver.type(text)

    def open_table(self, game: str, *bots: str | None, name: str = "Ann") -> str:
        """Open a table with these other seats, None for an open one, and go to it; return its id."""
        seats = [{}, *({"bot": bot} if bot else {} for bot in bots)]
        asked = {"game": game, "seats": seats, "name": name}
        table: str = self.driver.evaluate(
            """async (asked) => {
              const headers = { 'Content-Type': 'application/json' }
              const answer = await fetch('/api/tables', { method: 'POST', headers, body: JSON.stringify(asked) })
              return (await answer.json()).table
            }""",
            asked,
        )
        self.goto(f"/t/{table}")
        return table
