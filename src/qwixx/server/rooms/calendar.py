"""How old a table is, as far as the machine's clock can be believed."""

import logging
import time
from collections.abc import Callable

from qwixx.server.journal import line

log = logging.getLogger(__name__)

DAY = 24 * 3600.0
# A clock is believed after it ran steadily for so long, and longer where it was told to have leapt.
STEADY_SECONDS = 3600.0
AFTER_LEAP_SECONDS = DAY
# What is no jump: corrections of time servers, and a busy machine.
JUMP_SECONDS = 60.0


class Calendar:
    """Unix time that was watched: nothing is thrown away by the word of a clock that jumps.

    A machine whose clock is wrong when it starts, or is set while the server runs, would otherwise find
    all tables weeks old at once.
    """

    def __init__(
        self, wall: Callable[[], float] = time.time, steady: Callable[[], float] = time.monotonic
    ) -> None:
        self._wall = wall
        self._steady = steady
        self._offset = wall() - steady()
        self._believed_at = steady() + STEADY_SECONDS

    def begin(self, newest: float | None) -> None:
        """The last fact on disk is from then: a clock that is far from it may be wrong."""
        gap = self._wall() - newest if newest is not None else 0.0
        if gap > DAY or gap < -JUMP_SECONDS:
            self._believed_at = self._steady() + AFTER_LEAP_SECONDS
            days = round(gap / DAY, 1)
            log.warning(
                line("clock_far_from_last_fact", days=days, kept="all tables for a day", check="the clock")
            )

    def watch(self) -> None:
        """Look at the clock; to be called every few seconds."""
        jump = self._wall() - self._steady() - self._offset
        if abs(jump) > JUMP_SECONDS:
            self._offset += jump
            self._believed_at = self._steady() + AFTER_LEAP_SECONDS
            log.warning(
                line("clock_jumped", seconds=round(jump), kept="all tables for a day", check="the clock")
            )

    def is_believed(self) -> bool:
        return self._steady() >= self._believed_at

    def now(self) -> float:
        return self._wall()
