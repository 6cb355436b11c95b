"""Processes that think: answers, failures, and ends."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import ParamSpec, TypeVar

import pytest

from qwixx.rules.errors import QwixxError
from qwixx.server.limits import Limits
from qwixx.server.thinking.line import Line
from qwixx.server.thinking.worker import Worker, WorkerError
from qwixx.server.thinking.worker_pool import InTime, NotYet

P = ParamSpec("P")
T = TypeVar("T")


def answer() -> tuple[int, int]:
    return os.getpid(), os.nice(0)


def answer_slowly() -> int:
    time.sleep(0.5)
    return os.getpid()


def fail() -> None:
    raise QwixxError("no net was trained for that")


def stumble() -> None:
    raise KeyError("oops")


def crash() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.fixture
def worker() -> Iterator[Worker]:
    made = Worker(niceness=3)
    yield made
    made.close()


def test_another_process_answers_and_is_kept(worker: Worker) -> None:
    async def scene() -> None:
        first, second = await asyncio.gather(worker.ask(answer), worker.ask(answer))
        assert first == second
        assert first[0] != os.getpid()
        assert first[1] == os.nice(0) + 3

    asyncio.run(scene())


def test_what_goes_wrong_there_is_told_in_words(worker: Worker) -> None:
    async def scene() -> None:
        with pytest.raises(WorkerError, match=r"^no net was trained for that$"):
            await worker.ask(fail)
        with pytest.raises(WorkerError, match=r"^KeyError: 'oops'$"):
            await worker.ask(stumble)
        await worker.ask(answer)

    asyncio.run(scene())


def test_after_a_crash_another_process_answers(worker: Worker) -> None:
    async def scene() -> None:
        before, _ = await worker.ask(answer)
        with pytest.raises(WorkerError, match="has ended"):
            await worker.ask(crash)
        after, _ = await worker.ask(answer)
        assert after != before

    asyncio.run(scene())


def test_what_a_process_was_at_when_it_was_killed_is_asked_again(worker: Worker) -> None:
    async def scene() -> None:
        process, _ = await worker.ask(answer)
        thought = asyncio.create_task(worker.ask(answer_slowly))
        await asyncio.sleep(0.1)
        os.kill(process, signal.SIGKILL)
        assert await thought != process

    asyncio.run(scene())


def test_a_process_that_hangs_is_ended(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        await worker.ask(answer)
        monkeypatch.setattr("qwixx.server.thinking.worker.LONGEST_SECONDS", 0.2)
        with pytest.raises(WorkerError, match="no answer in 0 seconds"):
            await worker.ask(time.sleep, 60)

    asyncio.run(scene())


def test_closing_does_not_wait_for_a_thought() -> None:
    async def scene() -> None:
        worker = Worker()
        await worker.ask(answer)
        thought = asyncio.create_task(worker.ask(time.sleep, 600))
        await asyncio.sleep(0.1)
        await asyncio.to_thread(worker.close)
        with pytest.raises(WorkerError, match="about to end"):
            await thought

    asyncio.run(scene())


ORPHAN = """
import asyncio, os, time
from qwixx.server.thinking.worker_pool import Worker
from tests.server.test_worker_pool import answer

async def scene():
    worker = Worker()
    print((await worker.ask(answer))[0], flush=True)
    asyncio.create_task(worker.ask(time.sleep, 600))
    await asyncio.sleep(0.2)
    os.kill(os.getpid(), 9)

asyncio.run(scene())
"""


def test_it_ends_with_a_server_that_is_killed_even_in_a_long_thought() -> None:
    done = subprocess.run([sys.executable, "-c", ORPHAN], capture_output=True, text=True, timeout=60)
    process = int(done.stdout)
    end = time.monotonic() + 20
    while time.monotonic() < end:
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    raise AssertionError("the process goes on without anybody who asks")


class Slow(Worker):
    """A worker that answers when it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.go_on = asyncio.Event()

    async def ask(self, question: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        await self.go_on.wait()
        return question(*args, **kwargs)


def test_a_table_that_has_waited_for_another_process_waits_only_for_the_rest() -> None:
    async def wait() -> None:
        worker = Slow()
        in_time = InTime(Line(worker, Limits()), patience=3600.0)
        with pytest.raises(NotYet):
            await in_time.ask("t", 3600.0, len, "abc")
        worker.close()

    asyncio.run(wait())


def test_people_do_not_wait_for_a_compiler() -> None:
    async def wait() -> None:
        worker = Slow()
        in_time = InTime(Line(worker, Limits()), patience=0.05)
        with pytest.raises(NotYet, match=r"no thought in 0\.05 seconds"):
            await in_time.ask("t", 0.0, len, "abc")
        with pytest.raises(NotYet, match="an earlier thought takes long"):
            await in_time.ask("t", 0.0, len, "abc")
        worker.go_on.set()
        await asyncio.sleep(0.05)
        assert await in_time.ask("t", 0.0, len, "abc") == 3
        worker.close()

    asyncio.run(wait())
