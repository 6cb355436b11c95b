"""WebSocket frames byte by byte, as a client sends and receives them, valid or invalid."""

import struct
from collections.abc import Iterator
from typing import NamedTuple

from websockets.frames import Frame, Opcode

# The code that stands for a close frame without one.
NO_CODE = 1005
MASKED = True


def frame(opcode: Opcode, data: bytes, *, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=MASKED)


def broken_frame(first: int, data: bytes = b"") -> bytes:
    """A short masked frame with any first byte."""
    return bytes((first, 0x80 | len(data), 0, 0, 0, 0)) + data


def closing(code: int, reason: bytes = b"") -> bytes:
    return frame(Opcode.CLOSE, struct.pack("!H", code) + reason)


def handshake_lines(port: int, path: str, *headers: str) -> bytes:
    lines = (
        f"GET {path} HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        *headers,
    )
    return "\r\n".join([*lines, "", ""]).encode()


class Heard(NamedTuple):
    """A frame received from the server."""

    opcode: int
    data: bytes


def frames(data: bytes) -> Iterator[Heard]:
    """The frames after the response to the handshake."""
    rest = data.partition(b"\r\n\r\n")[2]
    while len(rest) >= 2:
        size, head = rest[1] & 127, 2
        if size == 126:
            size, head = struct.unpack("!H", rest[2:4])[0], 4
        yield Heard(rest[0] & 15, rest[head : head + size])
        rest = rest[head + size :]


def close_code(data: bytes) -> int | None:
    for heard in frames(data):
        if heard.opcode == Opcode.CLOSE:
            return int(struct.unpack("!H", heard.data[:2])[0]) if heard.data else NO_CODE
    return None
