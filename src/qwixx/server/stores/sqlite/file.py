"""The file of the store: whose it is, whether it is still in its place, and whether it has room.

SQLite keeps the latest facts in a log beside it, named after it (``-wal``), and brings them into the file
now and then: a checkpoint. Both belong together, and a restart has to find both.
"""

import logging
import os
import sqlite3
import sys
from contextlib import ExitStack, closing
from itertools import chain
from pathlib import Path

from qwixx.server.journal import line
from qwixx.server.stores.health import Trouble
from qwixx.server.stores.sqlite.rows import MIGRATIONS, VERSION
from qwixx.server.stores.sqlite.trouble import FULL, TROUBLES
from qwixx.server.stores.store import StoreError
from qwixx.system.files import free_bytes, has_smaller_blocks
from qwixx.system.locks import try_lock

log = logging.getLogger(__name__)

APPLICATION = int.from_bytes(b"Qwix", "big")
BUSY_SECONDS = 5.0
# Those who read are waited for as long as that before the log is emptied, and then it is not.
CHECKPOINT_SECONDS = 0.2
# The log is brought into the file when it has so many pages; fewer make many tables wait.
LOG_PAGES = 1000
# With less room than for the log twice, nothing is left in it: a disk that is full of a log has no room for
# the checkpoint that would empty it.
LITTLE_ROOM = 2 * LOG_PAGES * 4096

# SQLite shares memory with itself in a file beside its own (``-shm``), and writes one byte in so many to have
# all of it on disk. Where blocks are smaller it has holes, and on a full disk the system kills a process that
# writes into one.
SHARED_BYTES = 32 * 1024
SHARED_STEP = 4096

Identity = tuple[int, int]


class StoreFile:
    """A file that is this process's alone until ``held`` is closed; empty if there was none."""

    def __init__(self, path: Path, held: ExitStack) -> None:
        # Links to a file lead to one lock.
        self.path = path.resolve()
        self.wal = self.path.with_name(self.path.name + "-wal")
        # A link that leads elsewhere by now would lead a restart there.
        self._names = tuple(dict.fromkeys((self.path, path.absolute())))
        self.path.parent.mkdir(parents=True, exist_ok=True)
        _lock_name(self.path, held)
        # They stay open longer than every connection: to close one drops all locks SQLite has on that file.
        self._open: list[int] = []
        held.callback(self._close)
        self.is_new = not self.path.exists()
        self._file = self._opened(self.path)
        _lock_file(self.path, self._file)
        status = os.fstat(self._file)
        _check_usable(self.path, status)
        self._has_small_blocks = has_smaller_blocks(self._file, SHARED_STEP)
        if self._has_small_blocks and free_bytes(self.path.parent) < 2 * SHARED_BYTES:
            raise Trouble(FULL.format(path=self.path))
        self._identity = _identity(status)
        self._wal_identity: Identity | None = None
        self._is_linked = False

    def _opened(self, path: Path) -> int:
        file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        self._open.append(file)
        return file

    def _close(self) -> None:
        while self._open:
            os.close(self._open.pop())

    def remove(self) -> None:
        """Take the file away with what SQLite has beside it; its connections are closed."""
        for end in ("", "-wal", "-shm"):
            self.path.with_name(self.path.name + end).unlink(missing_ok=True)

    # Connections

    def writer(self, held: ExitStack, max_pages: int | None) -> sqlite3.Connection:
        """The connection that writes: it has to be the first to be opened, and the last to be closed."""
        db = self._connected(held)
        version = _version(db, self.path)
        _set_up(db, self.path)
        self._keep_shared_memory()
        _claim(db, version)
        # SQLite makes the log when it first uses the file, and keeps it until the last connection is closed.
        self._wal_identity = _identity(self.wal.stat())
        if max_pages is not None:
            db.execute(f"PRAGMA max_page_count = {max_pages:d}")
        # SQLite does so when the last connection is closed, but another program may have the file open.
        held.callback(checkpointed, db)
        return db

    def reader(self, held: ExitStack) -> sqlite3.Connection:
        db = self._connected(held)
        db.execute("PRAGMA query_only = ON")
        # Now, while it is the right one.
        _open_log(db)
        return db

    def _connected(self, held: ExitStack) -> sqlite3.Connection:
        """A connection that begins no transaction by itself and may be used by one thread after another."""
        db = sqlite3.connect(self.path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        return held.enter_context(closing(db))

    # Its place

    def misplaced(self) -> Trouble | None:
        """What is wrong if a restart would not find this very file and its log."""
        for name in self._names:
            if _found(name) != self._identity:
                return Trouble(
                    f"{name} was moved, deleted or replaced while the server has it open;"
                    " stop the server, put the file back and start it again"
                )
        if _found(self.wal) != self._wal_identity:
            return Trouble(
                f"{self.wal} was moved, deleted or replaced while the server has it open;"
                " stop the server, which saves what was in it, and start it again"
            )
        self._tell_of_link()
        return None

    def has_wal(self) -> bool:
        return _found(self.wal) is not None

    def _tell_of_link(self) -> None:
        if not self._is_linked and os.fstat(self._file).st_nlink > 1:
            self._is_linked = True
            log.warning(line("store_linked", reason=_linked(self.path)))

    def tell_of_wal_left(self) -> None:
        """Warn after closing if the file alone does not have everything."""
        if self.wal.exists() and self.wal.stat().st_size:
            reason = f"{self.wal} holds facts that had no way into {self.path.name}; keep both files together"
            log.warning(line("store_log_left", reason=reason))

    # Its room

    def has_little_room(self) -> bool:
        try:
            return free_bytes(self.path.parent) < LITTLE_ROOM
        except OSError:
            # Whoever writes will find out what is wrong.
            return False

    def _keep_shared_memory(self) -> None:
        """Have all of SQLite's shared memory on disk, as far as it has not seen to that itself."""
        if self._has_small_blocks and hasattr(os, "posix_fallocate"):
            os.posix_fallocate(self._opened(self.path.with_name(self.path.name + "-shm")), 0, SHARED_BYTES)


def checkpointed(db: sqlite3.Connection) -> bool:
    """Bring the log into the file and give its room back, as far as possible: whether it is empty now."""
    try:
        db.execute(f"PRAGMA busy_timeout = {CHECKPOINT_SECONDS * 1000:.0f}")
        ((is_busy, _, _),) = db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.Error:
        return False
    finally:
        db.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000:.0f}")
    return not is_busy


