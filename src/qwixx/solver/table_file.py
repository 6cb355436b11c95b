"""The solved game as a file: an identifying line, a JSON header, then the values for memory mapping.

A file that is damaged, of another version or of another kind is refused; the caller then writes a new one.
"""

import json
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray
from platformdirs import user_cache_path

from qwixx.rules.errors import OperationalError
from qwixx.system.files import lock_file, replace_file

KIND = b"qwixx-solo-values"
VERSION = 1
HEADER_BYTES = 16384
READ_BYTES = 1 << 20
VALUE = np.dtype("<f4")


class TableFileError(OperationalError):
    """A file that holds no valid table, or that cannot be written."""


class NoTable(TableFileError):
    """The file does not exist."""


class ForeignFile(TableFileError):
    """A file of another kind."""


class StoredTable(NamedTuple):
    """The contents of a file: values by penalties and position, and facts about them."""

    values: NDArray[np.float32]
    facts: dict[str, Any]


def default_path() -> Path:
    return user_cache_path("qwixx") / "solo.values"


def save_table(path: Path, table: StoredTable) -> None:
    """Write a table atomically; a process that has mapped the old file keeps it."""
    values = np.ascontiguousarray(table.values, dtype=VALUE)
    header = json.dumps({"shape": values.shape, "facts": table.facts}).encode()
    room = HEADER_BYTES - len(_first_line(0))
    if len(header) > room:
        raise ValueError(f"a header of {len(header)} bytes; there is room for {room}")
    header = header.ljust(room)
    checksum = zlib.crc32(values.data, zlib.crc32(header))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, (_first_line(checksum), header, values.data))
    except OSError as error:
        raise _cannot_write(path, error) from error


def load_table(path: Path) -> StoredTable:
    """The table in a file, its values mapped into memory; TableFileError if the file is not valid."""
    try:
        header = _checked_header(path)
        values = np.memmap(path, dtype=VALUE, mode="r", offset=HEADER_BYTES, shape=tuple(header["shape"]))
    except FileNotFoundError as error:
        raise NoTable(f"there is no {path}") from error
    except OSError as error:
        raise TableFileError(f"cannot read {path}: {error.strerror or error}") from error
    return StoredTable(np.asarray(values), header["facts"])


def _checked_header(path: Path) -> dict[str, Any]:
    """The header of a valid file. It is read, not mapped: Windows replaces no file that is mapped."""
    with path.open("rb") as file:
        first_line = file.read(len(_first_line(0)))
        if not first_line:
            raise ForeignFile(f"{path} is empty")
        kind, version, *_ = *first_line.split(), b"", b""
        if kind != KIND:
            raise ForeignFile(f"{path} is a file of another kind")
        if version != b"%d" % VERSION:
            raise TableFileError(f"{path} is of version {version.decode(errors='replace')}, not {VERSION}")
        header = file.read(HEADER_BYTES - len(first_line))
        checksum = zlib.crc32(header)
        while chunk := file.read(READ_BYTES):
            checksum = zlib.crc32(chunk, checksum)
    if first_line != _first_line(checksum):
        raise TableFileError(f"{path} is damaged: its checksum is wrong")
    return cast(dict[str, Any], json.loads(header))


@contextmanager
def exclusive(path: Path, on_wait: Callable[[], object] = lambda: None) -> Iterator[None]:
    """A lock between processes that make the same table; ``on_wait`` is called if another one holds it.

    TableFileError if the folder cannot be written, before the work is done.
    """
    with ExitStack() as held:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.exists() and not path.is_file():
                raise OSError(None, "it is not a plain file")
            held.enter_context(lock_file(path.with_name(f"{path.name}.lock"), on_wait))
        except OSError as error:
            raise _cannot_write(path, error) from error
        yield


def _first_line(checksum: int) -> bytes:
    """The identifying line, with the checksum of everything after it."""
    return b"%s %d crc32 %08x\n" % (KIND, VERSION, checksum)


def _cannot_write(path: Path, error: OSError) -> TableFileError:
    return TableFileError(
        f"cannot write {path}: {error.strerror or error};"
        " --table FILE names another place, XDG_CACHE_HOME one for all that is kept"
    )
