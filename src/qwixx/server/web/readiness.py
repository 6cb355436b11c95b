"""Whether a process can be given work, for proxies and for whatever started it."""

import asyncio
import time

from qwixx.server.stores.store import Store, StoreError

STORE_SECONDS = 2.0
# Whoever asks more often is told the same again.
KEPT_SECONDS = 1.0

ENDING = "this process is about to end"
NO_STORE = "the store does not answer"


class Readiness:
    """Asks the store, and knows whether the process is being drained."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._is_draining = False
        self._asking = asyncio.Lock()
        self._trouble: str | None = None
        self._asked_at = float("-inf")

    @property
    def is_draining(self) -> bool:
        return self._is_draining

    def drain(self) -> None:
        """Work goes on, but new work had better go elsewhere."""
        self._is_draining = True

    async def why_not(self) -> str | None:
        """What is wrong, in words that anybody may read; None if the process is ready."""
        if self._is_draining:
            return ENDING
        async with self._asking:
            if time.monotonic() - self._asked_at >= KEPT_SECONDS:
                self._trouble = await self._ask()
                self._asked_at = time.monotonic()
        return self._trouble

    async def _ask(self) -> str | None:
        if self._store.down_for() > STORE_SECONDS:
            return NO_STORE
        try:
            # No table has this name: the shortest question that the store itself has to answer.
            await asyncio.wait_for(self._store.first(""), STORE_SECONDS)
        except (StoreError, TimeoutError):
            return NO_STORE
        return None
