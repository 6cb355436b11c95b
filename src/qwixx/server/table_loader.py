"""Tables from disk: from the beginning of their last game on, and without keeping others waiting."""

import asyncio
from collections.abc import Sequence

from qwixx.rules.errors import OperationalError
from qwixx.server import facts
from qwixx.server.store import Store
from qwixx.server.table_state import TableState, after, opened, resumed

# How many facts are replayed before others have their turn: a millisecond or two.
FACTS_AT_ONCE = 50


async def load_table(store: Store, name: str) -> TableState | None:
    """The state of a table as its facts tell it; None for a table that is not known."""
    first = await store.first(name)
    if first is None:
        return None
    opening = facts.decode(first)
    if not isinstance(opening, facts.Opened):
        raise OperationalError("the history of a table begins with its opening")
    last_game = await store.load_from_last(name, facts.STARTED)
    if last_game:
        number, data = last_game[0]
        start = facts.decode(data)
        if isinstance(start, facts.Started) and start.before is not None:
            before = resumed(opening, start.before, version=number - 1)
            return await _replayed(before, [fact for _, fact in last_game])
    _, *others = await store.load(name)
    return await _replayed(opened(opening), others)


async def _replayed(table: TableState, past: Sequence[bytes]) -> TableState:
    for number, fact in enumerate(past, start=1):
        table = after(table, facts.decode(fact))
        if number % FACTS_AT_ONCE == 0:
            await asyncio.sleep(0)
    return table
