"""The facts of all tables on disk: one SQLite file, only ever appended to, one table's facts by number.

One thread writes. Everything that is asked of it while it commits goes into its next transaction, so
that many tables share the wait for the disk. Reading has a connection of its own and never waits.
"""

import asyncio
import fcntl
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from qwixx.rules.errors import QwixxError

APPLICATION = int.from_bytes(b"Qwix", "big")
VERSION = 1
BUSY_SECONDS = 5.0

SCHEMA = (
    """CREATE TABLE facts (
        table_id TEXT NOT NULL,
        seq INTEGER NOT NULL,
        fact BLOB NOT NULL CHECK (typeof(fact) = 'blob'),
        PRIMARY KEY (table_id, seq)
    ) WITHOUT ROWID""",
    # How many facts a table has follows from them, but counting them would read the whole file.
    """CREATE TABLE tables (
        table_id TEXT NOT NULL PRIMARY KEY,
        facts INTEGER NOT NULL,
        touched REAL NOT NULL
    ) WITHOUT ROWID""",
    f"PRAGMA application_id = {APPLICATION}",
    f"PRAGMA user_version = {VERSION}",
)


class StoreError(QwixxError):
    """Something the store cannot do: the message says what is wrong and what would be right."""


class Conflict(StoreError):
    """A number that a table's facts already have: somebody else wrote first."""


class TableRow(NamedTuple):
    """A table in the store: how many facts it has, and when the last was appended, in Unix time."""

    table: str
    facts: int
    touched: float


class _Job(NamedTuple):
    """Something to write. ``work`` raises StoreError only before it has written anything."""

    work: Callable[[sqlite3.Connection], int]
    done: asyncio.Future[int]


