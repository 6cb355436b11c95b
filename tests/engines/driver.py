"""A browser that tests drive: what WebKit and Firefox have in common."""

import json
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

# Seconds. Starting a browser on a busy machine takes longest.
LONGEST_START = 60
LONGEST_WAIT = 60

# The code of an action that both protocols spell the same.
Actions = list[dict[str, Any]]
Found = TypeVar("Found")

# A table draws what is new in parts.
_DRAWN = """async () => {
  do await new Promise((done) => requestAnimationFrame(done))
  while (document.querySelector('[data-drawing]'))
}"""
_SIZE = "() => [innerWidth, innerHeight]"


class Driver(ABC):
    """One window with one page. Whatever the page writes to its console as an error or a warning is kept."""

    name: str
    version: str
    _side = 3

    @abstractmethod
    def goto(self, url: str) -> None: ...

    @abstractmethod
    def evaluate(self, function: str, *arguments: object) -> Any:
        """What a JavaScript function returns for these arguments, as JSON; a promise is awaited."""

    @abstractmethod
    def perform(self, actions: Actions) -> None: ...

    @abstractmethod
    def screenshot(self, path: Path) -> None: ...

    @abstractmethod
    def problems(self) -> list[str]:
        """Errors and warnings of the console so far."""

    @abstractmethod
    def close(self) -> None: ...

    @abstractmethod
    def _resize(self, width: int, height: int) -> None: ...

    def resize(self, width: int, height: int) -> None:
        """Give the page a size, and wait until it is drawn with it."""
        self._resize(width, height)
        wait_for(lambda: self.evaluate(_SIZE) == [width, height], f"the page to be {width}x{height}")
        self.draw()

    def draw(self) -> None:
        """Wait until the page has drawn all of what it was told."""
        self.evaluate(_DRAWN)

    def tap(self, x: float, y: float) -> None:
        # Never twice at one place: that would be a double click, whose second half the page rightly ignores.
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
        """Press the keys of a text, one after the other, wherever the focus is."""
        keys = [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]
        self.perform([{"type": "key", "id": "keyboard", "actions": keys}])


def calling(function: str, arguments: tuple[object, ...]) -> str:
    """JavaScript that calls a function and makes text of its result."""
    return f"JSON.stringify((await ({function})(...{json.dumps(arguments)})) ?? null)"


def wait_for(look: Callable[[], Found], what: str, seconds: float = LONGEST_WAIT) -> Found:
    """What is found, as soon as it is something."""
    end = time.monotonic() + seconds
    while not (found := look()):
        assert time.monotonic() < end, f"waited {seconds} seconds for {what}"
        time.sleep(0.03)
    return found
