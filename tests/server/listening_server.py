"""A server in a thread of this process, on real loopback sockets, with access to its internals."""

import asyncio
import contextlib
import json
import socket
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, TypeVar

import httpx2 as httpx
from websockets.sync.client import ClientConnection, connect

from qwixx.server.app import Application, create_app
from qwixx.server.queues import WorkerPool
from qwixx.server.rooms.room import TableRoom
from qwixx.server.stores.sqlite.store import SqliteStore
from qwixx.server.table_server import TableServer, proxy_network
from qwixx.server.transport.websocket import GuardedWebSocket
from qwixx.server.web.context import AppContext, Settings

T = TypeVar("T")
Message = dict[str, Any]
PATIENCE = 60.0


class Listening:
    """A running server with helpers to connect clients."""

    def __init__(
        self, app: Application, port: int, loop: asyncio.AbstractEventLoop, server: TableServer
    ) -> None:
        self.app = app
        self._server = server
        self.port = port
        self.url = f"http://127.0.0.1:{port}"
        self._loop = loop

    def call(self, what: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Run a coroutine on the server's event loop."""
        return asyncio.run_coroutine_threadsafe(what(), self._loop).result(PATIENCE)

    def sockets(self) -> list[GuardedWebSocket]:
        """The open WebSockets."""
        return [
            each for each in list(self._server.server_state.connections) if isinstance(each, GuardedWebSocket)
        ]

    def room(self, table: str) -> TableRoom:
        """The room of a table."""
        context: AppContext = self.app.state.context
        return self.call(lambda: context.lobby.find(table))

    def raw(self, source: str = "127.0.0.1") -> socket.socket:
        """A TCP connection that has sent nothing yet."""
        made = socket.create_connection(("127.0.0.1", self.port), PATIENCE, source_address=(source, 0))
        made.settimeout(PATIENCE)
        return made

    def open_table(self, *bots: str | None, **more: object) -> tuple[str, str]:
        """Open a table and return its name and the cookie of its first seat."""
        seats = [{}, *({"bot": bot} if bot else {} for bot in bots)]
        new = {"game": "dice", "seats": seats, "name": "Ann", **more}
        answer = httpx.post(f"{self.url}/api/tables", json=new).raise_for_status()
        return answer.json()["table"], answer.headers["set-cookie"].split(";")[0]

    def join(self, table: str, name: str = "Ben") -> str:
        """Join a table and return the cookie of the seat."""
        answer = httpx.post(f"{self.url}/api/tables/{table}/join", json={"name": name}).raise_for_status()
        return str(answer.headers["set-cookie"].split(";")[0])

    @contextmanager
    def connected(
        self, table: str, cookie: str = "", source: str = "127.0.0.1"
    ) -> Iterator[ClientConnection]:
        headers = {"Cookie": cookie} if cookie else {}
        url = f"ws://127.0.0.1:{self.port}/ws/{table}"
        with connect(
            url, additional_headers=headers, source_address=(source, 0), open_timeout=PATIENCE
        ) as socket:
            yield socket


@contextmanager
def listening(
    folder: Path,
    settings: Settings | None = None,
    *,
    pool: WorkerPool | None = None,
    proxies: tuple[str, ...] = (),
) -> Iterator[Listening]:
    with closing(SqliteStore.open(folder / "tables.sqlite")) as store, socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(512)
        app = create_app(store, settings, pool=pool)
        server = TableServer(app, tuple(map(proxy_network, proxies)), "critical")
        loops: list[asyncio.AbstractEventLoop] = []

        async def serve() -> None:
            loops.append(asyncio.get_running_loop())
            await server.serve(sockets=[listener])

        thread = threading.Thread(target=asyncio.run, args=[serve()])
        thread.start()
        try:
            wait_until(lambda: server.started)
            yield Listening(app, listener.getsockname()[1], loops[0], server)
        finally:
            server.should_exit = True
            thread.join(PATIENCE)


def wait_until(happens: Callable[[], bool], seconds: float = PATIENCE) -> None:
    end = time.monotonic() + seconds
    while not happens():
        assert time.monotonic() < end, "timeout"
        time.sleep(0.01)


def hear(socket: ClientConnection, kind: str) -> Message:
    """Receive messages up to the first one of this kind, and return it."""
    while True:
        message: Message = json.loads(socket.recv(timeout=PATIENCE))
        if message["type"] == kind:
            return message


def read_all(connection: socket.socket) -> bytes:
    """Read until the peer closes or resets the connection."""
    data = b""
    with contextlib.suppress(ConnectionResetError):
        while part := connection.recv(65536):
            data += part
    return data
