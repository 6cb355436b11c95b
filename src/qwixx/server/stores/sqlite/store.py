"""The store in one SQLite file, which one process uses.

One thread writes. Everything that is asked of it while it commits goes into its next transaction, so
that many tables share the wait for the disk. Reading has threads and connections of its own: it never
waits for the writer, and who reads little does not wait for somebody who reads much.
"""

import asyncio
import logging
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import NamedTuple, TypeVar

from qwixx.server.journal import line
from qwixx.server.stores.health import Health, Trouble
from qwixx.server.stores.sqlite import rows
from qwixx.server.stores.sqlite.file import StoreFile, checkpointed
from qwixx.server.stores.sqlite.rows import Append
from qwixx.server.stores.sqlite.trouble import explained, lacks_room, trouble
from qwixx.server.stores.store import Kept, News, StoreError, TableRow
from qwixx.server.stores.usage import UsedElsewhere, UsedHere, nothing_elsewhere
from qwixx.server.tables.tally import Tallied, Tally

log = logging.getLogger(__name__)

# To load 100,000 facts takes a twentieth of a second, and few tables have as many.
READERS = 2

Read = TypeVar("Read")


Work = Append | Callable[[sqlite3.Connection], int]


class _Job(NamedTuple):
    """Something to write: facts, which are written together with those of others, or something rarer."""

    work: Work
    done: asyncio.Future[int]


