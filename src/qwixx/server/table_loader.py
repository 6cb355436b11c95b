"""Tables from disk: from the beginning of their last game on, and without keeping others waiting."""

import asyncio
from collections.abc import Sequence
from typing import NamedTuple

from qwixx.rules.errors import OperationalError
from qwixx.server import facts
from qwixx.server.store import Kept, Store
from qwixx.server.table_state import TableState, after, opened, resumed

# How many facts are replayed before others have their turn: a millisecond or two.
FACTS_AT_ONCE = 50


class Loaded(NamedTuple):
    """A table as its facts tell it, and when the decisions that are owed at it were opened."""

    state: TableState
    opened_at: float


async def load_table(store: Store, name: str) -> Loaded | None:
    """A table from its facts; None for one that is not known."""
    first = await store.first(name)
    if first is None:
        return None
    opening = facts.decode(first.fact)
    if not isinstance(opening, facts.Opened):
        raise OperationalError("the history of a table begins with its opening")
    last_game = await store.load_from_last(name, facts.STARTED)
    if last_game:
        number, kept = last_game[0]
        start = facts.decode(kept.fact)
        if isinstance(start, facts.Started) and start.before is not None:
            before = resumed(opening, start.before, version=number - 1)
            return await _replayed(Loaded(before, kept.at), [kept for _, kept in last_game])
    _, *others = await store.load(name)
    return await _replayed(Loaded(opened(opening), first.at), others)


async def _replayed(table: Loaded, past: Sequence[Kept]) -> Loaded:
    for number, kept in enumerate(past, start=1):
        state = after(table.state, facts.decode(kept.fact))
        table = Loaded(state, table.opened_at if state.decision == table.state.decision else kept.at)
        if number % FACTS_AT_ONCE == 0:
            await asyncio.sleep(0)
    return table
