"""The store in a PostgreSQL database, which any number of processes share.

Each process has one connection that writes, some that read, and one for the cluster. They reconnect, so that
a process survives a restart of the database.
"""

import asyncio
import logging
from collections.abc import Callable, Collection, Coroutine, Sequence
from typing import Any, NamedTuple, TypeVar

from qwixx.server.failures import Health
from qwixx.server.logs import event
from qwixx.server.stores.postgres import rows
from qwixx.server.stores.postgres.address import DatabaseAddress
from qwixx.server.stores.postgres.cluster import PostgresCluster
from qwixx.server.stores.postgres.connection import (
    PostgresConnection,
    ReconnectingConnection,
    is_outcome_known,
    outcome_unknown,
    store_error,
)
from qwixx.server.stores.postgres.presence import DatabaseClock
from qwixx.server.stores.postgres.readers import Readers
from qwixx.server.stores.postgres.rows import Append
from qwixx.server.stores.sql import SqlReads
from qwixx.server.stores.store import ClusterSubscriber, GameDice, OutcomeUnknown, StoreError, StoreFailure

log: logging.Logger = logging.getLogger(__name__)

T = TypeVar("T")

# The time for what is queued at the end, and again for what waits for a database that does not answer.
END_SECONDS = 3.0
# The largest group of appends in one statement; a single append may be larger.
GROUP_BYTES = 1_000_000


