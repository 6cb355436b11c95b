import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from qwixx.system import files
from qwixx.system.files import lock, lock_file, try_lock

HOLDER = """
import os, sys
from qwixx.system.files import try_lock
file = os.open(sys.argv[1], os.O_RDWR)
print(try_lock(file), flush=True)
input()
"""


@pytest.fixture
def file(tmp_path: Path) -> Iterator[int]:
    path = tmp_path / "file"
    path.write_text("content")
    opened = os.open(path, os.O_RDWR)
    yield opened
    os.close(opened)


def test_one_process_at_a_time_holds_a_lock(tmp_path: Path, file: int) -> None:
    words = [sys.executable, "-c", HOLDER, str(tmp_path / "file")]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "True\n"
        assert not try_lock(file)
        assert (tmp_path / "file").read_text() == "content", "a lock does not prevent reading"
        holder.kill()
    assert try_lock(file), "a lock ends with the process"


def test_only_one_of_two_descriptors_of_a_file_holds_the_lock(tmp_path: Path, file: int) -> None:
    again = os.open(tmp_path / "file", os.O_RDWR)
    try:
        assert try_lock(again)
        assert not try_lock(file)
    finally:
        os.close(again)
    assert try_lock(file)


def test_a_wait_for_a_lock_is_announced_once(tmp_path: Path, file: int) -> None:
    lock(file, lambda: pytest.fail("nobody has it"))
    told, order = threading.Event(), list[str]()

    def wait() -> None:
        with open(tmp_path / "file", "rb") as again:
            lock(again.fileno(), told.set)
            order.append("second")

    thread = threading.Thread(target=wait)
    thread.start()
    assert told.wait(60)
    order.append("first")
    unlock(file)
    thread.join(60)
    assert order == ["first", "second"]


def unlock(file: int) -> None:
    """Close the file; its descriptor stays valid, for the fixture to close."""
    with open(os.devnull, "rb") as other:
        os.dup2(other.fileno(), file)


def test_without_support_for_locks_there_is_no_wait(file: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: int) -> bool:
        raise OSError("no locks here")

    monkeypatch.setattr(files, "try_lock", fail)
    lock(file, lambda: pytest.fail("waits"))


def test_a_lock_file_exists_only_while_it_is_held(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with lock_file(path):
        assert path.exists()
    assert not path.exists()


def test_a_lock_file_that_was_removed_during_the_wait_is_created_again(tmp_path: Path) -> None:
    """A lock on a removed file would exclude nobody."""
    path, is_waiting, found = tmp_path / "lock", threading.Event(), list[bool]()

    def second() -> None:
        with lock_file(path, is_waiting.set):
            found.append(path.exists())

    thread = threading.Thread(target=second)
    with lock_file(path):
        thread.start()
        assert is_waiting.wait(60)
    thread.join(60)
    assert found == [True]


def test_a_lock_file_is_held_by_one_at_a_time(tmp_path: Path) -> None:
    inside, most, done = 0, 0, 0

    def work() -> None:
        nonlocal inside, most, done
        for _ in range(20):
            with lock_file(tmp_path / "lock"):
                inside += 1
                most = max(most, inside)
                os.stat(tmp_path)
                inside -= 1
                done += 1

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert (most, done) == (1, 80)
    assert list(tmp_path.iterdir()) == []


def test_a_lock_file_in_a_missing_folder_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError), lock_file(tmp_path / "none" / "lock"):
        raise AssertionError
