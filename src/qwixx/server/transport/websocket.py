"""WebSocket for uvicorn, with limits on what a client may use.

At most 2 kB are read at once, and nothing while a message waits for the application; control frames are
rate-limited, and a client that does not read is disconnected. Not a subclass of uvicorn's class: that would
override nearly every method, carry 9 % fewer moves per CPU second, and hold 150 MB instead of 62 MB under
floods of 60 connections, since uvloop reads up to 256 kB at once for every ``asyncio.Protocol``.
"""

import asyncio
import codecs
import logging
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from starlette.types import Message
from starlette.websockets import WebSocketDisconnect
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.server import ServerState
from websockets.datastructures import Headers
from websockets.frames import Frame, Opcode
from websockets.http11 import Request, Response
from websockets.protocol import OPEN
from websockets.utils import apply_mask

from qwixx.server.limits import HEARTBEAT_SECONDS
from qwixx.server.logs import event, reason_of
from qwixx.server.rate_limits import TokenBucket
from qwixx.server.transport.frames import MASKED, WHOLE_TEXT, Frames, frame_size, text_frame
from qwixx.tables.protocol import CloseCode

log: logging.Logger = logging.getLogger(__name__)

FRAME_READ_BYTES = 2048
# Decodes fragmented texts, so that invalid UTF-8 is found in the fragment that contains it.
_new_decoder = codecs.getincrementaldecoder("utf-8")
# Our extension of ASGI: a function that sends a text, as UTF-8, without a coroutine.
TEXT_AT_ONCE = "qwixx.text_at_once"
# How many texts are joined into one write: an update and the answer that follows are one packet.
TEXTS_TOGETHER = 4
# The write buffer of a connection.
WRITE_BYTES = 64 * 1024
# Rate limit of pings, pongs and fragments; a browser sends hardly any.
FRAMES_PER_SECOND = 20.0
FRAMES_AT_ONCE = 100.0
# A client that has sent nothing for this long gets a ping, and then has PONG_SECONDS to send anything. Pages
# send their heartbeat a little earlier.
PING_SECONDS = HEARTBEAT_SECONDS + 2.0
PONG_SECONDS = 8.0
# For a client to read the close frame before the connection is cut.
CLOSE_SECONDS = 2.0

FAILED = 1011
# The codes for errors of a client: broken frames, invalid UTF-8, too many messages, and too long ones.
ABUSE = (1002, 1007, CloseCode.POLICY_VIOLATION, 1009)


