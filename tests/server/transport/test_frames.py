"""Valid and invalid WebSocket frames on both event loops, after RFC 6455 and the Autobahn test suite.

Every case is sent at once and again byte by byte. Either way, the server sends the same frames and closes.
"""

import socket
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from websockets.frames import Frame, Opcode

from qwixx.server.transport.frames import LONGEST_MESSAGE
from tests.server.listening_server import read_all
from tests.server.transport.echo_server import LOOPS, PATIENCE, repeating
from tests.server.transport.raw_frames import (
    Heard,
    broken_frame,
    close_code,
    closing,
    frame,
    frames,
    handshake_lines,
)

TEXT, BINARY, CONT = Opcode.TEXT, Opcode.BINARY, Opcode.CONT
CLOSE, PING, PONG = Opcode.CLOSE, Opcode.PING, Opcode.PONG
GREETING = "Hello-µ@ßöäüàá-UTF-8!!".encode()
# Longer ones are sent in larger pieces.
LONGEST_BY_OCTET = 400
PIECE = 997


class Case(NamedTuple):
    """The bytes sent, the texts, bytes and pongs received, and the close code of the server."""

    sent: bytes
    code: int
    heard: tuple[Heard, ...] = ()


def answered(sent: bytes, *heard: tuple[Opcode, bytes]) -> Case:
    """Valid frames, followed by a close frame of the client."""
    return Case(sent + closing(1000), 1000, tuple(Heard(*each) for each in heard))


def refused(sent: bytes, code: int, *heard: tuple[Opcode, bytes]) -> Case:
    """Frames that end the connection; the server ignores what follows them."""
    return Case(sent + frame(TEXT, b"too late"), code, tuple(Heard(*each) for each in heard))


def part(opcode: Opcode, data: bytes) -> bytes:
    return frame(opcode, data, fin=False)


def in_parts(data: bytes, size: int) -> bytes:
    """A text in fragments of this size, with an empty final one."""
    first, *others = [data[at : at + size] for at in range(0, len(data), size)]
    return part(TEXT, first) + b"".join(part(CONT, each) for each in others) + frame(CONT, b"")


SIZES = [0, 1, 125, 126, 127, 128, 1000, LONGEST_MESSAGE - 1, LONGEST_MESSAGE]

MESSAGES = {
    **{f"a text of {size}": answered(frame(TEXT, b"*" * size), (TEXT, b"*" * size)) for size in SIZES},
    **{
        f"bytes of {size}": answered(frame(BINARY, b"\xfe" * size), (BINARY, b"\xfe" * size))
        for size in SIZES
    },
    "many at once": answered(frame(TEXT, b"a") * 50, *[(TEXT, b"a")] * 50),
    "text and bytes": answered(frame(TEXT, b"a") + frame(BINARY, b"\xff"), (TEXT, b"a"), (BINARY, b"\xff")),
    "a length in more octets than it takes": answered(
        b"\x81\xfe\x00\x01" + bytes(4) + b"a" + b"\x81\xff" + (1).to_bytes(8, "big") + bytes(4) + b"b",
        (TEXT, b"a"),
        (TEXT, b"b"),
    ),
}

TOO_LONG = {
    "one octet too many": refused(frame(TEXT, b"*" * (LONGEST_MESSAGE + 1)), 1009),
    "bytes of 65535": refused(frame(BINARY, b"*" * 65535), 1009),
    "a text of 65536": refused(frame(TEXT, b"*" * 65536), 1009),
    "a text without end": refused(b"\x81\xff" + (1 << 62).to_bytes(8, "big"), 1009),
    "too long in parts": refused(part(TEXT, b"*" * LONGEST_MESSAGE) + frame(CONT, b"*"), 1009),
    "a length with its first bit": refused(b"\x81\xff" + (1 << 63).to_bytes(8, "big"), 1009),
}

PINGS = {
    "an empty ping": answered(frame(PING, b""), (PONG, b"")),
    "a ping with bytes": answered(frame(PING, b"\x00\xff\xfe"), (PONG, b"\x00\xff\xfe")),
    "the longest ping": answered(frame(PING, b"\xfe" * 125), (PONG, b"\xfe" * 125)),
    "pings in order": answered(
        b"".join(frame(PING, bytes([n])) for n in range(10)), *[(PONG, bytes([n])) for n in range(10)]
    ),
    "a pong nobody asked for": answered(frame(PONG, b"?") + frame(PING, b"!"), (PONG, b"!")),
    "a ping before a text": answered(frame(PING, b"!") + frame(TEXT, b"a"), (PONG, b"!"), (TEXT, b"a")),
}

