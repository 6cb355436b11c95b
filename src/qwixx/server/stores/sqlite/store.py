"""The store in one SQLite file, for one process.

One thread writes. Requests that arrive during a commit go into its next transaction, so that many tables
share one wait for the disk. Readers have separate threads and connections: they never wait for the writer,
and a short read does not wait for a long one.
"""

import asyncio
import logging
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import NamedTuple, TypeVar

from qwixx.server.failures import Health
from qwixx.server.logs import event
from qwixx.server.stores.sql import SqlReads
from qwixx.server.stores.sqlite import rows
from qwixx.server.stores.sqlite.file import (
    StoreFile,
    as_store_errors,
    checkpointed,
    is_disk_full,
    store_error,
)
from qwixx.server.stores.sqlite.rows import TimedAppend
from qwixx.server.stores.store import (
    ClusterSubscriber,
    GameDice,
    LocalCluster,
    OutcomeUnknown,
    StoreError,
    StoreFailure,
)

log: logging.Logger = logging.getLogger(__name__)

# Loading 100,000 facts takes a twentieth of a second, and few tables have as many.
READERS = 2

T = TypeVar("T")
Change = TimedAppend | Callable[[sqlite3.Connection], int]


class _PendingWrite(NamedTuple):
    """A write: an append, which is grouped with others, or any other change."""

    change: Change
    done: asyncio.Future[int]


