"""The outbox of a client: sends at once while the client reads, queues in order, and gives up in the end."""

import asyncio

from starlette.types import Message

from qwixx.server.transport.outbox import MESSAGES_WAITING, Outbox
from qwixx.tables.protocol import CloseCode


class Client:
    """A socket that accepts messages at once until it is blocked."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []
        self.closed: int | None = None
        self._flows = asyncio.Event()
        self._flows.set()

    def stick(self) -> None:
        self._flows.clear()

    def flow(self) -> None:
        self._flows.set()

    def send_at_once(self, text: bytes) -> bool:
        if self._flows.is_set():
            self.heard.append(text)
        return self._flows.is_set()

    async def send(self, message: Message) -> None:
        if message["type"] == "websocket.close":
            self.closed = message["code"]
            return
        await self._flows.wait()
        self.heard.append(message["text"].encode())


def numbered(count: int) -> list[bytes]:
    return [str(number).encode() for number in range(count)]


def test_messages_are_sent_at_once_if_possible() -> None:
    async def run() -> None:
        client = Client()
        Outbox(client.send, client.send_at_once).put(b"hello")
        assert client.heard == [b"hello"]

    asyncio.run(run())


def test_queued_messages_are_sent_in_order() -> None:
    async def run() -> None:
        client = Client()
        outbox = Outbox(client.send, client.send_at_once)
        client.stick()
        for each in numbered(3):
            outbox.put(each)
        client.flow()
        outbox.put(b"last")
        assert client.heard == [], "new messages do not overtake queued ones"
        while b"last" not in client.heard:
            await asyncio.sleep(0)
        assert client.heard == [*numbered(3), b"last"]
        outbox.put(b"more")
        assert client.heard[-1] == b"more", "sent at once again after the queue is empty"

    asyncio.run(run())


def test_a_client_that_does_not_keep_up_is_disconnected() -> None:
    async def run() -> None:
        client = Client()
        outbox = Outbox(client.send, client.send_at_once)
        client.stick()
        for each in numbered(MESSAGES_WAITING + 2):
            outbox.put(each)
            await asyncio.sleep(0)
        while client.closed is None:
            await asyncio.sleep(0)
        client.flow()
        outbox.put(b"too late")
        await asyncio.sleep(0)
        assert client.closed == CloseCode.TRY_AGAIN
        assert client.heard == []

    asyncio.run(run())


def test_nothing_is_sent_after_close() -> None:
    async def run() -> None:
        client = Client()
        outbox = Outbox(client.send, client.send_at_once)
        client.stick()
        outbox.put(b"hello")
        outbox.close()
        client.flow()
        await asyncio.sleep(0)
        assert client.heard == []

    asyncio.run(run())