BROKEN_CONTROL = {
    "a ping too long": refused(b"\x89\xfe\x00\x7e" + bytes(4 + 126), 1002),
    "a ping in parts": refused(broken_frame(0x09, b"a") + frame(CONT, b"b"), 1002),
    "a pong in parts": refused(broken_frame(0x0A, b"a"), 1002),
    "a close in parts": refused(broken_frame(0x08, b"\x03\xe8"), 1002),
    "a close too long": refused(b"\x88\xfe\x00\x7e" + bytes(4) + b"\x03\xe8" + b"*" * 124, 1002),
}

FRAGMENTS = {
    "two parts": answered(part(TEXT, b"a") + frame(CONT, b"b"), (TEXT, b"ab")),
    "bytes in parts": answered(part(BINARY, b"\xff") + frame(CONT, b"\xfe"), (BINARY, b"\xff\xfe")),
    "empty parts": answered(part(TEXT, b"") + part(CONT, b"") + frame(CONT, b""), (TEXT, b"")),
    "an empty part around it": answered(part(TEXT, b"") + part(CONT, b"a") + frame(CONT, b""), (TEXT, b"a")),
    "octet by octet": answered(in_parts(GREETING, 1), (TEXT, GREETING)),
    "a ping between": answered(
        part(TEXT, b"a") + frame(PING, b"!") + frame(CONT, b"b"), (PONG, b"!"), (TEXT, b"ab")
    ),
    "pings between": answered(
        part(TEXT, b"a") + frame(PING, b"1") + part(CONT, b"b") + frame(PING, b"2") + frame(CONT, b"c"),
        (PONG, b"1"),
        (PONG, b"2"),
        (TEXT, b"abc"),
    ),
    "a pong between": answered(part(TEXT, b"a") + frame(PONG, b"") + frame(CONT, b"b"), (TEXT, b"ab")),
    "a close between": Case(part(TEXT, b"a") + closing(1000) + frame(CONT, b"b"), 1000),
    "no beginning": refused(frame(CONT, b"a"), 1002),
    "no beginning, in parts": refused(part(CONT, b"a") + frame(CONT, b"b"), 1002),
    "another end": refused(part(TEXT, b"a") + frame(CONT, b"b") + frame(CONT, b"c"), 1002, (TEXT, b"ab")),
    "a text within a text": refused(part(TEXT, b"a") + frame(TEXT, b"b"), 1002),
    "bytes within a text": refused(part(TEXT, b"a") + frame(BINARY, b"b"), 1002),
}

RESERVED = {
    **{
        f"reserved bits {bits:#x}": refused(frame(TEXT, b"a") + broken_frame(0x81 | bits), 1002, (TEXT, b"a"))
        for bits in (0x10, 0x20, 0x30, 0x40, 0x50, 0x60, 0x70)
    },
    **{
        f"a control frame, reserved bits {bits:#x}": refused(broken_frame(0x89 | bits), 1002)
        for bits in (0x40, 0x10)
    },
    **{
        f"opcode {opcode}": refused(frame(TEXT, b"a") + broken_frame(0x80 | opcode, b"b"), 1002, (TEXT, b"a"))
        for opcode in (3, 4, 5, 6, 7, 11, 12, 13, 14, 15)
    },
    "a text without a mask": refused(Frame(TEXT, b"a").serialize(mask=False), 1002),
    "a ping without a mask": refused(Frame(PING, b"a").serialize(mask=False), 1002),
}

NO_UTF8 = {
    "a lone continuation": b"\x80",
    "an octet that never is": b"\xff",
    "too long for a slash": b"\xc0\xaf",
    "too long for nothing": b"\xe0\x80\x80",
    "cut off": b"a\xce",
    "cut off in four": b"\xf0\x9f\x8e",
    "half of a pair": b"\xed\xa0\x80",
    "a pair": b"\xed\xa0\x80\xed\xb0\x80",
    "beyond the last": b"\xf4\x90\x80\x80",
    "in five octets": b"\xf8\x88\x80\x80\x80",
    "wrong in the middle": b"Hello\xed\xa0\x80world",
}