# Whose it is


def _lock_name(path: Path, held: ExitStack) -> None:
    """Keep other processes out until ``held`` is closed; the file of the lock stays, as its removal races."""
    lock = os.open(path.with_name(path.name + ".lock"), os.O_RDWR | os.O_CREAT, 0o600)
    held.callback(os.close, lock)
    _lock(path, lock)


def _lock_file(path: Path, file: int) -> None:
    """Keep those out who come by another name."""
    # SQLite's own locks are of another kind, which goes beside this one on Linux only.
    if sys.platform == "linux":
        _lock(path, file)


def _lock(path: Path, file: int) -> None:
    if not try_lock(file):
        raise StoreError(f"{path} is in use by another server; stop that one or use another file")


def _check_usable(path: Path, status: os.stat_result) -> None:
    # SQLite takes one byte for an empty file, and would write over it.
    if status.st_size == 1:
        raise StoreError(TROUBLES[sqlite3.SQLITE_NOTADB].format(path=path))
    if status.st_nlink > 1:
        raise StoreError(_linked(path))


def _linked(path: Path) -> str:
    return (
        f"{path} has another name (a hard link), under which its latest facts would be missing;"
        " remove the other name, and copy the file where you need a second one"
    )


def _version(db: sqlite3.Connection, path: Path) -> int:
    """The version of a file, 0 if it is empty; StoreError for one that is not ours, which stays as it is."""
    ((application,),) = db.execute("PRAGMA application_id")
    ((version,),) = db.execute("PRAGMA user_version")
    ((things,),) = db.execute("SELECT count(*) FROM sqlite_master")
    if (application, version, things) != (0, 0, 0):
        _check_ours(path, application, version)
    return int(version)


def _set_up(db: sqlite3.Connection, path: Path) -> None:
    ((mode,),) = db.execute("PRAGMA journal_mode = WAL")
    if mode != "wal":
        raise StoreError(f"{path} is where SQLite cannot keep a write-ahead log; use a local disk")
    db.execute("PRAGMA synchronous = FULL")
    db.execute(f"PRAGMA wal_autocheckpoint = {LOG_PAGES}")
    # What one large append needed is given back.
    db.execute(f"PRAGMA journal_size_limit = {LITTLE_ROOM}")
    _open_log(db)


def _open_log(db: sqlite3.Connection) -> None:
    """Let SQLite open the log and the shared memory, which it does when it first reads."""
    db.execute("SELECT count(*) FROM sqlite_master").fetchall()


def _claim(db: sqlite3.Connection, version: int) -> None:
    """Make an empty file, or one of an earlier version, a store of this one."""
    # Also where there is nothing to make: a file that cannot be written is found out now, not later.
    db.execute("BEGIN IMMEDIATE")
    if version < VERSION:
        for statement in chain(*MIGRATIONS[version:]):
            db.execute(statement)
        db.execute(f"PRAGMA application_id = {APPLICATION}")
        db.execute(f"PRAGMA user_version = {VERSION}")
    db.execute("COMMIT")


def _check_ours(path: Path, application: int, version: int) -> None:
    if application != APPLICATION or version < 1:
        raise StoreError(f"{path} belongs to another program; use another file")
    if version > VERSION:
        raise StoreError(
            f"{path} was written by a newer qwixx (format {version}, this one knows {VERSION}); update qwixx"
        )


# Which file is which


def _found(path: Path) -> Identity | None:
    """What a path leads to; None if it leads nowhere."""
    try:
        return _identity(path.stat())
    except OSError:
        return None


def _identity(status: os.stat_result) -> Identity:
    """What no other file of this machine has as long as this one is open."""
    return status.st_dev, status.st_ino
