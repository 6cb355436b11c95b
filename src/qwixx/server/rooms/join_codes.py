"""Join codes of tables: claimed before one is opened, released when its game begins."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from qwixx.server.stores.store import Store, StoreError
from qwixx.tables.codes import new_code

# After this many taken codes in a row, a table gets none.
TRIES = 20

_rng = random.SystemRandom()


class JoinCodes:
    """The join codes in the store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._releasing: set[asyncio.Task[None]] = set()

    async def table_with(self, code: str) -> str | None:
        """The table that has claimed a code; its game may have begun, or it may not be in the store yet."""
        return await self._store.table_with_code(code)

    @asynccontextmanager
    async def claimed(self, table: str, *, is_wanted: bool) -> AsyncIterator[str | None]:
        """A code for a table that is about to be opened, released if it is not opened after all."""
        code = await self._claim(table) if is_wanted else None
        try:
            yield code
        except BaseException:
            if code is not None:
                await self.release(table)
            raise

    async def _claim(self, table: str) -> str | None:
        for _ in range(TRIES):
            code = new_code(_rng)
            if await self._store.claim_code(code, table):
                return code
        return None

    async def release(self, table: str) -> None:
        """Make the code of a table available to others."""
        with suppress(StoreError):
            await self._store.release_code(table)

    def release_soon(self, table: str) -> None:
        """The same, in the background."""
        task = asyncio.create_task(self.release(table))
        self._releasing.add(task)
        task.add_done_callback(self._releasing.discard)

    def close(self) -> None:
        for task in self._releasing:
            task.cancel()
