"""What every room does. Its trouble is its own: nothing it raises reaches another room.

Other processes may serve the same table. Whoever appends a fact first is right; the others take it, and plan
again. A room with listeners hears what others write; one without looks when it is next used.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from time import perf_counter
from typing import Generic, TypeVar

from qwixx.notation import ParseError
from qwixx.rules.choices import Choice
from qwixx.rules.errors import IllegalChoice
from qwixx.server.metrics import METRICS
from qwixx.server.refusals import Refusal
from qwixx.server.rooms.authority import Authority
from qwixx.server.rooms.listener import Listener
from qwixx.server.rooms.requests import Asked, Requests
from qwixx.server.rooms.trouble import TableFailed, Trouble
from qwixx.server.stores.store import Conflict, Kept, Store, StoreError, Unsure
from qwixx.server.tables import facts
from qwixx.server.tables.plan import BotQuestion
from qwixx.server.tables.sitting import NewSecret
from qwixx.server.tables.table import SeatCommand
from qwixx.server.thinking.bots import chosen_in_time
from qwixx.server.thinking.worker_pool import InTime
from qwixx.server.wire import protocol

# How often facts are planned anew after others were first to write.
TRIES = 8
# Of the processes at a table one asks its bots. The others do if they waited for so long.
BOTS_SECONDS = 1.5


A = TypeVar("A", bound=Authority)


class AnyRoom(Generic[A]):
    """Commands are carried out one after the other, and on disk before anybody sees them."""

    def __init__(self, table: A, store: Store, thinker: InTime) -> None:
        self.table = table
        self.listeners: list[Listener] = []
        self.touched = store.now()
        self._store = store
        self._thinker = thinker
        self._clock = store.now
        self._lock = asyncio.Lock()
        self._asked = Requests(self._is_change_of_mind)
        self._serving: asyncio.Task[None] | None = None
        # Whether there may be facts that this room has not taken: it missed some, or its own are in doubt.
        self._is_in_doubt = False
        # Whether people may have come or gone elsewhere.
        self._is_presence_old = False
        self._thinking: asyncio.Task[None] | None = None
        self._ticking: asyncio.Task[None] | None = None
        self._following: asyncio.Task[None] | None = None
        self._trouble = Trouble(table.name)

    @property
    def is_idle(self) -> bool:
        """Whether nobody would notice if this room was gone; the table is on disk."""
        return not self.listeners and not self._lock.locked() and not self._asked

    @property
    def _may_be_stale(self) -> bool:
        """Whether others may have written what this room did not hear of."""
        return self._is_in_doubt or (bool(self._store.process) and not self.listeners)

    def begin(self) -> None:
        """A game may begin with its table: bots are asked before anybody listens."""
        self._think()

    # What may be asked

    async def refresh(self) -> None:
        """Make sure that the table is as it is in the store."""
        if self._may_be_stale:
            async with self._alone():
                pass

    async def seat_of(self, secret: str) -> int | None:
        """The seat that a secret belongs to, also if another process gave it away a moment ago."""
        seat = self.table.seat_of(secret)
        if seat is None and self._store.process:
            async with self._alone():
                await self._catch_up()
            seat = self.table.seat_of(secret)
        return seat

    async def _seat(self, plan_join: Callable[[], tuple[list[facts.AnyFact], NewSecret]]) -> NewSecret:
        """A person takes a seat; Refusal if there is none or the name will not do."""
        secrets: list[NewSecret] = []

        def plan() -> list[facts.AnyFact]:
            planned, secret = plan_join()
            secrets.append(secret)
            return planned

        async with self._alone():
            try:
                await self._carry_out(plan)
            except Unsure:
                await self._catch_up()
                if self.table.seat_of(secrets[-1].secret) is None:
                    raise
        return secrets[-1]

    async def command(self, seat: int | None, message: protocol.Command) -> int:
        """Carry out a command; the version it led to. A Refusal or another InputError changes nothing.

        Whatever is asked while facts go to disk is carried out together afterwards: people who choose at the
        same time share one append, and one update.
        """
        done = self._asked.add(SeatCommand(seat, message))
        if self._serving is None or self._serving.done():
            self._serving = asyncio.create_task(self._serve())
        return await done

    async def _serve(self) -> None:
        """Carry out what is asked until nothing is."""
        while self._asked:
            group: list[Asked] = []
            try:
                async with self._alone():
                    group += self._asked.next_group(self._clock())
                    await self._carry_out_all(group)
            except Exception as error:
                for each in group or self._asked.next_group(self._clock()):
                    each.fail(error)

    async def _carry_out_all(self, group: Sequence[Asked]) -> None:
        """Carry out commands with one append and one update; none of them hinders another."""
        outcomes: list[int | Exception] = []

        def plan() -> list[facts.AnyFact]:
            planned, outcomes[:] = self.table.plan_all([each.command for each in group])
            return planned

        is_news = await self._keep(plan)
        for each, outcome in zip(group, outcomes, strict=True):
            if isinstance(outcome, int):
                each.succeed(outcome)
            else:
                each.fail(self._explained(outcome))
        if is_news:
            self._tell_all()
            self._think()

    def _is_change_of_mind(self, command: SeatCommand) -> bool:
        return command.seat is not None and self.table.is_change_of_mind(command.seat, command.message)

    async def enter(self, listener: Listener) -> None:
        """Somebody begins to listen, and is told what they missed."""
        if not self.listeners:
            self.hear_presence()
        async with self._alone():
            if self._store.process and self.listeners:
                # They may come from a process that was ahead of this one, if only by a hidden choice. A room
                # that nobody listened to has just looked.
                await self._catch_up()
            self.listeners.append(listener)
            if self._is_in_doubt:
                self._follow()  # there were news while nobody listened
            self.touched = self._clock()
            seat = listener.seat
            if seat is None:
                self._tell(listener)
                return
            told = self.table.now
            # Where the disk fails they may look on, and have their seat back with their first command.
            with suppress(StoreError):
                await self._carry_out(lambda: self.table.plan_arrival(seat))
            self._say_who_is_here()
            if self.table.now is told:
                self._tell_all()
            self._think()

    async def leave(self, listener: Listener) -> None:
        async with self._lock:
            if listener in self.listeners:
                self.listeners.remove(listener)
            self.touched = self._clock()
            seat = listener.seat
            if seat is not None and all(other.seat != seat for other in self.listeners):
                self.table.presence.leave(seat, self._clock())
                self._say_who_is_here()
                try:
                    self._tell_all()
                except Exception as error:
                    self._trouble.report(error, self._clock())

    # What others do

    def hear_facts(self, first: int, new: Sequence[Kept]) -> None:
        """Another process appended facts, numbered from ``first``; without any, load them."""
        known = self.table.now.version
        if new and first + len(new) <= known + 1:
            return
        if self.listeners and new and first == known + 1 and not self._lock.locked():
            try:
                self._take(new)
            except Exception as error:
                self._trouble.report(error, self._clock())
        else:
            self.doubt()

    def hear_presence(self) -> None:
        """People came to this table, or left it, elsewhere."""
        self._is_presence_old = bool(self._store.process)
        self._follow()

    def doubt(self) -> None:
        """Something may be in the store that is not known here."""
        self._is_in_doubt = True
        self._follow()

    def _follow(self) -> None:
        """See to it that those who listen learn what there is elsewhere, beside everything else."""
        is_idle = self._following is None or self._following.done()
        if is_idle and self.listeners:
            self._following = asyncio.create_task(self._look())

    async def _look(self) -> None:
        try:
            while self._is_in_doubt or self._is_presence_old:
                async with self._alone():
                    pass
        except (StoreError, TableFailed):
            return  # it is tried again when time passes

    async def _look_around(self) -> None:
        """Find out who is connected elsewhere."""
        self._is_presence_old = False
        try:
            elsewhere = await self._store.elsewhere(self.table.name)
        except BaseException:
            self._is_presence_old = True
            raise
        self.table.presence.hear(elsewhere, self._clock())
        self._tell_all()
        self._think()

    def _say_who_is_here(self) -> None:
        here = frozenset(self.table.presence.here)
        self._store.say_here(self.table.name, here, is_listed=self._is_listed)

    @property
    def _is_listed(self) -> bool:
        """Whether anybody may find it."""
        return False

    # Time

    def tick(self) -> None:
        """Let time pass: what it leads to is carried out beside everything else."""
        at = self._clock()
        is_busy = self._lock.locked() or (self._ticking is not None and not self._ticking.done())
        if is_busy or self._trouble.is_resting(at) or not self.listeners:
            return
        try:
            is_unsettled = self._is_in_doubt or self._is_presence_old
            if is_unsettled or self.table.plan_tick(at) or self._is_to_ask():
                self._ticking = asyncio.create_task(self._pass_time())
        except Exception as error:
            self._trouble.report(error, self._clock())

    async def _pass_time(self) -> None:
        try:
            async with self._lock:
                await self._settle()
                await self._carry_out(lambda: self.table.plan_tick(self._clock()))
                self._think()
        except StoreError:
            return  # whoever plays there is told by their next command
        except Exception as error:
            self._trouble.report(error, self._clock())

    def turn_away(self) -> None:
        """Send those who listen away; they come back by themselves."""
        for listener in list(self.listeners):
            listener.turn_away()

    def close(self) -> None:
        """Bots stop thinking, and time stands still."""
        for task in (self._thinking, self._ticking, self._following):
            if task is not None:
                task.cancel()

    # How it is done

    @asynccontextmanager
    async def _alone(self) -> AsyncIterator[None]:
        """One at a time, and with what is on disk. Whatever is nobody's fault is told as TableFailed."""
        async with self._lock:
            try:
                await self._settle()
                yield
            except Exception as error:
                explained = self._explained(error)
                if explained is error:
                    raise
                raise explained from error

    def _explained(self, error: Exception) -> Exception:
        """What whoever asked is told; what is nobody's fault is reported."""
        if isinstance(error, Refusal | IllegalChoice | ParseError | StoreError):
            return error
        self._trouble.report(error, self._clock())
        return TableFailed()

    async def _carry_out(self, plan: Callable[[], list[facts.AnyFact]]) -> None:
        """Facts go to disk first; only then anybody sees them."""
        if await self._keep(plan):
            self._tell_all()
            self._think()

    async def _keep(self, plan: Callable[[], list[facts.AnyFact]]) -> bool:
        """Whether there were facts: they are on disk and took effect. Who comes second there plans again."""
        for _ in range(TRIES):
            planned = plan()
            if not planned:
                return False
            try:
                at = await self._append(planned)
            except Conflict:
                METRICS.conflicts += 1
                await self._catch_up()
                continue
            self.touched = at
            self._take_own(planned, at)
            return True
        raise StoreError("others write to this table all the time; try again")

    def _take_own(self, planned: list[facts.AnyFact], at: float) -> None:
        """Let facts take effect that this room has written."""
        self.table.take(planned, at)

    async def _append(self, planned: list[facts.AnyFact]) -> float:
        """Return when facts are kept, and when that was. Who is cancelled meanwhile does not know it."""
        first, began = self.table.now.version + 1, perf_counter()
        try:
            at = await self._store.append(self.table.name, first, [facts.encode(fact) for fact in planned])
        except BaseException as error:
            if isinstance(error, Unsure) or not isinstance(error, StoreError):
                self._is_in_doubt = True
            raise
        METRICS.appending.add(perf_counter() - began)
        return at

    async def _settle(self) -> None:
        """Find out what there is elsewhere, as far as it may not be known here."""
        if self._may_be_stale:
            await self._catch_up()
        if self._is_presence_old:
            await self._look_around()

    async def _catch_up(self) -> None:
        """Take what is on disk and was not known here."""
        self._is_in_doubt = False
        try:
            newer = await self._store.load(self.table.name, after=self.table.now.version)
        except BaseException:
            self._is_in_doubt = True
            raise
        if newer:
            self._take(newer)

    def _take(self, new: Sequence[Kept]) -> None:
        """Let facts of others take effect."""
        for kept in new:
            self.table.take([facts.decode(kept.fact)], kept.at)
        self._tell_all()
        self._think()

    # Bots that take their time

    def _think(self) -> None:
        """See to it that bots which take their time are asked, beside everything else."""
        is_idle = self._thinking is None or self._thinking.done()
        if is_idle and self._is_to_ask():
            self._thinking = asyncio.create_task(self._let_bots_choose())

    def _is_to_ask(self) -> bool:
        """Whether bots have to be asked, and by this process."""
        if self.table.bot_question() is None:
            return False
        is_first = self.table.presence.leads(self._store.process)
        return is_first or self.table.seconds_open(self._clock()) > BOTS_SECONDS

    async def _let_bots_choose(self) -> None:
        """Ask until the game waits for no bot. The table is free meanwhile: people may choose, and leave."""
        try:
            while self._is_to_ask() and (question := self.table.bot_question()) is not None:
                chosen = await self._ask_bots(question)
                async with self._lock:
                    await self._settle()
                    await self._carry_out(self._planner(question, chosen))
        except StoreError:
            return  # they are asked again when time has passed
        except Exception as error:
            self._trouble.report(error, self._clock())

    def _planner(self, question: BotQuestion, chosen: dict[int, Choice]) -> Callable[[], list[facts.AnyFact]]:
        return lambda: self.table.plan_answer(question, chosen)

    async def _ask_bots(self, question: BotQuestion) -> dict[int, Choice]:
        waited = 0.0 if self.table.presence.leads(self._store.process) else BOTS_SECONDS
        return await chosen_in_time(self._thinker, self.table.name, waited, question)

    # What everybody is told

    def _tell(self, listener: Listener) -> None:
        news = self.table.broadcast(self._clock())
        listener.send(news.update(listener.seat, listener.since))
        listener.since = self.table.now.last_seq

    def _tell_all(self) -> None:
        began = perf_counter()
        news, last = self.table.broadcast(self._clock()), self.table.now.last_seq
        for listener in self.listeners:
            listener.send(news.update(listener.seat, listener.since))
            listener.since = last
        METRICS.telling.add(perf_counter() - began)
