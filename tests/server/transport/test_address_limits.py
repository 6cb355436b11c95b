"""Limits per address: counted at once, released, and forgotten."""

import asyncio
from contextlib import suppress

import pytest

from qwixx.rules.errors import QwixxError
from qwixx.server.limits import Limits
from qwixx.server.transport import address_limits
from qwixx.server.transport.address_limits import (
    LONGEST_CONNECTION_WAIT,
    LONGEST_REQUEST_WAIT,
    PENALTY,
    UNUSED_COST,
    AddressLimits,
    address_key,
)
from qwixx.tables.refusals import Refusal


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
def test_the_key_of_an_address(host: str, key: str) -> None:
    assert address_key(host) == key


def test_a_request_that_would_wait_too_long_is_refused_and_costs_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = Clock()
    limits = AddressLimits(Limits(requests_per_second=1), clock)
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    async def acquire(owner: str, weight: float) -> None: ...

    async def scene() -> int:
        served = 0
        for _ in range(10_000):
            with suppress(Refusal):
                await limits.acquire("a")
                served += 1
        clock.now += 1
        await limits.acquire("a")
        return served

    monkeypatch.setattr("asyncio.sleep", sleep)
    monkeypatch.setattr(limits._rate_limiter, "acquire", acquire)
    assert asyncio.run(scene()) == 8 + LONGEST_REQUEST_WAIT
    assert waited[-1] == pytest.approx(LONGEST_REQUEST_WAIT)


def connected(limits: AddressLimits, address: str, **how: bool) -> int:
    """How many of a thousand connections without a request are accepted."""
    accepted = 0
    for _ in range(1000):
        if limits.connect(address, **how):
            limits.disconnect(address, is_unused=True)
            accepted += 1
    return accepted


def test_connections_without_a_request_cost_more_than_requests() -> None:
    clock = Clock()
    limits = AddressLimits(Limits(requests_per_second=10), clock)
    most = (address_limits.ADDRESS_BURST_SECONDS + LONGEST_CONNECTION_WAIT) * 10 // UNUSED_COST + 1
    assert connected(limits, "a") == most
    assert connected(limits, "b") == most, "addresses are limited independently"
    clock.now += 2.0
    assert connected(limits, "a") == 2 * 10 // UNUSED_COST
    assert connected(limits, "a", is_proxy=True) == 1000


def test_a_penalised_address_has_to_wait_but_keeps_its_open_connections() -> None:
    clock = Clock()
    limits = AddressLimits(Limits(requests_per_second=50), clock)
    assert limits.connect("a")
    while limits.connect("a"):
        limits.disconnect("a")
        limits.penalise("a")
    assert limits.connections == 1
    clock.now += PENALTY / 50
    assert limits.connect("a")


def test_a_table_that_failed_to_open_is_not_counted() -> None:
    clock = Clock()
    limits = AddressLimits(Limits(tables_per_hour=1), clock)
    with pytest.raises(QwixxError, match="no such table"), limits.opening("a"):
        raise QwixxError("no such table")
    with limits.opening("a"), pytest.raises(Refusal), limits.opening("a"):
        raise AssertionError("this is the second one")
    clock.now += 3600
    with limits.opening("a"):
        pass


def test_idle_addresses_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(address_limits, "REMEMBERED", 10)
    clock = Clock()
    limits = AddressLimits(Limits(), clock)
    assert limits.connect("held")
    assert limits.enter("held")
    for number in range(1000):
        assert limits.connect(f"192.0.2.{number}")
        limits.disconnect(f"192.0.2.{number}", is_unused=True)
        assert len(limits._usage) <= 21
    limits.leave("held")
    limits.disconnect("held")
    clock.now += 1000
    limits.forget_idle()
    assert limits._usage == {}
