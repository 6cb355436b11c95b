"""Locks on open files, which keep other processes out and end with the process that holds them.

A lock is given back by closing its file. Whoever opens the same file again is another, even in one process.
"""

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

# Waiting is asking again and again: Windows has no wait for a lock that can be interrupted.
POLL_SECONDS = 0.02

if sys.platform == "win32":
    import msvcrt

    # Nobody else may read a locked byte there, so it is one that no file of ours is long enough to have.
    LOCKED_BYTE = 2**31 - 2

    def try_lock(file: int) -> bool:
        """Lock an open file; False if somebody else has."""
        place = os.lseek(file, 0, os.SEEK_CUR)
        os.lseek(file, LOCKED_BYTE, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        finally:
            os.lseek(file, place, os.SEEK_SET)
        return True

else:
    import fcntl

    def try_lock(file: int) -> bool:
        """Lock an open file; False if somebody else has."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


def lock(file: int, waits: Callable[[], object] = lambda: None) -> None:
    """Lock an open file as soon as nobody else has; ``waits`` is called once if that is not now.

    On a file system without locks this does nothing: it is for work that two may do, which is a waste only.
    """
    if _is_free(file):
        return
    waits()
    while not _is_free(file):
        time.sleep(POLL_SECONDS)


def _is_free(file: int) -> bool:
    try:
        return try_lock(file)
    except OSError:
        return True


@contextmanager
def lock_file(path: Path, waits: Callable[[], object] = lambda: None) -> Iterator[None]:
    """Hold a file that is there only while somebody holds it or waits for it."""
    file = _opened_and_locked(path, waits)
    try:
        yield
    finally:
        _give_back(path, file)


def _opened_and_locked(path: Path, waits: Callable[[], object]) -> int:
    while True:
        file = os.open(path, os.O_RDWR | os.O_CREAT)
        try:
            lock(file, waits)
            if _leads_to(path, file):
                return file
        except BaseException:
            os.close(file)
            raise
        # Whoever held it has removed it meanwhile.
        os.close(file)


def _leads_to(path: Path, file: int) -> bool:
    try:
        return os.path.samestat(path.stat(), os.fstat(file))
    except FileNotFoundError:
        return False


def _give_back(path: Path, file: int) -> None:
    """Remove the file, but never one that somebody else holds."""
    if sys.platform == "win32":
        # A file that is open cannot be removed there: it stays if somebody else waits for it.
        os.close(file)
        _unlink(path)
    else:
        _unlink(path)
        os.close(file)


def _unlink(path: Path) -> None:
    with suppress(OSError):
        path.unlink()
