"""The SQLite file: its lock, the check that it was not moved, its free space, and its errors as sentences.

SQLite writes the latest facts to a write-ahead log (``-wal``) and moves them into the file at a checkpoint.
Both belong together, and a restart has to find both.
"""

import errno
import logging
import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from qwixx.server.logs import event
from qwixx.server.stores.sqlite.schema import migrate, version_of
from qwixx.server.stores.store import StoreError, StoreFailure
from qwixx.system.files import free_bytes, try_lock

log: logging.Logger = logging.getLogger(__name__)

BUSY_SECONDS = 5.0
# How long a checkpoint waits for readers.
CHECKPOINT_SECONDS = 0.2
# The pages in the log before a checkpoint; with fewer, many tables wait.
LOG_PAGES = 1000
# With less free space than twice the log, it is always emptied: a disk that is full of a log has no space for
# the checkpoint that would empty it.
LOW_SPACE_BYTES = 2 * LOG_PAGES * 4096

Identity = tuple[int, int]

FULL = "{path} cannot grow, the disk is full; free some space and try again"
NOT_A_STORE = "{path} is not a store of qwixx; use another file"

SENTENCES = {
    sqlite3.SQLITE_BUSY: "{path} is locked by another program; close that one",
    sqlite3.SQLITE_CANTOPEN: "{path} cannot be opened; make the file and its folder writable",
    sqlite3.SQLITE_CORRUPT: "{path} is damaged; restore it from a backup",
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_IOERR: "{path} cannot be read or written ({error}); check the disk",
    sqlite3.SQLITE_NOTADB: NOT_A_STORE,
    sqlite3.SQLITE_READONLY: "{path} is read-only; make the file and its folder writable",
    # SQLite allocates a second file of 32 kB for shared memory.
    sqlite3.SQLITE_IOERR_SHMSIZE: FULL,
}

# Raised for invalid values: the caller gets the error, and the store is healthy.
INVALID = (
    TypeError,
    ValueError,
    OverflowError,
    sqlite3.DataError,
    sqlite3.IntegrityError,
    sqlite3.InterfaceError,
    sqlite3.ProgrammingError,
)


class StoreFile:
    """A file that is locked by this process until ``held`` is closed; it is created if there was none."""

    def __init__(self, path: Path, held: ExitStack) -> None:
        # All links to a file share one lock.
        self.path: Path = path.resolve()
        self.wal: Path = self.path.with_name(self.path.name + "-wal")
        # If a link has changed meanwhile, a restart would follow it to another file.
        self._names = tuple(dict.fromkeys((self.path, path.absolute())))
        self.path.parent.mkdir(parents=True, exist_ok=True)
        _lock_name(self.path, held)
        self.is_new: bool = not self.path.exists()
        # Open for longer than every connection: closing it drops all locks that SQLite has on the file.
        file = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        held.callback(os.close, file)
        _lock_file(self.path, file)
        status = os.fstat(file)
        # SQLite treats a file of one byte as empty, and would overwrite it.
        if status.st_size == 1:
            raise StoreError(NOT_A_STORE.format(path=self.path))
        self._identity = _identity(status)
        self._wal_identity: Identity | None = None

    def remove(self) -> None:
        """Remove the file with its log and shared memory; its connections are closed."""
        for end in ("", "-wal", "-shm"):
            self.path.with_name(self.path.name + end).unlink(missing_ok=True)

    # Connections

    def writer(self, held: ExitStack, max_pages: int | None) -> sqlite3.Connection:
        """The connection that writes: it has to be the first to be opened, and the last to be closed."""
        db = self._connected(held)
        version = version_of(db, self.path)
        _set_up(db, self.path)
        migrate(db, version)
        # SQLite creates the log when it first uses the file, and keeps it until the last connection closes.
        self._wal_identity = _identity(self.wal.stat())
        if max_pages is not None:
            db.execute(f"PRAGMA max_page_count = {max_pages:d}")
        # SQLite does so when the last connection is closed, but another program may hold one.
        held.callback(checkpointed, db)
        return db

    def reader(self, held: ExitStack) -> sqlite3.Connection:
        db = self._connected(held)
        db.execute("PRAGMA query_only = ON")
        # Now, while the path still leads to it.
        _open_log(db)
        return db

    def _connected(self, held: ExitStack) -> sqlite3.Connection:
        """A connection without implicit transactions, which several threads may use in turn."""
        db = sqlite3.connect(self.path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        return held.enter_context(closing(db))

    # Its place

    def moved_file_error(self) -> StoreFailure | None:
        """The failure if a restart would not find this file and its log."""
        for name in self._names:
            if _found(name) != self._identity:
                return StoreFailure(
                    f"{name} was moved, deleted or replaced while the server has it open;"
                    " stop the server, put the file back and start it again"
                )
        if _found(self.wal) != self._wal_identity:
            return StoreFailure(
                f"{self.wal} was moved, deleted or replaced while the server has it open;"
                " stop the server, which saves what was in it, and start it again"
            )
        return None

    def has_wal(self) -> bool:
        return _found(self.wal) is not None

    def warn_of_wal(self) -> None:
        """Warn after closing if the log still has facts that are not in the file."""
        if self.wal.exists() and self.wal.stat().st_size:
            reason = f"{self.wal} holds facts that are not in {self.path.name}; keep both files together"
            log.warning(event("wal_not_checkpointed", reason=reason))

    def is_space_low(self) -> bool:
        try:
            return free_bytes(self.path.parent) < LOW_SPACE_BYTES
        except OSError:
            # The next write will report the error.
            return False


def checkpointed(db: sqlite3.Connection) -> bool:
    """Move the log into the file and free its space, if possible; whether it is empty now."""
    try:
        db.execute(f"PRAGMA busy_timeout = {CHECKPOINT_SECONDS * 1000:.0f}")
        ((is_busy, _, _),) = db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.Error:
        return False
    finally:
        db.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000:.0f}")
    return not is_busy


