"""Those who use a server, by their addresses: what each holds now, and how fast it may go on."""

import asyncio
import ipaddress
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from qwixx.server import refusals
from qwixx.server.limits import HOUR, Bucket, Limits
from qwixx.server.refusals import Refusal
from qwixx.server.stores.usage import Used, UsedElsewhere, nothing_elsewhere
from qwixx.server.transport.turnstile import Turnstile

# A page with all its parts, for a classroom behind one address.
REQUESTS_AT_ONCE = 8
ARRIVALS_PER_SECOND = 50.0
LONGEST_WAIT = 10.0
# As many requests as that costs an address whose connection had to be closed for what it did.
BLAME = 50
# Of requests that wait for their turn in all, how many are of one address at most.
WAITING_REQUESTS = 64
# Whoever is kept in memory beside those who hold something now.
KEPT_VISITORS = 10_000
# Other processes are told of an address from one in so many of what it may use: nearly all use far less.
TOLD_PART = 8


def address_key(host: str) -> str:
    """The address that limits count: of IPv6 the network of one household, which has 2**64 addresses."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host[:64]
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((int(address) >> 64 << 64, 64)))
    return str(address)


class Visitor:
    """One address."""

    def __init__(self, limits: Limits) -> None:
        per_second = limits.requests_per_second
        self.connections = 0
        self.sockets = 0
        self.opened: deque[float] = deque()
        self.requests = Bucket(per_second, REQUESTS_AT_ONCE * per_second)
        self.arrivals = Bucket(ARRIVALS_PER_SECOND, limits.connections_per_address)

    def is_idle(self, at: float) -> bool:
        return (
            not self.connections
            and not self.sockets
            and not self.opened_within_the_hour(at)
            and self.requests.is_full(at)
        )

    def used(self, at: float) -> Used:
        return Used(self.connections, self.sockets, self.opened_within_the_hour(at))

    def opened_within_the_hour(self, at: float) -> int:
        while self.opened and at - self.opened[0] >= HOUR:
            self.opened.popleft()
        return len(self.opened)


class Visitors:
    """All addresses that were here lately. Everything is counted before anybody waits for anything."""

    def __init__(self, limits: Limits, clock: Callable[[], float]) -> None:
        # What an address uses at other processes, as far as that is known here.
        self.elsewhere: UsedElsewhere = nothing_elsewhere
        self._limits = limits
        self._clock = clock
        self._known: dict[str, Visitor] = {}
        self._connections = 0
        self._turnstile = Turnstile(limits.requests)

    @property
    def connections(self) -> int:
        """How many there are in all."""
        return self._connections

    def connect(self, address: str, *, is_proxy: bool = False) -> bool:
        """A connection came; whether it may stay. Behind a proxy are many people."""
        visitor = self._visitor(address)
        if self._connections >= self._limits.connections:
            return False
        if not is_proxy and not (
            visitor.connections + self.elsewhere(address).connections < self._limits.connections_per_address
            and visitor.arrivals.take(self._clock())
        ):
            return False
        visitor.connections += 1
        self._connections += 1
        return True

    def disconnect(self, address: str) -> None:
        self._visitor(address).connections -= 1
        self._connections -= 1

    def enter(self, address: str) -> bool:
        """Somebody wants to listen to a table; whether they may."""
        visitor = self._visitor(address)
        if visitor.sockets + self.elsewhere(address).sockets >= self._limits.sockets_per_address:
            return False
        visitor.sockets += 1
        return True

    def leave(self, address: str) -> None:
        self._visitor(address).sockets -= 1

    def blame(self, address: str) -> None:
        """A connection had to be closed for what it did; the next ones of this address wait longer."""
        self._visitor(address).requests.reserve(self._clock(), BLAME)

    async def turn(self, address: str, weight: float = 1) -> None:
        """Wait until a request may be looked at; Refusal if that would take too long."""
        visitor = self._visitor(address)
        seconds = visitor.requests.reserve(self._clock(), weight)
        if seconds > LONGEST_WAIT or self._turnstile.waiting(address) >= WAITING_REQUESTS:
            visitor.requests.reserve(self._clock(), -weight)
            raise Refusal(refusals.TOO_FAST)
        if seconds:
            await asyncio.sleep(seconds)
        await self._turnstile.enter(address, weight)

    @contextmanager
    def opening(self, address: str) -> Iterator[None]:
        """A table of the hour; given back if it is not opened after all."""
        visitor, at = self._visitor(address), self._clock()
        opened = visitor.opened_within_the_hour(at) + self.elsewhere(address).tables
        if opened >= self._limits.tables_per_hour:
            raise Refusal(refusals.TOO_MANY_TABLES)
        visitor.opened.append(at)
        try:
            yield
        except BaseException:
            with suppress(ValueError):  # it may be an hour ago by now
                visitor.opened.remove(at)
            raise

    def heavy(self) -> dict[str, Used]:
        """What addresses use here that use a part of a limit which other processes have to know of."""
        at, limits = self._clock(), self._limits
        connections = limits.connections_per_address / TOLD_PART
        sockets, tables = limits.sockets_per_address / TOLD_PART, limits.tables_per_hour / TOLD_PART
        return {
            address: each.used(at)
            for address, each in self._known.items()
            if each.connections >= connections or each.sockets >= sockets or len(each.opened) >= tables
        }

    def _visitor(self, address: str) -> Visitor:
        found = self._known.get(address)
        if found is None:
            if len(self._known) >= 2 * KEPT_VISITORS:
                self.forget_idle()
            found = self._known[address] = Visitor(self._limits)
        return found

    def forget_idle(self) -> None:
        """Forget those who hold nothing; where too many are left, those who came first."""
        at = self._clock()
        self._known = {address: each for address, each in self._known.items() if not each.is_idle(at)}
        for address in list(self._known)[:-KEPT_VISITORS]:
            each = self._known[address]
            if not each.connections and not each.sockets:
                del self._known[address]
