"""The kinds of floods, each with bytes that are prepared before the measurement."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from zlib import crc32

from tests.bench.beside import FloodTable

# The size of the repeated payload; a larger one would only take memory.
STREAM_BYTES = 64 * 1024
# More fragments than any server accepts before it closes the connection or the flood ends.
ENDLESS = 1_000_000

TEXT, PING, MORE = 0x1, 0x9, 0x0
LAST = 0x80
LET_IN, TOLD = b"HTTP/1.1 101", b'"type":"update"'


@dataclass(frozen=True)
class Script:
    """The script of a connection: it sends ``opening``, reads until ``ready`` arrives, and repeats ``stream``,
    which holds this many ``units``.

    If it ``leaves``, it sends the stream once, disconnects and reconnects.
    """

    opening: bytes = b""
    ready: bytes = b""
    stream: bytes = b""
    units: int = 1
    leaves: bool = False


@dataclass(frozen=True)
class Kind:
    """A kind of flood: the script of a connection for a port, a table and the connection's number, and the
    bytes that count as an answer and as a refusal.
    """

    name: str
    meaning: str
    script: Callable[[int, FloodTable, int], Script]
    answer: bytes
    refusal: bytes


# WebSockets


def frame(opcode: int, data: bytes, *, last: bool = True) -> bytes:
    """A WebSocket frame of a client, masked with zeros."""
    if len(data) < 126:
        length = bytes([0x80 | len(data)])
    elif len(data) < 65536:
        length = b"\xfe" + len(data).to_bytes(2, "big")
    else:
        length = b"\xff" + len(data).to_bytes(8, "big")
    return bytes([(LAST if last else 0) | opcode]) + length + bytes(4) + data


def handshake(port: int, table: FloodTable, cookie: str = "") -> bytes:
    lines = [
        f"GET /ws/{table.name} HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        "Sec-WebSocket-Version: 13",
        *([f"Cookie: {cookie}"] if cookie else []),
    ]
    return "\r\n".join([*lines, "", ""]).encode()


def repeated(*units: bytes) -> tuple[bytes, int]:
    """These units repeated up to the size of a stream, and their number."""
    times = max(1, STREAM_BYTES // sum(map(len, units)))
    return b"".join(units) * times, len(units) * times


def one_byte_messages(port: int, table: FloodTable, number: int) -> Script:
    return Script(handshake(port, table), LET_IN, *repeated(frame(TEXT, b"x")))


def asking(port: int, table: FloodTable, number: int) -> Script:
    question = frame(TEXT, b'{"type":"ask","id":1,"choice":"r12"}')
    return Script(handshake(port, table, table.asking_cookie), LET_IN, *repeated(question))


def pinging(port: int, table: FloodTable, number: int) -> Script:
    return Script(handshake(port, table), LET_IN, *repeated(frame(PING, b"ping")))


def choosing(port: int, table: FloodTable, number: int) -> Script:
    messages = (
        f'{{"type":"choose","id":1,"version":{table.version},"choice":"{choice}"}}'
        for choice in table.choices
    )
    frames = [frame(TEXT, message.encode()) for message in messages]
    return Script(handshake(port, table, table.choosing_cookie), LET_IN, *repeated(*frames))


def hinting(port: int, table: FloodTable, number: int) -> Script:
    question = frame(TEXT, b'{"type":"hint","id":1}')
    return Script(handshake(port, table, table.asking_cookie), TOLD, question, leaves=True)


def fragments(port: int, table: FloodTable, number: int) -> Script:
    """Every second connection sends empty fragments, the others fragments of one byte."""
    return Script(handshake(port, table), LET_IN, _unfinished(b"x" * (number % 2)), 1 + ENDLESS)


@cache
def _unfinished(part: bytes) -> bytes:
    return frame(TEXT, b"x", last=False) + frame(MORE, part, last=False) * ENDLESS


def oversized(port: int, table: FloodTable, number: int) -> Script:
    messages = [frame(TEXT, b"x" * 3000)] * 20
    return Script(handshake(port, table), LET_IN, *repeated(*messages, frame(TEXT, b"x" * 100_000)))


def connecting(port: int, table: FloodTable, number: int) -> Script:
    return Script(handshake(port, table), leaves=True)


def entering(port: int, table: FloodTable, number: int) -> Script:
    return Script(handshake(port, table, table.asking_cookie), LET_IN, leaves=True)


# HTTP


def request(path: str, host: str, method: str = "GET", body: bytes = b"") -> bytes:
    lines = [f"{method} {path} HTTP/1.1", f"Host: {host}"]
    if body:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join([*lines, "", ""]).encode() + body


def pages(port: int, table: FloodTable, number: int) -> Script:
    host = f"127.0.0.1:{port}"
    return Script(b"", b"", *repeated(request("/api/openapi.json", host), request("/", host)))


def puzzles(port: int, table: FloodTable, number: int) -> Script:
    """Requests alternate between a new seed, which is not cached, and none."""
    host, first = f"127.0.0.1:{port}", crc32(f"{table.name} {number}".encode()) // 1000 * 300
    asked = [(f"/api/puzzle?game=dice&seed={first + each}", "/api/puzzle?game=dice") for each in range(300)]
    return _requests([request(path, host) for both in asked for path in both])


def qr_codes(port: int, table: FloodTable, number: int) -> Script:
    """The link contains the Host header, so each request needs another QR code."""
    path = f"/api/tables/{table.name}/qr.svg"
    names = [f"{table.name.lower().strip('-_')}-{number}-{each}.example" for each in range(300)]
    return _requests([request(path, name) for name in names])


def opening_tables(port: int, table: FloodTable, number: int) -> Script:
    body = b'{"game":"dice","seats":[{},{"bot":"gap:1,2"}],"name":"Ann"}'
    return Script(b"", b"", *repeated(request("/api/tables", f"127.0.0.1:{port}", "POST", body)))


def _requests(requests: Sequence[bytes]) -> Script:
    return Script(b"", b"", b"".join(requests), len(requests))


_socket = partial(Kind, answer=b'"type":"answer"', refusal=b'"type":"refused"')
_pages = partial(Kind, answer=b"HTTP/1.1 20", refusal=b"HTTP/1.1 4")

# Opened tables persist, so that kind is the last one.
KINDS = (
    _socket("bytes", "text messages of one byte from spectators", one_byte_messages),
    _socket("ask", "questions from seats", asking),
    _socket("ping", "pings of the WebSocket", pinging, answer=b"\x8a\x04ping"),
    _socket("choose", "changes of mind in the common action", choosing, answer=b'"type":"done"'),
    _socket("hint", "come, ask for a hint, go", hinting, answer=LET_IN),
    _socket("fragments", "messages that never end, and parts of them that are empty", fragments),
    _socket("oversized", "messages of 3,000 bytes, and after each twenty one of 100,000", oversized),
    _socket("connect", "WebSockets that ask to be let in and go", connecting, answer=LET_IN),
    _socket("enter", "seats that come, are let in and go", entering, answer=LET_IN),
    _pages("pages", "/api/openapi.json and /, pipelined", pages),
    _pages("puzzle", "puzzles with a new seed and without one, pipelined", puzzles, refusal=b"HTTP/1.1 503"),
    _pages("qr", "QR codes of links that differ, pipelined", qr_codes),
    _pages("tables", "new tables, pipelined", opening_tables),
)
