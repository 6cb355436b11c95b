"""A room: one table or score pad with the clients that are subscribed to it.

Commands become facts, facts are appended to the store, and only then are they applied and sent. Other
processes may serve the same table: of two appends with the same number one succeeds, and the other process
loads what it missed and plans again. A room with subscribers is notified of other processes' appends; one
without any checks when it is next used. Errors of a room stay in it.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from time import perf_counter
from typing import Any, Generic, Protocol, TypeVar

from qwixx.notation import ParseError
from qwixx.rules.errors import IllegalChoice
from qwixx.server.failures import FailureBackoff, TableFailed
from qwixx.server.metrics import METRICS
from qwixx.server.rooms.command_queue import CommandQueue, PendingCommand
from qwixx.server.rooms.fact_log import Attempts, FactLog, Facts, PlanFacts
from qwixx.server.rooms.slow_bots import SlowBots, question_here
from qwixx.server.single_flight import BackgroundTask
from qwixx.server.stores.store import Backend, StoredFact, StoreError
from qwixx.tables.aggregate import Aggregate, BotQuestion, SeatCommand
from qwixx.tables.credentials import NewSecret
from qwixx.tables.game.table import Table
from qwixx.tables.pad.pad import Pad
from qwixx.tables.refusals import Refusal

A = TypeVar("A", bound=Aggregate[Any, Any, Any])
# Called with the aggregate, its state before, and the facts that this process appended.
AppendHook = Callable[[A, Any, Facts], None]


class Subscriber(Protocol):
    """A client connection subscribed to a room."""

    seat: int | None
    since: int
    # The address whose limits apply to it.
    address: str

    def reseat(self, seat: int | None) -> None:
        """The subscriber's seat has another number now, or was lost."""

    def send(self, data: bytes) -> None: ...
    def disconnect(self) -> None: ...


