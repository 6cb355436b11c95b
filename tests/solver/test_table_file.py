import errno
import os
import stat
import threading
from mmap import mmap
from pathlib import Path

import numpy as np
import pytest

from qwixx.solver.table_file import (
    HEADER_BYTES,
    ForeignFile,
    NoTable,
    StoredTable,
    TableFileError,
    default_path,
    exclusive,
    load_table,
    save_table,
)

TABLE = StoredTable(
    (np.arange(12).reshape(3, 4) / 7).astype(np.float32), {"mean": 115.483126, "totals": [1, 2]}
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "folder" / "solo.values"
    save_table(path, TABLE)
    return path


def damage(path: Path, at: int) -> None:
    data = bytearray(path.read_bytes())
    data[at] ^= 1
    path.write_bytes(data)


def test_a_table_round_trips_through_a_file(path: Path) -> None:
    table = load_table(path)
    assert np.array_equal(table.values, TABLE.values)
    assert table.values.dtype == np.float32
    assert table.facts == TABLE.facts
    assert path.read_bytes().startswith(b"qwixx-solo-values 1 crc32 ")
    assert [each.name for each in path.parent.iterdir()] == ["solo.values"]


def test_values_are_memory_mapped_and_read_only(path: Path) -> None:
    values = load_table(path).values
    owner: object = values
    while isinstance(owner, np.ndarray):
        owner = owner.base
    assert isinstance(owner, mmap)
    with pytest.raises(ValueError, match="read-only"):
        values[0, 0] = 1


def test_doubles_are_stored_as_single_precision(path: Path) -> None:
    save_table(path, StoredTable(np.full((2, 2), 1 / 3), {}))
    assert load_table(path).values[1, 1] == np.float32(1 / 3)


def test_a_file_obeys_the_umask(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        save_table(tmp_path / "x", TABLE)
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "x").stat().st_mode) == 0o640


@pytest.mark.parametrize("at", [30, 40, 60, HEADER_BYTES - 1, HEADER_BYTES, HEADER_BYTES + 4 * 12 - 1])
def test_a_corrupt_byte_is_detected_anywhere(path: Path, at: int) -> None:
    damage(path, at)
    with pytest.raises(TableFileError, match=r"solo\.values is damaged: its checksum is wrong$"):
        load_table(path)


@pytest.mark.parametrize("length", [35, 1000, HEADER_BYTES, HEADER_BYTES + 4 * 11, HEADER_BYTES + 4 * 12 - 1])
def test_a_truncated_file_is_detected(path: Path, length: int) -> None:
    path.write_bytes(path.read_bytes()[:length])
    with pytest.raises(TableFileError, match="damaged"):
        load_table(path)


def test_trailing_data_is_detected(path: Path) -> None:
    path.write_bytes(path.read_bytes() + bytes(4))
    with pytest.raises(TableFileError, match="damaged"):
        load_table(path)


@pytest.mark.parametrize("content", [b"", b"\n", b"hello", b"\x89PNG\r\n\x1a\n" * 5000, b"qwixx-solo"])
def test_a_file_of_another_kind_is_detected(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(ForeignFile):
        load_table(path)


def test_another_format_version_is_rejected(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"qwixx-solo-values 1 ", b"qwixx-solo-values 2 ", 1))
    with pytest.raises(TableFileError, match=r"is of version 2, not 1$") as refused:
        load_table(path)
    assert not isinstance(refused.value, ForeignFile)


def test_a_missing_or_unreadable_file_is_reported(path: Path) -> None:
    with pytest.raises(NoTable, match=r"there is no .*none$"):
        load_table(path.with_name("none"))
    with pytest.raises(TableFileError, match=r"cannot read .*folder: Is a directory"):
        load_table(path.parent)


def test_a_failed_write_keeps_the_old_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    before = path.read_bytes()
    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(TableFileError, match=r"cannot write .*solo\.values: No space left on device"):
        save_table(path, StoredTable(TABLE.values + 1, {}))
    assert path.read_bytes() == before
    assert [each.name for each in path.parent.iterdir()] == ["solo.values"]


def test_a_mapped_file_keeps_its_values_after_the_file_is_replaced(path: Path) -> None:
    old = load_table(path).values
    save_table(path, StoredTable(TABLE.values + 1, {}))
    assert np.array_equal(old, TABLE.values)
    assert np.array_equal(load_table(path).values, TABLE.values + 1)


def test_a_header_that_is_too_long_is_a_programming_error(path: Path) -> None:
    with pytest.raises(ValueError, match=r"there is room for"):
        save_table(path, StoredTable(TABLE.values, {"totals": list(range(10_000))}))


def test_an_unwritable_path_is_reported_before_solving(path: Path) -> None:
    pipe = path.with_name("pipe")
    os.mkfifo(pipe)
    for place in (path / "below a file", path.parent, pipe):
        refused = pytest.raises(TableFileError, match=r"cannot write .*; --table FILE names another")
        with refused, exclusive(place):
            raise AssertionError


def test_the_file_lock_is_exclusive(path: Path) -> None:
    waits, order = threading.Event(), list[str]()

    def second() -> None:
        with exclusive(path, waits.set):
            order.append("second")

    thread = threading.Thread(target=second)
    with exclusive(path, lambda: order.append("never")):
        thread.start()
        assert waits.wait(60)
        order.append("first")
    thread.join(60)
    assert order == ["first", "second"]


def test_the_default_path_is_in_the_cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert default_path() == tmp_path / "qwixx" / "solo.values"
