"""The solved game as a file: a line that says what it is, a header, then the values, ready to be mapped.

A file that is damaged, of another version or not ours is refused; whoever opens it makes it anew.
"""

import fcntl
import json
import os
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from platformdirs import user_cache_path

from qwixx.rules.errors import QwixxError

KIND = b"qwixx-solo-values"
VERSION = 1
HEADER_BYTES = 16384
VALUE = np.dtype("<f4")


class TableFileError(QwixxError):
    """A file that holds no sound table, or a place that cannot take one."""


class NoTable(TableFileError):
    """There is no file."""


class ForeignFile(TableFileError):
    """A file of another kind."""


class Table(NamedTuple):
    """What a file holds: values by penalties and position, and facts that go with them."""

    values: NDArray[np.float32]
    facts: dict[str, Any]


def default_path() -> Path:
    return user_cache_path("qwixx") / "solo.values"


def save_table(path: Path, table: Table) -> None:
    """Write a table, all or nothing; whoever has the old file mapped keeps it."""
    values = np.ascontiguousarray(table.values, dtype=VALUE)
    header = json.dumps({"shape": values.shape, "facts": table.facts}).encode()
    room = HEADER_BYTES - len(_first_line(0))
    if len(header) > room:
        raise ValueError(f"a header of {len(header)} bytes; there is room for {room}")
    header = header.ljust(room)
    checksum = zlib.crc32(values.data, zlib.crc32(header))
    unfinished = _unfinished(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with unfinished.open("wb") as file:
                file.writelines((_first_line(checksum), header, values.data))
            os.replace(unfinished, path)
        finally:
            unfinished.unlink(missing_ok=True)
    except OSError as error:
        raise _cannot_write(path, error) from error


def open_table(path: Path) -> Table:
    """The table in a file, its values mapped into memory; TableFileError if the file is not sound."""
    try:
        if path.stat().st_size == 0:
            raise ForeignFile(f"{path} is empty")
        data = np.memmap(path, dtype=np.uint8, mode="r")
    except FileNotFoundError as error:
        raise NoTable(f"there is no {path}") from error
    except OSError as error:
        raise TableFileError(f"cannot read {path}: {error.strerror or error}") from error
    first_line = bytes(data[: len(_first_line(0))])
    kind, version, *_ = *first_line.split(), b"", b""
    if kind != KIND:
        raise ForeignFile(f"{path} is a file of another kind")
    if version != b"%d" % VERSION:
        raise TableFileError(f"{path} is of version {version.decode(errors='replace')}, not {VERSION}")
    if first_line != _first_line(zlib.crc32(data[len(first_line) :].data)):
        raise TableFileError(f"{path} is damaged: its checksum is wrong")
    header = json.loads(bytes(data[len(first_line) : HEADER_BYTES]))
    values = np.asarray(data[HEADER_BYTES:]).view(VALUE).reshape(header["shape"])
    return Table(values, header["facts"])


@contextmanager
def alone_with(path: Path, waits: Callable[[], object] = lambda: None) -> Iterator[None]:
    """Keep other processes from making the same table; ``waits`` is called if one is at it already.

    TableFileError if the folder cannot be written: better now than after the work.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # The folder is locked, not a file in it: nothing is left behind.
        folder = os.open(path.parent, os.O_RDONLY)
    except OSError as error:
        raise _cannot_write(path, error) from error
    try:
        _lock(folder, waits)
        _check_writable(path)
        yield
    finally:
        os.close(folder)


def _lock(folder: int, waits: Callable[[], object]) -> None:
    try:
        fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        waits()
        fcntl.flock(folder, fcntl.LOCK_EX)
    except OSError:
        # A file system without locks. Two processes may do the same work then, which does no harm.
        return


def _check_writable(path: Path) -> None:
    try:
        if path.exists() and not path.is_file():
            raise OSError(None, "it is no plain file")
        _unfinished(path).touch()
        _unfinished(path).unlink()
    except OSError as error:
        raise _cannot_write(path, error) from error


def _unfinished(path: Path) -> Path:
    return path.with_name(f"{path.name}.unfinished")


def _first_line(checksum: int) -> bytes:
    """What the file is; the checksum is that of everything after this line."""
    return b"%s %d crc32 %08x\n" % (KIND, VERSION, checksum)


def _cannot_write(path: Path, error: OSError) -> TableFileError:
    return TableFileError(
        f"cannot write {path}: {error.strerror or error};"
        " --table FILE names another place, XDG_CACHE_HOME one for all that is kept"
    )
