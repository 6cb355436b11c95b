"""Opening tables and score pads: the first append, and the join code of a table.

A table is opened with its creator's seat in one append, so that the creator is seated even if the store fails
right after it.
"""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from time import perf_counter
from typing import Any

from msgspec.structs import replace

from qwixx.server.metrics import METRICS
from qwixx.server.stores.store import OutcomeUnknown, Store, StoreError
from qwixx.tables import protocol
from qwixx.tables.codes import new_code
from qwixx.tables.credentials import NewSecret
from qwixx.tables.game import facts
from qwixx.tables.game.opening import plan_opening
from qwixx.tables.game.seed import new_secret
from qwixx.tables.game.table import Table
from qwixx.tables.pad.pad import Pad, new_pad
from qwixx.tables.seats import check_new_name

# After this many taken codes in a row, a table gets none.
TRIES = 20

_rng = random.SystemRandom()


async def open_table(store: Store, name: str, new: protocol.NewTable) -> tuple[Table, NewSecret | None]:
    """A new table in the store, and the seat of its creator, who may not want one."""
    # Checking the weights of a bot imports slow modules.
    fact = await asyncio.to_thread(plan_opening, new)
    if new.name is not None:
        check_new_name(new.name, [])
    free = fact.seats.count(None) - (new.name is not None)
    async with _claimed_code(store, name, is_wanted=free > 0) as code:
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


async def open_pad(store: Store, name: str, new: protocol.NewPad) -> tuple[Pad, NewSecret]:
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


@asynccontextmanager
async def _claimed_code(store: Store, table: str, *, is_wanted: bool) -> AsyncIterator[str | None]:
    """A join code for a table that is about to be opened, released if it is not opened after all."""
    code = await _claim(store, table) if is_wanted else None
    try:
        yield code
    except BaseException:
        if code is not None:
            with suppress(StoreError):
                await store.release_code(table)
        raise


async def _claim(store: Store, table: str) -> str | None:
    for _ in range(TRIES):
        code = new_code(_rng)
        if await store.claim_code(code, table):
            return code
    return None
