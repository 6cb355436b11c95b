"""The dice of all games on this server against what is expected of fair ones."""

import asyncio
import time
from collections.abc import Sequence

from qwixx.fairness.chi_squared import of_equally_likely
from qwixx.server.stores.store import Store
from qwixx.server.tables.tally import COLUMNS, PAIR_COLUMNS, Tallied
from qwixx.server.wire import protocol

# They change little in so many seconds, and to add them up reads a row of each game.
FRESH_SECONDS = 60.0


class StatisticsDesk:
    """Adds up what the store has, once for all who ask in a while."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = asyncio.Lock()
        self._until = 0.0
        self._answer = b""

    async def answer(self) -> bytes:
        """The figures as JSON; StoreError if they cannot be read."""
        async with self._lock:
            if time.monotonic() >= self._until:
                self._answer = protocol.encode(statistics(await self._store.tallied()))
                self._until = time.monotonic() + FRESH_SECONDS
            return self._answer


def statistics(tallied: Tallied) -> protocol.Statistics:
    counts = dict(zip(COLUMNS, tallied.counts, strict=True))
    pairs = [counts[column] for column in PAIR_COLUMNS]
    # Each white die by itself, both together.
    white = [sum(pairs[6 * face : 6 * face + 6]) + sum(pairs[face::6]) for face in range(6)]
    return protocol.Statistics(
        games=tallied.games,
        rolls=sum(pairs),
        dice={
            "white": _frequencies(white),
            "red": _frequencies(_faces(counts, "red")),
            "yellow": _frequencies(_faces(counts, "yellow")),
            "green": _frequencies(_faces(counts, "green")),
            "blue": _frequencies(_faces(counts, "blue")),
        },
        white_pairs=_frequencies(pairs),
    )


def _faces(counts: dict[str, int], die: protocol.Colour) -> list[int]:
    return [counts[f"{die}_{face}"] for face in range(1, 7)]


def _frequencies(counts: Sequence[int]) -> protocol.Frequencies:
    test = of_equally_likely(counts)
    return protocol.Frequencies(tuple(counts), round(test.statistic, 3), test.degrees, round(test.p, 5))
