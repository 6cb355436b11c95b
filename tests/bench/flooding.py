"""Flooders: raw sockets in one low-priority process, which write as fast as the server reads.

Their payload is prepared in advance, and they only search the answers for a few bytes. So they take little
CPU time from the server, and none that the normal game needs.
"""

import asyncio
import selectors
import socket
import struct
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache

from tests.bench.beside import FloodTable
from tests.bench.flood_kinds import KINDS, Kind, Script

READ_BYTES = WRITE_BYTES = 64 * 1024
# Enough trailing bytes for a close frame, and for a mark that is split between two reads.
TAIL_BYTES = 192
READ_AND_WRITE = selectors.EVENT_READ | selectors.EVENT_WRITE
# Linux: choose the local port on connect, so that connections to different ports may share it.
IP_BIND_ADDRESS_NO_PORT = 24
RESET = struct.pack("ii", 1, 0)
# If the server's backlog is full, the kernel retries a connection only after a second.
IMPATIENCE = 0.05
CUT = "cut"


@dataclass
class Tally:
    """The result of a flood: units sent, answers and refusals read, and the close codes of the server."""

    seconds: float = 0.0
    connections: int = 0
    sent: float = 0.0
    answers: int = 0
    refusals: int = 0
    closed: Counter[str] = field(default_factory=Counter)


class Flooder:
    """Connections that follow a script, one after the other."""

    def __init__(
        self, kind: Kind, port: int, address: str, table: FloodTable, first: int, tally: Tally
    ) -> None:
        self._kind = kind
        self._port = port
        self._address = address
        self._table = table
        self._number = first
        self._tally = tally
        self._script: Script
        self._socket: socket.socket
        self._to_send = memoryview(b"")
        self._is_open = False
        self._tail = b""

    def open(self, selector: selectors.BaseSelector) -> None:
        self._script = _script(self._kind.name, self._port, self._table, self._number)
        self._number += 1
        self._tally.connections += 1
        self._is_open = not self._script.opening
        self._to_send = memoryview(self._script.opening or self._script.stream)
        self._tail = b""
        self._socket = _connecting(self._address, self._port)
        selector.register(self._socket, READ_AND_WRITE, self)
        self._late_at: float | None = time.perf_counter() + IMPATIENCE

    def try_again_if_late(self, selector: selectors.BaseSelector, now: float) -> None:
        if self._late_at is not None and now > self._late_at:
            self._close(selector)
            self.open(selector)

    def cut(self, selector: selectors.BaseSelector) -> None:
        """Close with a TCP reset, so that the server discards unread data."""
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
        self._close(selector)

    def _close(self, selector: selectors.BaseSelector) -> None:
        selector.unregister(self._socket)
        self._socket.close()

    def go_on(self, selector: selectors.BaseSelector, events: int) -> None:
        self._late_at = None
        try:
            is_over = bool(events & selectors.EVENT_READ) and self._read(selector)
            if not is_over and events & selectors.EVENT_WRITE:
                is_over = self._write(selector)
        except BlockingIOError:
            return
        except OSError:
            self._closed_by_server()
            is_over = True
        if is_over:
            self._close(selector)
            self.open(selector)

    def _write(self, selector: selectors.BaseSelector) -> bool:
        """Continue writing; whether this connection has ended."""
        count = self._socket.send(self._to_send[:WRITE_BYTES])
        self._to_send = self._to_send[count:]
        if self._is_open:
            self._tally.sent += count * self._script.units / len(self._script.stream)
        if self._to_send:
            return False
        if self._script.ready and not self._is_open:
            selector.modify(self._socket, selectors.EVENT_READ, self)
            return False
        return self._begin_stream()

    def _begin_stream(self) -> bool:
        """Start or repeat the stream; true if the connection ends instead."""
        is_sent = self._is_open or not self._script.stream
        if is_sent and self._script.leaves:
            return True
        self._is_open, self._to_send = True, memoryview(self._script.stream)
        return False

    def _read(self, selector: selectors.BaseSelector) -> bool:
        """Continue reading; whether this connection has ended."""
        data = self._socket.recv(READ_BYTES)
        if not data:
            self._closed_by_server()
            return True
        known, seen = self._tail, self._tail + data
        self._tally.answers += _newly(self._kind.answer, seen, known)
        self._tally.refusals += _newly(self._kind.refusal, seen, known)
        self._tail = seen[-TAIL_BYTES:]
        if not self._is_open and self._script.ready and self._script.ready in seen:
            selector.modify(self._socket, READ_AND_WRITE, self)
            return self._begin_stream()
        return False

    def _closed_by_server(self) -> None:
        self._tally.closed[_close_code(self._tail)] += 1


def _newly(mark: bytes, seen: bytes, known: bytes) -> int:
    return seen.count(mark) - known.count(mark)


def _close_code(tail: bytes) -> str:
    """The code of the close frame at the end of the data, or ``CUT`` without one."""
    start = tail.rfind(b"\x88")
    while start >= 0:
        if len(tail) >= start + 4 and start + 2 + tail[start + 1] == len(tail):
            return str(int.from_bytes(tail[start + 2 : start + 4], "big"))
        start = tail.rfind(b"\x88", 0, start)
    return CUT


@lru_cache(maxsize=256)
def _script(kind: str, port: int, table: FloodTable, number: int) -> Script:
    return next(each for each in KINDS if each.name == kind).script(port, table, number)


def _connecting(address: str, port: int) -> socket.socket:
    connection = socket.socket()
    connection.setblocking(False)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    with suppress(OSError):
        connection.setsockopt(socket.IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, 1)
    connection.bind((address, 0))
    with suppress(BlockingIOError):
        connection.connect(("127.0.0.1", port))
    return connection


class Flood:
    """All flooders, in their own process."""

    def __init__(self, port: int, tables: Sequence[FloodTable]) -> None:
        self._port = port
        self._tables = tables

    async def run(self, name: str, addresses: Sequence[str], seconds: float) -> Tally:
        """Flood for this many seconds, with one connection from each address."""
        return await asyncio.to_thread(self._run, name, addresses, seconds)

    def _run(self, name: str, addresses: Sequence[str], seconds: float) -> Tally:
        kind = next(kind for kind in KINDS if kind.name == name)
        tally = Tally()
        flooders = [
            Flooder(kind, self._port, address, self._tables[number % len(self._tables)], number, tally)
            for number, address in enumerate(addresses)
        ]
        with selectors.DefaultSelector() as selector:
            began = time.perf_counter()
            for flooder in flooders:
                flooder.open(selector)
            while (now := time.perf_counter()) - began < seconds:
                for flooder in flooders:
                    flooder.try_again_if_late(selector, now)
                for key, events in selector.select(IMPATIENCE):
                    key.data.go_on(selector, events)
            tally.seconds = time.perf_counter() - began
            for flooder in flooders:
                flooder.cut(selector)
        return tally
