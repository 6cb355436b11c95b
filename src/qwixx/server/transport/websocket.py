"""The WebSocket of a connection: frames between a socket and an ASGI application, for uvicorn.

uvicorn's own reads as fast as a client sends and never lets go of one that does not read. Here nobody gets
more than their share: a little is read at a time, no more is read while a message waits for the
application, frames that are no messages are counted, and who does not read is closed.
"""

import asyncio
import codecs
import logging
import secrets
import struct
from collections import deque
from collections.abc import Callable, MutableMapping
from typing import Any

from starlette.websockets import WebSocketDisconnect
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.server import ServerState
from websockets.datastructures import Headers
from websockets.frames import Frame, Opcode
from websockets.http11 import Request, Response
from websockets.protocol import OPEN
from websockets.server import ServerProtocol
from websockets.utils import apply_mask

from qwixx.server.journal import line, reason_of
from qwixx.server.limits import MESSAGE_BYTES, Bucket
from qwixx.server.transport.headers import HEADERS

Message = MutableMapping[str, Any]

log = logging.getLogger(__name__)
# What is logged of frames and headers would hold cookies and private links.
_silent = logging.Logger("silent", level=logging.CRITICAL + 1)

READ_BYTES = 2048
# The first byte of a frame that is a whole text, and the bit of the second that a client has to set.
WHOLE_TEXT = 0x81
MASKED = 0x80
# Of a text in parts, bad octets are found in the part they come in.
_new_decoder = codecs.getincrementaldecoder("utf-8")
# Longer messages are refused in words up to here, and with a close code beyond.
LONGEST_MESSAGE = 4 * MESSAGE_BYTES
# Our extension of ASGI: a function that sends a text, as UTF-8, without a coroutine for each.
TEXT_AT_ONCE = "qwixx.text_at_once"
# Texts of one moment leave together, up to so many: an update and the answer that follows it are one packet.
TEXTS_TOGETHER = 4
# What may wait in the system and in this process for a client to read it.
WRITE_BYTES = 64 * 1024
# Pings, pongs and parts of messages; a browser sends hardly any.
FRAMES_PER_SECOND = 20.0
FRAMES_AT_ONCE = 100.0
PING_SECONDS = 20.0
PONG_SECONDS = 20.0
# How long a client has to read the close frame before it is cut off.
CLOSE_SECONDS = 2.0

POLICY = 1008
FAILED = 1011
RESTARTING = 1012
# For a client that does not keep up: it may come back.
TOO_SLOW = 1013
# Ends that are a client's fault: broken frames, text that is none, too much of it, and too fast.
TROUBLE = (1002, 1007, POLICY, 1009)


def frame_size(data: bytes, at: int) -> int | None:
    """How many bytes the frame has that begins there; None if that cannot be seen yet.

    Of one that is longer than it may be, the part that shows it.
    """
    if len(data) < at + 2:
        return None
    length, head = data[at + 1] & 127, 6 if data[at + 1] & MASKED else 2
    if length < 126:
        return head + length
    extra = 2 if length == 126 else 8
    if len(data) < at + 2 + extra:
        return None
    length = int.from_bytes(data[at + 2 : at + 2 + extra], "big")
    return head + extra + length if length <= LONGEST_MESSAGE else 2 + extra


def text_frame(data: bytes) -> bytes:
    """A text as a server sends it: in one frame, without a mask."""
    if len(data) < 126:
        return bytes((WHOLE_TEXT, len(data))) + data
    if len(data) < 1 << 16:
        return struct.pack("!BBH", WHOLE_TEXT, 126, len(data)) + data
    return struct.pack("!BBQ", WHOLE_TEXT, 127, len(data)) + data


def _continues(decoder: codecs.IncrementalDecoder, frame: Frame) -> bool:
    """Whether a text is one up to the end of this part."""
    try:
        decoder.decode(frame.data, final=frame.fin)
    except UnicodeDecodeError:
        return False
    return True


def _new_frames() -> ServerProtocol:
    """The library's part, after the handshake."""
    return ServerProtocol(state=OPEN, max_size=LONGEST_MESSAGE, logger=_silent)


