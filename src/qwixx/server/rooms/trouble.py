"""Trouble of a room that is nobody's fault: how it is told, and how long the room is left alone."""

import logging

from qwixx.rules.errors import OperationalError
from qwixx.server import refusals
from qwixx.server.journal import line, reason_of, tag

log = logging.getLogger(__name__)

# How long a room in trouble is left alone before time passes in it again.
FIRST_REST = 1.0
LONGEST_REST = 60.0


class TableFailed(OperationalError):
    """Something that went wrong at one table through no fault of whoever asked."""

    reason = refusals.TABLE_FAILED

    def __init__(self) -> None:
        super().__init__(self.reason.sentence)


class Trouble:
    """What went wrong in a room: it is logged once, and each time the room rests for longer."""

    def __init__(self, table: str) -> None:
        self._table = table
        self._reported: str | None = None
        self._rest = FIRST_REST
        self._rests_until = 0.0

    def is_resting(self, at: float) -> bool:
        return at < self._rests_until

    def report(self, error: Exception, at: float) -> None:
        """Log what went wrong, once, and leave the room alone for a while."""
        reason = reason_of(error)
        if reason != self._reported:
            self._reported = reason
            log.error(line("table_failed", table=tag(self._table), reason=reason))
            self._rest = FIRST_REST
        self._rests_until = at + self._rest
        self._rest = min(2 * self._rest, LONGEST_REST)
