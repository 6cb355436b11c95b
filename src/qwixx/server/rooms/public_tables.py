"""The tables that anybody may find: public ones at which people are, of all processes together.

Whether a table is public is settled when it is opened, and told with who is where. So a table without people
is in no list, and a private one never is.
"""

import asyncio
from contextlib import suppress

from qwixx.server.refusals import Refusal
from qwixx.server.rooms.lobby import Lobby
from qwixx.server.rooms.room import Room
from qwixx.server.rooms.trouble import TableFailed
from qwixx.server.stores.store import Store
from qwixx.server.wire import protocol

LISTED = 30
# Of more than that nobody could choose one, and to look at each takes its time.
CONSIDERED = 200
# A list is not looked for again for so long: all who ask meanwhile are told the same.
FRESH_SECONDS = 3.0


class PublicTables:
    """The list, looked for when somebody asks."""

    def __init__(self, lobby: Lobby, store: Store) -> None:
        self._lobby = lobby
        self._store = store
        self._found = protocol.PublicTables(())
        self._found_at: float | None = None
        # When each of the tables was opened, which is read once.
        self._opened: dict[str, float] = {}
        self._looking = asyncio.Lock()

    async def listed(self) -> protocol.PublicTables:
        """Tables that are open or being played at, those opened last first."""
        async with self._looking:
            if self._found_at is None or self._store.now() - self._found_at >= FRESH_SECONDS:
                self._found = protocol.PublicTables(await self._look())
                self._found_at = self._store.now()
            return self._found

    async def _look(self) -> tuple[protocol.TableInfo, ...]:
        here = [room.table.name for room in self._lobby.tables() if _has_people_and_is_public(room)]
        names = list(dict.fromkeys([*reversed(here), *await self._store.listed_elsewhere()]))[:CONSIDERED]
        self._opened = {name: await self._opened_at(name) for name in names}
        found: list[protocol.TableInfo] = []
        for name in sorted(names, key=self._opened.__getitem__, reverse=True):
            # One that has a problem, or was forgotten a moment ago, is left out.
            with suppress(Refusal, TableFailed):
                info = await self._info(name, is_here=name in here)
                if info.state != "over":
                    found.append(info)
            if len(found) == LISTED:
                break
        return tuple(found)

    async def _opened_at(self, name: str) -> float:
        if name not in self._opened:
            first = await self._store.first(name)
            return first.at if first is not None else 0.0
        return self._opened[name]

    async def _info(self, name: str, *, is_here: bool) -> protocol.TableInfo:
        room = await self._lobby.find(name)
        if not is_here:
            # A room that nobody listens to has not heard who is elsewhere.
            room.hear_presence()
            await room.refresh()
        return room.table.info()


def _has_people_and_is_public(room: Room) -> bool:
    return room.table.now.settings.public and bool(room.table.presence.here)