class PostgresStore(SqlReads):
    """The store in a database that ``prepare_database`` checked, used in the event loop of ``begin``.

    If the writer or the cluster ends before the store, it calls ``on_end``: the process is unusable then.
    """

    def __init__(self, address: DatabaseAddress, on_end: Callable[[StoreError], None] | None = None) -> None:
        self._on_end = on_end
        self._address = address
        self._clock = DatabaseClock()
        self._readers = Readers(address)
        self.cluster: PostgresCluster = PostgresCluster(address, self._clock, self._readers)
        self._writer = Writer(address, self.cluster.process)
        self._running: list[asyncio.Task[None]] = []
        self._is_ending = False

    # Beginning and end

    async def begin(self, subscriber: ClusterSubscriber) -> None:
        try:
            await self._writer.begin()
            for connection in self._readers.connections:
                await connection.get()
            await self.cluster.begin(subscriber)
        except BaseException:
            await self.end()
            raise
        self._running = [self._supervised(each.run()) for each in (self._writer, self.cluster)]

    def _supervised(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        """Notify the supervisor, unless the store is ending."""
        if self._is_ending:
            return
        error = asyncio.CancelledError() if task.cancelled() else task.exception()
        # The message of the error may contain what a log must not.
        log.critical(event("store_ended", data=self._address, error=type(error).__name__))
        if self._on_end is not None:
            end = StoreError(f"the connection to {self._address} has stopped; restart the server")
            end.__cause__ = error
            self._on_end(end)

    async def end(self) -> None:
        if self._is_ending:
            return
        self._is_ending = True
        self._writer.finish()
        self.cluster.finish()
        if await self._finished():
            await asyncio.gather(self.cluster.end(), self._writer.connection.close(), self._readers.close())
        else:
            await self._give_up()

    async def _finished(self) -> bool:
        """Whether the queue was written in time. Earlier failures of a task were logged then."""
        if not self._running:
            return True
        _, unfinished = await asyncio.wait(self._running, timeout=END_SECONDS)
        return not unfinished

    async def _give_up(self) -> None:
        """Give up on a database that does not answer. Callers that wait get an unknown outcome."""
        log.error(event("store_not_answering", data=self._address, meaning="what was queued may be lost"))
        dropped: list[ReconnectingConnection] = [self._writer.connection, self.cluster.connection]
        for connection in (*dropped, *self._readers.connections):
            connection.drop()
        for task in self._running:
            task.cancel()
        await asyncio.wait(self._running, timeout=END_SECONDS)
        await self._readers.close()

    def now(self) -> float:
        return self._clock.now()

    @property
    def commits(self) -> int:
        """The number of statements that have written so far."""
        return self._writer.commits

    # Writing

    async def append(
        self, table: str, first: int, facts: Sequence[bytes], *, game_starts: Collection[int] = ()
    ) -> float:
        if not facts:
            return self.now()
        return await self._writer.append(Append(table, first, tuple(facts), frozenset(game_starts)))

    async def delete(self, tables: Sequence[str], untouched_since: float) -> int:
        return await self._readers.read(lambda db: rows.delete(db, tables, untouched_since))

    async def save_dice(self, games: Sequence[GameDice]) -> None:
        await self._readers.read(lambda db: rows.save_dice(db, games))

    async def claim_code(self, code: str, table: str) -> bool:
        return await self._readers.read(lambda db: rows.claim_code(db, code, table))

    async def release_code(self, table: str) -> None:
        await self._readers.read(lambda db: rows.release_code(db, table))

    # Reading

    async def last_versions(self, tables: Sequence[str]) -> dict[str, int]:
        return await self._readers.read(lambda db: rows.last_versions(db, tables))

    async def _fetch(self, make: Callable[..., T], statement: str, *values: object) -> list[T]:
        return await self._readers.read(lambda db: rows.fetch(db, make, statement, *values))


class _PendingAppend(NamedTuple):
    append: Append
    done: asyncio.Future[float]


async def commit_durably(connection: PostgresConnection) -> None:
    """Wait for the disk at every commit, even if the database is configured not to."""
    await connection.execute(
        "SELECT set_config('synchronous_commit', 'on', false)"
        " WHERE current_setting('synchronous_commit') = 'off'"
    )


class Writer:
    """One connection and its queue. Appends that arrive during a commit share the next statement."""

    def __init__(self, address: DatabaseAddress, process: str) -> None:
        self.commits: int = 0
        self.connection: ReconnectingConnection = ReconnectingConnection(address, "writer", commit_durably)
        self._address = address
        self._process = process
        self._health = Health("store")
        self._jobs: list[_PendingAppend] = []
        self._wanted = asyncio.Event()
        self._is_over = True

    async def begin(self) -> None:
        await self.connection.get()
        self._is_over = False

    async def append(self, append: Append) -> float:
        if self._is_over:
            raise StoreError(f"{self._address} is closed; open it again")
        job = _PendingAppend(append, asyncio.get_running_loop().create_future())
        self._jobs.append(job)
        self._wanted.set()
        return await job.done

    def finish(self) -> None:
        """Let ``run`` end when the queue is written; no append is accepted any more."""
        self._is_over = True
        self._wanted.set()

    async def run(self) -> None:
        group: list[_PendingAppend] = []
        try:
            while self._jobs or not self._is_over:
                await self._wanted.wait()
                group = self._next_group()
                if group:
                    await self._commit(group)
                elif not self._is_over:
                    self._wanted.clear()
        except BaseException as error:
            self._abort(error, group)
            raise

    def _abort(self, error: BaseException, group: list[_PendingAppend]) -> None:
        """Fail all jobs; the outcome of those that were being written is unknown."""
        self._is_over = True
        queued, self._jobs = self._jobs, []
        self._set_outcomes(group, [outcome_unknown(self._address, error) for _ in group])
        self._set_outcomes(queued, [StoreError(f"writing to {self._address} has stopped") for _ in queued])

    def _next_group(self) -> list[_PendingAppend]:
        """The next appends of the queue, one for each table: a second one depends on the first."""
        group: dict[str, _PendingAppend] = {}
        later: list[_PendingAppend] = []
        size = 0
        for job in self._jobs:
            if job.done.cancelled():
                continue
            size += sum(map(len, job.append.facts))
            is_next = job.append.table not in group and (size <= GROUP_BYTES or not group)
            if is_next:
                group[job.append.table] = job
            else:
                later.append(job)
        self._jobs = later
        return list(group.values())

    async def _commit(self, group: list[_PendingAppend], *, is_retry: bool = False) -> None:
        try:
            connection = await self.connection.get()
            outcomes = await rows.append(connection, self._process, [job.append for job in group])
        except Exception as error:
            await self._after_failure(group, error, is_retry=is_retry)
            return
        self.commits += 1
        self._set_outcomes(group, outcomes)

    async def _after_failure(self, group: list[_PendingAppend], error: Exception, *, is_retry: bool) -> None:
        if not is_outcome_known(error):
            self.connection.drop()
            self._set_outcomes(group, [outcome_unknown(self._address, error) for _ in group])
        elif not is_retry and not isinstance(error, StoreError):
            # One append may be the cause, and must not fail the others; or the connection was lost before
            # anything was sent.
            for job in group:
                await self._commit([job], is_retry=True)
        else:
            self._set_outcomes(group, [store_error(self._address, error) for _ in group])

    def _set_outcomes(self, group: list[_PendingAppend], outcomes: Sequence[float | StoreError]) -> None:
        for job, outcome in zip(group, outcomes, strict=True):
            if isinstance(outcome, StoreFailure | OutcomeUnknown):
                self._health.failed(outcome)
            elif isinstance(outcome, float):
                self._health.succeeded()
            # It may have been cancelled.
            if job.done.done():
                continue
            if isinstance(outcome, StoreError):
                job.done.set_exception(outcome)
            else:
                job.done.set_result(outcome)
