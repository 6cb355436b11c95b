"""A table with those who listen to it. Its trouble is its own: nothing it raises reaches another room."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Protocol

from qwixx.notation import ParseError
from qwixx.rules.choices import Choice
from qwixx.rules.errors import IllegalChoice, OperationalError
from qwixx.server import facts, jobs, protocol, refusals
from qwixx.server.journal import line, reason_of, tag
from qwixx.server.limits import Bucket
from qwixx.server.plan import BotQuestion, by_cover_bot
from qwixx.server.store import Conflict, Store, StoreError
from qwixx.server.table import NewSecret, Refusal, Table
from qwixx.server.worker import WorkerError
from qwixx.server.worker_pool import InTime, NotYet

log = logging.getLogger(__name__)

# How often facts are planned anew after others were first to write.
TRIES = 8
# Changes of mind of a seat: each is a fact on disk, and no game needs more.
CHANGES_PER_SECOND = 1.0
CHANGES_AT_ONCE = 10.0
# How long a room in trouble is left alone before time passes in it again.
FIRST_REST = 1.0
LONGEST_REST = 60.0


class Listener(Protocol):
    """A connection: somebody who is told about a table."""

    seat: int | None
    since: int

    def send(self, data: bytes) -> None: ...


class TableFailed(OperationalError):
    """Something that went wrong at one table through no fault of whoever asked."""

    reason = refusals.TABLE_FAILED

    def __init__(self) -> None:
        super().__init__(self.reason.sentence)


class Room:
    """Commands are carried out one after the other, and on disk before anybody sees them."""

    def __init__(self, table: Table, store: Store, thinker: InTime, clock: Callable[[], float]) -> None:
        self.table = table
        self.listeners: list[Listener] = []
        self.touched = clock()
        self._store = store
        self._thinker = thinker
        self._clock = clock
        self._lock = asyncio.Lock()
        # Whether facts may be on disk that this room has not taken: their writer was not heard of again.
        self._is_in_doubt = False
        self._changes: defaultdict[int, Bucket] = defaultdict(
            lambda: Bucket(CHANGES_PER_SECOND, CHANGES_AT_ONCE)
        )
        self._thinking: asyncio.Task[None] | None = None
        self._ticking: asyncio.Task[None] | None = None
        self._reported: str | None = None
        self._rest = FIRST_REST
        self._rests_until = 0.0

    @property
    def is_idle(self) -> bool:
        """Whether nobody would notice if this room was gone; the table is on disk."""
        return not self.listeners and not self._lock.locked()

    # What may be asked

    async def join(self, name: str) -> NewSecret:
        """A person takes a seat; Refusal if there is none or the name will not do."""
        secrets: list[NewSecret] = []

        def plan() -> list[facts.AnyFact]:
            planned, secret = self.table.plan_join(name)
            secrets.append(secret)
            return planned

        async with self._alone():
            await self._carry_out(plan)
        return secrets[-1]

    async def command(self, seat: int | None, message: protocol.Command) -> int:
        """Carry out a command; the version it led to. A Refusal or another InputError changes nothing."""
        async with self._alone():
            self._check_pace(seat, message)
            await self._carry_out(lambda: self.table.plan(seat, message))
            return self.table.now.version

    def _check_pace(self, seat: int | None, message: protocol.Command) -> None:
        is_change = seat is not None and self.table.is_change_of_mind(seat, message)
        if seat is not None and is_change and not self._changes[seat].take(self._clock()):
            raise Refusal(refusals.TOO_FAST)

    async def enter(self, listener: Listener) -> None:
        """Somebody begins to listen, and is told what they missed."""
        async with self._alone():
            self.listeners.append(listener)
            self.touched = self._clock()
            seat = listener.seat
            if seat is None:
                self._tell(listener)
                return
            told = self.table.now
            # Where the disk fails they may look on, and have their seat back with their first command.
            with suppress(StoreError):
                await self._carry_out(lambda: self.table.plan_arrival(seat))
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
                self.table.gone(seat, self._clock())
                try:
                    self._tell_all()
                except Exception as error:
                    self._report(error)

    # Time

    def tick(self) -> None:
        """Let time pass: what it leads to is carried out beside everything else."""
        at = self._clock()
        is_busy = self._lock.locked() or (self._ticking is not None and not self._ticking.done())
        if is_busy or at < self._rests_until or not self.table.now.is_playing:
            return
        try:
            if self.table.plan_tick(at) or self.table.bot_question() is not None:
                self._ticking = asyncio.create_task(self._pass_time())
        except Exception as error:
            self._report(error)

    async def _pass_time(self) -> None:
        try:
            async with self._lock:
                await self._settle_doubt()
                await self._carry_out(lambda: self.table.plan_tick(self._clock()))
                self._think()
        except StoreError:
            return  # whoever plays there is told by their next command
        except Exception as error:
            self._report(error)

    def close(self) -> None:
        """Bots stop thinking, and time stands still."""
        for task in (self._thinking, self._ticking):
            if task is not None:
                task.cancel()

    # How it is done

    @asynccontextmanager
    async def _alone(self) -> AsyncIterator[None]:
        """One at a time, and with what is on disk. Whatever is nobody's fault is told as TableFailed."""
        async with self._lock:
            try:
                await self._settle_doubt()
                yield
            except (Refusal, IllegalChoice, ParseError, StoreError):
                raise
            except Exception as error:
                self._report(error)
                raise TableFailed from error

    def _report(self, error: Exception) -> None:
        """Log what went wrong, once, and leave the room alone for a while."""
        reason = reason_of(error)
        if reason != self._reported:
            self._reported = reason
            log.error(line("table_failed", table=tag(self.table.name), reason=reason))
            self._rest = FIRST_REST
        self._rests_until = self._clock() + self._rest
        self._rest = min(2 * self._rest, LONGEST_REST)

    async def _carry_out(self, plan: Callable[[], list[facts.AnyFact]]) -> None:
        """Facts go to disk first; only then anybody sees them. Who comes second there plans again."""
        for _ in range(TRIES):
            planned = plan()
            if not planned:
                return
            try:
                await self._append(planned)
            except Conflict:
                await self._catch_up()
                continue
            self.touched = self._clock()
            self.table.take(planned, self.touched)
            self._tell_all()
            self._think()
            return
        raise StoreError("others write to this table all the time; try again")

    async def _append(self, planned: list[facts.AnyFact]) -> None:
        """Return when facts are on disk. Who is cancelled meanwhile does not know whether they are."""
        first = self.table.now.version + 1
        self._is_in_doubt = True
        try:
            await self._store.append(self.table.name, first, [facts.encode(fact) for fact in planned])
        except StoreError:
            self._is_in_doubt = False
            raise
        self._is_in_doubt = False

    async def _settle_doubt(self) -> None:
        if self._is_in_doubt:
            await self._catch_up()

    async def _catch_up(self) -> None:
        """Take what is on disk and was not known here."""
        newer = await self._store.load(self.table.name, after=self.table.now.version)
        self._is_in_doubt = False
        if newer:
            self.table.take([facts.decode(fact) for fact in newer], self._clock())
            self._tell_all()

    # Bots that take their time

    def _think(self) -> None:
        """See to it that bots which take their time are asked, beside everything else."""
        is_idle = self._thinking is None or self._thinking.done()
        if is_idle and self.table.bot_question() is not None:
            self._thinking = asyncio.create_task(self._let_bots_choose())

    async def _let_bots_choose(self) -> None:
        """Ask until the game waits for no bot. The table is free meanwhile: people may choose, and leave."""
        try:
            while (question := self.table.bot_question()) is not None:
                chosen = await self._ask_bots(question)
                async with self._lock:
                    await self._settle_doubt()
                    await self._carry_out(self._planner(question, chosen))
        except StoreError:
            return  # they are asked again when time has passed
        except Exception as error:
            self._report(error)

    def _planner(self, question: BotQuestion, chosen: dict[int, Choice]) -> Callable[[], list[facts.AnyFact]]:
        return lambda: self.table.plan_answer(question, chosen)

    async def _ask_bots(self, question: BotQuestion) -> dict[int, Choice]:
        try:
            return await self._thinker.ask(self.table.name, jobs.choices, question.state, question.bots)
        except NotYet:
            # Until the machine has compiled what it takes, a simple bot plays: people do not wait for that.
            return by_cover_bot(question)
        except WorkerError as error:
            # The game shall not stand still for ever because of, say, weights that were removed.
            log.warning(line("bot_replaced", reason=error))
            return by_cover_bot(question)

    # What everybody is told

    def _tell(self, listener: Listener) -> None:
        news = self.table.broadcast(self._clock())
        listener.send(news.update(listener.seat, listener.since))
        listener.since = self.table.now.last_seq

    def _tell_all(self) -> None:
        news, last = self.table.broadcast(self._clock()), self.table.now.last_seq
        for listener in self.listeners:
            listener.send(news.update(listener.seat, listener.since))
            listener.since = last
