"""The clock of the database, as a process knows it that asks now and then."""

import time
from collections.abc import Callable

# How far it is set at once; asked every second, it can follow a clock that is a hundredth too fast.
STEP_SECONDS = 0.01


class DatabaseClock:
    """Goes on steadily between questions. It is the clock of this machine until the first answer."""

    def __init__(self, steady: Callable[[], float] = time.monotonic) -> None:
        self._steady = steady
        self._ahead = time.time() - steady()
        self._is_set = False

    def now(self) -> float:
        return self._steady() + self._ahead

    def heard(self, asked: float, answer: float) -> None:
        """Take notice of what the database answered to a question asked then, by the steady clock."""
        came = self._steady()
        off = answer - (asked + came) / 2 - self._ahead
        if not self._is_set:
            self._is_set = True
            self._ahead += off
        # Less than that may as well be the way there and back.
        elif abs(off) > (came - asked) / 2:
            self._ahead += max(-STEP_SECONDS, min(STEP_SECONDS, off))
