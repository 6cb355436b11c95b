"""Opening tables and score pads: their join codes, and the first append, once for each key of a client.

A table is opened with its creator's seat in one append, so that the creator is seated even if the store fails
right after it.
"""

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from time import perf_counter
from typing import Any

from msgspec.structs import replace

from qwixx.server.metrics import METRICS
from qwixx.server.rooms.room import AnyRoom
from qwixx.server.stores.store import Conflict, OutcomeUnknown, Store, StoreError
from qwixx.tables import protocol, refusals
from qwixx.tables.codes import new_code
from qwixx.tables.credentials import NewSecret, derive_secret
from qwixx.tables.game import facts
from qwixx.tables.game.opening import plan_opening
from qwixx.tables.game.seed import new_secret
from qwixx.tables.game.table import Table
from qwixx.tables.pad.pad import Pad, new_pad
from qwixx.tables.refusals import Refusal
from qwixx.tables.seats import check_new_name

# After this many taken codes in a row, a table gets none.
CODE_TRIES = 20

_rng = random.SystemRandom()


class JoinCodes:
    """The join codes in the store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._releasing: set[asyncio.Task[None]] = set()

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
        for _ in range(CODE_TRIES):
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


async def create_table(
    store: Store, codes: JoinCodes, name: str, new: protocol.NewTable
) -> tuple[Table, NewSecret | None]:
    """A new table in the store, and the seat of its creator, who may not want one."""
    # Checking the weights of a bot imports slow modules.
    fact = await asyncio.to_thread(plan_opening, new)
    if new.name is not None:
        check_new_name(new.name, [])
    free = fact.seats.count(None) - (new.name is not None)
    async with codes.claimed(name, is_wanted=free > 0) as code:
        past: list[facts.AnyFact] = [replace(fact, code=code)]
        if fact.settings.daily is None:
            past.append(facts.Committed(new_secret()))
        table = Table(name, past)
        joining: list[facts.AnyFact] = []
        secret = None
        if new.name is not None:
            joining, secret = table.plan_join(new.name, new.contributes, new.key, new.face)
        table.apply(joining, await _append(store, table, [*past, *joining]))
    return table, secret


async def create_pad(store: Store, name: str, new: protocol.NewPad) -> tuple[Pad, NewSecret]:
    """A new score pad in the store; its creator has the first sheet."""
    pad, fact = new_pad(name, new)
    joining, secret = pad.plan_join(new.name, new.key)
    pad.apply(joining, await _append(store, pad, [fact, *joining]))
    return pad, secret


async def _append(store: Store, aggregate: Table | Pad, opening: list[Any]) -> float:
    """Append the first facts; the time they were stored at."""
    encoded = list(map(aggregate.encode, opening))
    starts, began = aggregate.game_starts(opening, first=1), perf_counter()
    try:
        at = await store.append(aggregate.name, 1, encoded, game_starts=starts)
    except OutcomeUnknown as unknown:
        try:
            stored = await store.load(aggregate.name)
        except StoreError as error:
            raise unknown from error
        if [each.fact for each in stored[: len(encoded)]] != encoded:
            raise
        return stored[-1].at
    METRICS.appending.add(perf_counter() - began)
    return at


class IdempotentOpening:
    """Opens tables and pads once for each key of a client, however often the client asks."""

    def __init__(self, find: Callable[[str], Awaitable[AnyRoom]]) -> None:
        self._find = find

    async def once(
        self,
        name: str,
        new: protocol.NewTable | protocol.NewPad,
        open_it: Callable[[], Awaitable[NewSecret | None]],
    ) -> NewSecret | None:
        """Open a table or a pad, unless it was opened with the same key before."""
        if not await self._was_opened(name, new.key):
            try:
                return await open_it()
            except Conflict:  # a request with the same key was faster
                if not await self._was_opened(name, new.key):
                    raise
        return None if new.key is None or new.name is None else await self._seat_by_key(name, new.key)

    async def _was_opened(self, name: str, key: str | None) -> bool:
        if key is None:
            return False
        try:
            await self._find(name)
        except Refusal:
            return False
        return True

    async def _seat_by_key(self, name: str, key: str) -> NewSecret:
        """The seat of a client that opened this table or pad with the same key before."""
        room = await self._find(name)
        secret = derive_secret(key, name)
        seat = await room.seat_of(secret)
        if seat is None:  # the seat was given up since
            raise Refusal(refusals.NO_TABLE)
        return NewSecret(seat, secret)
