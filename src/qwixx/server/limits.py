"""Bounds on what one client or one address may ask for."""

from collections import Counter
from dataclasses import dataclass, field

MESSAGE_BYTES = 2048
BODY_BYTES = 4096
CONNECTIONS_PER_ADDRESS = 64
TABLES_PER_ADDRESS = 60
TABLES_IN_ALL = 100_000
MESSAGES_PER_SECOND = 20.0
MESSAGES_AT_ONCE = 40.0
# Of what the coach has worked out, how much is kept in memory, and how much may be under way.
KEPT_ANSWERS = 64
QUESTIONS_WAITING = 16
PUZZLES_READY = 3
HOUR = 3600.0


@dataclass
class Bucket:
    """Lets so many messages a second through, and a few more at once."""

    tokens: float = MESSAGES_AT_ONCE
    filled_at: float = 0.0

    def take(self, at: float) -> bool:
        self.tokens = min(MESSAGES_AT_ONCE, self.tokens + (at - self.filled_at) * MESSAGES_PER_SECOND)
        self.filled_at = at
        if self.tokens < 1:
            return False
        self.tokens -= 1
        return True


@dataclass
class Addresses:
    """How much each address uses now, and how many tables it opened within the hour."""

    connections: Counter[str] = field(default_factory=Counter)
    _opened: dict[str, list[float]] = field(default_factory=dict)

    def may_connect(self, address: str) -> bool:
        return self.connections[address] < CONNECTIONS_PER_ADDRESS

    def connect(self, address: str) -> None:
        self.connections[address] += 1

    def disconnect(self, address: str) -> None:
        self.connections[address] -= 1
        if self.connections[address] <= 0:
            del self.connections[address]

    def may_open(self, address: str, at: float) -> bool:
        recent = [when for when in self._opened.get(address, []) if at - when < HOUR]
        self._opened[address] = recent
        if not recent:
            del self._opened[address]
        return len(recent) < TABLES_PER_ADDRESS

    def opened(self, address: str, at: float) -> None:
        self._opened.setdefault(address, []).append(at)
