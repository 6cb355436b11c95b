"""Statistics of the dice of all games on this server, counted while they are played.

A roll counts when it is drawn, whether or not its game is finished: players see the dice before they
decide whether to go on, so they could bias the counts of finished games.
"""

import asyncio
import hashlib
from collections import Counter
from collections.abc import Sequence

from qwixx.fairness.chi_squared import of_equally_likely
from qwixx.record import ChanceStep
from qwixx.rules.chance import ChanceOutcome, Roll
from qwixx.rules.colours import ColourName
from qwixx.server.single_flight import BackgroundTask, CachedValue
from qwixx.server.stores.store import DICE_COLUMNS, PAIR_COLUMNS, DiceTotals, GameDice, Store, StoreError
from qwixx.tables import protocol
from qwixx.tables.game.state import TableState

COUNT_SECONDS = 20.0
# An append waits for at most this many.
SAVED_AT_ONCE = 50
# Adding up the totals reads a row for each game.
TOTALS_CACHE_SECONDS = 60.0


class DiceCounter:
    """Saves the dice of games in which something was drawn since the last save."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._drawn: dict[tuple[str, int], TableState] = {}
        self._lock = asyncio.Lock()
        self._counting = BackgroundTask(self.count)
        self._counted_at = store.now()

    def note(self, table: str, now: TableState) -> None:
        """Something was drawn at a table, or may not have been counted."""
        if now.seed is not None:
            self._drawn[table, now.games] = now

    def tick(self) -> None:
        """Count regularly, in the background."""
        is_due = self._store.now() - self._counted_at >= COUNT_SECONDS
        if is_due and not self._counting.is_running:
            self._counted_at = self._store.now()
            self._counting.start()

    async def count(self) -> None:
        """Save what was noted. A game is counted as a whole each time, so that nothing counts twice."""
        async with self._lock:
            noted, self._drawn = self._drawn, {}
            games = await asyncio.to_thread(_dice_of, noted)
            try:
                for start in range(0, len(games), SAVED_AT_ONCE):
                    await self._store.save_dice(games[start : start + SAVED_AT_ONCE])
            except StoreError:
                # They are counted next time; what was noted meanwhile is newer.
                self._drawn = {**noted, **self._drawn}


def game_dice(table: str, number: int, outcomes: Sequence[ChanceOutcome]) -> GameDice | None:
    """The counts of a table's game, numbered from 1; None where no dice were rolled."""
    rolls = [outcome for outcome in outcomes if isinstance(outcome, Roll)]
    if not rolls:
        return None
    found = Counter(
        name
        for roll in rolls
        for name in (
            f"white_{roll.white[0]}{roll.white[1]}",
            *(f"{colour}_{face}" for colour, face in roll.coloured.items()),
        )
    )
    game = hashlib.sha256(f"{table} {number}".encode()).hexdigest()[:32]
    return GameDice(game, tuple(found[column] for column in DICE_COLUMNS))


def _dice_of(noted: dict[tuple[str, int], TableState]) -> list[GameDice]:
    found = (game_dice(table, game, _outcomes(now)) for (table, game), now in noted.items())
    return [each for each in found if each is not None]


def _outcomes(now: TableState) -> list[ChanceOutcome]:
    return [step.outcome for step in now.steps if isinstance(step, ChanceStep)]


class DiceStatistics:
    """The figures of all tables, added up at most once a minute."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._answer = CachedValue(TOTALS_CACHE_SECONDS, self._encoded)

    async def answer(self) -> bytes:
        """The figures as JSON; StoreError if they cannot be read."""
        return await self._answer.get()

    async def _encoded(self) -> bytes:
        return protocol.encode(statistics_of(await self._store.dice_totals()))


def statistics_of(totals: DiceTotals) -> protocol.Statistics:
    counts = dict(zip(DICE_COLUMNS, totals.counts, strict=True))
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
