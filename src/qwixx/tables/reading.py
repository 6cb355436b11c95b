"""Decoding what clients send."""

from typing import TypeVar

import msgspec

from qwixx.rules.errors import InputError
from qwixx.tables.protocol import PROTOCOL, PadMessage, TableMessage

M = TypeVar("M")

_table_messages: msgspec.json.Decoder[TableMessage] = msgspec.json.Decoder(TableMessage)
_pad_messages: msgspec.json.Decoder[PadMessage] = msgspec.json.Decoder(PadMessage)


class ProtocolError(InputError):
    """A message that cannot be decoded."""


def table_message(data: str | bytes) -> TableMessage:
    """A message of a client at a table; ProtocolError says what is wrong with it."""
    return _decoded(_table_messages, data)


def pad_message(data: str | bytes) -> PadMessage:
    """A message of a client at a pad; ProtocolError says what is wrong with it."""
    return _decoded(_pad_messages, data)


def _decoded(decoder: msgspec.json.Decoder[M], data: str | bytes) -> M:
    try:
        return decoder.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ProtocolError(f"not a message of protocol {PROTOCOL}: {error}") from error


class _WithId(msgspec.Struct):
    id: int


def id_of(data: str | bytes) -> int | None:
    """The id of a message that is refused, if it has one."""
    try:
        return msgspec.json.decode(data, type=_WithId).id
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
