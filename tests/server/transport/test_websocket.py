"""The WebSocket on real sockets: floods, malformed frames, and clients that do not read."""

import itertools
import json
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.frames import Opcode

from qwixx.server.limits import MESSAGE_BYTES
from qwixx.server.transport import websocket
from qwixx.server.transport.frames import LONGEST_MESSAGE
from qwixx.server.transport.outbox import MESSAGES_WAITING
from qwixx.tables.protocol import CloseCode
from tests.server.listening_server import Listening, hear, listening, read_all, wait_until
from tests.server.transport.raw_frames import NO_CODE, close_code, closing, frame, frames, handshake_lines


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Listening]:
    with listening(tmp_path_factory.mktemp("tables")) as found:
        yield found


def handshake(server: Listening, table: str, *headers: str) -> socket.socket:
    """A WebSocket on a raw socket, after its handshake request."""
    made = server.raw()
    made.sendall(handshake_lines(server.port, f"/ws/{table}", *headers))
    return made


def flood(connection: socket.socket, data: bytes, bound: int = 64 << 20) -> bytes:
    """Send the same data repeatedly, and read, until the server closes; return what it sent."""
    connection.setblocking(False)
    heard, sent = b"", 0
    for _ in itertools.count():
        assert sent < bound, "the flood is not stopped"
        try:
            sent += connection.send(data)
        except BlockingIOError:
            pass
        except OSError:
            break
        try:
            part = connection.recv(1 << 16)
        except BlockingIOError:
            continue
        except OSError:
            break
        if not part:
            break
        heard += part
    return heard


@pytest.mark.parametrize(
    "data",
    [
        frame(Opcode.TEXT, b"x") * 1000,
        frame(Opcode.TEXT, json.dumps({"type": "ask", "id": 1, "choice": "-"}).encode()) * 100,
        frame(Opcode.TEXT, b"x" * (MESSAGE_BYTES + 1)) * 10,
        frame(Opcode.BINARY, b"") * 1000,
        frame(Opcode.PING, b"") * 1000,
        frame(Opcode.PONG, b"y" * 100) * 100,
        frame(Opcode.TEXT, b"", fin=False) + frame(Opcode.CONT, b"", fin=False) * 1000,
    ],
    ids=["bytes", "questions", "long messages", "empty messages", "pings", "pongs", "parts without end"],
)
def test_a_client_that_exceeds_the_rate_limit_for_too_long_is_disconnected(
    server: Listening, data: bytes
) -> None:
    table, cookie = server.open_table("gap:1,2")
    with handshake(server, table, f"Cookie: {cookie}") as connection:
        assert close_code(flood(connection, data)) == CloseCode.POLICY_VIOLATION
    sockets = server.app.state.context.address_limits
    wait_until(lambda: sockets.enter("127.0.0.1") and sockets.leave("127.0.0.1") is None)


def pour(connection: socket.socket, data: bytes, bound: int = 64 << 20) -> int:
    """Send the same data repeatedly without reading, until it blocks; return the number of bytes sent."""
    connection.settimeout(0.3)
    sent = 0
    try:
        while sent < bound:
            sent += connection.send(data)
    except OSError:
        pass
    return sent


def test_a_flood_does_not_block_other_clients(server: Listening) -> None:
    table, _ = server.open_table("gap:1,2")
    other, cookie = server.open_table(None)
    ben = server.join(other)
    with (
        handshake(server, table) as flooder,
        server.connected(other, cookie) as ann,
        server.connected(other, ben),
    ):
        version = hear(ann, "update")["version"]
        for number in range(5):
            pour(flooder, frame(Opcode.TEXT, b"x") * 1000)
            ann.send(json.dumps({"type": "choose", "id": number, "version": version, "choice": "-"}))
            version = hear(ann, "done")["version"]


def test_the_server_stops_reading_while_messages_are_pending(server: Listening) -> None:
    """The kernel's buffers fill up, not those of the server."""
    table, _ = server.open_table("gap:1,2")
    with handshake(server, table) as connection:
        wait_until(lambda: server.room(table).subscribers != [])
        assert pour(connection, frame(Opcode.TEXT, b"x" * 100) * 600) < 20 << 20
        held = max(len(each._unparsed) for each in server.sockets())
        assert held < LONGEST_MESSAGE + websocket.FRAME_READ_BYTES


def test_a_client_that_does_not_read_is_disconnected_and_absent(server: Listening) -> None:
    table, cookie = server.open_table(None)
    ben = server.join(table)
    with handshake(server, table, f"Cookie: {cookie}") as silent, server.connected(table, ben) as other:
        room = server.room(table)
        wait_until(lambda: len(room.subscribers) == 2)
        (subscriber,) = [each for each in room.subscribers if each.seat == 0]

        async def pour() -> None:
            for _ in range(MESSAGES_WAITING + 200):
                subscriber.send(b"x" * 65536)

        server.call(pour)
        while hear(other, "update")["info"]["seats"][0]["present"]:
            pass
        assert subscriber not in room.subscribers
        data = read_all(silent)
    assert len(data) < MESSAGES_WAITING * 65536, "unread messages were discarded"
    wait_until(lambda: server.app.state.context.address_limits._of("127.0.0.1").sockets == 0)


