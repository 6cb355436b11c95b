"""One WebSocket: a seat or a spectator, subscribed to the room of a table or a pad."""

import asyncio
import logging
import time
from collections.abc import Callable, Generator
from contextlib import suppress
from typing import Any

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from qwixx.notation import ParseError
from qwixx.rules.errors import IllegalChoice
from qwixx.rules.game import State
from qwixx.rules.reasons import Reason
from qwixx.server.failures import TableFailed
from qwixx.server.limits import MESSAGE_BYTES
from qwixx.server.logs import event, reason_of
from qwixx.server.metrics import METRICS
from qwixx.server.rate_limits import SlidingWindow, TokenBucket
from qwixx.server.rooms.room import AnyRoom
from qwixx.server.stores.store import OutcomeUnknown, StoreError
from qwixx.server.transport.outbox import Outbox
from qwixx.server.transport.websocket import TEXT_AT_ONCE
from qwixx.server.web.context import AppContext
from qwixx.server.web.gate import address_of
from qwixx.server.web.responses import secrets_in
from qwixx.tables import protocol, refusals
from qwixx.tables.game.table import Table
from qwixx.tables.protocol import CloseCode
from qwixx.tables.refusals import Refusal
from qwixx.tables.views import reason_message

log: logging.Logger = logging.getLogger(__name__)

# A page that receives nothing sends a heartbeat after 23 seconds at most; browsers let pages in the
# background send one about once a minute.
FROZEN_SECONDS = 150.0
NO_UPGRADE = (
    "Games are played over a WebSocket, and this request did not ask for one. If a browser did, a proxy in"
    " between has to pass the headers Connection and Upgrade on."
)
# The longest key of a page.
PAGE_LETTERS = 64
# The messages that may be too fast or unreadable, and the window in which they count.
MOST_FAULTS = 40
FAULT_SECONDS = 40.0
# The pause after an unreadable message.
UNREADABLE_SECONDS = 0.1


class HeartbeatWatch:
    """Reports a page that was frozen by its device, whose browser still answers WebSocket pings for it.

    Only clients that have sent a heartbeat are expected to send more, after silence in both directions.
    """

    def __init__(self, on_frozen: Callable[[], None]) -> None:
        self._on_frozen = on_frozen
        self._loop = asyncio.get_running_loop()
        self._active_at = self._loop.time()
        self._timer: asyncio.TimerHandle | None = None

    def note(self) -> None:
        """Something was sent or received."""
        self._active_at = self._loop.time()

    def expect(self) -> None:
        """The client has sent a heartbeat."""
        if self._timer is None:
            self._check()

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _check(self) -> None:
        left = self._active_at + FROZEN_SECONDS - self._loop.time()
        if left > 0:
            self._timer = self._loop.call_later(left, self._check)
        else:
            self._on_frozen()


