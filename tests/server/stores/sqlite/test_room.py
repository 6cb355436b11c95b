"""Full disks: acknowledged appends are kept, others are refused, and appends work again with free space.

The disk is a real mount in a separate process; this file is also that process's program.
"""

import asyncio
import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from qwixx.server.stores.sqlite.store import SqliteStore
from qwixx.server.stores.store import StoreError

FULL = "cannot grow, the disk is full; free some space and try again"


class Disk(NamedTuple):
    """How to mount a disk of $1 kilobytes on the folder $2, visible to that process alone."""

    mount: str
    unshare: tuple[str, ...]

    def run(self, folder: Path, kilobytes: int, *command: str) -> subprocess.CompletedProcess[str]:
        """Run a command with the disk mounted on the folder."""
        script = f'{self.mount} && shift 2 && exec "$@"'
        small = ["unshare", *self.unshare, "sh", "-c", script, "sh", str(kilobytes), str(folder)]
        return subprocess.run([*small, *command], capture_output=True, text=True, timeout=60)

    def skip_if_impossible(self, folder: Path) -> None:
        if shutil.which("unshare") is None:
            pytest.skip("NOT TESTED: no small disk can be made here, since there is no `unshare`")
        child = self.run(folder, 3000, "true")
        if child.returncode:
            pytest.skip(f"NOT TESTED: no small disk can be made here: {child.stderr.strip()}")

    def check(self, folder: Path, kilobytes: int, program: "Program") -> None:
        child = self.run(folder, kilobytes, sys.executable, __file__, program.__name__, str(folder))
        assert child.returncode == 0, child.stderr


Program = Callable[[Path], Awaitable[None]]