class SqliteStore:
    """The store in one file, made by ``SqliteStore.open``. ``commits`` counts the transactions so far.

    Whether facts are kept is for ``load`` to tell also after a StoreError about a file that was moved.
    """

    process = ""

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
        self.commits = 0
        self._file = file
        self._wall = wall
        # The wall clock as it was then, going on steadily.
        self._began_at = time.time() - steady()
        self._steady = steady
        self._on_end = on_end
        self._held = held
        self._changed = threading.Condition()
        self._jobs: list[_Job] = []
        self._over: StoreError | None = None
        self._writing = Health("store")
        self._writer = writer
        self._is_closed = False
        self._reading = Health("store_reading")
        self._idle: queue.SimpleQueue[sqlite3.Connection] = queue.SimpleQueue()
        for reader in readers:
            self._idle.put(reader)
        # As many threads as connections, so that whoever has a thread finds a connection.
        self._readers = ThreadPoolExecutor(len(readers), thread_name_prefix="qwixx-store-reader")
        # A daemon, so that a process which forgets to close can end; whatever it loses was not promised.
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
        """The store in a file, which is made on first use and is this process's alone until closed.

        With ``max_pages`` the file grows to so many pages of SQLite at most; then it is a full disk. If the
        thread that writes ends before the store is closed, it calls ``on_end``: nothing can be written then.
        """
        with ExitStack() as held, explained(path.resolve()):
            file = StoreFile(path, held)
            writer = file.writer(held, max_pages)
            readers = [file.reader(held) for _ in range(READERS)]
            kept = held.pop_all()
        return cls(file, writer, readers, wall, steady, on_end, kept)

    # Being alone: no other process may use the file

    async def begin(self, news: News) -> None:
        """Nothing to connect to, and nobody to hear of."""

    async def end(self) -> None:
        """The file is for ``close`` to give back."""

    def say_here(self, table: str, seats: frozenset[int], *, is_listed: bool = False) -> None:
        """Everybody is here."""

    async def elsewhere(self, table: str) -> Mapping[str, frozenset[int]]:
        return {}

    async def listed_elsewhere(self) -> list[str]:
        return []

    def share_usage(self, here: UsedHere) -> UsedElsewhere:
        return nothing_elsewhere

    def now(self) -> float:
        return self._began_at + self._steady()

    def down_for(self) -> float:
        return 0.0

    # Writing

    async def append(self, table: str, first: int, facts: Sequence[bytes]) -> float:
        kept, at = tuple(facts), self.now()
        if kept:
            await self._write(Append(table, first, kept, at))
        return at

    async def forget(self, tables: Sequence[str], untouched_since: float) -> int:
        kept = tuple(tables)
        return await self._write(lambda db: rows.forget(db, kept, untouched_since))

    async def count(self, tally: Tally) -> None:
        await self._write(lambda db: rows.count(db, tally))

    async def _write(self, work: Work) -> int:
        job = _Job(work, asyncio.get_running_loop().create_future())
        with self._changed:
            if self._over is not None:
                raise StoreError(str(self._over)) from self._over.__cause__
            self._jobs.append(job)
            self._changed.notify()
        return await job.done

    # Reading

    async def tallied(self) -> Tallied:
        return await self._read(rows.tallied)

    async def load(self, table: str, after: int = 0) -> list[Kept]:
        return await self._read(lambda db: rows.load(db, table, after))

    async def load_from_last(self, table: str, beginning: bytes) -> list[tuple[int, Kept]]:
        return await self._read(lambda db: rows.load_from_last(db, table, beginning))

    async def load_part(self, table: str, beginning: bytes, number: int) -> list[Kept]:
        return await self._read(lambda db: rows.load_part(db, table, beginning, number))

    async def first(self, table: str) -> Kept | None:
        return await self._read(lambda db: rows.first(db, table))

    async def heads(self, tables: Sequence[str]) -> dict[str, int]:
        kept = tuple(tables)
        return await self._read(lambda db: rows.heads(db, kept))

    async def tables(self) -> list[TableRow]:
        return await self._read(rows.all_tables)

    async def newest(self) -> float | None:
        return await self._read(rows.newest)

    async def _read(self, work: Callable[[sqlite3.Connection], Read]) -> Read:
        with self._changed:
            if self._is_closed:
                raise self._closed_error()
            reading = self._readers.submit(self._select, work)
        return await asyncio.wrap_future(reading)

    def _select(self, work: Callable[[sqlite3.Connection], Read]) -> Read:
        db = self._idle.get()
        try:
            found = work(db)
        except Exception as error:
            failure = trouble(self._file.path, error)
            if isinstance(failure, Trouble):
                self._reading.failed(failure)
            raise failure from error
        finally:
            self._idle.put(db)
        self._reading.worked()
        return found

    # Closing

    def close(self) -> None:
        """Finish what is queued, bring all facts into the one file, and give it back. Twice does nothing."""
        with self._changed:
            if self._is_closed:
                return
            self._is_closed = True
            self._over = self._over or self._closed_error()
            self._changed.notify()
        self._thread.join()
        self._readers.shutdown()
        with explained(self._file.path):
            self._held.close()
            self._file.tell_of_wal_left()

    def _closed_error(self) -> StoreError:
        return StoreError(f"the store {self._file.path} is closed; open it again")

    # The writer's thread

    def _run(self) -> None:
        group: list[_Job] | None = []
        try:
            while (group := self._next_group()) is not None:
                if self._file.has_little_room():
                    checkpointed(self._writer)
                self._commit(group)
        except BaseException as error:
            self._die(error, group or [])

    def _next_group(self) -> list[_Job] | None:
        """Everything queued, once there is something; None when it is over."""
        with self._changed:
            self._changed.wait_for(lambda: self._jobs or self._over)
            if not self._jobs:
                return None
            jobs, self._jobs = self._jobs, []
        return [job for job in jobs if not job.done.cancelled()]

    def _commit(self, group: list[_Job], *, is_retry: bool = False) -> None:
        """Do jobs in one transaction, and tell those who wait how it went."""
        try:
            self._begin()
        except (sqlite3.Error, OSError, Trouble) as error:
            self._settle(group, [trouble(self._file.path, error) for _ in group])
            return
        try:
            outcomes = self._transact(group)
        except Exception as error:
            self._writer.rollback()
            if not is_retry and lacks_room(error) and checkpointed(self._writer):
                self._commit(group, is_retry=True)
            elif len(group) > 1:
                # One job may be to blame, and the others shall not suffer from it.
                for job in group:
                    self._commit([job], is_retry=True)
            else:
                self._settle(group, [trouble(self._file.path, error)])
            return
        self._settle(group, self._confirmed(outcomes))

    def _begin(self) -> None:
        misplaced = self._misplaced()
        if misplaced is not None:
            raise misplaced
        self._writer.execute("BEGIN IMMEDIATE")

    def _transact(self, group: list[_Job]) -> list[int | StoreError]:
        appends = [job.work for job in group if isinstance(job.work, Append)]
        appended = iter(rows.append_all(self._writer, appends, self._wall()) if appends else ())
        outcomes = [
            next(appended) if isinstance(job.work, Append) else job.work(self._writer) for job in group
        ]
        self._writer.execute("COMMIT")
        self.commits += 1
        return outcomes

    def _confirmed(self, outcomes: list[int | StoreError]) -> list[int | StoreError]:
        """What may be told: of what was written nothing, if a restart might not look where it was."""
        misplaced = self._misplaced()
        if misplaced is None:
            return outcomes
        return [
            outcome if isinstance(outcome, StoreError) else trouble(self._file.path, misplaced)
            for outcome in outcomes
        ]

    def _misplaced(self) -> Trouble | None:
        """What is wrong if a restart would not find the file and its log."""
        misplaced = self._file.misplaced()
        if misplaced is not None and not self._file.has_wal():
            # What only the lost log has is saved now, since the server may be killed before it is stopped.
            checkpointed(self._writer)
        return misplaced

    def _settle(self, group: list[_Job], outcomes: Sequence[int | StoreError]) -> None:
        for outcome in outcomes:
            if isinstance(outcome, Trouble):
                self._writing.failed(outcome)
        # A transaction that writes nothing succeeds on a full disk, too.
        if any(isinstance(outcome, int) and outcome > 0 for outcome in outcomes):
            self._writing.worked()
        _tell_all(group, outcomes)

    def _die(self, error: BaseException, group: list[_Job]) -> None:
        """Let nobody wait for a thread that is gone, and let those know who can start another."""
        message = f"writing to {self._file.path} has stopped for good ({error!r}); restart the server"
        with self._changed:
            self._over = end = StoreError(message)
            end.__cause__ = error
            queued, self._jobs = self._jobs, []
        jobs = group + queued
        _tell_all(jobs, [StoreError(message) for _ in jobs])
        # The error itself may hold what a log must not.
        log.critical(line("store_ended", path=self._file.path, error=type(error).__name__))
        if self._on_end is not None:
            self._on_end(end)


def _tell_all(group: list[_Job], outcomes: Sequence[int | StoreError]) -> None:
    """Tell all who wait: to wake a loop is dear, so each is woken once."""
    settled = [(job.done, outcome) for job, outcome in zip(group, outcomes, strict=True)]
    for loop in {done.get_loop() for done, _ in settled}:
        # In a loop that is closed nobody waits any more.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(_tell, [each for each in settled if each[0].get_loop() is loop])


def _tell(settled: list[tuple["asyncio.Future[int]", int | StoreError]]) -> None:
    for done, outcome in settled:
        # Whoever gave up, or was told before the writer died, is not told again.
        if done.done():
            continue
        if isinstance(outcome, StoreError):
            done.set_exception(outcome)
        else:
            done.set_result(outcome)
