"""The worker process: answers, failures, crashes, timeouts and shutdown."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from qwixx.rules.errors import QwixxError
from qwixx.worker import Worker, WorkerError


def answer() -> tuple[int, int]:
    return os.getpid(), os.nice(0)


def hang(begun: Path) -> None:
    """Create a file, and block until the process is killed."""
    begun.touch()
    time.sleep(600)


def hang_once(begun: Path) -> int:
    if not begun.exists():
        hang(begun)
    return os.getpid()


def fail() -> None:
    raise QwixxError("no net was trained for that")


def stumble() -> None:
    raise KeyError("oops")


def crash() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


async def until(happens: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not happens():
            await asyncio.sleep(0.01)


@pytest.fixture
def replaced() -> list[WorkerError]:
    return []


@pytest.fixture
def worker(replaced: list[WorkerError]) -> Iterator[Worker]:
    made = Worker(niceness=3, on_replaced=replaced.append)
    yield made
    made.close()


def test_all_answers_come_from_one_other_process(worker: Worker) -> None:
    async def scene() -> None:
        first, second = await asyncio.gather(worker.ask(answer), worker.ask(answer))
        assert first == second
        assert first[0] != os.getpid()
        assert first[1] == os.nice(0) + 3

    asyncio.run(scene())


def test_failures_are_raised_with_their_message(worker: Worker) -> None:
    async def scene() -> None:
        with pytest.raises(WorkerError, match=r"^no net was trained for that$"):
            await worker.ask(fail)
        with pytest.raises(WorkerError, match=r"^KeyError: 'oops'$"):
            await worker.ask(stumble)
        await worker.ask(answer)

    asyncio.run(scene())


def test_after_a_crash_a_new_process_answers(worker: Worker, replaced: list[WorkerError]) -> None:
    async def scene() -> None:
        before, _ = await worker.ask(answer)
        with pytest.raises(WorkerError, match="has ended"):
            await worker.ask(crash)
        after, _ = await worker.ask(answer)
        assert after != before
        assert len(replaced) == 1, "the job is retried once"

    asyncio.run(scene())


def test_a_job_is_retried_when_its_process_is_killed(worker: Worker, tmp_path: Path) -> None:
    async def scene() -> None:
        process, _ = await worker.ask(answer)
        answering = asyncio.create_task(worker.ask(hang_once, tmp_path / "begun"))
        await until((tmp_path / "begun").exists)
        os.kill(process, signal.SIGKILL)
        assert await answering != process

    asyncio.run(scene())


def test_a_process_that_hangs_is_killed_after_a_timeout(
    worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        await worker.ask(answer)
        monkeypatch.setattr("qwixx.worker.LONGEST_SECONDS", 0.2)
        with pytest.raises(WorkerError, match="no answer in 0 seconds"):
            await worker.ask(time.sleep, 60)

    asyncio.run(scene())


def test_closing_does_not_wait_for_answers(
    worker: Worker, tmp_path: Path, replaced: list[WorkerError]
) -> None:
    async def scene() -> None:
        answering = asyncio.create_task(worker.ask(hang, tmp_path / "begun"))
        await until((tmp_path / "begun").exists)
        await asyncio.to_thread(worker.close)
        with pytest.raises(WorkerError, match="the worker was closed"):
            await answering
        assert replaced == []

    asyncio.run(scene())


ORPHAN = """
import asyncio, os, sys
from pathlib import Path
from qwixx.worker import Worker
from tests.test_worker import answer, hang, until

async def scene(begun):
    worker = Worker()
    print((await worker.ask(answer))[0], flush=True)
    answering = asyncio.create_task(worker.ask(hang, begun))
    await until(begun.exists)
    os.kill(os.getpid(), 9)

asyncio.run(scene(Path(sys.argv[1])))
"""


def test_the_process_ends_when_its_parent_is_killed_even_if_it_is_busy(tmp_path: Path) -> None:
    command = [sys.executable, "-c", ORPHAN, str(tmp_path / "begun")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    process = int(done.stdout)

    def has_ended() -> bool:
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        return False

    asyncio.run(until(has_ended))