def _set_up(db: sqlite3.Connection, path: Path) -> None:
    ((mode,),) = db.execute("PRAGMA journal_mode = WAL")
    if mode != "wal":
        raise StoreError(f"SQLite cannot keep a write-ahead log at {path}; use a local disk")
    db.execute("PRAGMA synchronous = FULL")
    db.execute(f"PRAGMA wal_autocheckpoint = {LOG_PAGES}")
    # The space of one large append is freed.
    db.execute(f"PRAGMA journal_size_limit = {LOW_SPACE_BYTES}")
    _open_log(db)


def _open_log(db: sqlite3.Connection) -> None:
    """Let SQLite open the log and the shared memory, which it does when it first reads."""
    db.execute("SELECT count(*) FROM sqlite_master").fetchall()


# Locks


def _lock_name(path: Path, held: ExitStack) -> None:
    """Keep other processes out until ``held`` is closed; the lock file stays, as its removal would race."""
    lock = os.open(path.with_name(path.name + ".lock"), os.O_RDWR | os.O_CREAT, 0o600)
    held.callback(os.close, lock)
    _lock(path, lock)


def _lock_file(path: Path, file: int) -> None:
    """Keep processes out that open the same file by another name."""
    # SQLite's own locks are of another kind, which is compatible with this one on Linux only.
    if sys.platform == "linux":
        _lock(path, file)


def _lock(path: Path, file: int) -> None:
    if not try_lock(file):
        raise StoreError(f"{path} is in use by another server; stop that one or use another file")


# Identity of files


def _found(path: Path) -> Identity | None:
    """The file at a path; None if there is none."""
    try:
        return _identity(path.stat())
    except OSError:
        return None


def _identity(status: os.stat_result) -> Identity:
    """A unique id of the file on this machine as long as it is open."""
    return status.st_dev, status.st_ino


# Errors


def store_error(path: Path, error: Exception) -> StoreError:
    """The StoreError for an error of SQLite, the system or the store; a new one for each raise."""
    found: StoreError
    if isinstance(error, StoreFailure):
        found = StoreFailure(str(error))
    elif isinstance(error, INVALID):
        found = StoreError(f"{path} does not take this ({error!r})")
    else:
        name = getattr(error, "sqlite_errorname", type(error).__name__)
        found = StoreFailure(_sentence(error).format(path=path, error=error, name=name))
    found.__cause__ = error
    return found


def _sentence(error: Exception) -> str:
    if isinstance(error, OSError):
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            return FULL
        return "{path} cannot be used ({error.strerror}); use a file and a folder that can be written"
    code = getattr(error, "sqlite_errorcode", 0)
    # The lower byte is the kind of error, the others are details.
    return SENTENCES.get(code) or SENTENCES.get(
        code & 0xFF, "{path} cannot be used ({name}); restart the server"
    )


def is_disk_full(error: Exception) -> bool:
    """Whether a file could not grow: the disk is full, or a quota of the user or process is exhausted."""
    return getattr(error, "sqlite_errorcode", 0) in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE)


@contextmanager
def as_store_errors(path: Path) -> Iterator[None]:
    """Turn errors of SQLite and the system into StoreErrors."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise store_error(path, error) from error
