"""All tables of a server: opening them, finding them, letting time pass at them, and forgetting them."""

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import perf_counter

from qwixx.daily.days import FIRST_DAY, check_day, day_at
from qwixx.rules.errors import InputError
from qwixx.server import refusals
from qwixx.server.journal import line, reason_of, tag
from qwixx.server.limits import Limits
from qwixx.server.metrics import METRICS
from qwixx.server.pads.pad import Pad, new_pad
from qwixx.server.pads.state import PadState
from qwixx.server.refusals import Refusal
from qwixx.server.rooms.calendar import DAY, Calendar
from qwixx.server.rooms.loader import load
from qwixx.server.rooms.room import PadRoom, Room
from qwixx.server.rooms.trouble import TableFailed
from qwixx.server.stores.store import Kept, Store, StoreError, TableRow, Unsure
from qwixx.server.tables import facts
from qwixx.server.tables.opening import plan_opening
from qwixx.server.tables.seed import new_secret
from qwixx.server.tables.sitting import NewSecret
from qwixx.server.tables.table import Table
from qwixx.server.thinking.worker_pool import InTime, WorkerPool
from qwixx.server.wire import protocol

log = logging.getLogger(__name__)

TABLE_BYTES = 12
# So much of what is no day is repeated in the refusal.
LONGEST_DAY = 20
TICK_SECONDS = 0.5
SWEEP_SECONDS = 300.0
# Whoever writes waits for the tables that are being forgotten, so these are few.
FORGOTTEN_AT_ONCE = 20
# Rooms that nobody listens to are kept in memory for so long, and only so many of them.
IDLE_SECONDS_IN_MEMORY = 600.0
IDLE_ROOMS_IN_MEMORY = 200
# Whoever was given a room has entered it by then.
ENTERING_SECONDS = 60.0
KEEP_DAYS = 14
# How many rooms time passes at before others have their turn.
ROOMS_AT_ONCE = 50
LOADING_AT_ONCE = 8
# A table that could not be loaded is tried again after so long.
RETRY_SECONDS = 5.0
KEPT_FAILURES = 1000
# Without its store for so long, a process serves nobody.
CUT_OFF_SECONDS = 10.0


