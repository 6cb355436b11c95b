"""Loads tables and pads from the store: the latest state, or the state at the end of a game."""

import asyncio
from collections.abc import Sequence

import msgspec

from qwixx.server.stores.store import Store, StoredFact
from qwixx.tables.aggregate import read_fact
from qwixx.tables.game import facts
from qwixx.tables.game.loaded import LoadedTable, before_game, newly_opened
from qwixx.tables.pad import facts as pad_facts
from qwixx.tables.pad.state import PadState, after_pad, opened_pad

# How many facts are replayed before other tasks run: a millisecond or two.
FACTS_AT_ONCE = 50

_decode_opening = msgspec.json.Decoder[facts.Opened | pad_facts.PadOpened](
    facts.Opened | pad_facts.PadOpened
).decode


async def load(store: Store, name: str) -> LoadedTable | PadState | None:
    """A table or a score pad from its facts; None if the store has none of this name."""
    first = await store.first(name)
    if first is None:
        return None
    opening = read_fact(_decode_opening, first.fact)
    if isinstance(opening, pad_facts.PadOpened):
        return await _load_pad(store, name, opening)
    starts = await store.game_starts(name)
    if starts:
        return await _replayed_from_start(opening, starts[-1], await store.load(name, starts[-1] - 1))
    return await _replayed(newly_opened(opening, first.at), await store.load(name, after=1))


async def _load_pad(store: Store, name: str, opening: pad_facts.PadOpened) -> PadState:
    pad = opened_pad(opening)
    for number, stored in enumerate(await store.load(name, after=1), start=1):
        pad = after_pad(pad, pad_facts.decode(stored.fact))
        if number % FACTS_AT_ONCE == 0:
            await asyncio.sleep(0)
    return pad


async def load_game(store: Store, name: str, number: int) -> LoadedTable | None:
    """A table as one of its games left it, numbered from 1, and when that game began.

    None if the table has no such game.
    """
    first, starts = await store.first(name), await store.game_starts(name)
    if first is None or not 1 <= number <= len(starts):
        return None
    opening = read_fact(_decode_opening, first.fact)
    if not isinstance(opening, facts.Opened):
        return None
    start = starts[number - 1]
    until = starts[number] - 1 if number < len(starts) else None
    past = await store.load(name, start - 1, until)
    if not past:
        return None  # the table was deleted meanwhile
    played = await _replayed_from_start(opening, start, past)
    if played.state.games > number:
        # The next game has begun meanwhile.
        return await load_game(store, name, number)
    return LoadedTable(played.state, past[0].at)


async def _replayed_from_start(opening: facts.Opened, number: int, past: Sequence[StoredFact]) -> LoadedTable:
    """A table after the facts from the start of a game on; the first of them has this number."""
    return await _replayed(before_game(opening, facts.decode(past[0].fact), number, past[0].at), past)


async def _replayed(table: LoadedTable, past: Sequence[StoredFact]) -> LoadedTable:
    for number, stored in enumerate(past, start=1):
        table = table.after(facts.decode(stored.fact), stored.at)
        if number % FACTS_AT_ONCE == 0:
            await asyncio.sleep(0)
    return table
