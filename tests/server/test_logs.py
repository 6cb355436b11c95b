"""The log in JSON, also under malformed and hostile input."""

import json
import logging
import socket
from pathlib import Path

import httpx2 as httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from qwixx.server.logs import JsonLines, event
from tests.server.listening_server import read_all
from tests.server.running_server import RunningServer, free_port

NAME = "Rumpelstilzchen"


def logged(message: object, error: BaseException | None = None) -> dict[str, object]:
    found = (type(error), error, error.__traceback__) if error is not None else None
    record = logging.LogRecord("qwixx.test", logging.ERROR, "here.py", 1, message, (), found)
    text = JsonLines().format(record)
    assert "\n" not in text
    read: dict[str, object] = json.loads(text)
    return read


def test_a_log_line_is_one_json_object() -> None:
    read = logged(event("clock_jumped", seconds=90, place=Path("a b"), reason='it\nwas "set"'))
    assert read.pop("time")
    assert read == {
        "level": "error",
        "logger": "qwixx.test",
        "event": "clock_jumped",
        "seconds": 90,
        "place": "a b",
        "reason": 'it\nwas "set"',
    }


def test_log_messages_of_libraries_are_json_objects_too() -> None:
    try:
        raise ValueError("a mistake")
    except ValueError as error:
        read = logged("Exception in ASGI application\n", error)
    assert read["event"] == "message"
    assert read["text"] == "Exception in ASGI application\n"
    assert str(read["traceback"]).endswith("ValueError: a mistake")


class Vandal:
    """A client with a seat that sends malformed input with secrets wherever a log might repeat it."""

    def __init__(self, server: RunningServer) -> None:
        self._server = server
        new = {"game": "dice", "seats": [{}, {}], "name": NAME}
        answer = httpx.post(f"{server.url}/api/tables", json=new).raise_for_status()
        self.table: str = answer.json()["table"]
        self._cookie: str = answer.headers["set-cookie"].split(";")[0]
        self.secret = self._cookie.partition("=")[2]

    def ask_nonsense(self) -> None:
        url, secret = self._server.url, self.secret
        for path in (f"/t/{self.table}/s/x{secret}", f"/{secret}", f"/api/{secret}", f"/ws/{self.table}"):
            httpx.get(f"{url}{path}?{secret}", headers={"Cookie": self._cookie, "Referer": secret})
        httpx.get(url, headers={"Host": f"{secret}/"})
        httpx.post(f"{url}/api/tables", json={"name": secret})
        httpx.post(f"{url}/api/tables", content=secret, headers={"Content-Type": secret})

    def send_broken_requests(self) -> None:
        secret = self.secret.encode()
        for data in (
            b"GET /" + secret + b" " + secret + b"\r\n\r\n",
            b"\x16\x03\x01" + secret + b"\r\n\r\n",
            b"GET / HTTP/1.1\r\n" + secret + b" : \x00\r\n\r\n",
            b"POST /api/tables HTTP/1.1\r\nHost: h\r\nContent-Length: " + secret + b"\r\n\r\n",
        ):
            with socket.create_connection(("127.0.0.1", self._server.port), 20) as raw:
                raw.sendall(data)
                raw.shutdown(socket.SHUT_WR)
                read_all(raw)

    def send_broken_messages(self) -> None:
        address = f"ws://127.0.0.1:{self._server.port}/ws/{self.table}"
        with connect(address, additional_headers={"Cookie": self._cookie}) as one:
            one.send(json.dumps({"type": "choose", "id": 1, "version": 1, "choice": self.secret}))
            one.send(self.secret.encode())
            one.send(json.dumps({"type": self.secret}))
            one.send(10_000 * self.secret)
            with pytest.raises(ConnectionClosed):
                read_on(one)


def read_on(connection: ClientConnection) -> None:
    while True:
        connection.recv(timeout=20)


def test_hostile_input_is_logged_as_json_without_secrets(tmp_path: Path) -> None:
    options = ("--log-level", "debug", "--log-format", "json", "--drain-seconds", "1")
    server = RunningServer(tmp_path / "tables.sqlite", free_port(), None, *options)
    vandal = Vandal(server)
    vandal.ask_nonsense()
    vandal.send_broken_requests()
    vandal.send_broken_messages()
    assert server.stop() == 0
    for hidden in (vandal.secret, vandal.table, NAME):
        assert hidden not in server.log
    read = [json.loads(text) for text in server.log.splitlines()]
    assert all(each.keys() >= {"time", "level", "logger", "event"} for each in read)
    events = [each["event"] for each in read]
    assert {"serving", "upgrade_missing", "draining"} <= set(events)
    said = [each["text"] for each in read if each["event"] == "message"]
    assert "Invalid HTTP request received." in said
    assert len(said) == len(set(said)), "repeated errors do not fill the log"
