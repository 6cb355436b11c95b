"""Frames of a WebSocket octet by octet, as a client sends them and as it reads them, right or wrong."""

import struct
from collections.abc import Iterator
from typing import NamedTuple

from websockets.frames import Frame, Opcode

# What a close frame without a code stands for.
NO_CODE = 1005
MASKED = True


def frame(opcode: Opcode, data: bytes, *, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=MASKED)


def broken_frame(first: int, data: bytes = b"") -> bytes:
    """A short frame with a mask and any first octet."""
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
    """A frame from a server."""

    opcode: int
    data: bytes


def frames(data: bytes) -> Iterator[Heard]:
    """The frames behind the answer to a handshake."""
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
