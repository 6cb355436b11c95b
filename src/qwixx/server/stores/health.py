"""The health of one kind of store operation, as it is logged."""

import logging
import threading

from qwixx.server.logs import event
from qwixx.server.stores.store import StoreError

log: logging.Logger = logging.getLogger(__name__)


class Health:
    """Logs when operations begin to fail and when they succeed again, not every failure.

    Each reason is logged once until an operation succeeds: connections may fail for different ones in turn.
    """

    def __init__(self, work: str) -> None:
        self._work = work
        self._failures = 0
        self._logged: set[str] = set()
        self._lock = threading.Lock()

    def failed(self, failure: StoreError) -> None:
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
