"""Connections whose other end does not read, which no real socket shows at will."""

import asyncio
import json
from collections.abc import MutableMapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette

from qwixx.server.app import create_app
from qwixx.server.rooms.room import Room
from qwixx.server.stores.sqlite.store import SqliteStore
from qwixx.server.transport.outbox import MESSAGES_WAITING
from qwixx.server.transport.websocket import TOO_SLOW
from qwixx.server.wire import protocol

Message = dict[str, Any]


class Broken(Exception):
    pass


class Client:
    """The other end of a WebSocket, held in memory; it reads only while ``reads`` is set."""

    def __init__(self, app: Starlette, table: str, secret: str) -> None:
        self._lobby, self._table = app.state.server.lobby, table
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
        """The next message of a kind; others are passed over."""
        async with asyncio.timeout(10):
            while (message := await self._heard.get())["type"] != kind:
                pass
            return message

    async def room(self) -> Room:
        """The table, as the server has it."""
        found: Room = await self._lobby.find(self._table)
        return found

    async def leave(self) -> None:
        self._said.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await self.running


async def table_for_two(app: Starlette) -> tuple[Client, Client]:
    lobby = app.state.server.lobby
    new = protocol.NewTable("dice", (protocol.NewSeat(), protocol.NewSeat()), "Ann")
    name, ann = await lobby.open_table(new)
    ben = await (await lobby.find(name)).join("Ben")
    first, second = Client(app, name, ann.secret), Client(app, name, ben.secret)
    while not all(seat["present"] for seat in (await first.hear("update"))["info"]["seats"]):
        pass
    return first, second


async def choose(client: Client) -> None:
    version = (await client.hear("update"))["version"]
    client.say(type="choose", id=0, version=version, choice="-")
    await client.hear("done")


def test_whoever_does_not_read_holds_up_nobody_and_is_let_go(tmp_path: Path) -> None:
    async def play(app: Starlette) -> None:
        ann, ben = await table_for_two(app)
        ann.reads.clear()
        await choose(ben)
        (listener,) = [each for each in (await ann.room()).listeners if each.seat == 0]
        for _ in range(MESSAGES_WAITING + 1):
            listener.send(b"{}")
        ann.reads.set()
        while ann.closed_with is None:
            await asyncio.sleep(0.001)
        assert ann.closed_with == TOO_SLOW
        await ann.leave()
        await ben.leave()

    with closing(SqliteStore.open(tmp_path / "tables.sqlite")) as store:
        asyncio.run(asyncio.wait_for(play(create_app(store)), 20))


def test_whoever_reads_late_hears_everything_in_order(tmp_path: Path) -> None:
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
        asyncio.run(asyncio.wait_for(play(create_app(store)), 20))


@pytest.mark.parametrize("trouble", ["silent", "breaks while waited for", "breaks at once"])
def test_whoever_goes_without_having_read_disturbs_nobody(tmp_path: Path, trouble: str) -> None:
    async def play(app: Starlette) -> None:
        ann, ben = await table_for_two(app)
        tasks = asyncio.all_tasks()
        ann.is_broken = trouble != "silent"
        if trouble != "breaks at once":
            ann.reads.clear()
        await choose(ben)
        if trouble == "breaks while waited for":
            ann.reads.set()
        await ann.leave()
        while (await ben.hear("update"))["info"]["seats"][0]["present"]:
            pass
        assert asyncio.all_tasks() <= tasks, "nothing waits for whoever is gone"
        await ben.leave()

    with closing(SqliteStore.open(tmp_path / "tables.sqlite")) as store:
        asyncio.run(asyncio.wait_for(play(create_app(store)), 20))
