"""One WebSocket: a seat, or a spectator, at a table."""

import asyncio
import logging
from collections.abc import Generator
from contextlib import suppress
from typing import Any

from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from qwixx.notation import ParseError
from qwixx.rules.errors import IllegalChoice
from qwixx.rules.game import State
from qwixx.rules.reasons import Reason
from qwixx.server import refusals
from qwixx.server.journal import line, reason_of
from qwixx.server.limits import MESSAGE_BYTES, Bucket
from qwixx.server.metrics import METRICS
from qwixx.server.refusals import Refusal
from qwixx.server.rooms.room import PadRoom, Room
from qwixx.server.rooms.trouble import TableFailed
from qwixx.server.stores.store import StoreError
from qwixx.server.transport.outbox import Outbox
from qwixx.server.transport.websocket import POLICY, TEXT_AT_ONCE
from qwixx.server.web.cookies import secret_for
from qwixx.server.web.gate import address_of
from qwixx.server.web.shared import Server
from qwixx.server.wire import protocol, reading
from qwixx.server.wire.messages import reason_message

log = logging.getLogger(__name__)

# Close codes of our own: there is no such table, and it is there but cannot be used now.
NO_TABLE = 4404
NOT_NOW = 4503
# The store is out of reach; another process may have it.
CUT_OFF = 1013
# How often somebody may be too fast, or send what cannot be read, and how fast that is forgiven.
FAULTS_AT_ONCE = 40.0
FORGIVEN_PER_SECOND = 1.0
# How long nothing is read after a message that could not be read.
UNREADABLE_SECONDS = 0.1