IN_MEMORY = Disk('mount -t tmpfs -o size="$1"k none "$2"', ("--map-root-user", "--mount"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder on which a small disk can be mounted."""
    IN_MEMORY.skip_if_impossible(tmp_path)
    return tmp_path


# Building blocks of the programs


async def loaded(store: SqliteStore, table: str) -> list[bytes]:
    return [kept.fact for kept in await store.load(table)]


async def fill(store: SqliteStore, size: int = 100, most: int = 100_000) -> tuple[list[bytes], str]:
    """Append until an append is refused; return the facts of the table and the error message."""
    facts = await loaded(store, "t")
    while len(facts) < most:
        fact = f"fact {len(facts) + 1}".encode().ljust(size)
        try:
            await store.append("t", len(facts) + 1, [fact])
        except StoreError as refusal:
            return facts, str(refusal)
        facts.append(fact)
    return facts, ""


async def goes_on(store: SqliteStore, facts: list[bytes]) -> None:
    """Check that only refused facts are missing, and that the next append works."""
    assert await loaded(store, "t") == facts
    await store.append("t", len(facts) + 1, [b"next"])
    assert await loaded(store, "t") == [*facts, b"next"]


def take_all_room(ballast: Path) -> None:
    with ballast.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            return


# Small disks


async def fills_up_and_goes_on(folder: Path) -> None:
    path, ballast = folder / "store.db", folder / "ballast"
    ballast.write_bytes(bytes(100_000))
    with closing(SqliteStore.open(path)) as store:
        facts, refusal = await fill(store)
        assert refusal == f"{path} {FULL}"
        assert len(facts) > 1000, "400 kB hold at least 1000 facts of 100 bytes"
        ballast.unlink()
        await goes_on(store, facts)
    with closing(SqliteStore.open(path)) as store:
        assert await loaded(store, "t") == [*facts, b"next"]


def test_a_small_disk_is_used_completely_and_appends_work_again_with_free_space(folder: Path) -> None:
    IN_MEMORY.check(folder, 400, fills_up_and_goes_on)


async def goes_on_after_a_restart(folder: Path) -> None:
    path, ballast = folder / "store.db", folder / "ballast"
    ballast.write_bytes(bytes(100_000))
    with closing(SqliteStore.open(path)) as store:
        facts, _ = await fill(store)
    with closing(SqliteStore.open(path)) as store:
        more, refusal = await fill(store)
        assert refusal == f"{path} {FULL}"
        assert more[: len(facts)] == facts
        ballast.unlink()
        await goes_on(store, more)


def test_a_store_on_a_full_disk_reopens_and_appends_work_again_with_free_space(folder: Path) -> None:
    IN_MEMORY.check(folder, 400, goes_on_after_a_restart)


async def others_take_the_room(folder: Path) -> None:
    path, ballast = folder / "store.db", folder / "ballast"
    wal = folder / "store.db-wal"
    with closing(SqliteStore.open(path)) as store:
        while wal.stat().st_size < 3_000_000:
            await store.append("t", len(await loaded(store, "t")) + 1, [bytes(2000)] * 50)
        take_all_room(ballast)
        facts, refusal = await fill(store)
        assert refusal == f"{path} {FULL}"
        ballast.unlink()
        await goes_on(store, facts)


def test_a_disk_filled_and_freed_by_other_programs(folder: Path) -> None:
    IN_MEMORY.check(folder, 12_000, others_take_the_room)


async def says_there_is_no_room(folder: Path) -> None:
    path = folder / "store.db"
    with pytest.raises(StoreError) as caught:
        SqliteStore.open(path)
    assert str(caught.value) == f"{path} {FULL}"
    (folder / "ballast").unlink()
    with closing(SqliteStore.open(path)) as store:
        await goes_on(store, [])


async def has_no_room_for_its_lock(folder: Path) -> None:
    take_all_room(folder / "ballast")
    await says_there_is_no_room(folder)


async def has_no_room_for_shared_memory(folder: Path) -> None:
    (folder / "ballast").write_bytes(bytes(80 * 1024))
    await says_there_is_no_room(folder)


async def has_no_room_for_its_log(folder: Path) -> None:
    (folder / "ballast").write_bytes(bytes(60 * 1024))
    await says_there_is_no_room(folder)


@pytest.mark.parametrize(
    "program", [has_no_room_for_its_lock, has_no_room_for_shared_memory, has_no_room_for_its_log]
)
def test_opening_a_store_on_a_disk_that_is_too_full_is_refused(folder: Path, program: Program) -> None:
    IN_MEMORY.check(folder, 100, program)


async def opens_or_says_why_not(folder: Path) -> None:
    path, wal = folder / "store.db", folder / "store.db-wal"
    with closing(SqliteStore.open(path)) as store:
        facts, _ = await fill(store, most=20)
        after_a_kill = {path: path.read_bytes(), wal: wal.read_bytes()}
    after_closing = {path: path.read_bytes()}
    for room in range(0, 120_000, 4_000):
        for files in (after_a_kill, after_closing):
            for file, content in files.items():
                file.write_bytes(content)
            await fills_up_from(path, facts, room)


async def fills_up_from(path: Path, facts: list[bytes], room: int) -> None:
    """Use a store with this much free space, then with more."""
    ballast = path.with_name("ballast")
    leave_room(ballast, room)
    with suppress_full(path), closing(SqliteStore.open(path)) as store:
        _, refusal = await fill(store, size=40_000)
        assert refusal == f"{path} {FULL}"
    ballast.unlink()
    with closing(SqliteStore.open(path)) as store:
        kept = await loaded(store, "t")
        assert kept[: len(facts)] == facts
        await goes_on(store, kept)


def leave_room(ballast: Path, room: int) -> None:
    take_all_room(ballast)
    with ballast.open("r+b") as file:
        file.truncate(ballast.stat().st_size - room)
        # Some file systems free the space only then.
        os.fsync(file.fileno())


@contextmanager
def suppress_full(path: Path) -> Iterator[None]:
    try:
        yield
    except StoreError as refusal:
        if str(refusal) != f"{path} {FULL}":
            raise


def test_a_store_with_any_amount_of_free_space_opens_or_reports_the_full_disk(folder: Path) -> None:
    IN_MEMORY.check(folder, 3000, opens_or_says_why_not)


# File size limits


async def is_limited(folder: Path) -> None:
    path = folder / "store.db"
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, hard))
    with closing(SqliteStore.open(path)) as store:
        facts, refusal = await fill(store)
        assert "store.db cannot be read or written" in refusal
        assert len(facts) > 1000, "300 kB hold at least 1000 facts of 100 bytes"
        assert os.stat(path).st_size > 250_000
        resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
        await goes_on(store, facts)


def test_a_file_size_limit_refuses_appends_until_it_is_raised(tmp_path: Path) -> None:
    command = [sys.executable, __file__, is_limited.__name__, str(tmp_path)]
    child = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert child.returncode == 0, child.stderr


if __name__ == "__main__":
    asyncio.run(globals()[sys.argv[1]](Path(sys.argv[2])))
