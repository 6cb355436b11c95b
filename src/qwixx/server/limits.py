"""Bounds on what one client, one address or everybody together may ask for."""

from dataclasses import dataclass, field, fields, replace

from qwixx.rules.errors import InputError

# What a message and a body hold at most; the protocol says so, hosts do not change it.
MESSAGE_BYTES = 2048
BODY_BYTES = 4096
# A record is of 20,000 at most, unless somebody wrote comments into it.
RECORD_BYTES = 128 * 1024
# Five full sheets, mark by mark.
PAD_BYTES = 32 * 1024
# Cookies of a browser that sat at a thousand tables of an earlier version fit into this.
HEADER_BYTES = 128 * 1024
# Of what the coach has worked out, how much is kept in memory, and how many puzzles are ready.
KEPT_ANSWERS = 64
PUZZLES_READY = 3
HOUR = 3600.0


def _limit(default: int, meaning: str) -> int:
    value: int = field(default=default, metadata={"meaning": meaning})
    return value


@dataclass(frozen=True)
class Limits:
    """What a host allows: each is a ``--limit NAME=NUMBER`` of ``qwixx serve``."""

    tables: int = _limit(100_000, "tables on disk in all")
    tables_per_hour: int = _limit(60, "tables that an address opens in an hour")
    connections: int = _limit(8192, "connections in all, as far as the system has files for them")
    connections_per_address: int = _limit(256, "connections of an address, requests and tables together")
    sockets_per_address: int = _limit(64, "tables that an address listens to at once")
    requests_per_second: int = _limit(50, "requests of an address a second, and eight times that at once")
    requests: int = _limit(300, "requests a second in all, of which a heavy one counts as several")
    messages_per_second: int = _limit(20, "messages of a connection a second, and twice that at once")
    questions: int = _limit(64, "questions to the coach that wait at once in all")
    questions_per_address: int = _limit(4, "questions to the coach that wait at once for an address")

    def changed(self, texts: list[str]) -> "Limits":
        """These limits with some set anew by texts like ``tables=500``."""
        changes = dict(map(self._change, texts))
        return replace(self, **changes)

    def _change(self, text: str) -> tuple[str, int]:
        name, _, number = text.partition("=")
        known = [each.name for each in fields(self)]
        if name not in known:
            raise InputError(f"no limit {name!r}: there are {', '.join(known)}")
        if not number.isascii() or not number.isdecimal() or not 1 <= int(number) <= 10**9:
            raise InputError(f"limit {name} is a whole number from 1 to {10**9}, not {number!r}")
        return name, int(number)


def meanings() -> str:
    """The limits in lines, with what each is usually."""
    return "\n".join(
        f"  {each.name:25}{each.default:>8,}  {each.metadata['meaning']}" for each in fields(Limits)
    )


class Bucket:
    """Lets so many through a second, and a few more at once."""

    __slots__ = ("_at_once", "_filled_at", "_per_second", "_tokens")

    def __init__(self, per_second: float, at_once: float) -> None:
        self._per_second = per_second
        self._at_once = self._tokens = at_once
        self._filled_at = 0.0

    def take(self, at: float) -> bool:
        """Whether one more may go through now."""
        self._fill(at)
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    def reserve(self, at: float, count: float = 1) -> float:
        """Let so many through, and say in how many seconds; those who come after them wait longer."""
        self._fill(at)
        self._tokens -= count
        return max(0.0, -self._tokens / self._per_second)

    def has_one(self, at: float) -> bool:
        """Whether one more could go through now."""
        self._fill(at)
        return self._tokens >= 1

    def is_full(self, at: float) -> bool:
        self._fill(at)
        return self._tokens >= self._at_once

    def _fill(self, at: float) -> None:
        self._tokens = min(self._at_once, self._tokens + max(0.0, at - self._filled_at) * self._per_second)
        self._filled_at = at
