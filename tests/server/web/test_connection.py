"""In-memory connections whose client does not read."""

import asyncio
import json
from collections.abc import MutableMapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from qwixx.server.app import create_app
from qwixx.server.rooms.room import TableRoom
from qwixx.server.stores.sqlite.store import SqliteStore
from qwixx.server.transport.outbox import MESSAGES_WAITING
from qwixx.server.web.connection import FROZEN_SECONDS
from qwixx.tables.protocol import CloseCode
from tests.server.rooms.scenes import TABLE, join, until
from tests.server.web.clients import WITH_BOT, asked, new_table, receive

Message = dict[str, Any]


class Broken(Exception):
    pass


class AdjustableLoop(asyncio.SelectorEventLoop):
    """An event loop whose clock a test can advance."""

    ahead = 0.0

    def time(self) -> float:
        return super().time() + self.ahead


class Client:
    """The client end of an in-memory WebSocket; it reads only while ``reads`` is set."""

    def __init__(self, app: Starlette, table: str, secret: str) -> None:
        self._lobby, self._table = app.state.context.lobby, table
        self.reads = asyncio.Event()
        self.reads.set()
        self.is_broken = False
        self.closed_with: int | None = None
        self._said: asyncio.Queue[Message] = asyncio.Queue()
        self._heard: asyncio.Queue[Message] = asyncio.Queue()
        headers = [(b"cookie", f"seat={secret}".encode())]
        scope = {"type": "websocket", "path": f"/ws/{table}", "query_string": b"", "headers": headers}
        self._said.put_nowait({"type": "websocket.connect"})
        self.running = asyncio.create_task(app(scope, self._said.get, self._send))

    async def _send(self, message: MutableMapping[str, Any]) -> None:
        await self.reads.wait()
        if self.is_broken:
            raise Broken
        if message["type"] == "websocket.close":
            self.closed_with = message["code"]
        elif message["type"] == "websocket.send":
            self._heard.put_nowait(json.loads(message["text"]))

    def say(self, **message: object) -> None:
        self._said.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    async def hear(self, kind: str) -> Message:
        """Receive messages up to the first one of this kind, and return it."""
        async with asyncio.timeout(10):
            while (message := await self._heard.get())["type"] != kind:
                pass
            return message

    async def room(self) -> TableRoom:
        """The server's room of the table."""
        found: TableRoom = await self._lobby.find(self._table)
        return found

    async def leave(self) -> None:
        self._said.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await self.running


async def table_for_two(app: Starlette) -> tuple[Client, Client]:
    lobby = app.state.context.lobby
    name, ann = await lobby.open_table(TABLE)
    ben = await join(await lobby.find(name), "Ben")
    first, second = Client(app, name, ann.secret), Client(app, name, ben.secret)
    while not all(seat["present"] for seat in (await first.hear("update"))["info"]["seats"]):
        pass
    return first, second


async def choose(client: Client) -> None:
    version = (await client.hear("update"))["version"]
    client.say(type="choose", id=0, version=version, choice="-")
    await client.hear("done")


def test_a_client_that_does_not_read_is_disconnected_without_delaying_others(tmp_path: Path) -> None:
    async def play(app: Starlette) -> None:
        ann, ben = await table_for_two(app)
        ann.reads.clear()
        await choose(ben)
        (subscriber,) = [each for each in (await ann.room()).subscribers if each.seat == 0]
        for _ in range(MESSAGES_WAITING + 1):
            subscriber.send(b"{}")
        ann.reads.set()
        await until(lambda: ann.closed_with is not None)
        assert ann.closed_with == CloseCode.TRY_AGAIN
        await ann.leave()
        await ben.leave()

    with closing(SqliteStore.open(tmp_path / "tables.sqlite")) as store:
        asyncio.run(asyncio.wait_for(play(create_app(store)), 60))


def test_a_client_that_reads_late_receives_everything_in_order(tmp_path: Path) -> None:
    async def play(app: Starlette) -> None:
        ann, ben = await table_for_two(app)
        ann.reads.clear()
        ann.say(type="ask", id=1, choice="-")
        await choose(ben)
        ann.say(type="ask", id=2, choice="-")
        ann.reads.set()
        assert (await ann.hear("answer"))["id"] == 1
        assert (await ann.hear("update"))["view"]["public"]["to_act"] == [0]
        assert (await ann.hear("answer"))["id"] == 2
        await ann.leave()
        await ben.leave()

    with closing(SqliteStore.open(tmp_path / "tables.sqlite")) as store:
        asyncio.run(asyncio.wait_for(play(create_app(store)), 60))


@pytest.mark.parametrize("failure", ["silent", "breaks while waited for", "breaks at once"])
def test_a_client_that_disconnects_without_reading_does_not_affect_others(
    tmp_path: Path, failure: str
) -> None:
    async def play(app: Starlette) -> None:
        ann, ben = await table_for_two(app)
        tasks = asyncio.all_tasks()
        ann.is_broken = failure != "silent"
        if failure != "breaks at once":
            ann.reads.clear()
        await choose(ben)
        if failure == "breaks while waited for":
            ann.reads.set()
        await ann.leave()
        while (await ben.hear("update"))["info"]["seats"][0]["present"]:
            pass
        while not asyncio.all_tasks() <= tasks:  # no task waits for a disconnected client
            await asyncio.sleep(0.01)
        await ben.leave()

    with closing(SqliteStore.open(tmp_path / "tables.sqlite")) as store:
        asyncio.run(asyncio.wait_for(play(create_app(store)), 60))


def test_a_page_frozen_by_its_device_becomes_absent(tmp_path: Path) -> None:
    async def play(app: Starlette, loop: AdjustableLoop) -> None:
        ann, ben = await table_for_two(app)
        for _ in range(5):
            ann.say(type="ping", id=1)
            await ann.hear("pong")
            loop.ahead += 0.7 * FROZEN_SECONDS
        ann.say(type="ping", id=2)
        await ann.hear("pong")
        assert ann.closed_with != CloseCode.TRY_AGAIN, "a page that sends its heartbeat stays connected"
        loop.ahead += FROZEN_SECONDS
        await until(lambda: ann.closed_with is not None)
        assert ann.closed_with == CloseCode.TRY_AGAIN
        await ann.leave()
        while (await ben.hear("update"))["info"]["seats"][0]["present"]:
            pass
        assert ben.closed_with is None, "other clients need not send a heartbeat"
        await ben.leave()

    with (
        closing(SqliteStore.open(tmp_path / "tables.sqlite")) as store,
        asyncio.Runner(loop_factory=AdjustableLoop) as runner,
    ):
        loop = runner.get_loop()
        assert isinstance(loop, AdjustableLoop)
        runner.run(play(create_app(store), loop))


def test_a_page_that_reconnects_replaces_its_earlier_connection(client: TestClient) -> None:
    """The network may deliver delayed messages after the page has resent them."""
    address = f"/ws/{new_table(client, WITH_BOT)}"
    with (
        client.websocket_connect(f"{address}?page=one") as earlier,
        client.websocket_connect(f"{address}?page=two") as other,
        client.websocket_connect(address) as program,
        client.websocket_connect(f"{address}?page=one") as latest,
    ):
        with pytest.raises(WebSocketDisconnect) as ended:
            receive(earlier, "anything but the end")
        assert ended.value.code == CloseCode.TRY_AGAIN
        for socket in (other, program, latest):
            answer, _ = asked(socket, {"type": "ask", "id": 1, "choice": "-"})
            assert answer["type"] == "answer"
