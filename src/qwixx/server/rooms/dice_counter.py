"""Counts the dice of all games while they are played.

A roll counts when it is drawn, whether or not its game is finished: players see the dice before they
decide whether to go on, so they could bias the counts of finished games.
"""

import asyncio

from qwixx.record import ChanceStep
from qwixx.rules.chance import ChanceOutcome
from qwixx.server.background import BackgroundTask
from qwixx.server.stores.dice_counts import GameDice, game_dice
from qwixx.server.stores.store import Store, StoreError
from qwixx.tables.game.state import TableState

COUNT_SECONDS = 20.0
# An append waits for at most this many.
SAVED_AT_ONCE = 50


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


def _dice_of(noted: dict[tuple[str, int], TableState]) -> list[GameDice]:
    found = (game_dice(table, game, _outcomes(now)) for (table, game), now in noted.items())
    return [each for each in found if each is not None]


def _outcomes(now: TableState) -> list[ChanceOutcome]:
    return [step.outcome for step in now.steps if isinstance(step, ChanceStep)]
