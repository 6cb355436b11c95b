"""The job queue: fair between owners, urgent jobs first, bounded, and with deadlines."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

import pytest

from qwixx.server.limits import Limits
from qwixx.server.queues import DeadlineExceeded, Job, JobQueue, QueueFull
from qwixx.worker import WorkerError


class Executor:
    """Runs one job per permit, and records the order in which jobs started."""

    def __init__(self) -> None:
        self.began: list[str] = []
        self.permits = asyncio.Semaphore(0)

    def job(self, name: str) -> Job[str]:
        async def run() -> str:
            self.began.append(name)
            await self.permits.acquire()
            return name

        return run

    def end(self, jobs: int) -> None:
        for _ in range(jobs):
            self.permits.release()


def in_loop(scene: Callable[[Executor], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        await scene(Executor())

    asyncio.run(asyncio.wait_for(run(), 20))


async def settled() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def test_owners_take_turns_and_urgent_jobs_come_first() -> None:
    async def scene(executor: Executor) -> None:
        queue = JobQueue(Limits())
        flood = [asyncio.create_task(queue.run("flooder", executor.job(f"flood {n}"))) for n in range(5)]
        await settled()
        other = asyncio.create_task(queue.run("other", executor.job("other")))
        urgent = asyncio.create_task(queue.run_urgent("table", executor.job("urgent"), 60))
        await settled()
        assert queue.waiting == 6
        executor.end(7)
        assert (await other, await urgent) == ("other", "urgent")
        await asyncio.gather(*flood)
        assert executor.began == ["flood 0", "urgent", "flood 1", "other", "flood 2", "flood 3", "flood 4"]

    in_loop(scene)


@pytest.mark.parametrize("limits", [Limits(questions_per_address=2), Limits(questions=2)])
def test_the_number_of_waiting_jobs_is_limited(limits: Limits) -> None:
    async def scene(executor: Executor) -> None:
        queue = JobQueue(limits)
        jobs = [asyncio.create_task(queue.run("one", executor.job(str(n)))) for n in range(3)]
        await settled()
        with pytest.raises(QueueFull):
            await queue.run("one", executor.job("too many"))
        executor.end(4)
        assert await asyncio.gather(*jobs) == ["0", "1", "2"]
        assert await queue.run("one", executor.job("again")) == "again"

    in_loop(scene)


def test_the_owner_with_the_most_waiting_jobs_makes_room() -> None:
    async def scene(executor: Executor) -> None:
        queue = JobQueue(Limits(questions=4, questions_per_address=3))
        crowd = [asyncio.create_task(queue.run("crowd", executor.job(f"crowd {n}"))) for n in range(4)]
        other = asyncio.create_task(queue.run("other", executor.job("other")))
        await settled()
        newcomer = asyncio.create_task(queue.run("newcomer", executor.job("newcomer")))
        await settled()
        with pytest.raises(QueueFull):
            await crowd[3]
        with pytest.raises(QueueFull):
            await queue.run("crowd", executor.job("one more"))
        executor.end(5)
        await asyncio.gather(*crowd[:3], other, newcomer)
        assert executor.began == ["crowd 0", "crowd 1", "other", "newcomer", "crowd 2"]

    in_loop(scene)


def test_a_cancelled_job_is_dropped_unless_it_has_started() -> None:
    async def scene(executor: Executor) -> None:
        queue = JobQueue(Limits(questions_per_address=1))
        first = asyncio.create_task(queue.run("one", executor.job("first")))
        await settled()
        for _ in range(100):
            gone = asyncio.create_task(queue.run("one", executor.job("gone")))
            await settled()
            gone.cancel()
            await settled()
        last = asyncio.create_task(queue.run("one", executor.job("last")))
        await settled()
        first.cancel()
        await settled()
        assert executor.began == ["first"], "it is not finished yet"
        executor.end(2)
        assert await last == "last"
        assert executor.began == ["first", "last"]

    in_loop(scene)


def test_a_job_cancelled_just_before_it_starts_does_not_block_others() -> None:
    async def scene(executor: Executor) -> None:
        queue = JobQueue(Limits())
        first = asyncio.create_task(queue.run("one", executor.job("first")))
        gone = asyncio.create_task(queue.run("two", executor.job("gone")))
        last = asyncio.create_task(queue.run("three", executor.job("last")))
        await settled()
        executor.end(1)
        while not first.done():
            await asyncio.sleep(0)
        gone.cancel()
        executor.end(2)
        assert await last == "last"

    in_loop(scene)


def test_an_error_is_raised_to_its_caller_and_the_next_job_starts() -> None:
    async def fail() -> str:
        raise WorkerError("no idea")

    async def scene(executor: Executor) -> None:
        queue = JobQueue(Limits())
        executor.end(1)
        failing, other = queue.run("one", fail), queue.run("two", executor.job("other"))
        failed, result = await asyncio.gather(failing, other, return_exceptions=True)
        assert isinstance(failed, WorkerError)
        assert result == "other"

    in_loop(scene)


def test_an_urgent_job_without_time_left_is_overdue_immediately() -> None:
    async def scene(executor: Executor) -> None:
        with pytest.raises(DeadlineExceeded):
            await JobQueue(Limits()).run_urgent("table", executor.job("late"), 0.0)

    in_loop(scene)


def test_urgent_jobs_are_refused_immediately_while_a_job_is_overdue() -> None:
    async def scene(executor: Executor) -> None:
        queue = JobQueue(Limits())
        with pytest.raises(DeadlineExceeded, match=r"no result in 0\.01 seconds"):
            await queue.run_urgent("table", executor.job("compile"), 0.01)
        with pytest.raises(DeadlineExceeded, match="an earlier job is overdue"):
            await queue.run_urgent("table", executor.job("refused"), 60)
        executor.end(2)
        while True:
            with suppress(DeadlineExceeded):
                assert await queue.run_urgent("table", executor.job("in time"), 60) == "in time"
                break
            await asyncio.sleep(0)
        assert executor.began == ["compile", "in time"]

    in_loop(scene)


def test_a_cancelled_urgent_job_is_dropped() -> None:
    async def scene(executor: Executor) -> None:
        queue = JobQueue(Limits())
        running = asyncio.create_task(queue.run("one", executor.job("first")))
        closed = asyncio.create_task(queue.run_urgent("table", executor.job("closed"), 60))
        await settled()
        closed.cancel()
        await settled()
        assert queue.waiting == 0
        executor.end(2)
        assert await running == "first"
        assert executor.began == ["first"]

    in_loop(scene)


def test_a_job_that_raises_cancelled_error_does_not_hang_its_caller() -> None:
    async def cancelled() -> str:
        raise asyncio.CancelledError

    async def scene(executor: Executor) -> None:
        queue = JobQueue(Limits())
        executor.end(1)
        calls = queue.run("one", cancelled), queue.run("two", executor.job("other"))
        first, second = await asyncio.gather(*calls, return_exceptions=True)
        assert isinstance(first, asyncio.CancelledError)
        assert second == "other"

    in_loop(scene)
