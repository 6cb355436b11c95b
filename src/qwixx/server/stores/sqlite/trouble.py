"""What can go wrong with a store in SQLite, in sentences."""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from qwixx.server.stores.health import Trouble
from qwixx.server.stores.store import StoreError

FULL = "{path} cannot grow, the disk is full; make room and try again"

TROUBLES = {
    sqlite3.SQLITE_BUSY: "{path} is locked by another program; close that one",
    sqlite3.SQLITE_CANTOPEN: "{path} cannot be opened; make the file and its folder writable",
    sqlite3.SQLITE_CORRUPT: "{path} is damaged; restore it from a backup",
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_IOERR: "{path} cannot be read or written ({error}); check the disk",
    sqlite3.SQLITE_NOTADB: "{path} is not a store of qwixx; use another file",
    sqlite3.SQLITE_READONLY: "{path} is read-only; make the file and its folder writable",
    # SQLite shares 32 kB of memory in a file beside its own, and asks for them all at once.
    sqlite3.SQLITE_IOERR_SHMSIZE: FULL,
}

# Raised for values that no file could take: those who gave them are told, and the store is well.
UNFIT = (
    TypeError,
    ValueError,
    OverflowError,
    sqlite3.DataError,
    sqlite3.IntegrityError,
    sqlite3.InterfaceError,
    sqlite3.ProgrammingError,
)


def trouble(path: Path, error: Exception) -> StoreError:
    """An error of SQLite, the system or the store in words; of its own each time, to be raised once."""
    found: StoreError
    if isinstance(error, Trouble):
        found = Trouble(str(error))
    elif isinstance(error, UNFIT):
        found = StoreError(f"{path} does not take this ({error!r})")
    else:
        name = getattr(error, "sqlite_errorname", type(error).__name__)
        found = Trouble(_sentence(error).format(path=path, error=error, name=name))
    found.__cause__ = error
    return found


def _sentence(error: Exception) -> str:
    if isinstance(error, OSError):
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            return FULL
        return "{path} cannot be used ({error.strerror}); use a file and a folder that can be written"
    code = getattr(error, "sqlite_errorcode", 0)
    # The lower byte is the kind of error, the others mostly tell more than anybody needs.
    return TROUBLES.get(code) or TROUBLES.get(
        code & 0xFF, "{path} cannot be used ({name}); restart the server"
    )


def lacks_room(error: Exception) -> bool:
    """Whether a file could not grow: for want of room, or beyond what this user or process may write."""
    return getattr(error, "sqlite_errorcode", 0) in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE)


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn errors of SQLite and the system into StoreErrors."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise trouble(path, error) from error
