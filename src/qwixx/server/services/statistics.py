"""Statistics of the dice of all games on this server, finished or not, and a test of their fairness."""

from collections.abc import Sequence

from qwixx.fairness.chi_squared import of_equally_likely
from qwixx.rules.colours import ColourName
from qwixx.server.caches import CachedValue
from qwixx.server.stores.dice_counts import COLUMNS, PAIR_COLUMNS, DiceTotals
from qwixx.server.stores.store import Store
from qwixx.tables import protocol

# Adding them up reads a row for each game.
FRESH_SECONDS = 60.0


class DiceStatistics:
    """The figures of all tables, added up at most once a minute."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._answer = CachedValue(FRESH_SECONDS, self._encoded)

    async def answer(self) -> bytes:
        """The figures as JSON; StoreError if they cannot be read."""
        return await self._answer.get()

    async def _encoded(self) -> bytes:
        return protocol.encode(statistics(await self._store.dice_totals()))


def statistics(totals: DiceTotals) -> protocol.Statistics:
    counts = dict(zip(COLUMNS, totals.counts, strict=True))
    pairs = [counts[column] for column in PAIR_COLUMNS]
    # Each white die by itself, both together.
    white = [sum(pairs[6 * face : 6 * face + 6]) + sum(pairs[face::6]) for face in range(6)]
    return protocol.Statistics(
        games=totals.games,
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


def _faces(counts: dict[str, int], die: ColourName) -> list[int]:
    return [counts[f"{die}_{face}"] for face in range(1, 7)]


def _frequencies(counts: Sequence[int]) -> protocol.Frequencies:
    test = of_equally_likely(counts)
    return protocol.Frequencies(tuple(counts), round(test.statistic, 3), test.degrees, round(test.p, 5))
