"""Tables from disk: from their last game on, or as one game left them, and without keeping others waiting."""

import asyncio
from collections.abc import Sequence
from typing import NamedTuple

from qwixx.rules.errors import OperationalError
from qwixx.server.pads.state import PadState, after_pad, opened_pad
from qwixx.server.stores.store import Kept, Store
from qwixx.server.tables import facts
from qwixx.server.tables.pad_facts import PadOpened
from qwixx.server.tables.state import TableState, after, opened, resumed

# How many facts are replayed before others have their turn: a millisecond or two.
FACTS_AT_ONCE = 50


class Loaded(NamedTuple):
    """A table as its facts tell it, and when the decisions that are owed at it were opened."""

    state: TableState
    opened_at: float


async def load(store: Store, name: str) -> Loaded | PadState | None:
    """A table or a score pad from its facts; None for one that is not known."""
    first = await store.first(name)
    if first is None:
        return None
    opening = facts.decode(first.fact)
    if isinstance(opening, PadOpened):
        return await _load_pad(store, name, opening)
    return await _load_table(store, name, _opening(first), first.at)


async def _load_pad(store: Store, name: str, opening: PadOpened) -> PadState:
    pad = opened_pad(opening)
    _, *others = await store.load(name)
    for number, kept in enumerate(others, start=1):
        pad = after_pad(pad, facts.decode(kept.fact))
        if number % FACTS_AT_ONCE == 0:
            await asyncio.sleep(0)
    return pad


async def _load_table(store: Store, name: str, opening: facts.Opened, opened_at: float) -> Loaded:
    last_game = await store.load_from_last(name, facts.STARTED)
    if last_game:
        number, kept = last_game[0]
        start = facts.decode(kept.fact)
        if isinstance(start, facts.Started) and start.before is not None:
            before = resumed(opening, start.before, version=number - 1)
            return await _replayed(Loaded(before, kept.at), [kept for _, kept in last_game])
    _, *others = await store.load(name)
    return await _replayed(Loaded(opened(opening), opened_at), others)


async def load_game(store: Store, name: str, number: int) -> Loaded | None:
    """A table as one of its games left it, counted from 1, and when that game began.

    None if there is no such game.
    """
    first, part = await store.first(name), await store.load_part(name, facts.STARTED, number)
    if first is None or not part:
        return None
    opening, start = _opening(first), facts.decode(part[0].fact)
    if isinstance(start, facts.Started) and start.before is not None:
        played = await _replayed(Loaded(resumed(opening, start.before, version=0), part[0].at), part)
    else:
        played = await _replayed(
            Loaded(opened(opening), first.at), _until_end_of(number, await store.load(name))
        )
    return Loaded(played.state, part[0].at)


def _until_end_of(number: int, past: Sequence[Kept]) -> Sequence[Kept]:
    """The facts after the opening and before the game that follows this one."""
    starts = [place for place, kept in enumerate(past) if kept.fact.startswith(facts.STARTED)]
    return past[1 : starts[number]] if number < len(starts) else past[1:]


def _opening(first: Kept) -> facts.Opened:
    opening = facts.decode(first.fact)
    if not isinstance(opening, facts.Opened):
        raise OperationalError("the history of a table begins with its opening")
    return opening


async def _replayed(table: Loaded, past: Sequence[Kept]) -> Loaded:
    for number, kept in enumerate(past, start=1):
        state = after(table.state, facts.decode(kept.fact))
        table = Loaded(state, table.opened_at if state.decision == table.state.decision else kept.at)
        if number % FACTS_AT_ONCE == 0:
            await asyncio.sleep(0)
    return table
