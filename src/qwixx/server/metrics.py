"""Counters of this process for its host: numbers alone, without names of people or tables.

Counting is plain arithmetic, so it costs almost nothing where no metrics are served.
"""

from bisect import bisect_left
from collections import Counter

# Upper bounds of the classes that latencies are counted in, in seconds.
BOUNDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Latencies:
    """A histogram of durations: a count for each class, and one for all longer ones."""

    __slots__ = ("counts", "seconds")

    def __init__(self) -> None:
        self.counts: list[int] = [0] * (len(BOUNDS) + 1)
        self.seconds: float = 0.0

    def add(self, seconds: float) -> None:
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.seconds += seconds


class Metrics:
    """Everything counted since the process began."""

    def __init__(self) -> None:
        # Commands that were carried out, by type, and refusals by code: both from short lists of ours.
        self.commands: Counter[str] = Counter()
        self.refusals: Counter[str] = Counter()
        self.conflicts = 0
        self.reconnects = 0
        self.client_errors = 0
        self.appending: Latencies = Latencies()
        self.broadcasting: Latencies = Latencies()


# One for the process, so that no constructor has to pass it on.
METRICS = Metrics()
