"""Failures that no client caused: each is logged once until the next success, and retried later."""

import logging
import threading
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
LOAD_RETRY_SECONDS = 5.0
REMEMBERED_FAILURES = 1000


class Health:
    """The health of one kind of store operation: logs when it begins to fail, and when it succeeds again.

    Each reason is logged once until an operation succeeds: connections may fail for different ones in turn.
    """

    def __init__(self, work: str) -> None:
        self._work = work
        self._failures = 0
        self._logged: set[str] = set()
        self._lock = threading.Lock()

    def failed(self, failure: Exception) -> None:
        with self._lock:
            self._failures += 1
            if str(failure) not in self._logged:
                self._logged.add(str(failure))
                log.error(event(f"{self._work}_failed", reason=str(failure)))

    def succeeded(self) -> None:
        with self._lock:
            if self._failures:
                # A warning, so that a log that shows the failure also shows the recovery.
                log.warning(event(f"{self._work}_recovered", failures=self._failures))
            self._failures = 0
            self._logged.clear()


class TableFailed(OperationalError):
    """One table has an internal error, which the client did not cause."""

    reason: Reason = refusals.TABLE_FAILED

    def __init__(self) -> None:
        super().__init__(self.reason.sentence)


class FailureBackoff:
    """Failures of a table: each delays the next attempt for longer, and is logged once until one succeeds."""

    def __init__(
        self, table: str, first_delay: float = FIRST_DELAY, longest_delay: float = LONGEST_DELAY
    ) -> None:
        self._table = table
        self._reported: str | None = None
        self._first_delay = self._delay = first_delay
        self._longest_delay = longest_delay
        self._retry_at = 0.0

    def is_waiting(self, at: float) -> bool:
        return at < self._retry_at

    def succeeded(self) -> None:
        """The work succeeded: its next failure is a new one."""
        self._reported = None

    def report(self, error: Exception, at: float) -> None:
        """Log a failure, unless it is the same as the last one, and delay the next attempt."""
        reason = reason_of(error)
        if reason != self._reported:
            self._reported = reason
            log.error(event("table_failed", table=short_hash(self._table), reason=reason))
            self._delay = self._first_delay
        self._retry_at = at + self._delay
        self._delay = min(2 * self._delay, self._longest_delay)


class LoadFailures:
    """Tables that could not be loaded lately."""

    def __init__(self) -> None:
        self._failed: OrderedDict[str, FailureBackoff] = OrderedDict()

    def check(self, table: str, at: float) -> None:
        """TableFailed if loading a table has just failed."""
        if table in self._failed and self._failed[table].is_waiting(at):
            raise TableFailed

    def report(self, table: str, error: Exception, at: float) -> None:
        """Log why a table could not be loaded, unless the reason is the same as last time."""
        backoff = self._failed.pop(table, None) or FailureBackoff(
            table, LOAD_RETRY_SECONDS, LOAD_RETRY_SECONDS
        )
        backoff.report(error, at)
        self._failed[table] = backoff
        if len(self._failed) > REMEMBERED_FAILURES:
            self._failed.popitem(last=False)
