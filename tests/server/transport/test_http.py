"""HTTP on real sockets: timeouts, limits of connections and requests, and responses to malformed requests."""

import concurrent.futures
import logging
import select
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import h11
import httpx2 as httpx
import pytest

from qwixx.server.limits import BODY_BYTES, REQUEST_HEADER_BYTES, Limits
from qwixx.server.transport import address_limits, http
from qwixx.server.transport.middleware import HEADERS
from qwixx.server.web.context import Settings
from tests.server.listening_server import Listening, hear, listening, read_all, wait_until

HALF_REQUESTS = {
    "nothing": b"",
    "half headers": b"GET / HTTP/1.1\r\nHost: a\r\n",
    "half handshake": b"GET /ws/t HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n",
    "half body": b"POST /api/tables HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{",
    "half of the next request": b"GET /api/tables/none HTTP/1.1\r\nHost: a\r\n\r\nGET /",
}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Listening]:
    with listening(tmp_path) as found:
        yield found


@pytest.mark.parametrize("data", HALF_REQUESTS.values(), ids=HALF_REQUESTS)
def test_a_client_that_stops_sending_is_disconnected(
    server: Listening, monkeypatch: pytest.MonkeyPatch, data: bytes
) -> None:
    monkeypatch.setattr(http, "HEADER_SECONDS", 0.3)
    monkeypatch.setattr(http, "BODY_SECONDS", 0.3)
    with server.raw() as connection:
        connection.sendall(data)
        read_all(connection)
    wait_until(lambda: server.app.state.context.address_limits._connections == 0)


