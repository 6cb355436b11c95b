"""A browser driven by tests: the common interface of WebKit and Firefox."""

import json
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

# Seconds. Starting a browser on a busy machine takes longest.
LONGEST_START = 60
LONGEST_WAIT = 60

# A list of input actions, which both protocols encode the same way.
Actions = list[dict[str, Any]]
Found = TypeVar("Found")

# A table renders changes in several frames.
_DRAWN = """async () => {
  do await new Promise((done) => requestAnimationFrame(done))
  while (document.querySelector('[data-drawing]'))
}"""
_SIZE = "() => [innerWidth, innerHeight]"


class Driver(ABC):
    """One window with one page. Errors and warnings in the page's console are recorded."""

    name: str
    version: str
    _side = 3

    @abstractmethod
    def goto(self, url: str) -> None: ...

    @abstractmethod
    def evaluate(self, function: str, *arguments: object) -> Any:
        """Call a JavaScript function, await its result if that is a promise, and return it as JSON data."""

    @abstractmethod
    def perform(self, actions: Actions) -> None: ...

    @abstractmethod
    def screenshot(self, path: Path) -> None: ...

    @abstractmethod
    def problems(self) -> list[str]:
        """Errors and warnings in the console so far."""

    @abstractmethod
    def close(self) -> None: ...

    @abstractmethod
    def _resize(self, width: int, height: int) -> None: ...

    def resize(self, width: int, height: int) -> None:
        """Resize the page, and wait until it is drawn at the new size."""
        self._resize(width, height)
        wait_for(lambda: self.evaluate(_SIZE) == [width, height], f"the page to be {width}x{height}")
        self.draw()

    def draw(self) -> None:
        """Wait until the page has drawn everything it received."""
        self.evaluate(_DRAWN)

    def tap(self, x: float, y: float) -> None:
        # Never twice at the same place: that would be a double click, whose second half the page ignores on purpose.
        self._side = -self._side
        at = {"type": "pointerMove", "x": round(x) + self._side, "y": round(y)}
        press = [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        self.perform(
            [
                {
                    "type": "pointer",
                    "id": "pointer",
                    "parameters": {"pointerType": "mouse"},
                    "actions": [at, *press],
                }
            ]
        )

    def type(self, text: str) -> None:
        """Press the keys of a text, one after the other, in the focused element."""
        keys = [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]
        self.perform([{"type": "key", "id": "keyboard", "actions": keys}])


def calling(function: str, arguments: tuple[object, ...]) -> str:
    """JavaScript that calls a function and serializes its result."""
    return f"JSON.stringify((await ({function})(...{json.dumps(arguments)})) ?? null)"


def wait_for(look: Callable[[], Found], what: str, seconds: float = LONGEST_WAIT) -> Found:
    """Poll until the result is truthy, and return it."""
    end = time.monotonic() + seconds
    while not (found := look()):
        assert time.monotonic() < end, f"waited {seconds} seconds for {what}"
        time.sleep(0.03)
    return found
