"""Whether a store is well, and when the log is told of it."""

import logging
import threading

from qwixx.server.journal import line
from qwixx.server.stores.store import StoreError

log = logging.getLogger(__name__)


class Trouble(StoreError):
    """A failure of the store itself, whatever was asked of it: its message holds nothing of that."""


class Health:
    """Whether one kind of work succeeds; the log is told when that changes, not of every failure.

    Each reason is told once until the work succeeds again: connections may fail for different ones in turns.
    """

    def __init__(self, work: str) -> None:
        self._work = work
        self._failures = 0
        self._told: set[str] = set()
        self._lock = threading.Lock()

    def failed(self, failure: StoreError) -> None:
        with self._lock:
            self._failures += 1
            if str(failure) not in self._told:
                self._told.add(str(failure))
                log.error(line(f"{self._work}_failed", reason=str(failure)))

    def worked(self) -> None:
        with self._lock:
            if self._failures:
                # As loud as a warning, so that whoever was told of the failure is told of its end.
                log.warning(line(f"{self._work}_healed", failures=self._failures))
            self._failures = 0
            self._told.clear()