class Store:
    """The store in one file, made by ``Store.open``. ``commits`` counts the transactions so far."""

    def __init__(
        self,
        path: Path,
        writer: sqlite3.Connection,
        reader: sqlite3.Connection,
        now: Callable[[], float],
        held: ExitStack,
    ) -> None:
        self.commits = 0
        self._path = path
        self._writer = writer
        self._reader = reader
        self._now = now
        self._held = held
        self._jobs: list[_Job] = []
        self._over: StoreError | None = None
        self._changed = threading.Condition()
        self._reading = threading.Lock()
        self._closed = False
        # A daemon, so that a process which forgets to close can end; whatever it loses was not promised.
        self._thread = threading.Thread(target=self._run, name="qwixx-store", daemon=True)
        self._thread.start()

    @classmethod
    def open(
        cls, path: Path, *, now: Callable[[], float] = time.time, max_pages: int | None = None
    ) -> "Store":
        """The store in a file, which is made on first use and is this process's alone until closed.

        With ``max_pages`` the file grows to so many pages of SQLite at most; then it is a full disk.
        """
        # Links to a file lead to one lock.
        path = path.resolve()
        with ExitStack() as held, _explained(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            _lock(path, held)
            _make_file(path)
            writer = held.enter_context(closing(_connected(path)))
            _claim(writer, path)
            if max_pages is not None:
                writer.execute(f"PRAGMA max_page_count = {max_pages:d}")
            reader = held.enter_context(closing(_connected(path)))
            reader.execute("PRAGMA query_only = ON")
            kept = held.pop_all()
        return cls(path, writer, reader, now, kept)

    # Writing

    async def append(self, table: str, first: int, facts: Sequence[bytes]) -> None:
        """Return when the facts are on disk, numbered from ``first``: all of them, or none.

        Numbers of a table begin at 0 or 1 and have no gaps. A number that is taken is a Conflict. Whether
        an append that was cancelled is on disk is for ``load`` to tell.
        """
        kept = tuple(facts)
        if kept:
            await self._write(lambda db: _append(db, table, first, kept, self._now()))

    async def forget(self, tables: Sequence[str]) -> int:
        """Delete tables wholly: how many there were of them."""
        kept = tuple(tables)
        return await self._write(lambda db: _forget(db, kept))

    def close(self) -> None:
        """Finish what is queued, and give the file back. Closing twice does nothing."""
        with self._changed:
            self._over = self._over or StoreError(f"the store {self._path} is closed; open it again")
            self._changed.notify()
        self._thread.join()
        with self._reading, _explained(self._path):
            self._closed = True
            self._held.close()

    async def _write(self, work: Callable[[sqlite3.Connection], int]) -> int:
        job = _Job(work, asyncio.get_running_loop().create_future())
        with self._changed:
            if self._over is not None:
                raise StoreError(str(self._over)) from self._over.__cause__
            self._jobs.append(job)
            self._changed.notify()
        return await job.done

    # Reading

    async def load(self, table: str) -> list[bytes]:
        """All facts of a table in order, none for a table that is not known."""
        rows = await self._read("SELECT fact FROM facts WHERE table_id = ? ORDER BY seq", table)
        return [fact for (fact,) in rows]

    async def tables(self) -> list[TableRow]:
        """All tables, by name."""
        rows = await self._read("SELECT table_id, facts, touched FROM tables ORDER BY table_id")
        return [TableRow(*row) for row in rows]

    async def _read(self, query: str, *values: str) -> list[Any]:
        return await asyncio.to_thread(self._select, query, values)

    def _select(self, query: str, values: tuple[str, ...]) -> list[Any]:
        with self._reading:
            if self._closed:
                raise StoreError(f"the store {self._path} is closed; open it again")
            try:
                return self._reader.execute(query, values).fetchall()
            except (sqlite3.Error, UnicodeError) as error:
                raise _trouble(self._path, error) from error

    # The writer's thread

    def _run(self) -> None:
        group: list[_Job] | None = []
        try:
            while (group := self._next_group()) is not None:
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

    def _commit(self, group: list[_Job]) -> None:
        """Do jobs in one transaction, and tell those who wait how it went."""
        try:
            self._writer.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as error:
            _settle(group, [_trouble(self._path, error) for _ in group])
            return
        outcomes: list[int | StoreError]
        try:
            outcomes = self._transact(group)
        except Exception as error:
            self._writer.rollback()
            if len(group) > 1:
                # One job may be to blame, and the others shall not suffer from it.
                for job in group:
                    self._commit([job])
                return
            outcomes = [_trouble(self._path, error)]
        _settle(group, outcomes)

    def _transact(self, group: list[_Job]) -> list[int | StoreError]:
        outcomes: list[int | StoreError] = []
        for job in group:
            try:
                outcomes.append(job.work(self._writer))
            except StoreError as refusal:
                outcomes.append(refusal)
        self._writer.execute("COMMIT")
        self.commits += 1
        return outcomes

    def _die(self, error: BaseException, group: list[_Job]) -> None:
        """Let nobody wait for a thread that is gone."""
        message = f"writing to {self._path} has stopped for good ({error!r}); restart the server"
        with self._changed:
            self._over = StoreError(message)
            self._over.__cause__ = error
            queued, self._jobs = self._jobs, []
        jobs = group + queued
        _settle(jobs, [StoreError(message) for _ in jobs])


def _settle(group: list[_Job], outcomes: Sequence[int | StoreError]) -> None:
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


# What is written


def _append(db: sqlite3.Connection, table: str, first: int, facts: tuple[bytes, ...], at: float) -> int:
    """How many facts were appended; StoreError if they do not follow those that are there."""
    ((last,),) = db.execute("SELECT max(seq) FROM facts WHERE table_id = ?", (table,))
    _check_follows(table, last, first)
    db.executemany(
        "INSERT INTO facts (table_id, seq, fact) VALUES (?, ?, ?)",
        ((table, seq, fact) for seq, fact in enumerate(facts, start=first)),
    )
    db.execute(
        "INSERT INTO tables (table_id, facts, touched) VALUES (?, ?, ?) ON CONFLICT (table_id)"
        " DO UPDATE SET facts = facts + excluded.facts, touched = excluded.touched",
        (table, len(facts), at),
    )
    return len(facts)


def _check_follows(table: str, last: int | None, first: int) -> None:
    """StoreError unless a fact with number ``first`` may come after the last one there is."""
    if last is None:
        # A later one was meant for a table that has been forgotten meanwhile.
        if first not in (0, 1):
            raise StoreError(f"table {table!r} has no facts, so its next is number 0 or 1, not {first}")
    elif first <= last:
        raise Conflict(
            f"table {table!r} already has facts up to number {last}; load it before adding {first}"
        )
    elif first > last + 1:
        raise StoreError(
            f"table {table!r} has facts up to number {last}, so its next is {last + 1}, not {first}"
        )


def _forget(db: sqlite3.Connection, tables: tuple[str, ...]) -> int:
    """How many tables were deleted."""
    rows = [(table,) for table in tables]
    db.executemany("DELETE FROM facts WHERE table_id = ?", rows)
    return max(0, db.executemany("DELETE FROM tables WHERE table_id = ?", rows).rowcount)


# The file


def _lock(path: Path, held: ExitStack) -> None:
    """Keep other processes out until ``held`` is closed; the file of the lock stays, as its removal races."""
    lock = os.open(path.with_name(path.name + ".lock"), os.O_RDWR | os.O_CREAT, 0o600)
    held.callback(os.close, lock)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise StoreError(f"{path} is in use by another server; stop that one or use another file") from error


def _make_file(path: Path) -> None:
    """A private file, empty if there was none; an error if it cannot be written."""
    file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    size = os.fstat(file).st_size
    os.close(file)
    # SQLite takes one byte for an empty file, and would write over it.
    if size == 1:
        raise StoreError(TROUBLES[sqlite3.SQLITE_NOTADB].format(path=path))


def _connected(path: Path) -> sqlite3.Connection:
    """A connection that begins no transaction by itself and may be used by one thread after another."""
    return sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)