class Connection:
    """Runs one WebSocket from its opening to its end, as an ASGI application."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._socket = WebSocket(scope, receive, send)
        self._receive = receive
        self._outbox = Outbox(send, scope.get("extensions", {}).get(TEXT_AT_ONCE, lambda text: False))
        self.seat: int | None = None
        self.since: int = 0
        self._private_link = ""
        self._room: AnyRoom | None = None
        self._context: AppContext = self._socket.app.state.context
        self.address: str = address_of(scope)
        self._rate = self._context.settings.limits.messages_per_second
        self._messages = TokenBucket(self._rate, 2 * self._rate)
        self._faults = SlidingWindow(MOST_FAULTS, FAULT_SECONDS)
        self._hinting: asyncio.Task[None] | None = None
        self._closing: asyncio.Task[None] | None = None
        self._heartbeat = HeartbeatWatch(self._leave_frozen)

    def __await__(self) -> Generator[Any, None, None]:
        return self._run().__await__()

    async def _run(self) -> None:
        limits = self._context.address_limits
        # A browser passes the close code to the page only if the connection was accepted.
        if not limits.enter(self.address):
            await self._socket.accept()
            await self._socket.close(CloseCode.POLICY_VIOLATION)
            return
        try:
            await self._open()
        finally:
            limits.leave(self.address)

    async def _open(self) -> None:
        name = self._socket.path_params["table"]
        secret = None
        try:
            room = await self._context.lobby.find_any(name)
            if self._socket.query_params.get("watch") is None:
                secret = await self._seat_in(room)
        except (Refusal, TableFailed, StoreError) as error:
            await self._socket.accept()
            await self._refuse_entry(error)
            return
        since = self._socket.query_params.get("since", "0")
        self.since = int(since) if since.isdecimal() and len(since) < 10 else 0
        METRICS.reconnects += self.since > 0
        await self._socket.accept()
        self._replace_earlier()
        self._private_link = f"/{room.aggregate.path}/s/{secret}"
        self._room = room
        self._send_welcome(room)
        try:
            await self._contribute(room, secret)
            await room.subscribe(self, secret)
            await self._listen(room)
        except WebSocketDisconnect:
            pass
        except (Refusal, TableFailed, StoreError) as error:
            await self._refuse_entry(error)
        finally:
            await room.unsubscribe(self)
            self._outbox.close()
            self._heartbeat.close()
            if self._hinting is not None:
                self._hinting.cancel()

    def _replace_earlier(self) -> None:
        """End the earlier connection of the same page: what a network held up must not count again."""
        page = self._socket.query_params.get("page", "")[:PAGE_LETTERS]
        if not page:
            return
        earlier = self._context.pages.get(page)
        self._context.pages[page] = self
        if earlier is not None:
            earlier.disconnect()

    async def _seat_in(self, room: AnyRoom) -> str | None:
        """Take the seat of the first valid secret in the cookies, and return that secret."""
        for secret in secrets_in(self._socket.headers.getlist("cookie")):
            self.seat = await room.seat_of(secret)
            if self.seat is not None:
                return secret
        return None

    def _send_welcome(self, room: AnyRoom) -> None:
        """Send the welcome message: the seat, and its private link."""
        link = self._private_link if self.seat is not None else None
        self._send_message(
            protocol.Welcome(
                protocol.PROTOCOL,
                self.seat,
                link,
                self._context.settings.keep_days,
                self._has_chat(room),
                self._context.settings.heartbeat_seconds,
            )
        )

    def reseat(self, seat: int | None) -> None:
        self.seat = seat
        if self._room is not None:
            self._send_welcome(self._room)

    def _has_chat(self, room: AnyRoom) -> bool:
        """Whether people may chat: not around a pad, nor where all others are bots."""
        table = room.aggregate
        if not isinstance(table, Table):
            return False
        return self._context.settings.has_chat and sum(seat.bot is None for seat in table.now.seats) > 1

    async def _contribute(self, room: AnyRoom, secret: str | None) -> None:
        """Contribute the value in the URL of a client, so that the first draw need not wait for it."""
        game, _, value = self._socket.query_params.get("contribute", "").partition("-")
        seat = room.aggregate.seat_of(secret) if secret is not None else None
        if seat is None or not isinstance(room.aggregate, Table) or not (game.isdecimal() and len(game) < 10):
            return
        # The commitments show whether it was accepted; a client that is too late can still watch.
        with suppress(Refusal, StoreError):
            await room.command(seat, protocol.Contribute(0, int(game), value))

    async def _refuse_entry(self, error: Refusal | TableFailed | StoreError) -> None:
        """Refuse the connection with a reason and a close code."""
        reason = refusals.STORE_FAILED if isinstance(error, StoreError) else error.reason
        self._refuse_command(None, reason)
        is_there = isinstance(error, TableFailed | StoreError)
        await self._socket.close(CloseCode.UNAVAILABLE if is_there else CloseCode.NO_TABLE)

    def send(self, data: bytes) -> None:
        self._heartbeat.note()
        self._outbox.put(data)

    def disconnect(self) -> None:
        self._closing = asyncio.create_task(self._socket.close(CloseCode.TRY_AGAIN))

    def _leave_frozen(self) -> None:
        log.info(event("client_disconnected", reason="no heartbeat"))
        self.disconnect()

    def _send_message(self, message: protocol.ServerMessage) -> None:
        self.send(protocol.encode(message))

    async def _listen(self, room: AnyRoom) -> None:
        loop = asyncio.get_running_loop()
        while True:
            received = await self._receive()
            if received["type"] == "websocket.disconnect":
                return
            self._heartbeat.note()
            data = received.get("text") or received.get("bytes") or ""
            at = loop.time()
            if self._faults.is_full(at):
                log.info(event("client_disconnected", reason="too many messages too fast or unreadable"))
                await self._socket.close(CloseCode.POLICY_VIOLATION)
                return
            if not self._messages.take(at):
                self._faults.add(at)
                self._refuse_command(protocol.message_id(data), refusals.TOO_FAST)
                # No message is read during a pause.
                await asyncio.sleep(1 / self._rate)
                continue
            if self._messages.level(at) < 1.5 * self._rate:
                # Most messages of a burst are slowed down.
                await asyncio.sleep(0.5 / self._rate)
            await self._handle(room, data)

    async def _handle(self, room: AnyRoom, data: str | bytes) -> None:
        if len(data if isinstance(data, bytes) else data.encode()) > MESSAGE_BYTES:
            await self._refuse_unreadable(None, f"it is longer than {MESSAGE_BYTES} bytes")
            return
        try:
            message = room.aggregate.read(data)
        except protocol.ProtocolError as error:
            await self._refuse_unreadable(protocol.message_id(data), str(error))
            return
        try:
            match message:
                case protocol.Ping():
                    self._heartbeat.expect()
                    self._send_message(protocol.Pong(message.id))
                case protocol.Ask():
                    self._answer(room, message)
                case protocol.Hint():
                    self._begin_hint(room, message)
                case _:
                    await self._carry_out(room, message)
        except (Refusal, TableFailed, IllegalChoice) as refusal:
            self._refuse_command(message.id, refusal.reason)
        except ParseError as error:
            self._refuse_command(message.id, refusals.BAD_MESSAGE(problem=error.problem))
        except OutcomeUnknown:
            # Neither a result nor a refusal would be correct; a client that reconnects sees the outcome.
            await self._socket.close(CloseCode.TRY_AGAIN)
        except StoreError:
            self._refuse_command(message.id, refusals.STORE_FAILED)

    async def _carry_out(self, room: AnyRoom, command: protocol.TableCommand | protocol.PadCommand) -> None:
        if isinstance(command, protocol.ChatCommand) and not self._has_chat(room):
            raise Refusal(refusals.NO_CHAT)
        version = await room.command(self.seat, command)
        METRICS.commands[str(command.__struct_config__.tag)] += 1
        self._send_message(protocol.Done(command.id, version))

    async def _refuse_unreadable(self, number: int | None, problem: str) -> None:
        """Refuse a message that cannot be decoded, and read nothing for a moment."""
        self._refuse_command(number, refusals.BAD_MESSAGE(problem=problem))
        self._faults.add(asyncio.get_running_loop().time())
        await asyncio.sleep(UNREADABLE_SECONDS)

    def _answer(self, room: AnyRoom, message: protocol.Ask) -> None:
        assert isinstance(room.aggregate, Table)  # a pad cannot decode this message
        self._send_message(room.aggregate.answer(self.seat, message))

    def _begin_hint(self, room: AnyRoom, message: protocol.Hint) -> None:
        """Ask the coach for a hint in the background, for one at a time."""
        state = room.aggregate.to_advise(self.seat)
        if self._hinting is not None and not self._hinting.done():
            raise Refusal(refusals.COACH_BUSY)
        self._hinting = asyncio.create_task(self._hint(message.id, room.aggregate.now.version, state))

    async def _hint(self, number: int, version: int, state: State) -> None:
        assert self.seat is not None
        try:
            advice = await self._context.coach.advise(self.address, state, self.seat)
        except Refusal as refusal:
            self._refuse_command(number, refusal.reason)
        except Exception as error:
            log.error(event("hint_failed", reason=reason_of(error)))
            self._refuse_command(number, refusals.TABLE_FAILED)
        else:
            self._send_message(protocol.Hinted(number, version, advice))

    def _refuse_command(self, number: int | None, reason: Reason) -> None:
        METRICS.refusals[reason.code] += 1
        self._send_message(protocol.Refused(number, reason_message(reason)))


async def no_upgrade(request: Request) -> Response:
    """A request for a WebSocket without an upgrade: a proxy may have dropped the headers."""
    context: AppContext = request.app.state.context
    if context.lost_upgrades.add_if_room(time.monotonic()):
        log.info(event("upgrade_missing", meaning=NO_UPGRADE))
    return PlainTextResponse(f"{NO_UPGRADE}\n", 426, {"Upgrade": "websocket", "Connection": "Upgrade"})
