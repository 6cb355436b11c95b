"""Limits on messages, requests and connections: those that a host can change, and constants."""

from dataclasses import dataclass, field, fields, replace

from qwixx.rules.errors import InputError

# The longest message and body; they are part of the protocol, so hosts do not change them.
MESSAGE_BYTES = 2048
BODY_BYTES = 4096
# A record takes 20,000 at most, but it may have comments.
RECORD_BYTES = 128 * 1024
# Five full sheets, mark by mark.
PAD_BYTES = 32 * 1024
# Of a request's headers together.
REQUEST_HEADER_BYTES = 64 * 1024
# The sizes of a cache of answers, and of the stock of puzzles.
CACHE_SIZE = 64
PUZZLE_STOCK = 3
# A client that has received nothing for this long sends a heartbeat, the server a ping.
HEARTBEAT_SECONDS = 20
HOUR = 3600.0
MINUTE = 60.0


def _limit(default: int, meaning: str) -> int:
    value: int = field(default=default, metadata={"meaning": meaning})
    return value


@dataclass(frozen=True)
class Limits:
    """The limits of a host: each is a ``--limit NAME=NUMBER`` of ``qwixx serve``."""

    tables: int = _limit(100_000, "tables in the store")
    tables_per_hour: int = _limit(60, "new tables per address and hour")
    connections: int = _limit(8192, "connections in all (as far as the system allows open files)")
    connections_per_address: int = _limit(256, "connections per address, requests and tables together")
    sockets_per_address: int = _limit(64, "table connections per address")
    requests_per_second: int = _limit(50, "requests per address and second; bursts of eight times that")
    requests: int = _limit(300, "requests per second in all; expensive ones count as several")
    messages_per_second: int = _limit(20, "messages per connection and second; bursts of twice that")
    failed_codes: int = _limit(120, "wrong codes per minute in all")
    failed_codes_per_address: int = _limit(10, "wrong codes per address and minute")
    questions: int = _limit(64, "coach questions, and replays, that wait in all")
    questions_per_address: int = _limit(4, "coach questions, and replays, that wait per address")

    def changed(self, texts: list[str]) -> "Limits":
        """These limits, some of them changed by texts like ``tables=500``."""
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
    """The limits in lines, with the default and the meaning of each."""
    return "\n".join(
        f"  {each.name:25}{each.default:>8,}  {each.metadata['meaning']}" for each in fields(Limits)
    )
