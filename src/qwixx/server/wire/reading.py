"""Reading what clients send."""

import msgspec

from qwixx.rules.errors import InputError
from qwixx.server.wire.protocol import PROTOCOL, ClientMessage

_decoder: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)


class ProtocolError(InputError):
    """A message that cannot be read."""


def decode(data: str | bytes) -> ClientMessage:
    """A client's message; ProtocolError says what is wrong with it."""
    try:
        return _decoder.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ProtocolError(f"not a message of protocol {PROTOCOL}: {error}") from error


class _Numbered(msgspec.Struct):
    id: int


def id_of(data: str | bytes) -> int | None:
    """The id of a message that is refused, as far as it has one."""
    try:
        return msgspec.json.decode(data, type=_Numbered).id
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