class SqliteStore(SqlReads):
    """The store in one file, made by ``SqliteStore.open``. ``commits`` counts the transactions so far.

    After a StoreError about a moved file it is unknown whether facts were written.
    """

    def __init__(
        self,
        file: StoreFile,
        writer: sqlite3.Connection,
        readers: Sequence[sqlite3.Connection],
        wall: Callable[[], float],
        steady: Callable[[], float],
        on_end: Callable[[StoreError], None] | None,
        held: ExitStack,
    ) -> None:
        self.cluster: LocalCluster = LocalCluster()
        self.commits: int = 0
        self._file = file
        self._wall = wall
        # The wall clock at the start, which goes on steadily.
        self._began_at = time.time() - steady()
        self._steady = steady
        self._on_end = on_end
        self._held = held
        self._changed = threading.Condition()
        self._jobs: list[_PendingWrite] = []
        self._over: StoreError | None = None
        self._writing = Health("store")
        self._writer = writer
        self._is_closed = False
        self._reading = Health("store_reading")
        self._idle: queue.SimpleQueue[sqlite3.Connection] = queue.SimpleQueue()
        for reader in readers:
            self._idle.put(reader)
        # One thread for each connection.
        self._readers = ThreadPoolExecutor(len(readers), thread_name_prefix="qwixx-store-reader")
        # A daemon, so that a process that does not close the store can end; lost facts were not acknowledged.
        self._thread = threading.Thread(target=self._run, name="qwixx-store", daemon=True)
        self._thread.start()

    @classmethod
    def open(
        cls,
        path: Path,
        *,
        wall: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
        max_pages: int | None = None,
        on_end: Callable[[StoreError], None] | None = None,
    ) -> "SqliteStore":
        """The store in a file, which is created on first use and locked by this process until closed.

        ``max_pages`` limits the size of the file; beyond it the disk counts as full. If the thread that
        writes ends before the store is closed, it calls ``on_end``: nothing can be written then.
        """
        with ExitStack() as held, as_store_errors(path.resolve()):
            file = StoreFile(path, held)
            writer = file.writer(held, max_pages)
            readers = [file.reader(held) for _ in range(READERS)]
            kept = held.pop_all()
        return cls(file, writer, readers, wall, steady, on_end, kept)

    async def begin(self, subscriber: ClusterSubscriber) -> None:
        """Does nothing: this process has the store for itself."""

    async def end(self) -> None:
        """Does nothing: ``close`` finishes what is queued, and releases the file."""

    def now(self) -> float:
        return self._began_at + self._steady()

    # Writing

    async def append(
        self, table: str, first: int, facts: Sequence[bytes], *, game_starts: Collection[int] = ()
    ) -> float:
        new, at = tuple(facts), self.now()
        if new:
            await self._write(TimedAppend(table, first, new, frozenset(game_starts), at))
        return at

    async def delete(self, tables: Sequence[str], untouched_since: float) -> int:
        names = tuple(tables)
        return await self._write(lambda db: rows.delete(db, names, untouched_since))

    async def save_dice(self, games: Sequence[GameDice]) -> None:
        counted = tuple(games)
        await self._write(lambda db: rows.save_dice(db, counted))

    async def claim_code(self, code: str, table: str) -> bool:
        return await self._write(lambda db: rows.claim_code(db, code, table)) == 1

    async def release_code(self, table: str) -> None:
        await self._write(lambda db: rows.release_code(db, table))

    async def _write(self, change: Change) -> int:
        job = _PendingWrite(change, asyncio.get_running_loop().create_future())
        with self._changed:
            if self._over is not None:
                raise StoreError(str(self._over)) from self._over.__cause__
            self._jobs.append(job)
            self._changed.notify()
        return await job.done

    # Reading

    async def last_versions(self, tables: Sequence[str]) -> dict[str, int]:
        names = tuple(tables)
        return await self._read(lambda db: rows.last_versions(db, names))

    async def _fetch(self, make: Callable[..., T], statement: str, *values: object) -> list[T]:
        return await self._read(lambda db: [make(*row) for row in db.execute(statement, values)])

    async def _read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        with self._changed:
            if self._is_closed:
                raise self._closed_error()
            reading = self._readers.submit(self._select, work)
        return await asyncio.wrap_future(reading)

    def _select(self, work: Callable[[sqlite3.Connection], T]) -> T:
        db = self._idle.get()
        try:
            found = work(db)
        except Exception as error:
            failure = store_error(self._file.path, error)
            if isinstance(failure, StoreFailure):
                self._reading.failed(failure)
            raise failure from error
        finally:
            self._idle.put(db)
        self._reading.succeeded()
        return found

    # Closing

    def close(self) -> None:
        """Finish what is queued, move all facts into the one file, and release it. Idempotent."""
        with self._changed:
            if self._is_closed:
                return
            self._is_closed = True
            self._over = self._over or self._closed_error()
            self._changed.notify()
        self._thread.join()
        self._readers.shutdown()
        with as_store_errors(self._file.path):
            self._held.close()
            self._file.warn_of_wal()

    def _closed_error(self) -> StoreError:
        return StoreError(f"the store {self._file.path} is closed; open it again")

    # The writer's thread

    def _run(self) -> None:
        group: list[_PendingWrite] | None = []
        try:
            while (group := self._next_group()) is not None:
                if self._file.is_space_low():
                    checkpointed(self._writer)
                self._commit(group)
        except BaseException as error:
            self._abort(error, group or [])

    def _next_group(self) -> list[_PendingWrite] | None:
        """All queued jobs, once there are any; None when the store is closed."""
        with self._changed:
            self._changed.wait_for(lambda: self._jobs or self._over)
            if not self._jobs:
                return None
            jobs, self._jobs = self._jobs, []
        return [job for job in jobs if not job.done.cancelled()]

    def _commit(self, group: list[_PendingWrite], *, is_retry: bool = False) -> None:
        """Carry out jobs in one transaction, and settle their futures."""
        try:
            self._begin()
        except (sqlite3.Error, OSError, StoreFailure) as error:
            self._settle(group, [store_error(self._file.path, error) for _ in group])
            return
        try:
            outcomes = self._transact(group)
        except Exception as error:
            self._writer.rollback()
            if not is_retry and is_disk_full(error) and checkpointed(self._writer):
                self._commit(group, is_retry=True)
            elif len(group) > 1:
                # One job may be the cause, and must not fail the others.
                for job in group:
                    self._commit([job], is_retry=True)
            else:
                self._settle(group, [store_error(self._file.path, error)])
            return
        self._settle(group, self._confirmed(outcomes))

    def _begin(self) -> None:
        moved_file_error = self._misplaced()
        if moved_file_error is not None:
            raise moved_file_error
        self._writer.execute("BEGIN IMMEDIATE")

    def _transact(self, group: list[_PendingWrite]) -> list[int | StoreError]:
        changes = [job.change for job in group]
        appends = [change for change in changes if isinstance(change, TimedAppend)]
        appended = iter(rows.append_all(self._writer, appends, self._wall()) if appends else ())
        outcomes = [
            next(appended) if isinstance(change, TimedAppend) else change(self._writer) for change in changes
        ]
        self._writer.execute("COMMIT")
        self.commits += 1
        return outcomes

    def _confirmed(self, outcomes: list[int | StoreError]) -> list[int | StoreError]:
        """The outcomes; but nothing is acknowledged if a restart would not find the file."""
        moved_file_error = self._misplaced()
        if moved_file_error is None:
            return outcomes
        return [
            outcome if isinstance(outcome, StoreError) else store_error(self._file.path, moved_file_error)
            for outcome in outcomes
        ]

    def _misplaced(self) -> StoreFailure | None:
        """The failure if a restart would not find the file and its log."""
        moved_file_error = self._file.moved_file_error()
        if moved_file_error is not None and not self._file.has_wal():
            # Save now what is only in the lost log, since the server may be killed before it is stopped.
            checkpointed(self._writer)
        return moved_file_error

    def _settle(self, group: list[_PendingWrite], outcomes: Sequence[int | StoreError]) -> None:
        for outcome in outcomes:
            if isinstance(outcome, StoreFailure):
                self._writing.failed(outcome)
        # A transaction that writes nothing also succeeds on a full disk.
        if any(isinstance(outcome, int) and outcome > 0 for outcome in outcomes):
            self._writing.succeeded()
        _settle_futures(group, outcomes)

    def _abort(self, error: BaseException, group: list[_PendingWrite]) -> None:
        """Fail all queued jobs and notify the supervisor."""
        message = f"writing to {self._file.path} has stopped for good ({error!r}); restart the server"
        with self._changed:
            self._over = end = StoreError(message)
            end.__cause__ = error
            queued, self._jobs = self._jobs, []
        # The group may have been committed; queued jobs were not.
        _settle_futures(group, [OutcomeUnknown(message) for _ in group])
        _settle_futures(queued, [StoreError(message) for _ in queued])
        # The message of the error may contain what a log must not.
        log.critical(event("store_ended", path=self._file.path, error=type(error).__name__))
        if self._on_end is not None:
            self._on_end(end)


def _settle_futures(group: list[_PendingWrite], outcomes: Sequence[int | StoreError]) -> None:
    """Settle the futures of jobs. Waking an event loop is expensive, so each is woken once."""
    settled = [(job.done, outcome) for job, outcome in zip(group, outcomes, strict=True)]
    for loop in {done.get_loop() for done, _ in settled}:
        # A closed loop has no waiting task.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(_set_results, [each for each in settled if each[0].get_loop() is loop])


def _set_results(settled: list[tuple["asyncio.Future[int]", int | StoreError]]) -> None:
    for done, outcome in settled:
        # It may be cancelled, or settled before the writer failed.
        if done.done():
            continue
        if isinstance(outcome, StoreError):
            done.set_exception(outcome)
        else:
            done.set_result(outcome)
