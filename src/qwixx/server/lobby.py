"""All tables of a server: opening them, finding them, and keeping what happens at them on disk."""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable
from typing import Protocol

from qwixx.rules.errors import QwixxError
from qwixx.server import facts, protocol, refusals, thoughts
from qwixx.server.limits import TABLES_IN_ALL
from qwixx.server.planning import Thought, by_cover_bot
from qwixx.server.store import Store, StoreError
from qwixx.server.table import NewSecret, Refusal, Table, plan_opening
from qwixx.server.thinking import InTime, NotYet, Thinking, ThinkingError

log = logging.getLogger(__name__)

TABLE_BYTES = 12
IDLE_SECONDS_IN_MEMORY = 3600.0
IDLE_SECONDS_ON_DISK = 14 * 24 * 3600.0
TICK_SECONDS = 0.5
SWEEP_TICKS = 600


class Listener(Protocol):
    """A connection: somebody who is told about a table."""

    seat: int | None
    since: int

    def send(self, data: bytes) -> None: ...


class Room:
    """A table with those who listen to it. Commands are carried out one after the other."""

    def __init__(self, table: Table, store: Store, thinker: InTime, clock: Callable[[], float]) -> None:
        self.table = table
        self.listeners: list[Listener] = []
        self.touched = clock()
        self._store = store
        self._thinker = thinker
        self._clock = clock
        self._lock = asyncio.Lock()
        self._thinking: asyncio.Task[None] | None = None

    async def join(self, name: str) -> NewSecret:
        """A person takes a seat; Refusal if there is none or the name will not do."""
        async with self._lock:
            planned, secret = self.table.plan_join(name)
            await self._carry_out(planned)
            return secret

    async def command(self, seat: int | None, message: protocol.Command) -> int:
        """Carry out a command; the version it led to. A Refusal or another QwixxError changes nothing."""
        async with self._lock:
            await self._carry_out(self.table.plan(seat, message))
            return self.table.now.version

    async def enter(self, listener: Listener) -> None:
        """Somebody begins to listen, and is told what they missed."""
        async with self._lock:
            self.listeners.append(listener)
            planned = self.table.plan_arrival(listener.seat) if listener.seat is not None else []
            await self._carry_out(planned)
            if not planned:
                self._tell_all()
            self._think()

    async def leave(self, listener: Listener) -> None:
        async with self._lock:
            if listener in self.listeners:
                self.listeners.remove(listener)
            seat = listener.seat
            if seat is not None and all(other.seat != seat for other in self.listeners):
                self.table.gone(seat, self._clock())
                self._tell_all()

    async def tick(self) -> None:
        """Let time pass."""
        if self.table.now.is_playing and not self._lock.locked():
            async with self._lock:
                await self._carry_out(self.table.plan_tick(self._clock()))
                self._think()

    def close(self) -> None:
        """Bots stop thinking."""
        if self._thinking is not None:
            self._thinking.cancel()

    async def _carry_out(self, planned: list[facts.AnyFact]) -> None:
        """Facts go to disk first; only then anybody sees them."""
        if not planned:
            return
        at = self._clock()
        await self._store.append(
            self.table.name, self.table.now.version + 1, [facts.encode(fact) for fact in planned]
        )
        self.touched = at
        self.table.take(planned, at)
        self._tell_all()
        self._think()

    def _think(self) -> None:
        """See to it that bots which take their time are asked, beside everything else."""
        is_idle = self._thinking is None or self._thinking.done()
        if is_idle and self.table.thought() is not None:
            self._thinking = asyncio.create_task(self._let_bots_choose())

    async def _let_bots_choose(self) -> None:
        """Ask until the game waits for no bot. The table is free meanwhile: people may choose, and leave."""
        while (thought := self.table.thought()) is not None:
            chosen = await self._ask_bots(thought)
            async with self._lock:
                try:
                    await self._carry_out(self.table.plan_thought(thought, chosen))
                except StoreError:
                    return  # they are asked again when time has passed

    async def _ask_bots(self, thought: Thought) -> dict[int, str]:
        try:
            return await self._thinker.ask(thoughts.choices, thought.state, thought.bots)
        except NotYet:
            # Until the machine has compiled what it takes, a simple bot plays: people do not wait for that.
            return by_cover_bot(thought)
        except ThinkingError as error:
            # The game shall not stand still for ever because of, say, weights that were removed.
            log.warning("a bot plays as a simple one instead: %s", error)
            return by_cover_bot(thought)

    def _tell_all(self) -> None:
        telling, last = self.table.telling(self._clock()), self.table.now.last_seq
        for listener in self.listeners:
            listener.send(telling.update(listener.seat, listener.since))
            listener.since = last


class Lobby:
    """The tables in memory, and through the store all others."""

    def __init__(self, store: Store, thinking: Thinking, clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._thinker = InTime(thinking.quick)
        self._clock = clock
        self._rooms: dict[str, Room] = {}
        self._loading = asyncio.Lock()
        self._known = 0

    async def open_table(self, new: protocol.NewTable) -> tuple[str, NewSecret]:
        """A new table with its creator seated; the table's name and the creator's secret."""
        if self._known >= TABLES_IN_ALL:
            raise Refusal(refusals.TOO_MANY_TABLES)
        # To look for the weights of a bot loads half a library.
        fact = await asyncio.to_thread(plan_opening, new)
        name = secrets.token_urlsafe(TABLE_BYTES)
        table = Table(name, [fact])
        # The name is judged before anything is kept.
        table.plan_join(new.name)
        await self._store.append(name, 1, [facts.encode(fact)])
        self._known += 1
        room = self._rooms[name] = self._room(table)
        return name, await room.join(new.name)

    async def find(self, name: str) -> Room:
        """The room of a table; Refusal if there is no such table."""
        room = self._rooms.get(name)
        if room is not None:
            return room
        async with self._loading:
            if name in self._rooms:
                return self._rooms[name]
            past = [facts.decode(fact) for fact in await self._store.load(name)]
            if not past:
                raise Refusal(refusals.NO_TABLE)
            room = self._rooms[name] = self._room(Table(name, past))
            return room

    def _room(self, table: Table) -> Room:
        return Room(table, self._store, self._thinker, self._clock)

    def close(self) -> None:
        for room in self._rooms.values():
            room.close()

    async def run(self) -> None:
        """Let time pass at all tables, for ever."""
        ticks = 0
        while True:
            await asyncio.sleep(TICK_SECONDS)
            for room in list(self._rooms.values()):
                try:
                    await room.tick()
                except StoreError:
                    continue  # whoever plays there is told by their next command
            if ticks % SWEEP_TICKS == 0:
                await self.sweep()
            ticks += 1

    async def sweep(self) -> None:
        """Forget tables nobody has used for long, first in memory, then on disk."""
        at = self._clock()
        for name, room in list(self._rooms.items()):
            if not room.listeners and at - room.touched > IDLE_SECONDS_IN_MEMORY:
                del self._rooms[name]
        try:
            rows = await self._store.tables()
            old = [row.table for row in rows if time.time() - row.touched > IDLE_SECONDS_ON_DISK]
            idle = [name for name in old if name not in self._rooms]
            self._known = len(rows) - (await self._store.forget(idle) if idle else 0)
        except QwixxError:
            return  # the disk may be well again at the next sweep
