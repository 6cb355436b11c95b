"""Errors of SQLite and the file system, as sentences."""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from qwixx.server.stores.store import StoreError, StoreFailure

FULL = "{path} cannot grow, the disk is full; free some space and try again"
FOREIGN = "{path} is not a store of qwixx; use another file"

SENTENCES = {
    sqlite3.SQLITE_BUSY: "{path} is locked by another program; close that one",
    sqlite3.SQLITE_CANTOPEN: "{path} cannot be opened; make the file and its folder writable",
    sqlite3.SQLITE_CORRUPT: "{path} is damaged; restore it from a backup",
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_IOERR: "{path} cannot be read or written ({error}); check the disk",
    sqlite3.SQLITE_NOTADB: FOREIGN,
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
