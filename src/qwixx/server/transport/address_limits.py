"""The limits of each address: on its open connections, and on the rate of its requests."""

import asyncio
import ipaddress
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import ceil

from qwixx.server.limits import HOUR, MINUTE, Limits
from qwixx.server.rate_limits import RequestRateLimiter, SlidingWindow, TokenBucket
from qwixx.tables import refusals
from qwixx.tables.refusals import Refusal

# The burst of an address, in seconds of its rate: enough for a classroom that loads the page at once.
ADDRESS_BURST_SECONDS = 8
# A request that would wait longer is refused. New connections are refused before that.
LONGEST_REQUEST_WAIT = 10.0
LONGEST_CONNECTION_WAIT = 5.0
# What a connection without a request costs, in requests.
UNUSED_COST = 2
# What a connection costs that had to be closed for abuse, in requests.
PENALTY = 50
# How many requests of one address may wait.
WAITING_REQUESTS = 64
# How many addresses without open connections are remembered.
REMEMBERED = 10_000


def address_key(host: str) -> str:
    """The address that limits apply to: for IPv6 the network of one household, with 2**64 addresses."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host[:64]
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((int(address) >> 64 << 64, 64)))
    return str(address)


class AddressUsage:
    """The usage of one address."""

    def __init__(self, limits: Limits) -> None:
        self.connections = 0
        self.sockets = 0
        self.requests: TokenBucket = TokenBucket(
            limits.requests_per_second, ADDRESS_BURST_SECONDS * limits.requests_per_second
        )
        self.opened_tables: SlidingWindow = SlidingWindow(limits.tables_per_hour, HOUR)
        self.failed_codes: SlidingWindow = SlidingWindow(limits.failed_codes_per_address, MINUTE)

    def is_idle(self, at: float) -> bool:
        return (
            not self.connections
            and not self.sockets
            and not self.opened_tables.count(at)
            and not self.failed_codes.count(at)
            and self.requests.is_full(at)
        )


class AddressLimits:
    """The usage of all recently seen addresses. Everything is counted before anything is awaited."""

    def __init__(self, limits: Limits, clock: Callable[[], float]) -> None:
        self._limits = limits
        self._clock = clock
        self._usage: dict[str, AddressUsage] = {}
        self._connections = 0
        self._rate_limiter = RequestRateLimiter(limits.requests)
        self._failed_codes = SlidingWindow(limits.failed_codes, MINUTE)

    @property
    def connections(self) -> int:
        """The total number of connections."""
        return self._connections

    def connect(self, address: str, *, is_proxy: bool = False) -> bool:
        """Count a new connection; False if it has to be closed. The address of a proxy has no limit."""
        usage = self._of(address)
        if self._connections >= self._limits.connections:
            return False
        if not is_proxy and (
            usage.connections >= self._limits.connections_per_address
            or usage.requests.seconds_of_debt(self._clock()) > LONGEST_CONNECTION_WAIT
        ):
            return False
        usage.connections += 1
        self._connections += 1
        return True

    def disconnect(self, address: str, *, is_unused: bool = False) -> None:
        """Count a closed connection. One without a request costs more than a request."""
        usage = self._of(address)
        usage.connections -= 1
        self._connections -= 1
        if is_unused:
            usage.requests.reserve(self._clock(), UNUSED_COST)

    def enter(self, address: str) -> bool:
        """Count a subscription to a table; False if the address has too many."""
        usage = self._of(address)
        if usage.sockets >= self._limits.sockets_per_address:
            return False
        usage.sockets += 1
        return True

    def leave(self, address: str) -> None:
        self._of(address).sockets -= 1

    def penalise(self, address: str) -> None:
        """Make an address wait longer, since a connection had to be closed for abuse."""
        self._of(address).requests.reserve(self._clock(), PENALTY)

    async def acquire(self, address: str, weight: float = 1) -> None:
        """Return when a request may begin; Refusal if that would take too long."""
        requests = self._of(address).requests
        seconds = requests.reserve(self._clock(), weight)
        if seconds > LONGEST_REQUEST_WAIT or self._rate_limiter.waiting(address) >= WAITING_REQUESTS:
            requests.reserve(self._clock(), -weight)
            raise Refusal(refusals.TOO_FAST)
        if seconds:
            await asyncio.sleep(seconds)
        await self._rate_limiter.acquire(address, weight)

    @contextmanager
    def opening(self, address: str) -> Iterator[None]:
        """Count an opened table, unless opening it fails."""
        opened, at = self._of(address).opened_tables, self._clock()
        if opened.is_full(at):
            raise Refusal(refusals.TOO_MANY_TABLES)
        opened.add(at)
        try:
            yield
        except BaseException:
            opened.take_back(at)
            raise

    @contextmanager
    def trying_code(self, address: str) -> Iterator[None]:
        """Count a wrong code; after too many of them all codes are refused.

        It is counted before the answer is known, so that concurrent tries do not exceed the limit.
        """
        at = self._clock()
        windows = self._of(address).failed_codes, self._failed_codes
        seconds = max(each.seconds_left(at) for each in windows)
        if seconds:
            raise Refusal(refusals.TOO_MANY_CODES(seconds=ceil(seconds)))
        for each in windows:
            each.add(at)
        has_failed = False
        try:
            yield
        except Refusal:
            has_failed = True
            raise
        finally:
            if not has_failed:
                for each in windows:
                    each.take_back(at)

    def _of(self, address: str) -> AddressUsage:
        usage = self._usage.get(address)
        if usage is None:
            if len(self._usage) >= 2 * REMEMBERED:
                self.forget_idle()
            usage = self._usage[address] = AddressUsage(self._limits)
        return usage

    def forget_idle(self) -> None:
        """Forget idle addresses; if too many are left, the oldest without open connections."""
        at = self._clock()
        self._usage = {address: each for address, each in self._usage.items() if not each.is_idle(at)}
        for address in list(self._usage)[:-REMEMBERED]:
            each = self._usage[address]
            if not each.connections and not each.sockets:
                del self._usage[address]
