"""The lobby: all tables and score pads of a server, in memory and through the store."""

import asyncio
import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TypeGuard

from qwixx.server.dice_statistics import DiceCounter
from qwixx.server.failures import LoadFailures, TableFailed
from qwixx.server.limits import Limits
from qwixx.server.logs import event, reason_of
from qwixx.server.queues import WorkerPool
from qwixx.server.rooms.calendar import DAY, KEEP_DAYS, Calendar, expired
from qwixx.server.rooms.loader import load
from qwixx.server.rooms.opening import IdempotentOpening, JoinCodes, create_pad, create_table
from qwixx.server.rooms.room import AnyRoom, PadRoom, Room, TableRoom
from qwixx.server.rooms.slow_bots import SlowBots
from qwixx.server.single_flight import BackgroundTask, retrieve
from qwixx.server.stores.store import Backend, StoredFact, StoreError
from qwixx.tables import protocol, refusals
from qwixx.tables.credentials import TABLE_NAME, NewSecret, derive_name
from qwixx.tables.game import facts
from qwixx.tables.game.state import TableState
from qwixx.tables.game.table import Table
from qwixx.tables.pad.pad import Pad
from qwixx.tables.pad.state import PadState
from qwixx.tables.refusals import Refusal

log: logging.Logger = logging.getLogger(__name__)

TICK_SECONDS = 0.5
SWEEP_SECONDS = 300.0
# Appends wait for the tables that are being deleted, so these are few.
DELETED_AT_ONCE = 20
# How long rooms without subscribers stay in memory, and how many of them.
IDLE_SECONDS_IN_MEMORY = 600.0
IDLE_ROOMS_IN_MEMORY = 200
# The time from finding a room to subscribing to it.
OPENING_SECONDS = 60.0
# How many rooms tick before other tasks run.
ROOMS_AT_ONCE = 50
LOADING_AT_ONCE = 8
# A process that has lost its store for this long disconnects all clients.
UNREACHABLE_SECONDS = 10.0


def is_table(room: AnyRoom) -> TypeGuard[TableRoom]:
    """Whether a room is that of a table, not of a score pad."""
    return isinstance(room.aggregate, Table)


