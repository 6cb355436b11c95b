"""A cache that computes a value once for all concurrent requests."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from qwixx.server.single_flight import CachedValue, SingleFlightCache


class Squares:
    """Computes squares once permitted, and records each computation."""

    def __init__(self) -> None:
        self.computed: list[int] = []
        self.cancelled: list[int] = []
        self.may_end = asyncio.Event()

    def of(self, number: int) -> Callable[[], Coroutine[Any, Any, int]]:
        async def compute() -> int:
            self.computed.append(number)
            try:
                await self.may_end.wait()
            except asyncio.CancelledError:
                self.cancelled.append(number)
                raise
            return number**2

        return compute


async def settled() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def test_a_key_is_computed_once_for_concurrent_requests_and_cached() -> None:
    async def scene() -> None:
        squares, cache = Squares(), SingleFlightCache[int, int](2)
        asked = [asyncio.create_task(cache.get(3, squares.of(3))) for _ in range(3)]
        await settled()
        squares.may_end.set()
        assert await asyncio.gather(*asked) == [9, 9, 9]
        assert await cache.get(3, squares.of(3)) == 9
        assert squares.computed == [3]

    asyncio.run(scene())


def test_the_least_recently_used_value_is_evicted() -> None:
    async def scene() -> None:
        squares, cache = Squares(), SingleFlightCache[int, int](2)
        squares.may_end.set()
        for number in (1, 2, 1, 3, 1, 2):
            assert await cache.get(number, squares.of(number)) == number**2
        assert squares.computed == [1, 2, 3, 2]

    asyncio.run(scene())


def test_a_failed_computation_is_not_cached() -> None:
    async def fail() -> int:
        raise ValueError("no square")

    async def scene() -> None:
        squares, cache = Squares(), SingleFlightCache[int, int](2)
        squares.may_end.set()
        with pytest.raises(ValueError, match="no square"):
            await cache.get(3, fail)
        assert await cache.get(3, squares.of(3)) == 9

    asyncio.run(scene())


def test_a_computation_continues_after_a_timeout_of_its_caller() -> None:
    async def scene() -> None:
        squares, cache = Squares(), SingleFlightCache[int, int](2)
        with pytest.raises(TimeoutError):
            await cache.get(3, squares.of(3), 0.01)
        squares.may_end.set()
        assert await cache.get(3, squares.of(3)) == 9
        assert (squares.computed, squares.cancelled) == ([3], [])

    asyncio.run(scene())


def test_a_computation_is_cancelled_with_the_last_task_that_waits_for_it() -> None:
    async def scene() -> None:
        squares, cache = Squares(), SingleFlightCache[int, int](2)
        one, two = (asyncio.create_task(cache.get(3, squares.of(3))) for _ in range(2))
        await settled()
        one.cancel()
        await settled()
        assert squares.cancelled == []
        two.cancel()
        await settled()
        assert squares.cancelled == [3]
        squares.may_end.set()
        assert await cache.get(3, squares.of(3)) == 9, "it is computed again"

    asyncio.run(scene())


def test_a_value_is_cached_for_some_seconds_and_computed_once_for_simultaneous_requests() -> None:
    async def scene() -> None:
        now, computed = 0.0, 0

        async def compute() -> int:
            nonlocal computed
            computed += 1
            await asyncio.sleep(0)
            return computed

        cached = CachedValue(3.0, compute, lambda: now)
        assert {*await asyncio.gather(cached.get(), cached.get())} == {1}
        now = 2.9
        assert await cached.get() == 1
        now = 3.0
        assert await cached.get() == 2

    asyncio.run(scene())


def test_an_error_is_not_cached() -> None:
    async def scene() -> None:
        outcomes = [ZeroDivisionError("the first time"), None]

        async def compute() -> str:
            if (error := outcomes.pop(0)) is not None:
                raise error
            return "value"

        cached = CachedValue(3.0, compute)
        with pytest.raises(ZeroDivisionError):
            await cached.get()
        assert await cached.get() == "value"

    asyncio.run(scene())
