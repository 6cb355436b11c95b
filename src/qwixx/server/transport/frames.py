"""Frames of a WebSocket: their size, the text of a server, and the parser of the library for all others."""

import logging
import struct
from typing import Any

from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.protocol import OPEN
from websockets.server import ServerProtocol

from qwixx.server.limits import MESSAGE_BYTES
from qwixx.server.transport.middleware import HEADERS

# The library would log frames and headers, which contain cookies and private links.
_silent = logging.Logger("silent", level=logging.CRITICAL + 1)

# The first byte of a frame that is a whole text, and the bit of the second that a client has to set.
WHOLE_TEXT = 0x81
MASKED = 0x80
# Longer messages are refused with a reason up to this size, and with a close code beyond.
LONGEST_MESSAGE = 4 * MESSAGE_BYTES


def frame_size(data: bytes, at: int) -> int | None:
    """The size of the frame that begins at ``at``; None until its header is complete.

    For a frame that exceeds the limit, the size of the header, which shows that.
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
    """A text message of a server: one unmasked frame."""
    if len(data) < 126:
        return bytes((WHOLE_TEXT, len(data))) + data
    if len(data) < 1 << 16:
        return struct.pack("!BBH", WHOLE_TEXT, 126, len(data)) + data
    return struct.pack("!BBQ", WHOLE_TEXT, 127, len(data)) + data


class Frames(ServerProtocol):
    """The protocol of the library: the handshake, and all frames except whole texts."""

    def __init__(self) -> None:
        super().__init__(state=OPEN, max_size=LONGEST_MESSAGE, logger=_silent)

    def reject(self, status: Any, text: str) -> Response:
        response = super().reject(status, text)
        response.headers.update(HEADERS)
        return response

    def recv_frame(self, frame: Frame) -> None:
        if frame.opcode is Opcode.CLOSE:
            # Closing in the middle of a message is allowed.
            self.current_size: int | None = None
        super().recv_frame(frame)
