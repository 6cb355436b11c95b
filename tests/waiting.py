"""Waiting for a condition instead of a fixed time."""

import time
from collections.abc import Callable


def wait_until(condition: Callable[[], object], seconds: float = 60) -> None:
    """Poll a condition until it holds; a failure after a timeout."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"nothing happened within {seconds} seconds"
        time.sleep(0.01)
