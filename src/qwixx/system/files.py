"""Files: atomic replacement, locks between processes, safety from other users, and limits.

A lock belongs to an open file, keeps other processes out, and ends with the process that holds it. It is
released by closing the file; opening the same file again gives another lock, even in the same process.
"""

import os
import secrets
import shutil
import stat
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

# A lock is polled: Windows has no wait for a lock that can be interrupted.
POLL_SECONDS = 0.02


def replace_file(path: Path, parts: Iterable[bytes | memoryview], mode: int = 0o666) -> None:
    """Write a file atomically: a reader finds the old content or the new one, also after a crash.

    ``mode`` are the permissions of the new file, less what the user's umask takes away.
    """
    # Not from tempfile, whose files no other user may read.
    temporary = path.with_name(f".{path.name}-{secrets.token_hex(8)}")
    try:
        with open(temporary, "xb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
            file.writelines(parts)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        # An interrupt may come just after the file was replaced; then no temporary file is left.
        temporary.unlink(missing_ok=True)
        raise


def free_bytes(folder: Path) -> int:
    """The free space of the disk that a folder is on, in bytes."""
    return shutil.disk_usage(folder).free


if sys.platform == "win32":
    import msvcrt

    # Others cannot read a locked byte there, so it is one beyond the end of all our files.
    LOCKED_BYTE = 2**31 - 2

    def is_safe_from_others(folder: Path) -> bool:
        """Whether only this user, or the system, can put files into a folder: users' own folders are so."""
        return True

    def allow_open_files(most: int) -> int:
        """The number of files that this process may open. Only those of the C library are limited here."""
        return most

    def try_lock(file: int) -> bool:
        """Lock an open file; False if it is locked already."""
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
    import resource

    def is_safe_from_others(folder: Path) -> bool:
        """Whether only this user, or the system, can put files into a folder or replace it."""
        found, above = folder.stat(), folder.parent.stat()
        is_ours = found.st_uid in (os.geteuid(), 0) and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
        return is_ours and (not above.st_mode & stat.S_IWOTH or bool(above.st_mode & stat.S_ISVTX))

    def allow_open_files(most: int) -> int:
        """Let this process open as many files as the system allows, up to ``most``: how many these are."""
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = most if hard == resource.RLIM_INFINITY else min(hard, most)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            return wanted
        return most if soft == resource.RLIM_INFINITY else soft

    def try_lock(file: int) -> bool:
        """Lock an open file; False if it is locked already."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


def lock(file: int, on_wait: Callable[[], object] = lambda: None) -> None:
    """Lock an open file as soon as it is free; ``on_wait`` is called once if it is not free now.

    On a file system without locks this does nothing: it only avoids that work is done twice.
    """
    if _try_lock_if_supported(file):
        return
    on_wait()
    while not _try_lock_if_supported(file):
        time.sleep(POLL_SECONDS)


def _try_lock_if_supported(file: int) -> bool:
    try:
        return try_lock(file)
    except OSError:
        return True


@contextmanager
def lock_file(path: Path, on_wait: Callable[[], object] = lambda: None) -> Iterator[None]:
    """Hold a lock file, which exists only while a process holds it or waits for it."""
    file = _opened_and_locked(path, on_wait)
    try:
        yield
    finally:
        _release(path, file)


def _opened_and_locked(path: Path, on_wait: Callable[[], object]) -> int:
    while True:
        file = os.open(path, os.O_RDWR | os.O_CREAT)
        try:
            lock(file, on_wait)
            if _is_same_file(path, file):
                return file
        except BaseException:
            os.close(file)
            raise
        # The process that held it has removed it meanwhile.
        os.close(file)


def _is_same_file(path: Path, file: int) -> bool:
    try:
        return os.path.samestat(path.stat(), os.fstat(file))
    except FileNotFoundError:
        return False


def _release(path: Path, file: int) -> None:
    """Remove the file, but never one that another process holds."""
    if sys.platform == "win32":
        # A file that is open cannot be removed there: it stays if another process waits for it.
        os.close(file)
        _unlink(path)
    else:
        _unlink(path)
        os.close(file)


def _unlink(path: Path) -> None:
    with suppress(OSError):
        path.unlink()