def test_http_timeouts_do_not_apply_to_the_websocket_of_a_table(
    server: Listening, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, cookie = server.open_table("gap:1,2")
    for name in ("HEADER_SECONDS", "BODY_SECONDS", "READ_SECONDS"):
        monkeypatch.setattr(http, name, 1.0)
    with server.connected(table, cookie) as player:
        hear(player, "update")
        with server.raw() as later:
            read_all(later)  # by the end of this timeout, those of the table would have passed
        player.send('{"type": "ask", "id": 1, "choice": "-"}')
        assert hear(player, "answer")["id"] == 1


def test_a_body_sent_byte_by_byte_has_one_timeout(server: Listening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "BODY_SECONDS", 0.3)
    with server.raw() as connection, pytest.raises(OSError):  # noqa: PT011
        drip(connection)


def drip(connection: socket.socket) -> None:
    connection.sendall(HALF_REQUESTS["half body"])
    for _ in range(100):
        connection.sendall(b" ")
        time.sleep(0.05)


def test_a_client_that_does_not_read_a_response_is_disconnected(
    server: Listening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http, "READ_SECONDS", 0.3)
    with server.raw() as connection:
        connection.setblocking(False)
        asked = b"GET /api/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n" * 500
        end = time.monotonic() + 20
        with pytest.raises(OSError):  # noqa: PT011
            pour(connection, asked, end)


def pour(connection: socket.socket, data: bytes, end: float) -> None:
    while time.monotonic() < end:
        try:
            connection.send(data)
        except BlockingIOError:
            select.select([], [connection], [], max(0.0, end - time.monotonic()))


def test_connections_per_address_and_in_total_are_limited(tmp_path: Path) -> None:
    limits = Limits(connections_per_address=5, connections=8)
    with listening(tmp_path, Settings(limits=limits)) as server:
        held = [server.raw() for _ in range(5)]
        wait_until(lambda: server.app.state.context.address_limits._connections == 5)
        with server.raw() as one_more:
            assert read_all(one_more) == b""
        with server.raw("127.0.0.2") as other:
            other.sendall(b"GET /api/tables/none HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            assert b" 404 " in read_all(other)
        held += [server.raw("127.0.0.2") for _ in range(3)]
        wait_until(lambda: server.app.state.context.address_limits._connections == 8)
        with server.raw("127.0.0.3") as one_too_many:
            assert read_all(one_too_many) == b""
        for connection in held:
            connection.close()
        wait_until(lambda: server.app.state.context.address_limits._connections == 0)
        assert httpx.get(f"{server.url}/api/tables/none").status_code == 404


def test_a_client_that_disconnects_while_waiting_frees_its_place(tmp_path: Path) -> None:
    handshake = (
        b"GET /ws/any HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    with listening(tmp_path, Settings(limits=Limits(requests=1))) as server:
        requests = server.app.state.context.address_limits._rate_limiter
        connections = [server.raw() for _ in range(10)]
        for connection in connections:
            connection.sendall(handshake)
        wait_until(lambda: requests.waiting("127.0.0.1") > 5)
        for connection in connections:
            connection.close()
        wait_until(lambda: requests.waiting("127.0.0.1") == 0, seconds=5)


def test_clients_behind_a_trusted_proxy_are_limited_separately(tmp_path: Path) -> None:
    limits = Limits(connections_per_address=2, tables_per_hour=1)
    new = {"game": "dice", "seats": [{}, {}], "name": "Ann"}
    with listening(tmp_path, Settings(limits=limits), proxies=("127.0.0.1",)) as server:
        held = [server.raw() for _ in range(5)]
        for address, status in (
            ("192.0.2.1", 201),
            ("192.0.2.2", 201),
            ("192.0.2.1", 429),
            ("2001:db8::1", 201),
        ):
            headers = {"X-Forwarded-For": f"203.0.113.9, {address}"}
            answer = httpx.post(f"{server.url}/api/tables", json=new, headers=headers)
            assert answer.status_code == status
        # All addresses of an IPv6 /64 network count as one.
        answer = httpx.post(f"{server.url}/api/tables", json=new, headers={"X-Forwarded-For": "2001:db8::2"})
        assert answer.status_code == 429
        for connection in held:
            connection.close()


def test_only_configured_proxies_are_trusted(tmp_path: Path) -> None:
    new = {"game": "dice", "seats": [{}, {}], "name": "Ann"}
    with listening(tmp_path, Settings(limits=Limits(tables_per_hour=1))) as server:
        statuses = [
            httpx.post(
                f"{server.url}/api/tables", json=new, headers={"X-Forwarded-For": f"192.0.2.{n}"}
            ).status_code
            for n in range(3)
        ]
    assert statuses == [201, 429, 429]


def test_tables_per_hour_are_limited_even_for_concurrent_requests(tmp_path: Path) -> None:
    new = {"game": "dice", "seats": [{}, {"bot": "gap:1,2"}], "name": "Ann"}
    with listening(tmp_path, Settings(limits=Limits(tables_per_hour=5))) as server:

        def open_one(number: int) -> int:
            return httpx.post(f"{server.url}/api/tables", json=new, timeout=60).status_code

        with concurrent.futures.ThreadPoolExecutor(40) as threads:
            statuses = list(threads.map(open_one, range(40)))
    assert sorted(set(statuses)) == [201, 429]
    assert statuses.count(201) == 5


def test_requests_of_one_address_are_delayed_without_delaying_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(address_limits, "LONGEST_REQUEST_WAIT", 2.0)
    slow = Settings(limits=Limits(requests_per_second=2))
    with listening(tmp_path, slow) as server, concurrent.futures.ThreadPoolExecutor(60) as threads:
        asked = [threads.submit(httpx.get, f"{server.url}/api/tables/none", timeout=60) for _ in range(40)]
        with server.raw("127.0.0.2") as other:
            other.sendall(b"GET /api/tables/none HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            assert b" 404 " in read_all(other)
        assert not all(each.done() for each in asked)
        statuses = [each.result().status_code for each in asked]
    # Requests that would wait for too long are refused at once.
    assert set(statuses) == {404, 429}


@pytest.mark.parametrize(
    "data",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"A" * 200_000,
    ],
    ids=["TLS", "no path", "no host", "no end"],
)
def test_a_malformed_request_gets_an_error_with_our_headers(server: Listening, data: bytes) -> None:
    with server.raw() as connection:
        connection.sendall(data)
        answer = read_all(connection)
    assert answer.startswith(b"HTTP/1.1 400 ")
    for name, value in HEADERS.items():
        assert f"{name}: {value}".lower().encode() in answer.lower()


def post(path: str, body: bytes, *headers: str) -> bytes:
    lines = (f"POST {path} HTTP/1.1", "Host: a", "Content-Type: application/json", *headers)
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def test_a_body_with_two_lengths_is_refused(server: Listening) -> None:
    both = post("/api/tables", b"0\r\n\r\n", "Content-Length: 5", "Transfer-Encoding: chunked")
    with server.raw() as connection:
        connection.sendall(both + b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
        answer = read_all(connection)
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert b"alive" not in answer, "the rest is not parsed as a request, and the connection is closed"


def test_headers_are_limited_even_if_they_arrive_at_once() -> None:
    whole = b"GET / HTTP/1.1\r\nHost: a\r\n" + b"X: y\r\n" * (REQUEST_HEADER_BYTES // 2) + b"\r\n"
    connection = http.StrictConnection(h11.SERVER, REQUEST_HEADER_BYTES)
    connection.receive_data(whole)
    with pytest.raises(h11.RemoteProtocolError, match="too many headers"):
        connection.next_event()


@pytest.mark.parametrize(
    ("path", "status"), [("/api/tables", b"400"), ("/api/none", b"404"), ("/healthz", b"405")]
)
def test_the_response_to_an_oversized_body_can_be_read(server: Listening, path: str, status: bytes) -> None:
    body = b" " * 500_000
    for _ in range(5):
        with server.raw() as connection:
            connection.sendall(post(path, body, f"Content-Length: {len(body)}", "Connection: close"))
            answer = b""
            while part := connection.recv(65536):  # a connection reset would raise
                answer += part
        assert answer.split(b" ")[1] == status


WITH_BODY = (
    "/api/tables",
    "/api/tables/{}/join",
    "/api/pads",
    "/api/pads/{}/join",
    "/api/advice",
    "/api/replay",
)


@pytest.mark.parametrize("is_in_time", [True, False])
def test_a_client_that_disconnects_during_its_body_is_not_logged_as_an_error(
    server: Listening, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, is_in_time: bool
) -> None:
    table, _ = server.open_table("gap:1,2")
    monkeypatch.setattr(http, "BODY_SECONDS", 20.0 if is_in_time else 0.2)
    with caplog.at_level(logging.ERROR, "uvicorn.error"):
        for path in WITH_BODY:
            with server.raw() as connection:
                connection.sendall(post(path.format(table), b"{", "Content-Length: 99"))
                if is_in_time:
                    connection.shutdown(socket.SHUT_WR)
                read_all(connection)
        wait_until(lambda: server.app.state.context.address_limits._connections == 0)
    assert caplog.records == []


def test_a_body_that_is_too_long_is_refused(server: Listening) -> None:
    headers = {"content-type": "application/json"}
    answer = httpx.post(f"{server.url}/api/tables", content=b" " * (BODY_BYTES + 1), headers=headers)
    assert (answer.status_code, answer.json()["reason"]["code"]) == (400, "bad_message")