class Lobby:
    """The tables in memory, and through the store all others."""

    def __init__(
        self,
        store: Store,
        pool: WorkerPool,
        *,
        limits: Limits | None = None,
        keep_days: int = KEEP_DAYS,
        calendar: Calendar | None = None,
    ) -> None:
        self._store = store
        self._thinker = InTime(pool.quick)
        self._clock = store.now
        self._limits = limits or Limits()
        self._keep_seconds = keep_days * DAY
        self._calendar = calendar or Calendar()
        self._rooms: dict[str, Room | PadRoom] = {}
        self._loading: dict[str, asyncio.Task[Room | PadRoom]] = {}
        self._gate = asyncio.Semaphore(LOADING_AT_ONCE)
        # Of tables that could not be loaded, until when, and what was wrong.
        self._failed: OrderedDict[str, tuple[float, str]] = OrderedDict()
        self._known = 0
        # Whether news may have been missed of which nobody knows what they were.
        self._has_gap = False
        self._comparing: asyncio.Task[None] | None = None
        self._sweeping: asyncio.Task[None] | None = None
        self._is_cut_off = False

    @property
    def known(self) -> int:
        """How many tables there are, in memory or not."""
        return self._known

    def rooms(self) -> list[Room | PadRoom]:
        """The tables and score pads in memory."""
        return list(self._rooms.values())

    def tables(self) -> list[Room]:
        """Those of them that are no score pads."""
        return [room for room in self._rooms.values() if isinstance(room, Room)]

    # Opening and finding

    async def open_table(self, new: protocol.NewTable) -> tuple[str, NewSecret]:
        """A new table with its creator seated; the table's name and the creator's secret."""
        if new.settings.daily is not None:
            self.check_day(new.settings.daily)
        with self._one_more():
            # To look for the weights of a bot loads half a library.
            fact = await asyncio.to_thread(plan_opening, new)
            name = secrets.token_urlsafe(TABLE_BYTES)
            past: list[facts.AnyFact] = [fact]
            if fact.settings.daily is None:
                past.append(facts.Committed(new_secret()))
            table = Table(name, past)
            joining, secret = table.plan_join(new.name, new.contributes)
            table.take(joining, await self._keep_opening(name, [*past, *joining]))
        room = self._rooms[name] = self._room(table)
        room.begin()
        return name, secret

    def now(self) -> float:
        """Unix time, as the server knows it: its date decides what is today's."""
        return self._calendar.now()

    def check_day(self, day: str) -> None:
        """Refusal if there is nothing daily for this day."""
        today = day_at(self.now())
        try:
            check_day(day, today)
        except InputError as error:
            raise Refusal(refusals.NO_DAILY(date=day[:LONGEST_DAY], first=FIRST_DAY, last=today)) from error

    async def open_pad(self, new: protocol.NewPad) -> tuple[str, NewSecret]:
        """A new score pad, whose first sheet is its creator's; the pad's name and the creator's secret."""
        with self._one_more():
            pad, fact = new_pad(secrets.token_urlsafe(TABLE_BYTES), new)
            joining, secret = pad.plan_join(new.name)
            pad.take(joining, await self._keep_opening(pad.name, [fact, *joining]))
        self._rooms[pad.name] = PadRoom(pad, self._store, self._thinker)
        return pad.name, secret

    async def _keep_opening(self, name: str, opening: list[facts.AnyFact]) -> float:
        """Return when a table is kept, and when that was: its creator sits down with the opening, so that
        there is no table without them if the store fails in between.
        """
        began = perf_counter()
        try:
            at = await self._store.append(name, 1, list(map(facts.encode, opening)))
        except Unsure:
            kept = await self._store.load(name)
            if not kept:
                raise
            return kept[-1].at
        METRICS.appending.add(perf_counter() - began)
        return at

    @contextmanager
    def _one_more(self) -> Iterator[None]:
        """A table more, counted before anybody waits; not if it is not opened after all."""
        if self._known >= self._limits.tables:
            raise Refusal(refusals.TOO_MANY_TABLES)
        self._known += 1
        try:
            yield
        except BaseException:
            self._known -= 1
            raise

    async def find(self, name: str) -> Room:
        """The room of a table; Refusal if there is no such table, TableFailed if it cannot be used."""
        room = await self.find_any(name)
        if isinstance(room, PadRoom):
            raise Refusal(refusals.NO_TABLE)
        return room

    async def find_pad(self, name: str) -> PadRoom:
        """The room of a score pad."""
        room = await self.find_any(name)
        if isinstance(room, Room):
            raise Refusal(refusals.NO_TABLE)
        return room

    async def find_any(self, name: str) -> Room | PadRoom:
        """The room of a table or of a score pad."""
        room = self._rooms.get(name)
        if room is None:
            task = self._loading.get(name)
            if task is None:
                self._check_worth_trying(name)
                task = self._loading[name] = asyncio.create_task(self._load(name))
                task.add_done_callback(lambda done: self._loaded(name, done))
            room = await asyncio.shield(task)
        room.touched = self._clock()
        await room.refresh()
        return room

    def _check_worth_trying(self, name: str) -> None:
        until, _ = self._failed.get(name, (0.0, ""))
        if self._clock() < until:
            raise TableFailed

    async def _load(self, name: str) -> Room | PadRoom:
        try:
            async with self._gate:
                now = await load(self._store, name)
        except StoreError:
            raise
        except Exception as error:
            self._report(name, error)
            raise TableFailed from error
        if now is None:
            raise Refusal(refusals.NO_TABLE)
        if isinstance(now, PadState):
            room: Room | PadRoom = PadRoom(Pad(name, now), self._store, self._thinker)
        else:
            room = self._room(Table(name, now.state, opened_at=now.opened_at))
        self._rooms[name] = room
        return room

    def _loaded(self, name: str, done: asyncio.Task[Room | PadRoom]) -> None:
        del self._loading[name]
        if not done.cancelled():
            done.exception()  # retrieve it, or asyncio logs it as never retrieved

    def _report(self, name: str, error: Exception) -> None:
        """Log what is wrong with a table, once, and leave it alone for a while."""
        reason = reason_of(error)
        if self._failed.get(name, (0.0, ""))[1] != reason:
            log.error(line("table_failed", table=tag(name), reason=reason))
        self._failed[name] = self._clock() + RETRY_SECONDS, reason
        self._failed.move_to_end(name)
        if len(self._failed) > KEPT_FAILURES:
            self._failed.popitem(last=False)

    def _room(self, table: Table) -> Room:
        return Room(table, self._store, self._thinker)

    def close(self) -> None:
        for task in (*self._loading.values(), self._comparing, self._sweeping):
            if task is not None:
                task.cancel()
        for room in self._rooms.values():
            room.close()

    # What other processes do

    def hear_facts(self, table: str, first: int, facts: Sequence[Kept]) -> None:
        if first <= 1:
            self._known += 1
        if table in self._rooms:
            self._rooms[table].hear_facts(first, facts)

    def hear_presence(self, table: str) -> None:
        if table in self._rooms:
            self._rooms[table].hear_presence()

    def hear_gap(self) -> None:
        self._has_gap = True
        self._close_gap()

    def _close_gap(self) -> None:
        """Find out what was missed, beside everything else."""
        is_idle = self._comparing is None or self._comparing.done()
        if is_idle and self._has_gap:
            self._comparing = asyncio.create_task(self._compare())

    async def _compare(self) -> None:
        while self._has_gap:
            self._has_gap = False
            try:
                await self._compare_heads()
            except StoreError:
                self._has_gap = True
                return  # it is tried again when time passes

    async def _compare_heads(self) -> None:
        """Let those rooms look whose tables are not as they are known here."""
        heads = await self._store.heads(list(self._rooms))
        for name, room in list(self._rooms.items()):
            room.hear_presence()
            if heads.get(name) != room.table.now.version:
                room.doubt()

    # Time

    async def run(self) -> None:
        """Let time pass at all tables, for ever. What goes wrong is logged, and tried again."""
        await self._begin()
        swept_at = -SWEEP_SECONDS
        while True:
            await asyncio.sleep(TICK_SECONDS)
            self._calendar.watch()
            self._look_after_store()
            self._close_gap()
            await self._tick_rooms()
            self._forget_rooms()
            is_swept = self._sweeping is None or self._sweeping.done()
            if is_swept and self._clock() - swept_at >= SWEEP_SECONDS:
                swept_at = self._clock()
                # Beside everything else: no clock stands still for it.
                self._sweeping = asyncio.create_task(self._sweep_safely())

    async def _begin(self) -> None:
        try:
            self._calendar.begin(await self._store.newest())
        except StoreError:
            return  # the store has told so itself

    def _look_after_store(self) -> None:
        """Send people away whom this process cannot serve: another one may have what they need."""
        is_cut_off = self._store.down_for() > CUT_OFF_SECONDS
        if is_cut_off and not self._is_cut_off:
            log.error(line("store_cut_off", meaning="all connections are closed until the store is back"))
            for room in self._rooms.values():
                room.turn_away()
        self._is_cut_off = is_cut_off

    async def _tick_rooms(self) -> None:
        for number, room in enumerate(list(self._rooms.values()), start=1):
            room.tick()
            if number % ROOMS_AT_ONCE == 0:
                await asyncio.sleep(0)

    async def _sweep_safely(self) -> None:
        try:
            await self.sweep()
        except StoreError:
            return  # the disk may be well again at the next sweep
        except Exception as error:
            log.error(line("sweep_failed", reason=reason_of(error)))

    async def sweep(self) -> None:
        """Forget tables on disk that nobody has used for long."""
        here = list(self._rooms)
        rows = await self._store.tables()
        self._known = len(rows)
        self._let_go(set(here).difference(row.table for row in rows))
        old = self._old(rows) if self._calendar.is_believed() else []
        gone = 0
        for start in range(0, len(old), FORGOTTEN_AT_ONCE):
            some = old[start : start + FORGOTTEN_AT_ONCE]
            idle = [name for name in some if name not in self._rooms and name not in self._loading]
            forgotten = await self._store.forget(idle, self._calendar.now() - DAY) if idle else 0
            self._known -= forgotten
            gone += forgotten
        if gone:
            log.info(line("tables_forgotten", count=gone, left=self._known))

    def _let_go(self, gone: set[str]) -> None:
        """Let go of rooms whose tables were forgotten by another process: whoever looked on is told so."""
        for name in gone:
            if (room := self._rooms.pop(name, None)) is not None:
                room.turn_away()
                room.close()

    def _forget_rooms(self) -> None:
        """Forget tables in memory that nobody has used for a while; they are on disk."""
        at = self._clock()
        idle = [
            (room.touched, name)
            for name, room in self._rooms.items()
            if room.is_idle and at - room.touched > ENTERING_SECONDS
        ]
        idle.sort(reverse=True)
        for place, (touched, name) in enumerate(idle):
            if place >= IDLE_ROOMS_IN_MEMORY or at - touched > IDLE_SECONDS_IN_MEMORY:
                self._rooms.pop(name).close()

    def _old(self, rows: list[TableRow]) -> list[str]:
        """The tables to forget: those that were kept long enough, and where there is no room for new ones a
        few of those that nobody used for a day, the oldest first.
        """
        at = self._calendar.now()
        old = [row.table for row in rows if at - row.touched > self._keep_seconds]
        if len(rows) - len(old) < self._limits.tables:
            return old
        unused = sorted((row for row in rows if at - row.touched > DAY), key=lambda row: row.touched)
        return [row.table for row in unused[: max(len(old), len(rows) // 100 + 1)]]