UTF8 = {
    **{f"{name}": refused(frame(TEXT, data), 1007) for name, data in NO_UTF8.items()},
    **{
        f"{name}, in parts": refused(part(TEXT, data[:1]) + frame(CONT, data[1:]), 1007)
        for name, data in NO_UTF8.items()
    },
    "the first and the last": answered(
        frame(TEXT, "\0\x7f\x80\u07ff\u0800\ud7ff\ue000\ufffe\uffff\U00010000\U0010ffff".encode()),
        (TEXT, "\0\x7f\x80\u07ff\u0800\ud7ff\ue000\ufffe\uffff\U00010000\U0010ffff".encode()),
    ),
    "a letter in two parts": answered(part(TEXT, b"\xc3") + frame(CONT, b"\xa4"), (TEXT, b"\xc3\xa4")),
    "bytes are no text": answered(frame(BINARY, b"\xff\x80"), (BINARY, b"\xff\x80")),
    # The server must not wait for the end of a text that is invalid already (Autobahn 6.4).
    "wrong in the first of several parts": Case(part(TEXT, b"a\xff"), 1007),
    "wrong in a part between": Case(part(TEXT, b"\xc3") + part(CONT, b"\xa4a\xc0"), 1007),
    "wrong where two parts meet": Case(part(TEXT, b"\xf4") + part(CONT, b"\x90"), 1007),
    "a ping after a part that is no text": Case(part(TEXT, b"\xff") + frame(PING, b"!"), 1007),
    "parts of bytes are no text": answered(
        part(BINARY, b"\xff") + part(CONT, b"\xfe") + frame(CONT, b""), (BINARY, b"\xff\xfe")
    ),
    "broken, and goodbye": refused(frame(TEXT, b"\xff") + closing(1000), 1007),
}

CLOSES = {
    **{
        f"goodbye with {code}": Case(closing(code), code)
        for code in (
            1000,
            1001,
            1002,
            1003,
            1007,
            1008,
            1009,
            1010,
            1011,
            1012,
            1013,
            1014,
            3000,
            3999,
            4000,
            4999,
        )
    },
    **{
        f"no goodbye with {code}": Case(closing(code), 1002)
        for code in (0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65535)
    },
    "goodbye without a code": Case(frame(CLOSE, b""), 1005),
    "half a code": Case(frame(CLOSE, b"\x03"), 1002),
    "the longest reason": Case(closing(1000, b"*" * 123), 1000),
    "a reason that is no text": Case(closing(1000, b"\xce\xba\xe1\xbd\xb9\xed\xa0\x80"), 1007),
    "a ping after goodbye": Case(closing(1000) + frame(PING, b"a"), 1000),
    "a text after goodbye": Case(closing(1000) + frame(TEXT, b"a"), 1000),
    "goodbye twice": Case(closing(1000) + closing(1001), 1000),
    "a text before goodbye": answered(frame(TEXT, b"a"), (TEXT, b"a")),
}

CASES = MESSAGES | TOO_LONG | PINGS | BROKEN_CONTROL | FRAGMENTS | RESERVED | UTF8 | CLOSES


@pytest.fixture(scope="module", params=LOOPS)
def port(request: pytest.FixtureRequest) -> Iterator[int]:
    with repeating(request.param) as found:
        yield found


def said(port: int, pieces: Iterator[bytes]) -> bytes:
    """Everything the server sends in response to these pieces, each sent separately."""
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.sendall(handshake_lines(port, "/"))
        try:
            for piece in pieces:
                connection.sendall(piece)
        except (BrokenPipeError, ConnectionResetError):
            pass  # the server has already closed
        return read_all(connection)


def pieces(data: bytes) -> Iterator[bytes]:
    size = 1 if len(data) <= LONGEST_BY_OCTET else PIECE
    return (data[at : at + size] for at in range(0, len(data), size))


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_the_server_answers_frames_as_rfc_6455_requires(port: int, case: Case) -> None:
    for sent in (iter([case.sent]), pieces(case.sent)):
        data = said(port, sent)
        assert close_code(data) == case.code
        assert tuple(frames(data))[:-1] == case.heard