class Connection:
    """Runs one WebSocket from its opening to its end, as an ASGI application."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._socket = WebSocket(scope, receive, send)
        self._receive = receive
        self._outbox = Outbox(send, scope.get("extensions", {}).get(TEXT_AT_ONCE, lambda text: False))
        self.seat: int | None = None
        self.since = 0
        self._server: Server = self._socket.app.state.server
        self._address = address_of(scope)
        per_second = self._server.limits.messages_per_second
        self._seconds_each = 1 / per_second
        self._bucket = Bucket(per_second, 2 * per_second)
        # Also of those that may come at once, only some are looked at without a pause.
        self._pace = Bucket(2 * per_second, per_second / 2)
        self._patience = Bucket(FORGIVEN_PER_SECOND, FAULTS_AT_ONCE)
        self._hinting: asyncio.Task[None] | None = None
        self._leaving: asyncio.Task[None] | None = None

    def __await__(self) -> Generator[Any, None, None]:
        return self._run().__await__()

    async def _run(self) -> None:
        visitors = self._server.visitors
        # A browser tells the page the code only of a connection that was accepted.
        if not visitors.enter(self._address):
            await self._socket.accept()
            await self._socket.close(POLICY)
            return
        try:
            await self._enter()
        finally:
            visitors.leave(self._address)

    async def _enter(self) -> None:
        name = self._socket.path_params["table"]
        secret = secret_for(name, self._socket.cookies)
        try:
            room = await self._server.lobby.find_any(name)
            if self._socket.query_params.get("watch") is None and secret:
                self.seat = await room.seat_of(secret)
        except (Refusal, TableFailed, StoreError) as error:
            await self._socket.accept()
            await self._refuse_entry(error)
            return
        since = self._socket.query_params.get("since", "0")
        self.since = int(since) if since.isdecimal() and len(since) < 10 else 0
        METRICS.reconnects += self.since > 0
        await self._socket.accept()
        link = f"/{room.table.path}/s/{secret}" if self.seat is not None else None
        self._say(
            protocol.Welcome(protocol.PROTOCOL, self.seat, link, self._server.keep_days, self._has_chat(room))
        )
        try:
            await self._contribute(room)
            await room.enter(self)
            await self._listen(room)
        except WebSocketDisconnect:
            pass
        except (Refusal, TableFailed, StoreError) as error:
            await self._refuse_entry(error)
        finally:
            await room.leave(self)
            self._outbox.close()
            if self._hinting is not None:
                self._hinting.cancel()

    def _has_chat(self, room: Room | PadRoom) -> bool:
        """Whether people may talk: nobody does around a real table, or where the others are bots."""
        if isinstance(room, PadRoom):
            return False
        return self._server.has_chat and sum(seat.bot is None for seat in room.table.now.seats) > 1

    async def _contribute(self, room: Room | PadRoom) -> None:
        """What a client that has just taken its seat adds on its way in, so that nobody waits for it."""
        game, _, value = self._socket.query_params.get("contribute", "").partition("-")
        if self.seat is None or not (game.isdecimal() and len(game) < 10):
            return
        # Whether it was taken is seen in the commitments; whoever is too late may look on all the same.
        with suppress(Refusal, StoreError):
            await room.command(self.seat, protocol.Contribute(0, int(game), value))

    async def _refuse_entry(self, error: Refusal | TableFailed | StoreError) -> None:
        """Say why this table cannot be entered, in words and with a code."""
        reason = refusals.STORE_FAILED if isinstance(error, StoreError) else error.reason
        self._refuse_command(None, reason)
        is_there = isinstance(error, TableFailed | StoreError)
        await self._socket.close(NOT_NOW if is_there else NO_TABLE)

    def send(self, data: bytes) -> None:
        self._outbox.put(data)

    def turn_away(self) -> None:
        self._leaving = asyncio.create_task(self._socket.close(CUT_OFF))

    def _say(self, message: protocol.ServerMessage) -> None:
        self._outbox.put(protocol.encode(message))

    async def _listen(self, room: Room | PadRoom) -> None:
        loop = asyncio.get_running_loop()
        while True:
            received = await self._receive()
            if received["type"] == "websocket.disconnect":
                return
            data = received.get("text") or received.get("bytes") or ""
            pause = self._pace.reserve(loop.time())
            if pause:
                await asyncio.sleep(pause)
            if not self._patience.has_one(loop.time()):
                log.info(line("client_let_go", reason="too fast, or not to be read"))
                await self._socket.close(POLICY)
                return
            if self._bucket.take(loop.time()):
                await self._handle(room, data)
            else:
                self._patience.take(loop.time())
                self._refuse_command(reading.id_of(data), refusals.TOO_FAST)
                # Nothing more is read of them meanwhile.
                await asyncio.sleep(self._seconds_each)

    async def _handle(self, room: Room | PadRoom, data: str | bytes) -> None:
        if len(data) > MESSAGE_BYTES:
            await self._refuse_unreadable(None, f"it is longer than {MESSAGE_BYTES} bytes")
            return
        try:
            message = reading.decode(data)
        except reading.ProtocolError as error:
            await self._refuse_unreadable(reading.id_of(data), str(error))
            return
        try:
            if isinstance(message, protocol.Ask):
                self._answer(room, message)
            elif isinstance(message, protocol.Hint):
                self._begin_hint(room, message)
            else:
                version = await self._carry_out(room, message)
                METRICS.commands[str(message.__struct_config__.tag)] += 1
                self._say(protocol.Done(message.id, version))
        except (Refusal, TableFailed, IllegalChoice) as refusal:
            self._refuse_command(message.id, refusal.reason)
        except ParseError as error:
            self._refuse_command(message.id, refusals.BAD_MESSAGE(problem=error.problem))
        except StoreError:
            self._refuse_command(message.id, refusals.STORE_FAILED)

    async def _carry_out(self, room: Room | PadRoom, message: protocol.Command | protocol.Word) -> int:
        if not isinstance(message, protocol.Word):
            return await room.command(self.seat, message)
        if not self._server.has_chat or isinstance(room, PadRoom):
            raise Refusal(refusals.NO_CHAT)
        return await room.say(self.seat, message)

    async def _refuse_unreadable(self, number: int | None, problem: str) -> None:
        """Nobody who means well sends such messages often; whoever does gets no more done by coming back."""
        self._refuse_command(number, refusals.BAD_MESSAGE(problem=problem))
        self._patience.take(asyncio.get_running_loop().time())
        await asyncio.sleep(UNREADABLE_SECONDS)

    def _answer(self, room: Room | PadRoom, message: protocol.Ask) -> None:
        reason = room.table.why_not(self.seat, message.choice)
        told = reason_message(reason) if reason is not None else None
        self._say(protocol.Answer(message.id, message.choice, told))

    def _begin_hint(self, room: Room | PadRoom, message: protocol.Hint) -> None:
        """Think about a hint while the player goes on, about one at a time."""
        state = room.table.to_advise(self.seat)
        if self._hinting is not None and not self._hinting.done():
            raise Refusal(refusals.COACH_BUSY)
        self._hinting = asyncio.create_task(self._hint(message.id, room.table.now.version, state))

    async def _hint(self, number: int, version: int, state: State) -> None:
        assert self.seat is not None
        try:
            advice = await self._server.coach.advise(self._address, state, self.seat)
        except Refusal as refusal:
            self._refuse_command(number, refusal.reason)
        except Exception as error:
            log.error(line("hint_failed", reason=reason_of(error)))
            self._refuse_command(number, refusals.TABLE_FAILED)
        else:
            self._say(protocol.Hinted(number, version, advice))

    def _refuse_command(self, number: int | None, reason: Reason) -> None:
        METRICS.refusals[reason.code] += 1
        self._say(protocol.Refused(number, reason_message(reason)))