def _claim(db: sqlite3.Connection, path: Path) -> None:
    """Make an empty file a store; StoreError for a file that is not ours, which stays as it is."""
    ((application,),) = db.execute("PRAGMA application_id")
    ((version,),) = db.execute("PRAGMA user_version")
    ((things,),) = db.execute("SELECT count(*) FROM sqlite_master")
    is_new = (application, version, things) == (0, 0, 0)
    if not is_new:
        _check_ours(path, application, version)
    ((mode,),) = db.execute("PRAGMA journal_mode = WAL")
    if mode != "wal":
        raise StoreError(f"{path} is where SQLite cannot keep a write-ahead log; use a local disk")
    db.execute("PRAGMA synchronous = FULL")
    # Also where there is nothing to make: a file that cannot be written is found out now, not later.
    db.execute("BEGIN IMMEDIATE")
    for statement in SCHEMA if is_new else ():
        db.execute(statement)
    db.execute("COMMIT")


def _check_ours(path: Path, application: int, version: int) -> None:
    if application != APPLICATION or version < 1:
        raise StoreError(f"{path} belongs to another program; use another file")
    if version > VERSION:
        raise StoreError(
            f"{path} was written by a newer qwixx (format {version}, this one knows {VERSION}); update qwixx"
        )


# What can go wrong with it

TROUBLES = {
    sqlite3.SQLITE_BUSY: "{path} is locked by another program; close that one",
    sqlite3.SQLITE_CANTOPEN: "{path} cannot be opened; make the file and its folder writable",
    sqlite3.SQLITE_CORRUPT: "{path} is damaged; restore it from a backup",
    sqlite3.SQLITE_FULL: "{path} cannot grow, the disk is full; make room and try again",
    sqlite3.SQLITE_IOERR: "{path} cannot be read or written ({error}); check the disk",
    sqlite3.SQLITE_NOTADB: "{path} is not a store of qwixx; use another file",
    sqlite3.SQLITE_READONLY: "{path} is read-only; make the file and its folder writable",
}


def _trouble(path: Path, error: Exception) -> StoreError:
    """An error of SQLite or the system in words."""
    # The lower byte is the kind of error, the others tell more than anybody needs.
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if isinstance(error, OSError):
        sentence = "{path} cannot be used ({error.strerror}); use a file and a folder that can be written"
    else:
        sentence = TROUBLES.get(code, "{path} does not take this ({error!r})")
    trouble = StoreError(sentence.format(path=path, error=error))
    trouble.__cause__ = error
    return trouble


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    """Turn errors of SQLite and the system into StoreErrors."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise _trouble(path, error) from error
