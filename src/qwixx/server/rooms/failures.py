"""Failures that no client caused, of rooms and of loading tables: each is logged once, and retried later."""

import logging
from collections import OrderedDict

from qwixx.rules.errors import OperationalError
from qwixx.rules.reasons import Reason
from qwixx.server.logs import event, reason_of, short_hash
from qwixx.tables import refusals

log: logging.Logger = logging.getLogger(__name__)

# How long a failed room does not tick before the next attempt.
FIRST_DELAY = 1.0
LONGEST_DELAY = 60.0
# The delay before a table that could not be loaded is loaded again.
RETRY_SECONDS = 5.0
REMEMBERED_FAILURES = 1000


class TableFailed(OperationalError):
    """One table has an internal error, which the client did not cause."""

    reason: Reason = refusals.TABLE_FAILED

    def __init__(self) -> None:
        super().__init__(self.reason.sentence)


class FailureBackoff:
    """Failures of a room: each delays the next attempt for longer, and is logged once until one succeeds."""

    def __init__(self, table: str) -> None:
        self._table = table
        self._reported: str | None = None
        self._delay = FIRST_DELAY
        self._retry_at = 0.0

    def is_waiting(self, at: float) -> bool:
        return at < self._retry_at

    def succeeded(self) -> None:
        """The work of the room succeeded: its next failure is a new one."""
        self._reported = None

    def report(self, error: Exception, at: float) -> None:
        """Log a failure, unless it is the same as the last one, and delay the next attempt."""
        reason = reason_of(error)
        if reason != self._reported:
            self._reported = reason
            log.error(event("table_failed", table=short_hash(self._table), reason=reason))
            self._delay = FIRST_DELAY
        self._retry_at = at + self._delay
        self._delay = min(2 * self._delay, LONGEST_DELAY)


class LoadFailures:
    """Tables that could not be loaded: the reason, and the time of the next attempt."""

    def __init__(self) -> None:
        self._failed: OrderedDict[str, tuple[float, str]] = OrderedDict()

    def check(self, table: str, at: float) -> None:
        """TableFailed if loading a table has just failed."""
        until, _ = self._failed.get(table, (0.0, ""))
        if at < until:
            raise TableFailed

    def report(self, table: str, error: Exception, at: float) -> None:
        """Log why a table could not be loaded, unless the reason is the same as last time."""
        reason = reason_of(error)
        if self._failed.get(table, (0.0, ""))[1] != reason:
            log.error(event("table_failed", table=short_hash(table), reason=reason))
        self._failed[table] = at + RETRY_SECONDS, reason
        self._failed.move_to_end(table)
        if len(self._failed) > REMEMBERED_FAILURES:
            self._failed.popitem(last=False)
