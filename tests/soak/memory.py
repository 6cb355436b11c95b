"""The memory of the server over time, and the limit of its growth."""

from collections.abc import Iterator, Sequence
from itertools import groupby, islice
from typing import NamedTuple

from tests.soak.violation import Violation

# A server process that runs for this long is judged: after its first quarter it may grow by a constant and by
# an amount for each table loaded since. Rooms stay in memory for an hour after the last visit.
JUDGED_SECONDS = 60.0
ALLOWED_MB = 16.0
MB_PER_TABLE = 0.3
MOST_LINES = 40


class Sample(NamedTuple):
    """Seconds since the start, number of the server process, tables in memory, connections, and megabytes."""

    seconds: float
    life: int
    tables: int
    connections: int
    megabytes: float

    def __str__(self) -> str:
        return (
            f"{self.seconds / 60:7.2f} {self.life:5} {self.tables:7} {self.connections:12}"
            f" {self.megabytes:8.1f}"
        )


def curve(samples: Sequence[Sample]) -> list[str]:
    """Memory over time as lines of text, thinned out evenly."""
    step = max(1, -(-len(samples) // MOST_LINES))
    head = f"{'minute':>7} {'life':>5} {'tables':>7} {'connections':>12} {'MB':>8}"
    return [head, *map(str, samples[::step])]


def check_memory(samples: Sequence[Sample]) -> Iterator[Violation]:
    for lived in judged_lives(samples):
        first = lived[0]
        grown = (sample for sample in lived if sample.megabytes > first.megabytes + allowed(first, sample))
        for sample in islice(grown, 1):
            told = f"\n{first}\n{sample}\n    allowed are {allowed(first, sample):.1f} MB more"
            yield Violation(f"life {sample.life} of the server", "its memory grows", told)


def judged_lives(samples: Sequence[Sample]) -> Iterator[list[Sample]]:
    """The server processes that ran long enough, each without its first quarter."""
    for _, group in groupby(samples, key=lambda sample: sample.life):
        lived = list(group)
        if lived[-1].seconds - lived[0].seconds >= JUDGED_SECONDS:
            yield lived[len(lived) // 4 :]


def allowed(first: Sample, sample: Sample) -> float:
    """The permitted growth in megabytes from one sample to another."""
    return ALLOWED_MB + MB_PER_TABLE * max(0, sample.tables - first.tables)


def comparisons(samples: Sequence[Sample]) -> list[str]:
    """One line for each server process that ran long enough."""
    return [
        f"memory of life {first.life}: {first.megabytes:.1f} MB with {first.tables} tables after its first quarter,"
        f" {last.megabytes:.1f} MB with {last.tables} at its end; allowed are {allowed(first, last):.1f} MB more"
        for first, *_, last in judged_lives(samples)
    ]