def test_a_client_that_does_not_answer_pings_is_disconnected(
    server: Listening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(websocket, "PING_SECONDS", 0.1)
    # Enough for the clients that do answer, even on a busy machine.
    monkeypatch.setattr(websocket, "PONG_SECONDS", 3.0)
    table, _ = server.open_table("gap:1,2")
    room = server.room(table)
    with (
        server.connected(table) as answering,
        handshake(server, table) as talking,
        handshake(server, table) as silent,
    ):
        wait_until(lambda: len(room.subscribers) == 3)

        def is_silent_one_gone() -> bool:
            # Any message counts as a sign of life, even from a client that ignores pings.
            talking.sendall(frame(Opcode.TEXT, b'{"type":"ping","id":7}'))
            time.sleep(0.04)
            return len(room.subscribers) < 3

        wait_until(is_silent_one_gone)
        assert close_code(read_all(silent)) == CloseCode.TRY_AGAIN
        talking.sendall(frame(Opcode.TEXT, b'{"type":"ping","id":8}'))
        read_until(talking, b'{"type":"pong","id":8}')
        answering.send('{"type":"ping","id":9}')
        assert hear(answering, "pong")["id"] == 9


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (frame(Opcode.TEXT, b"x" * (LONGEST_MESSAGE + 1)), 1009),
        (frame(Opcode.TEXT, b"\xff\xfe"), 1007),
        (frame(Opcode.CONT, b"x"), 1002),
        (closing(4000), 4000),
        (frame(Opcode.CLOSE, b""), NO_CODE),
    ],
    ids=["too long", "no UTF-8", "no beginning", "goodbye", "bye"],
)
def test_frames_that_close_a_connection(server: Listening, data: bytes, code: int) -> None:
    table, _ = server.open_table("gap:1,2")
    with handshake(server, table) as connection:
        connection.sendall(data)
        assert close_code(read_all(connection)) == code
    wait_until(lambda: server.room(table).subscribers == [])


@pytest.mark.parametrize("size", [125, 126, 127, 1000, MESSAGE_BYTES])
def test_messages_of_every_size_are_read(server: Listening, size: int) -> None:
    table, _ = server.open_table("gap:1,2")
    text = b'{"id":5,"x":"%s"}' % (b"x" * (size - 15))
    with handshake(server, table) as connection:
        sent = frame(Opcode.TEXT, text)
        connection.sendall(sent[:3])
        wait_until(lambda: sent[:3] in [bytes(each._unparsed) for each in server.sockets()])
        connection.sendall(sent[3:])
        read_until(connection, b'"type":"refused","id":5')


def test_a_fragmented_message_with_a_ping_in_between(server: Listening) -> None:
    table, cookie = server.open_table("gap:1,2")
    text = json.dumps({"type": "ask", "id": 7, "choice": "-"}).encode()
    parts = (
        frame(Opcode.TEXT, text[:5], fin=False) + frame(Opcode.PING, b"hello") + frame(Opcode.CONT, text[5:])
    )
    with handshake(server, table, f"Cookie: {cookie}") as connection:
        for byte in parts:
            connection.sendall(bytes([byte]))
        data = read_until(connection, b'"type":"answer","id":7')
        assert (Opcode.PONG, b"hello") in list(frames(data))


@pytest.mark.parametrize(
    ("old", "new", "status"),
    [
        ("Sec-WebSocket-Version: 13", "Sec-WebSocket-Version: 12", b"400"),
        ("Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Key: short", b"400"),
        ("Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "X: y", b"400"),
        ("GET ", "POST ", b"405"),
        ("HTTP/1.1", "HTTP/1.0", b"426"),
        ("Sec-WebSocket-Version: 13", "Sec-WebSocket-Version: 13\r\nContent-Length: 2", b"426"),
        ("Sec-WebSocket-Version: 13", "Sec-WebSocket-Version: 13\r\nTransfer-Encoding: chunked", b"426"),
    ],
)
def test_invalid_handshakes_are_refused(server: Listening, old: str, new: str, status: bytes) -> None:
    with server.raw() as connection:
        connection.sendall(handshake_lines(server.port, "/ws/any").replace(old.encode(), new.encode()))
        connection.sendall(b"0\r\n\r\n")
        answer = read_until(connection, b"\r\n\r\n")
    assert answer.split(b" ")[1] == status
    assert b"content-security-policy" in answer.lower()


def test_data_sent_together_with_the_handshake_is_read(server: Listening) -> None:
    table, _ = server.open_table("gap:1,2")
    with server.raw() as connection:
        connection.sendall(handshake_lines(server.port, f"/ws/{table}") + frame(Opcode.TEXT, b'{"id":9}'))
        read_until(connection, b'"type":"refused","id":9')


def test_an_error_message_is_sent_before_the_close_frame(server: Listening) -> None:
    with handshake(server, "nosuchtable00000") as connection:
        refused, closed = list(frames(read_all(connection)))[-2:]
    assert json.loads(refused.data)["reason"]["code"] == "no_table"
    assert closed.opcode == Opcode.CLOSE


def read_until(connection: socket.socket, words: bytes) -> bytes:
    data = b""
    while words not in data:
        part = connection.recv(65536)
        assert part, "the server has closed the connection"
        data += part
    return data


def test_a_server_that_shuts_down_closes_with_restart(tmp_path: Path) -> None:
    with listening(tmp_path) as server:
        table, _ = server.open_table("gap:1,2")
        connection = handshake(server, table)
        wait_until(lambda: server.room(table).subscribers != [])
    with connection:
        assert close_code(read_all(connection)) == CloseCode.RESTART


def test_a_client_that_disconnects_during_shutdown_does_not_break_it(tmp_path: Path) -> None:
    with listening(tmp_path) as server:
        table, _ = server.open_table("gap:1,2")
        connection = handshake(server, table)
        wait_until(lambda: server.room(table).subscribers != [])
        read_until(connection, b'"type":"update"')

        async def end() -> None:
            # On the server's event loop, so that the server has no time to notice.
            connection.close()
            (own,) = server.sockets()
            own.shutdown()

        server.call(end)
        wait_until(lambda: server.sockets() == [])
