"""What an address may use: counted at once, given back, and forgotten."""

import asyncio
from contextlib import suppress

import pytest

from qwixx.rules.errors import QwixxError
from qwixx.server.limits import Bucket, Limits, meanings
from qwixx.server.refusals import Refusal
from qwixx.server.transport import visitors as module
from qwixx.server.transport.turnstile import Turnstile
from qwixx.server.transport.visitors import LONGEST_WAIT, Visitors, address_key


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize(
    ("host", "key"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("testclient", "testclient"),
        ("x" * 1000, "x" * 64),
    ],
)
def test_an_address(host: str, key: str) -> None:
    assert address_key(host) == key


def test_who_would_wait_too_long_is_refused_and_loses_nothing_by_it(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    visitors = Visitors(Limits(requests_per_second=1), clock)
    waited: list[float] = []

    async def wait(seconds: float) -> None:
        waited.append(seconds)

    async def enter(owner: str, weight: float) -> None: ...

    async def scene() -> int:
        served = 0
        for _ in range(10_000):
            with suppress(Refusal):
                await visitors.turn("a")
                served += 1
        clock.now += 1
        await visitors.turn("a")
        return served

    monkeypatch.setattr("asyncio.sleep", wait)
    monkeypatch.setattr(visitors._turnstile, "enter", enter)
    assert asyncio.run(scene()) == 8 + LONGEST_WAIT
    assert waited[-1] == pytest.approx(LONGEST_WAIT)


def test_requests_begin_one_after_the_other_and_addresses_in_turn() -> None:
    order: list[str] = []

    async def pass_through(turnstile: Turnstile, owner: str) -> None:
        await turnstile.enter(owner)
        order.append(owner)

    async def scene() -> None:
        turnstile = Turnstile(per_second=1000)
        flood = [asyncio.create_task(pass_through(turnstile, "flooder")) for _ in range(50)]
        await asyncio.sleep(0)
        others = [asyncio.create_task(pass_through(turnstile, name)) for name in "abc"]
        await asyncio.sleep(0)
        assert turnstile.waiting("flooder") == 49, "one comes at once, the next a little later"
        flood[-1].cancel()
        await asyncio.gather(*flood, *others, return_exceptions=True)

    asyncio.run(scene())
    assert len(order) == 52
    assert set(order[:6]) >= {"a", "b", "c"}


def test_a_heavy_request_makes_the_next_one_wait() -> None:
    async def scene() -> None:
        loop = asyncio.get_running_loop()
        turnstile = Turnstile(per_second=100)
        await turnstile.enter("a", weight=120)
        began = loop.time()
        await turnstile.enter("b")
        assert loop.time() - began >= 0.15

    asyncio.run(scene())


def test_a_table_that_was_not_opened_is_not_counted() -> None:
    clock = Clock()
    visitors = Visitors(Limits(tables_per_hour=1), clock)
    with pytest.raises(QwixxError, match="no such table"), visitors.opening("a"):
        raise QwixxError("no such table")
    with visitors.opening("a"), pytest.raises(Refusal), visitors.opening("a"):
        raise AssertionError("this is the second one")
    clock.now += 3600
    with visitors.opening("a"):
        pass


def test_those_who_hold_nothing_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "KEPT_VISITORS", 10)
    clock = Clock()
    visitors = Visitors(Limits(), clock)
    assert visitors.connect("held")
    assert visitors.enter("held")
    for number in range(1000):
        assert visitors.connect(f"192.0.2.{number}")
        visitors.disconnect(f"192.0.2.{number}")
        assert len(visitors._known) <= 21
    visitors.leave("held")
    visitors.disconnect("held")
    clock.now += 1000
    visitors.forget_idle()
    assert visitors._known == {}


def test_a_bucket_fills_up_again() -> None:
    bucket = Bucket(per_second=2, at_once=3)
    assert [bucket.take(0.0) for _ in range(4)] == [True, True, True, False]
    assert [bucket.take(1.0) for _ in range(3)] == [True, True, False]
    assert not bucket.take(0.5), "a clock that goes back fills nothing"
    assert bucket.is_full(100.0)


def test_limits_by_name() -> None:
    limits = Limits().changed(["tables=5", "connections=7"])
    assert (limits.tables, limits.connections) == (5, 7)
    assert "100,000  tables on disk in all" in meanings()
