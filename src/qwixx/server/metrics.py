"""What this process counts for its host: numbers alone, which name nobody and no table.

Counting is plain arithmetic, so that it costs next to nothing where nobody asks for the result.
"""

from bisect import bisect_left
from collections import Counter

# Upper bounds of the classes that latencies are counted in, in seconds.
BOUNDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Latencies:
    """How often something took how long: a count for each class, and one for what took longer."""

    __slots__ = ("counts", "seconds")

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS) + 1)
        self.seconds = 0.0

    def add(self, seconds: float) -> None:
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.seconds += seconds


class Metrics:
    """What was counted since the process began."""

    def __init__(self) -> None:
        # Commands that were carried out, by type, and refusals by code: both come from short lists of ours.
        self.commands: Counter[str] = Counter()
        self.refusals: Counter[str] = Counter()
        self.conflicts = 0
        self.reconnects = 0
        self.appending = Latencies()
        self.telling = Latencies()


# A process has one, as it has one processor time: those who count need not be handed it.
METRICS = Metrics()