class Room(Generic[A]):
    """Runs one aggregate: carries commands out in order, and sends every version to its subscribers."""

    def __init__(
        self, aggregate: A, store: Backend, bots: SlowBots, on_append: AppendHook[A] | None = None
    ) -> None:
        self.aggregate = aggregate
        self.subscribers: list[Subscriber] = []
        self.touched: float = store.now()
        self._cluster = store.cluster
        self._bots = bots
        self._clock = store.now
        self._on_append = on_append
        self._lock = asyncio.Lock()
        self._commands = CommandQueue(aggregate.cost)
        self._log = FactLog(aggregate, store, self._applied)
        # Whether people may have connected to other processes, or left them.
        self._is_presence_stale = False
        self._serving = BackgroundTask(self._serve)
        self._asking_bots = BackgroundTask(self._let_bots_choose)
        self._ticking = BackgroundTask(self._pass_time)
        self._syncing = BackgroundTask(self._sync_until_current)
        self._failures = FailureBackoff(aggregate.name)

    @property
    def is_idle(self) -> bool:
        """Whether the room can be unloaded without a client noticing; its facts are in the store."""
        return not self.subscribers and not self._lock.locked() and not self._commands

    @property
    def listed_for(self) -> str | None:
        """The address that a public table is listed for: that of the first player connected here."""
        if not self.aggregate.is_public:
            return None
        return next((each.address for each in self.subscribers if each.seat is not None), None)

    @property
    def _may_be_stale(self) -> bool:
        return self._log.is_stale or (self._cluster.is_shared and not self.subscribers)

    def begin(self) -> None:
        """Ask bots before any client has connected: a game may begin when its table is opened."""
        self._ask_bots_if_needed()

    # Requests

    async def refresh(self) -> None:
        """Bring the aggregate up to date with the store."""
        if self._may_be_stale:
            async with self._exclusive():
                pass

    async def seat_of(self, secret: str) -> int | None:
        """The seat that a secret belongs to, also if another process gave it away a moment ago."""
        seat = self.aggregate.seat_of(secret)
        if seat is None and self._cluster.is_shared:
            async with self._exclusive():
                await self._log.catch_up()
            seat = self.aggregate.seat_of(secret)
        return seat

    async def join(self, plan_join: Callable[[], tuple[Facts, NewSecret]]) -> NewSecret:
        """A person takes a seat; Refusal if none is free or the name is not accepted."""
        attempts = Attempts(plan_join)
        async with self._exclusive():
            return attempts.result_of(await self._carry_out(attempts))

    async def command(self, seat: int | None, command: Any) -> int:
        """Carry out a command; the version it led to. A Refusal or another InputError changes nothing.

        Commands that arrive during an append are carried out together after it: simultaneous choices share
        one append and one update.
        """
        outcome = self._commands.add(SeatCommand(seat, command))
        self._serving.start()
        return await outcome

    async def _serve(self) -> None:
        """Carry out commands until none is waiting."""
        while self._commands:
            group: list[PendingCommand] = []
            try:
                async with self._exclusive():
                    group += self._commands.next_group(self._clock())
                    await self._carry_out_all(group)
            except Exception as error:
                for each in group or self._commands.next_group(self._clock()):
                    each.fail(error)

    async def _carry_out_all(self, group: Sequence[PendingCommand]) -> None:
        """Carry out commands with one append and one update; a failure of one does not affect others."""
        attempts = Attempts(lambda: self.aggregate.plan_all([each.command for each in group]))
        stored = await self._log.append(attempts)
        for each, outcome in zip(group, attempts.result_of(stored), strict=True):
            if isinstance(outcome, int):
                each.succeed(outcome)
            else:
                each.fail(self._explained(outcome))
        if stored:
            self._publish()
            self._ask_bots_if_needed()

    # Subscribers

    async def subscribe(self, subscriber: Subscriber, secret: str | None = None) -> None:
        """Add a subscriber, and send what it missed.

        The secret says which seat is theirs, since seats may have changed after it was looked up.
        """
        if not self.subscribers:
            self.on_presence_change()
        async with self._exclusive():
            if self._cluster.is_shared and self.subscribers:
                # The client may have been connected to a process that was ahead of this one. A room without
                # subscribers has just caught up.
                await self._log.catch_up()
            if secret is not None and (seat := self.aggregate.seat_of(secret)) != subscriber.seat:
                subscriber.reseat(seat)
            self.subscribers.append(subscriber)
            if self._log.is_stale:
                self._schedule_sync()  # other processes appended while there was no subscriber
            self.touched = self._clock()
            seat = subscriber.seat
            if seat is None:
                self._send(subscriber)
                return
            before = self.aggregate.now
            self.aggregate.presence.arrive(seat)
            # If the store fails they watch, and get their seat back with their first command.
            with suppress(StoreError):
                await self._carry_out(lambda: self.aggregate.plan_arrival(seat))
            self._publish_presence()
            if self.aggregate.now is before:
                self._publish()
            self._ask_bots_if_needed()

    async def unsubscribe(self, subscriber: Subscriber) -> None:
        async with self._lock:
            if subscriber in self.subscribers:
                self.subscribers.remove(subscriber)
            self.touched = self._clock()
            seat = subscriber.seat
            if seat is not None and all(other.seat != seat for other in self.subscribers):
                self.aggregate.presence.leave(seat, self._clock())
                self._publish_presence()
                try:
                    self._publish()
                except Exception as error:
                    self._failures.report(error, self._clock())

    def disconnect_all(self) -> None:
        """Disconnect all subscribers; clients connect again, and may find another process."""
        for subscriber in list(self.subscribers):
            subscriber.disconnect()

    # Other processes

    def on_append(self, first: int, new: Sequence[StoredFact]) -> None:
        """Another process appended facts, numbered from ``first``; load them if ``new`` is empty."""
        known = self.aggregate.now.version
        if new and first + len(new) <= known + 1:
            return
        if self.subscribers and new and first == known + 1 and not self._lock.locked():
            try:
                self._log.apply_others(new)
            except Exception as error:
                self._failures.report(error, self._clock())
        else:
            self.mark_stale()

    def on_presence_change(self) -> None:
        """People connected to another process, or left it."""
        self._is_presence_stale = self._cluster.is_shared
        self._schedule_sync()

    def mark_stale(self) -> None:
        """The store may have facts that are not applied here."""
        self._log.is_stale = True
        self._schedule_sync()

    def _schedule_sync(self) -> None:
        if self.subscribers:
            self._syncing.start()

    async def _sync_until_current(self) -> None:
        try:
            while self._log.is_stale or self._is_presence_stale:
                async with self._exclusive():
                    pass
        except (StoreError, TableFailed):
            return  # the next tick tries again

    async def _refresh_presence(self) -> None:
        """Load which seats are connected to other processes."""
        self._is_presence_stale = False
        try:
            remote = await self._cluster.remote_presence(self.aggregate.name)
        except BaseException:
            self._is_presence_stale = True
            raise
        self.aggregate.presence.set_remote(remote, self._clock())
        self._publish()
        self._ask_bots_if_needed()

    def _publish_presence(self) -> None:
        here = frozenset(self.aggregate.presence.here)
        self._cluster.publish_presence(self.aggregate.name, here, listed_for=self.listed_for)

    # Time

    def tick(self) -> None:
        """Let time pass; its consequences are carried out in the background."""
        at = self._clock()
        is_busy = self._lock.locked() or self._ticking.is_running
        if is_busy or self._failures.is_waiting(at) or not self.subscribers:
            return
        try:
            if self.aggregate.notice(at):
                self._publish()
            is_stale = self._log.is_stale or self._is_presence_stale
            if is_stale or self.aggregate.plan_tick(at) or self._bot_question():
                self._ticking.start()
            else:
                self._failures.succeeded()
        except Exception as error:
            self._failures.report(error, self._clock())

    async def _pass_time(self) -> None:
        try:
            async with self._lock:
                await self._sync()
                await self._carry_out(lambda: self.aggregate.plan_tick(self._clock()))
                self._ask_bots_if_needed()
            if not self._asking_bots.is_running:
                self._failures.succeeded()
        except StoreError:
            return  # the next command of a player reports it
        except Exception as error:
            self._failures.report(error, self._clock())

    def close(self) -> None:
        """Stop all background tasks."""
        for task in (self._asking_bots, self._ticking, self._syncing):
            task.cancel()

    # Appending and applying

    @asynccontextmanager
    async def _exclusive(self) -> AsyncIterator[None]:
        """Exclusive use of the aggregate, in sync with the store. Unexpected errors become TableFailed."""
        async with self._lock:
            try:
                await self._sync()
                yield
            except Exception as error:
                explained = self._explained(error)
                if explained is error:
                    raise
                raise explained from error

    def _explained(self, error: Exception) -> Exception:
        """Map an error to what the client may see; log unexpected ones."""
        if isinstance(error, Refusal | IllegalChoice | ParseError | StoreError):
            return error
        self._failures.report(error, self._clock())
        return TableFailed()

    async def _carry_out(self, plan: PlanFacts) -> Facts:
        """Append facts before any subscriber sees them. Returns the facts that were planned and stored."""
        stored = await self._log.append(plan)
        if stored:
            self._publish()
            self._ask_bots_if_needed()
        return stored

    async def _sync(self) -> None:
        """Catch up with appends and presence of other processes, if this room may be stale."""
        if self._may_be_stale:
            await self._log.catch_up()
        if self._is_presence_stale:
            await self._refresh_presence()

    def _applied(self, before: Any, own: Facts | None) -> None:
        """Facts were applied; ``own`` are those that this process planned, which its caller publishes."""
        self._reseat(before)
        if own is None:
            self._publish()
            self._ask_bots_if_needed()
            return
        self.touched = self._clock()
        if self._on_append is not None:
            self._on_append(self.aggregate, before, own)

    def _reseat(self, before: Any) -> None:
        """Players may have changed seats: commands, connections and presence go with them."""
        seats = self.aggregate.reseated(before)
        if not seats:
            return
        self._commands.reseat(seats)
        for subscriber in self.subscribers:
            if subscriber.seat is not None and subscriber.seat in seats:
                subscriber.reseat(seats[subscriber.seat])
        self.aggregate.presence.reseat(each.seat for each in self.subscribers if each.seat is not None)
        self._publish_presence()

    # Slow bots

    def _ask_bots_if_needed(self) -> None:
        if self._bot_question() is not None:
            self._asking_bots.start()

    def _bot_question(self) -> BotQuestion | None:
        return question_here(self.aggregate, self._cluster.process, self._clock())

    async def _let_bots_choose(self) -> None:
        """Ask bots while the game waits for them. People may choose and leave meanwhile."""
        try:
            while (question := self._bot_question()) is not None:
                choices = await self._bots.choose(self.aggregate, question, self._cluster.process)
                async with self._lock:
                    await self._sync()
                    await self._carry_out(partial(self.aggregate.plan_answer, question, choices))
            self._failures.succeeded()
        except StoreError:
            return  # the next tick asks again
        except Exception as error:
            self._failures.report(error, self._clock())

    # Updates

    def _send(self, subscriber: Subscriber) -> None:
        broadcast = self.aggregate.broadcast(self._clock())
        subscriber.send(broadcast.update(subscriber.seat, subscriber.since))
        subscriber.since = self.aggregate.now.last_seq

    def _publish(self) -> None:
        """Send the current version to all subscribers."""
        began = perf_counter()
        broadcast, last = self.aggregate.broadcast(self._clock()), self.aggregate.now.last_seq
        for subscriber in self.subscribers:
            subscriber.send(broadcast.update(subscriber.seat, subscriber.since))
            subscriber.since = last
        METRICS.broadcasting.add(perf_counter() - began)


TableRoom = Room[Table]
PadRoom = Room[Pad]
AnyRoom = TableRoom | PadRoom