class TableSocket(asyncio.BufferedProtocol):
    """One WebSocket from its handshake to its end."""

    def __init__(
        self, app: Any, state: ServerState, on_lost: Callable[[], None], on_trouble: Callable[[], None]
    ) -> None:
        self._app = app
        self._on_trouble = on_trouble
        self._server = state
        self._on_lost = on_lost
        self._loop = asyncio.get_running_loop()
        self._frames = _new_frames()
        self._bucket = Bucket(FRAMES_PER_SECOND, FRAMES_AT_ONCE)
        self._buffer = memoryview(bytearray(READ_BYTES))
        self._unparsed = b""
        self._parts: list[bytes] = []
        self._is_text = True
        self._decoder: codecs.IncrementalDecoder | None = None
        self._waiting: deque[Message] = deque()
        # What the application waits for while it has nothing else to do.
        self._receiver: asyncio.Future[None] | None = None
        self._texts: list[bytes] = []
        self._writable = asyncio.Event()
        self._writable.set()
        self._is_reading = True
        self._is_accepted = False
        self._is_closing = False
        self._ping: bytes | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None

    # The opening

    def begin(self, transport: asyncio.Transport, scope: Message, rest: bytes) -> None:
        """Take a connection over at its upgrade, with what came behind the request."""
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
            log.error(line("connection_failed", reason=reason_of(error)))
            self._close(FAILED)
        if not self._is_accepted:
            self._reject(self._frames.reject(403, ""))
        else:
            self._close(1000)

    def _reject(self, response: Response) -> None:
        if not self._transport.is_closing():
            response.headers.update(HEADERS)
            self._transport.write(response.serialize())
            self._is_closing = True
            self._transport.close()

    # From the client

    def get_buffer(self, sizehint: int) -> memoryview:
        return self._buffer

    def buffer_updated(self, nbytes: int) -> None:
        if self._is_closing:
            return
        self._unparsed += self._buffer[:nbytes]
        if self._is_listening:
            self._parse()
        else:
            self._pause()

    def eof_received(self) -> None:
        """The transport closes by itself."""

    def _parse(self) -> None:
        """Look at whole frames of what was read, until a message waits for the application."""
        at, data = 0, self._unparsed
        while not self._waiting and not self._is_closing:
            size = frame_size(data, at)
            if size is None or at + size > len(data):
                break
            self._take_whole(data[at : at + size])
            at += size
        self._unparsed = data[at:]

    def _take_whole(self, data: bytes) -> None:
        """A text in one frame is nearly all that ever comes; the library looks at everything else."""
        head = 8 if data[1] & 127 == 126 else 6
        is_usual = data[0] == WHOLE_TEXT and MASKED <= data[1] < 255 and len(data) >= head
        if is_usual and not self._parts:
            self._put_text(apply_mask(data[head:], data[head - 4 : head]))
            return
        if self._parts and data[0] & 15 == Opcode.CLOSE:
            # Who leaves in the middle of a message does nothing wrong; to the library it would be a fault.
            self._frames.parser.close()
            self._frames = _new_frames()
        self._frames.receive_data(data)
        for event in self._frames.events_received():
            assert isinstance(event, Frame)
            self._take(event)
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
        if frame.opcode is Opcode.PONG and bytes(frame.data) == self._ping:
            self._ping = None
        is_part = frame.opcode in (Opcode.PING, Opcode.PONG) or not frame.fin
        if is_part and not self._bucket.take(self._loop.time()):
            self._close(POLICY)
        elif frame.opcode in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
            self._join(frame)

    def _join(self, frame: Frame) -> None:
        """A part of a message, and the whole of it when it is the last."""
        if frame.opcode is not Opcode.CONT:
            self._is_text = frame.opcode is Opcode.TEXT
            self._decoder = _new_decoder() if self._is_text else None
        self._parts.append(bytes(frame.data))
        if self._decoder is not None and not _continues(self._decoder, frame):
            self._close(1007)
        if not frame.fin or self._is_closing:
            return
        data, self._parts = b"".join(self._parts), []
        if self._is_text:
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
        """Whether the application waits for a message, with nothing else to do."""
        return self._receiver is not None and not self._receiver.done()

    async def receive(self) -> Message:
        """The next message. Who has more to say lets everybody else speak before it."""
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
        """Send a text without a pause; False if that cannot be, and ``send`` has to be awaited for it."""
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
        self._timer = self._loop.call_later(PING_SECONDS, self._send_ping)

    def _write(self) -> None:
        self._write_texts()
        data = b"".join(self._frames.data_to_send())
        if data and not self._is_closing and not self._transport.is_closing():
            self._transport.write(data)

    def pause_writing(self) -> None:
        self._writable.clear()

    def resume_writing(self) -> None:
        self._writable.set()

    def _send_ping(self) -> None:
        self._ping = secrets.token_bytes(4)
        self._frames.send_ping(self._ping)
        self._write()
        self._timer = self._loop.call_later(PONG_SECONDS, self._expect_pong)

    def _expect_pong(self) -> None:
        if self._ping is not None:
            self._close(TOO_SLOW)
        else:
            self._timer = self._loop.call_later(PING_SECONDS, self._send_ping)

    # The end

    def shutdown(self) -> None:
        """The server is about to end; uvicorn calls it."""
        self._close(RESTARTING)

    def _close(self, code: int, reason: str = "") -> None:
        """Say goodbye, whether or not the client reads it, and tell the application at once."""
        if self._is_closing or not self._is_accepted:
            return
        if self._frames.state is OPEN:
            self._frames.send_close(code, reason)
        self._write()
        self._end(code)

    def _end(self, code: int) -> None:
        """Nothing that comes is looked at any more; who does not close in time is cut off.

        Whoever was too much trouble is not even read: what is left in the system's buffers costs nothing.
        """
        if self._is_closing:
            return
        self._is_closing = True
        self._unparsed = b""
        self._put({"type": "websocket.disconnect", "code": code})
        self._writable.set()
        if code in TROUBLE:
            self._on_trouble()
            self._pause()
        else:
            self._resume()
        if not self._transport.is_closing():
            # Closing at once with something unread would take the close frame back from the client.
            if self._transport.can_write_eof():
                self._transport.write_eof()
            self._set_timer(CLOSE_SECONDS, self._transport.abort)

    def _set_timer(self, seconds: float, then: Callable[[], None]) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._loop.call_later(seconds, then)

    def connection_lost(self, error: Exception | None) -> None:
        self._server.connections.discard(self)
        self._end(1006)
        if not self._is_accepted and self._task is not None:
            self._task.cancel()  # it may wait for its turn, which it does not need any more
        if self._timer is not None:
            self._timer.cancel()
        # The parser is a generator that refers to its owner: closing it breaks the reference cycle.
        self._frames.parser.close()
        self._on_lost()
