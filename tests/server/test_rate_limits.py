"""Token buckets, sliding windows, and the order in which requests start."""

import asyncio

from qwixx.server.rate_limits import RequestRateLimiter, SlidingWindow, TokenBucket


def test_a_token_bucket_refills() -> None:
    bucket = TokenBucket(rate=2, burst=3)
    assert [bucket.take(0.0) for _ in range(4)] == [True, True, True, False]
    assert [bucket.take(1.0) for _ in range(3)] == [True, True, False]
    assert not bucket.take(0.5), "a clock that goes backwards refills nothing"
    assert bucket.is_full(100.0)


def test_reservations_beyond_the_burst_have_to_wait() -> None:
    bucket = TokenBucket(rate=2, burst=3)
    assert [bucket.reserve(0.0) for _ in range(5)] == [0, 0, 0, 0.5, 1.0]
    assert bucket.seconds_of_debt(0.5) == 0.5
    assert not bucket.take(1.0)
    assert bucket.reserve(1.0, 4) == 2.0


def test_a_window_slides() -> None:
    window = SlidingWindow(most=2, seconds=60)
    assert [window.add_if_room(at) for at in (0.0, 10.0, 20.0)] == [True, True, False]
    assert window.seconds_left(20.0) == 40.0
    assert window.add_if_room(60.0)
    assert not window.add_if_room(69.0)
    window.take_back(60.0)
    assert window.count(69.0) == 1
    window.take_back(0.0)
    assert window.count(69.0) == 1, "that one has left the window already"


def test_requests_start_one_at_a_time_and_owners_take_turns() -> None:
    order: list[str] = []

    async def request(limiter: RequestRateLimiter, owner: str) -> None:
        await limiter.acquire(owner)
        order.append(owner)

    async def scene() -> None:
        limiter = RequestRateLimiter(rate=1000)
        flood = [asyncio.create_task(request(limiter, "flooder")) for _ in range(50)]
        await asyncio.sleep(0)
        others = [asyncio.create_task(request(limiter, name)) for name in "abc"]
        await asyncio.sleep(0)
        assert limiter.waiting("flooder") == 49, "one starts at once, the next a little later"
        flood[-1].cancel()
        await asyncio.gather(*flood, *others, return_exceptions=True)

    asyncio.run(scene())
    assert len(order) == 52
    assert set(order[:6]) >= {"a", "b", "c"}


def test_a_heavy_request_delays_the_next_one() -> None:
    async def scene() -> None:
        loop = asyncio.get_running_loop()
        limiter = RequestRateLimiter(rate=100)
        await limiter.acquire("a", weight=120)
        began = loop.time()
        await limiter.acquire("b")
        assert loop.time() - began >= 0.19

    asyncio.run(scene())
