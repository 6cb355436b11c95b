"""One WebSocket: a seat, or a spectator, at a table."""

import asyncio
from collections.abc import Generator
from typing import Any
from urllib.parse import urlsplit

from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from qwixx.notation import ParseError
from qwixx.rules.errors import IllegalChoice
from qwixx.rules.game import State
from qwixx.rules.reasons import Reason
from qwixx.server import protocol, reading, refusals
from qwixx.server.coach import Coach
from qwixx.server.limits import MESSAGE_BYTES, Addresses, Bucket
from qwixx.server.lobby import Lobby, Room
from qwixx.server.outbox import Outbox
from qwixx.server.store import StoreError
from qwixx.server.table import Refusal
from qwixx.server.views import reason_message

# Close codes of our own, and the standard one for a policy.
NO_TABLE = 4404
BAD_ORIGIN = 4403
POLICY = 1008


def cookie_name(table: str) -> str:
    return f"seat-{table}"


class Connection:
    """Runs one WebSocket from its opening to its end, as an ASGI application."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._socket = WebSocket(scope, receive, send)
        self._receive = receive
        self._outbox = Outbox(send)
        self.seat: int | None = None
        self.since = 0
        self._bucket = Bucket(filled_at=0.0)
        self._coach: Coach = self._socket.app.state.server.coach
        self._hinting: asyncio.Task[None] | None = None

    def __await__(self) -> Generator[Any, None, None]:
        return self._run().__await__()

    async def _run(self) -> None:
        server = self._socket.app.state.server
        addresses: Addresses = server.addresses
        address = self._socket.client.host if self._socket.client is not None else "unknown"
        if not self._origin_is_ours(server.base_url):
            await self._refuse(BAD_ORIGIN)
        elif not addresses.may_connect(address):
            await self._refuse(POLICY)
        else:
            addresses.connect(address)
            try:
                await self._enter(server.lobby)
            finally:
                addresses.disconnect(address)

    async def _refuse(self, code: int) -> None:
        # A browser tells the page the code only of a connection that was accepted.
        await self._socket.accept()
        await self._socket.close(code)

    def _origin_is_ours(self, base_url: str | None) -> bool:
        """A page of another site must not act with this site's cookies; other programs send no origin."""
        origin = self._socket.headers.get("origin")
        if origin is None:
            return True
        allowed = {self._socket.headers.get("host", "")}
        if base_url is not None:
            allowed.add(urlsplit(base_url).netloc)
        return urlsplit(origin).netloc in allowed

    async def _enter(self, lobby: Lobby) -> None:
        name = self._socket.path_params["table"]
        try:
            room = await lobby.find(name)
        except (Refusal, StoreError):
            await self._refuse(NO_TABLE)
            return
        secret = self._socket.cookies.get(cookie_name(name), "")
        if self._socket.query_params.get("watch") is None and secret:
            self.seat = room.table.seat_of(secret)
        since = self._socket.query_params.get("since", "0")
        self.since = int(since) if since.isdecimal() and len(since) < 10 else 0
        await self._socket.accept()
        link = f"/t/{name}/s/{secret}" if self.seat is not None else None
        self._say(protocol.Welcome(protocol.PROTOCOL, self.seat, link))
        try:
            await room.enter(self)
            await self._listen(room)
        except (WebSocketDisconnect, StoreError):
            pass
        finally:
            await room.leave(self)
            self._outbox.close()
            if self._hinting is not None:
                self._hinting.cancel()

    def send(self, data: bytes) -> None:
        self._outbox.put(data)

    def _say(self, message: protocol.ServerMessage) -> None:
        self._outbox.put(protocol.encode(message))

    async def _listen(self, room: Room) -> None:
        loop = asyncio.get_running_loop()
        while True:
            received = await self._receive()
            if received["type"] == "websocket.disconnect":
                return
            data = received.get("text") or received.get("bytes") or ""
            if len(data) > MESSAGE_BYTES:
                self._refuse_command(
                    None, refusals.BAD_MESSAGE(problem=f"it is longer than {MESSAGE_BYTES} bytes")
                )
            elif not self._bucket.take(loop.time()):
                self._refuse_command(reading.id_of(data), refusals.TOO_FAST)
            else:
                await self._handle(room, data)

    async def _handle(self, room: Room, data: str | bytes) -> None:
        try:
            message = reading.decode(data)
        except reading.ProtocolError as error:
            self._refuse_command(reading.id_of(data), refusals.BAD_MESSAGE(problem=str(error)))
            return
        try:
            if isinstance(message, protocol.Ask):
                self._answer(room, message)
            elif isinstance(message, protocol.Hint):
                self._begin_hint(room, message)
            else:
                version = await room.command(self.seat, message)
                self._say(protocol.Done(message.id, version))
        except (Refusal, IllegalChoice) as refusal:
            self._refuse_command(message.id, refusal.reason)
        except ParseError as error:
            self._refuse_command(message.id, refusals.BAD_MESSAGE(problem=error.problem))
        except StoreError:
            self._refuse_command(message.id, refusals.STORE_FAILED)

    def _answer(self, room: Room, message: protocol.Ask) -> None:
        reason = room.table.why_not(self.seat, message.choice)
        told = reason_message(reason) if reason is not None else None
        self._say(protocol.Answer(message.id, message.choice, told))

    def _begin_hint(self, room: Room, message: protocol.Hint) -> None:
        """Think about a hint while the player goes on, about one at a time."""
        state = room.table.to_advise(self.seat)
        if self._hinting is not None and not self._hinting.done():
            raise Refusal(refusals.COACH_BUSY)
        self._hinting = asyncio.create_task(self._hint(message.id, room.table.now.version, state))

    async def _hint(self, number: int, version: int, state: State) -> None:
        assert self.seat is not None
        try:
            advice = await self._coach.advise(state, self.seat)
        except Refusal as refusal:
            self._refuse_command(number, refusal.reason)
        else:
            self._say(protocol.Hinted(number, version, advice))

    def _refuse_command(self, number: int | None, reason: Reason) -> None:
        self._say(protocol.Refused(number, reason_message(reason)))
