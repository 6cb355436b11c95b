"""The wall clock of the machine, whether it can be trusted, and which tables have expired by it."""

import logging
import time
from collections.abc import Callable, Sequence

from qwixx.daily import FIRST_DAY, check_day, day_at
from qwixx.rules.errors import InputError
from qwixx.server.logs import event
from qwixx.server.stores.store import TableRow
from qwixx.tables import refusals
from qwixx.tables.refusals import Refusal

log: logging.Logger = logging.getLogger(__name__)

DAY = 24 * 3600.0
KEEP_DAYS = 14
# A refusal quotes at most this much of an invalid day.
LONGEST_DAY = 20
# How long a clock has to run steadily before it is trusted, at first and after a jump.
STEADY_SECONDS = 3600.0
AFTER_JUMP_SECONDS = DAY
# Smaller differences are corrections by time servers, or a busy machine.
JUMP_SECONDS = 60.0


class Calendar:
    """Unix time that is watched for jumps: nothing is deleted while the clock is not trusted.

    A machine whose clock is wrong when it starts, or is set while the server runs, would otherwise find
    all tables weeks old at once.
    """

    def __init__(
        self, wall: Callable[[], float] = time.time, steady: Callable[[], float] = time.monotonic
    ) -> None:
        self._wall = wall
        self._steady = steady
        self._offset = wall() - steady()
        self._trusted_from = steady() + STEADY_SECONDS

    def begin(self, newest: float | None) -> None:
        """Compare the clock with the time of the last fact in the store: far from it, it may be wrong."""
        gap = self._wall() - newest if newest is not None else 0.0
        if gap > DAY or gap < -JUMP_SECONDS:
            self._trusted_from = self._steady() + AFTER_JUMP_SECONDS
            days = round(gap / DAY, 1)
            log.warning(
                event("clock_far_from_last_fact", days=days, kept="all tables for a day", check="the clock")
            )

    def watch(self) -> None:
        """Detect jumps of the clock; to be called every few seconds."""
        jump = self._wall() - self._steady() - self._offset
        if abs(jump) > JUMP_SECONDS:
            self._offset += jump
            self._trusted_from = self._steady() + AFTER_JUMP_SECONDS
            log.warning(
                event("clock_jumped", seconds=round(jump), kept="all tables for a day", check="the clock")
            )

    def is_trusted(self) -> bool:
        return self._steady() >= self._trusted_from

    def now(self) -> float:
        return self._wall()

    def check_day(self, day: str) -> None:
        """Refusal if this day has no daily game."""
        today = day_at(self.now())
        try:
            check_day(day, today)
        except InputError as error:
            raise Refusal(refusals.NO_DAILY(date=day[:LONGEST_DAY], first=FIRST_DAY, last=today)) from error


def expired(rows: Sequence[TableRow], at: float, keep_days: int, most: int) -> list[str]:
    """The tables to delete: those unused for ``keep_days``.

    If the store is still full then, also a few of those unused for a day, the oldest first.
    """
    old = [row.table for row in rows if at - row.touched > keep_days * DAY]
    if len(rows) - len(old) < most:
        return old
    unused = sorted((row for row in rows if at - row.touched > DAY), key=lambda row: row.touched)
    return [row.table for row in unused[: max(len(old), len(rows) // 100 + 1)]]