class GuardedWebSocket(asyncio.BufferedProtocol):
    """One WebSocket from its handshake to its end."""

    def __init__(
        self, app: Any, state: ServerState, on_lost: Callable[[], None], on_abuse: Callable[[], None]
    ) -> None:
        self._app = app
        self._server = state
        self._on_lost = on_lost
        self._on_abuse = on_abuse
        self._loop = asyncio.get_running_loop()
        self._frames = Frames()
        self._bucket = TokenBucket(FRAMES_PER_SECOND, FRAMES_AT_ONCE)
        self._buffer = memoryview(bytearray(FRAME_READ_BYTES))
        self._unparsed = b""
        self._parts: list[bytes] = []
        # Of a fragmented text.
        self._decoder: codecs.IncrementalDecoder | None = None
        self._waiting: deque[Message] = deque()
        # Set while the application waits for a message.
        self._receiver: asyncio.Future[None] | None = None
        self._texts: list[bytes] = []
        self._writable = asyncio.Event()
        self._writable.set()
        self._is_reading = True
        self._is_accepted = False
        self._is_closing = False
        self._received_at = self._loop.time()
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None

    # The opening

    def begin(self, transport: asyncio.Transport, scope: Message, rest: bytes) -> None:
        """Take a connection over at its upgrade, with the data that followed the request."""
        self._transport = transport
        headers = Headers((name.decode(), value.decode("latin-1")) for name, value in scope["headers"])
        self._response = self._frames.accept(Request(scope["raw_path"].decode(), headers))
        transport.set_write_buffer_limits(WRITE_BYTES)
        transport.set_protocol(self)
        self._server.connections.add(self)  # type: ignore[arg-type]
        if self._response.status_code != 101:
            self._reject(self._response)
            return
        self._waiting.append({"type": "websocket.connect"})
        scope["extensions"] = {**scope.get("extensions", {}), TEXT_AT_ONCE: self.send_at_once}
        self._task = self._loop.create_task(self._run(scope))
        self._server.tasks.add(self._task)
        self._task.add_done_callback(self._server.tasks.discard)
        if rest:
            self._unparsed = rest
            self._pause()

    async def _run(self, scope: Message) -> None:
        try:
            await self._app(scope, self.receive, self.send)
        except (ClientDisconnected, WebSocketDisconnect):
            pass
        except Exception as error:
            log.error(event("connection_failed", reason=reason_of(error)))
            self._close(FAILED)
        if self._is_accepted:
            self._close(1000)
        else:
            self._reject(self._frames.reject(403, ""))

    def _reject(self, response: Response) -> None:
        if not self._transport.is_closing():
            self._transport.write(response.serialize())
            self._is_closing = True
            self._transport.close()

    # From the client

    def get_buffer(self, sizehint: int) -> memoryview:
        return self._buffer

    def buffer_updated(self, nbytes: int) -> None:
        if self._is_closing:
            return
        self._received_at = self._loop.time()
        self._unparsed += self._buffer[:nbytes]
        if self._is_listening:
            self._parse()
        else:
            self._pause()

    def eof_received(self) -> None:
        """The transport closes by itself."""

    def _parse(self) -> None:
        """Parse complete frames, until a message waits for the application."""
        at, data = 0, self._unparsed
        while not self._waiting and not self._is_closing:
            size = frame_size(data, at)
            if size is None or at + size > len(data):
                break
            self._take_bytes(data[at : at + size])
            at += size
        self._unparsed = data[at:]

    def _take_bytes(self, data: bytes) -> None:
        """Handle one frame. Nearly all are whole texts; the library parses the others."""
        head = 8 if data[1] & 127 == 126 else 6
        is_usual = data[0] == WHOLE_TEXT and MASKED <= data[1] < 255 and len(data) >= head
        if is_usual and not self._parts:
            self._put_text(apply_mask(data[head:], data[head - 4 : head]))
            return
        self._frames.receive_data(data)
        for frame in self._frames.events_received():
            assert isinstance(frame, Frame)
            self._take(frame)
        self._write()
        if self._frames.parser_exc is not None:
            self._end(self._frames.close_sent.code if self._frames.close_sent is not None else FAILED)

    def _take(self, frame: Frame) -> None:
        if self._is_closing:
            return
        if frame.opcode is Opcode.CLOSE:
            self._write()
            self._end(self._frames.close_rcvd.code if self._frames.close_rcvd is not None else 1005)
            self._transport.close()
            return
        is_control = frame.opcode in (Opcode.PING, Opcode.PONG)
        if (is_control or not frame.fin) and not self._bucket.take(self._loop.time()):
            self._close(CloseCode.POLICY_VIOLATION)
        elif not is_control:
            self._join(frame)

    def _join(self, frame: Frame) -> None:
        """Add a fragment to a message, and queue the message when it is complete."""
        if frame.opcode is not Opcode.CONT:
            self._decoder = _new_decoder() if frame.opcode is Opcode.TEXT else None
        self._parts.append(bytes(frame.data))
        if self._decoder is not None:
            try:
                self._decoder.decode(frame.data, final=frame.fin)
            except UnicodeDecodeError:
                self._close(1007)
                return
        if not frame.fin:
            return
        data, self._parts = b"".join(self._parts), []
        if self._decoder is not None:
            self._put_text(data)
        else:
            self._put({"type": "websocket.receive", "bytes": data})

    def _put_text(self, data: bytes) -> None:
        try:
            self._put({"type": "websocket.receive", "text": data.decode()})
        except UnicodeDecodeError:
            self._close(1007)

    def _put(self, message: Message) -> None:
        if self._is_listening:
            assert self._receiver is not None
            self._receiver.set_result(None)
        self._waiting.append(message)

    @property
    def _is_listening(self) -> bool:
        """Whether the application waits for a message."""
        return self._receiver is not None and not self._receiver.done()

    async def receive(self) -> Message:
        """The next message. Other tasks run between two messages of a client."""
        if not self._waiting:
            self._parse()
        if self._waiting:
            await asyncio.sleep(0)
        else:
            await self._message()
        return self._waiting.popleft()

    async def _message(self) -> None:
        """Read on until there is a message."""
        if not self._is_closing:
            self._resume()
        self._receiver = self._loop.create_future()
        try:
            await self._receiver
        finally:
            self._receiver = None

    def _pause(self) -> None:
        if self._is_reading and not self._transport.is_closing():
            self._is_reading = False
            self._transport.pause_reading()

    def _resume(self) -> None:
        if not self._is_reading and not self._transport.is_closing():
            self._is_reading = True
            self._transport.resume_reading()

    # To the client

    async def send(self, message: Message) -> None:
        match message["type"]:
            case "websocket.accept":
                self._accept()
            case "websocket.send":
                await self._writable.wait()
                if self._is_closing:
                    raise ClientDisconnected
                text = message.get("text")
                if text is not None:
                    self._write_texts()
                    self._transport.write(text_frame(text.encode()))
                else:
                    self._frames.send_binary(message["bytes"])
                    self._write()
            case "websocket.close":
                self._close(message.get("code", 1000), message.get("reason") or "")
            case kind:
                raise RuntimeError(f"a WebSocket cannot send {kind!r}")

    def send_at_once(self, text: bytes) -> bool:
        """Send a text without awaiting; False if ``send`` has to be used."""
        if self._is_closing or not self._writable.is_set():
            return False
        self._texts.append(text_frame(text))
        if len(self._texts) == 1:
            self._loop.call_soon(self._write_texts)
        elif len(self._texts) == TEXTS_TOGETHER:
            self._write_texts()
        return True

    def _write_texts(self) -> None:
        texts, self._texts = self._texts, []
        if texts and not self._transport.is_closing():
            self._transport.write(b"".join(texts))

    def _accept(self) -> None:
        if self._transport.is_closing():
            raise ClientDisconnected
        self._is_accepted = True
        self._transport.write(self._response.serialize())
        self._schedule_ping()

    def _write(self) -> None:
        self._write_texts()
        data = b"".join(self._frames.data_to_send())
        if data and not self._is_closing and not self._transport.is_closing():
            self._transport.write(data)

    def pause_writing(self) -> None:
        self._writable.clear()

    def resume_writing(self) -> None:
        self._writable.set()

    # Keepalive

    def _schedule_ping(self) -> None:
        silent = self._loop.time() - self._received_at
        self._timer = self._loop.call_later(PING_SECONDS - silent, self._ping)

    def _ping(self) -> None:
        at = self._loop.time()
        if at - self._received_at < PING_SECONDS:
            self._schedule_ping()
            return
        self._frames.send_ping(b"")
        self._write()
        self._timer = self._loop.call_later(PONG_SECONDS, self._check_alive, at)

    def _check_alive(self, pinged_at: float) -> None:
        """Disconnect unless anything was received since the ping."""
        if self._received_at < pinged_at:
            self._close(CloseCode.TRY_AGAIN)
        else:
            self._schedule_ping()

    # The end

    def shutdown(self) -> None:
        """The server ends; uvicorn calls it."""
        self._close(CloseCode.RESTART)

    def _close(self, code: int, reason: str = "") -> None:
        """Send a close frame, and disconnect the application without waiting for the client."""
        if self._is_closing or not self._is_accepted:
            return
        if self._frames.state is OPEN:
            self._frames.send_close(code, reason)
        self._write()
        self._end(code)

    def _end(self, code: int) -> None:
        """Ignore further data, and abort the connection if the client does not close it in time.

        After abuse nothing is read any more: data in the system's buffers costs nothing.
        """
        if self._is_closing:
            return
        self._is_closing = True
        self._unparsed = b""
        self._put({"type": "websocket.disconnect", "code": code})
        self._writable.set()
        if code in ABUSE:
            self._on_abuse()
            self._pause()
        else:
            self._resume()
        if not self._transport.is_closing():
            # Closing with unread data would reset the connection before the client reads the close frame.
            if self._transport.can_write_eof():
                # The client may have closed the connection.
                with suppress(OSError):
                    self._transport.write_eof()
            if self._timer is not None:
                self._timer.cancel()
            self._timer = self._loop.call_later(CLOSE_SECONDS, self._transport.abort)

    def connection_lost(self, error: Exception | None) -> None:
        self._server.connections.discard(self)
        self._end(1006)
        if not self._is_accepted and self._task is not None:
            self._task.cancel()  # it may still wait for the rate limit
        if self._timer is not None:
            self._timer.cancel()
        # The parser is a generator that refers to its owner: closing it breaks the reference cycle.
        self._frames.parser.close()
        self._on_lost()
