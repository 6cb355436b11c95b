"""The list of public tables with people at them, from all processes.

Whether a table is public is fixed when it is opened, and published with its presence. So a table without
people is not listed, and a private one never is. Addresses take turns in the list, so that none can fill it.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice

from qwixx.server.failures import TableFailed
from qwixx.server.queues import FairQueue
from qwixx.server.rooms.lobby import Lobby
from qwixx.server.single_flight import CachedValue
from qwixx.server.stores.store import Backend
from qwixx.tables import protocol
from qwixx.tables.refusals import Refusal

LISTED = 30
# Each of them has to be loaded.
CONSIDERED = 200
# The list is cached for this long.
LIST_CACHE_SECONDS = 3.0


class PublicTableList:
    """Builds the list on request."""

    def __init__(self, lobby: Lobby, store: Backend) -> None:
        self._lobby = lobby
        self._store = store
        self._cached = CachedValue(LIST_CACHE_SECONDS, self._refresh, store.now)
        # The times at which the tables were opened, each read once.
        self._opened: dict[str, float] = {}

    async def listed(self) -> protocol.PublicTables:
        """Tables that are open or in play, the latest first."""
        return await self._cached.get()

    async def _refresh(self) -> protocol.PublicTables:
        here = {room.aggregate.name: owner for room in self._lobby.tables() if (owner := room.listed_for)}
        owners = dict(reversed(here.items()))
        for name, owner in await self._store.cluster.remote_listed():
            owners.setdefault(name, owner)
        considered = list(islice(_in_turn(list(owners), owners), CONSIDERED))
        self._opened = {name: await self._opened_at(name) for name in considered}
        latest = sorted(considered, key=self._opened.__getitem__, reverse=True)
        found: list[protocol.TableInfo] = []
        for name in _in_turn(latest, owners):
            # A table that cannot be loaded, or was deleted a moment ago, is left out.
            with suppress(Refusal, TableFailed):
                info = await self._info(name, is_here=name in here)
                if info.state != "over":
                    found.append(info)
            if len(found) == LISTED:
                break
        newest_first = sorted(found, key=lambda info: self._opened[info.table], reverse=True)
        return protocol.PublicTables(tuple(newest_first))

    async def _opened_at(self, name: str) -> float:
        if name not in self._opened:
            first = await self._store.first(name)
            return first.at if first is not None else 0.0
        return self._opened[name]

    async def _info(self, name: str, *, is_here: bool) -> protocol.TableInfo:
        room = await self._lobby.find(name)
        if not is_here:
            # A room without subscribers is not notified of presence at other processes.
            room.on_presence_change()
            await room.refresh()
        return room.aggregate.info()


def _in_turn(names: Sequence[str], owners: Mapping[str, str]) -> Iterator[str]:
    """The tables in this order, but one of each owner before a second one of any."""
    waiting = FairQueue[str]()
    for name in names:
        waiting.put(owners[name], name)
    while waiting:
        yield waiting.get()