class Lobby:
    """Opens, finds, ticks and expires tables; rooms are loaded when they are needed."""

    def __init__(
        self,
        store: Backend,
        pool: WorkerPool,
        *,
        limits: Limits | None = None,
        keep_days: int = KEEP_DAYS,
        calendar: Calendar | None = None,
    ) -> None:
        self._store = store
        self._bots = SlowBots(pool.interactive)
        self._clock = store.now
        self._limits = limits or Limits()
        self._keep_days = keep_days
        self.calendar: Calendar = calendar or Calendar()
        self._rooms: dict[str, AnyRoom] = {}
        self._loading: dict[str, asyncio.Task[AnyRoom]] = {}
        self._load_semaphore = asyncio.Semaphore(LOADING_AT_ONCE)
        self._load_failures = LoadFailures()
        self._known = 0
        # Whether notifications of other processes may have been missed, of any table.
        self._has_gap = False
        self._resyncing = BackgroundTask(self._resync)
        self._sweeping = BackgroundTask(self._sweep_safely)
        self._codes = JoinCodes(store)
        self._opening = IdempotentOpening(self.find_any)
        self.dice_counter: DiceCounter = DiceCounter(store)
        self._is_store_unreachable = False

    @property
    def known(self) -> int:
        """The number of tables in the store; exact after each sweep, since notifications may repeat."""
        return self._known

    def rooms(self) -> list[AnyRoom]:
        """The tables and score pads in memory."""
        return list(self._rooms.values())

    def tables(self) -> list[TableRoom]:
        """The tables in memory, without score pads."""
        return [room for room in self._rooms.values() if is_table(room)]

    # Opening and finding

    async def open_table(self, new: protocol.NewTable) -> tuple[str, NewSecret]:
        """A new table with its creator seated; the table's name and the creator's secret.

        With the same key again it is the table of the first time.
        """
        name = self._name_for(new)
        secret = await self._opening.once(name, new, lambda: self._open_table(name, new))
        assert secret is not None
        return name, secret

    async def open_empty_table(self, new: protocol.NewTable) -> str:
        """A new table at which nobody sits yet; its name."""
        name = self._name_for(new)
        await self._opening.once(name, new, lambda: self._open_table(name, new))
        return name

    def _name_for(self, new: protocol.NewTable) -> str:
        if new.settings.daily is not None:
            self.calendar.check_day(new.settings.daily)
        return derive_name(new.key)

    async def _open_table(self, name: str, new: protocol.NewTable) -> NewSecret | None:
        with self._reserve_slot():
            table, secret = await create_table(self._store, self._codes, name, new)
        # A request with the same key may have loaded it already.
        room = self._rooms.setdefault(name, self._table_room(table))
        self.dice_counter.note(name, table.now)
        room.begin()
        return secret

    async def open_pad(self, new: protocol.NewPad) -> tuple[str, NewSecret]:
        """A new score pad, whose first sheet is its creator's; the pad's name and the creator's secret."""
        name = derive_name(new.key)
        secret = await self._opening.once(name, new, lambda: self._open_pad(name, new))
        assert secret is not None
        return name, secret

    async def _open_pad(self, name: str, new: protocol.NewPad) -> NewSecret:
        with self._reserve_slot():
            pad, secret = await create_pad(self._store, name, new)
        self._rooms.setdefault(name, self._pad_room(pad))
        return secret

    @contextmanager
    def _reserve_slot(self) -> Iterator[None]:
        """Count one more table, unless opening it fails."""
        if self._known >= self._limits.tables:
            raise Refusal(refusals.TOO_MANY_TABLES)
        self._known += 1
        try:
            yield
        except BaseException:
            self._known -= 1
            raise

    async def find(self, name: str) -> TableRoom:
        """The room of a table; Refusal if it does not exist, TableFailed if it cannot be used."""
        room = await self.find_any(name)
        if not is_table(room):
            raise Refusal(refusals.NO_TABLE)
        return room

    async def find_by_code(self, code: str) -> str:
        """The table with this join code, while it waits for people; Refusal if none does."""
        name = await self._store.table_with_code(code)
        if name is None:
            raise Refusal(refusals.NO_CODE(code=code))
        try:
            now = (await self.find(name)).aggregate.now
        except Refusal as error:
            # The code is claimed before its table is in the store, so it is not released here.
            raise Refusal(refusals.NO_CODE(code=code)) from error
        if now.state is None and now.code == code:
            return name
        await self._codes.release(name)
        raise Refusal(refusals.NO_CODE(code=code))

    async def find_pad(self, name: str) -> PadRoom:
        """The room of a score pad."""
        room = await self.find_any(name)
        if not isinstance(room.aggregate, Pad):
            raise Refusal(refusals.NO_TABLE)
        return room

    async def find_any(self, name: str) -> AnyRoom:
        """The room of a table or of a score pad."""
        if TABLE_NAME.fullmatch(name) is None:
            raise Refusal(refusals.NO_TABLE)
        room = self._rooms.get(name)
        if room is None:
            task = self._loading.get(name)
            if task is None:
                self._load_failures.check(name, self._clock())
                task = self._loading[name] = asyncio.create_task(self._load(name))
                task.add_done_callback(lambda done: self._loaded(name, done))
            room = await asyncio.shield(task)
        room.touched = self._clock()
        await room.refresh()
        return room

    async def _load(self, name: str) -> AnyRoom:
        try:
            async with self._load_semaphore:
                now = await load(self._store, name)
        except StoreError:
            raise
        except Exception as error:
            self._load_failures.report(name, error, self._clock())
            raise TableFailed from error
        if now is None:
            raise Refusal(refusals.NO_TABLE)
        if isinstance(now, PadState):
            room: AnyRoom = self._pad_room(Pad(name, now))
        else:
            room = self._table_room(Table(name, now.state, opened_at=now.opened_at))
            if now.state.is_playing:
                # Another process, or this one before it was killed, may have drawn and not counted.
                self.dice_counter.note(name, now.state)
        return self._rooms.setdefault(name, room)

    def _loaded(self, name: str, done: asyncio.Task[AnyRoom]) -> None:
        del self._loading[name]
        retrieve(done)

    def _table_room(self, table: Table) -> TableRoom:
        return Room(table, self._store, self._bots, self._on_own_append)

    def _pad_room(self, pad: Pad) -> PadRoom:
        return Room(pad, self._store, self._bots)

    def _on_own_append(self, table: Table, before: TableState, new: list[facts.AnyFact]) -> None:
        """The process that appends a roll counts its dice; the one that starts a game releases the code."""
        now = table.now
        if any(isinstance(fact, facts.ChanceDrawn) for fact in new):
            self.dice_counter.note(table.name, now)
        if before.stage == "open" and now.stage != "open" and now.code is not None:
            self._codes.release_soon(table.name)

    def close(self) -> None:
        for task in self._loading.values():
            task.cancel()
        self._codes.close()
        self._resyncing.cancel()
        self._sweeping.cancel()
        for room in self._rooms.values():
            room.close()

    # Notifications of other processes

    def on_append(self, table: str, first: int, facts: Sequence[StoredFact]) -> None:
        if first == 1:
            self._known += 1
        if table in self._rooms:
            self._rooms[table].on_append(first, facts)

    def on_presence_change(self, table: str) -> None:
        if table in self._rooms:
            self._rooms[table].on_presence_change()

    def on_gap(self) -> None:
        self._has_gap = True
        self._start_resync()

    def _start_resync(self) -> None:
        """Find missed appends in the background."""
        if self._has_gap:
            self._resyncing.start()

    async def _resync(self) -> None:
        while self._has_gap:
            self._has_gap = False
            try:
                await self._compare_versions()
            except StoreError:
                self._has_gap = True
                return  # the next tick tries again

    async def _compare_versions(self) -> None:
        """Mark the rooms as stale whose tables have another version in the store."""
        versions = await self._store.last_versions(list(self._rooms))
        for name, room in list(self._rooms.items()):
            room.on_presence_change()
            if versions.get(name) != room.aggregate.now.version:
                room.mark_stale()

    # Time

    async def run(self) -> None:
        """Tick all rooms until cancelled. Errors are logged, and the next tick tries again."""
        await self._begin()
        swept_at = -SWEEP_SECONDS
        while True:
            await asyncio.sleep(TICK_SECONDS)
            self.calendar.watch()
            self._check_store()
            self._start_resync()
            await self._tick_rooms()
            self._unload_idle_rooms()
            if not self._sweeping.is_running and self._clock() - swept_at >= SWEEP_SECONDS:
                swept_at = self._clock()
                # In the background, so that rooms tick meanwhile.
                self._sweeping.start()
            self.dice_counter.tick()

    async def _begin(self) -> None:
        try:
            self.calendar.begin(await self._store.newest())
        except StoreError:
            return  # the store has logged it

    def _check_store(self) -> None:
        """Disconnect clients while the store is unreachable: another process may reach it."""
        is_unreachable = self._store.cluster.unreachable_for() > UNREACHABLE_SECONDS
        if is_unreachable and not self._is_store_unreachable:
            log.error(
                event("store_unreachable", meaning="all connections are closed until the store is back")
            )
            for room in self._rooms.values():
                room.disconnect_all()
        self._is_store_unreachable = is_unreachable

    async def _tick_rooms(self) -> None:
        for number, room in enumerate(list(self._rooms.values()), start=1):
            room.tick()
            if number % ROOMS_AT_ONCE == 0:
                await asyncio.sleep(0)

    async def _sweep_safely(self) -> None:
        try:
            await self.sweep()
        except StoreError:
            return  # the next sweep tries again
        except Exception as error:
            log.error(event("sweep_failed", reason=reason_of(error)))

    async def sweep(self) -> None:
        """Delete expired tables from the store."""
        here = list(self._rooms)
        rows = await self._store.tables()
        self._known = len(rows)
        self._close_rooms(set(here).difference(row.table for row in rows))
        at, most = self.calendar.now(), self._limits.tables
        old = expired(rows, at, self._keep_days, most) if self.calendar.is_trusted() else []
        count = 0
        for start in range(0, len(old), DELETED_AT_ONCE):
            some = old[start : start + DELETED_AT_ONCE]
            idle = [name for name in some if name not in self._rooms and name not in self._loading]
            deleted = await self._store.delete(idle, at - DAY) if idle else 0
            self._known -= deleted
            count += deleted
        if count:
            log.info(event("tables_deleted", count=count, left=self._known))

    def _close_rooms(self, deleted: set[str]) -> None:
        """Close rooms whose tables another process deleted."""
        for name in deleted:
            if (room := self._rooms.pop(name, None)) is not None:
                room.disconnect_all()
                room.close()

    def _unload_idle_rooms(self) -> None:
        """Unload rooms that were not used for a while; their tables are in the store."""
        at = self._clock()
        idle = [
            (room.touched, name)
            for name, room in self._rooms.items()
            if room.is_idle and at - room.touched > OPENING_SECONDS
        ]
        idle.sort(reverse=True)
        for place, (touched, name) in enumerate(idle):
            if place >= IDLE_ROOMS_IN_MEMORY or at - touched > IDLE_SECONDS_IN_MEMORY:
                self._rooms.pop(name).close()
