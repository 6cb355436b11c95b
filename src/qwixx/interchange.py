"""JSON of positions, records and reviews, in both directions.

Each is an object whose ``format`` says what it is and in which version: ``qwixx-position/1``. ``schema()``
describes them all.
"""

from typing import Any, TypeAlias

import msgspec

from qwixx.coach.findings import Review
from qwixx.notation import parse_position, parse_record
from qwixx.record import Record
from qwixx.rules.errors import InputError
from qwixx.rules.game import State

__all__ = ["from_json", "schema", "to_json"]

Document: TypeAlias = State | Record | Review


class PositionDocument(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="format", tag="qwixx-position/1"
):
    """A state: its position in the notation, which says everything about it."""

    position: str


class RecordDocument(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="format", tag="qwixx-record/1"
):
    """A record in the notation."""

    record: str


class ReviewDocument(Review, frozen=True, tag_field="format", tag="qwixx-review/1"):
    """A review, with the software and the weights that judged the game."""


AnyDocument: TypeAlias = PositionDocument | RecordDocument | ReviewDocument


def to_json(value: Document) -> str:
    """A state, a record or a review as JSON.

    >>> import qwixx
    >>> to_json(qwixx.parse_position("solo; 1 roll; r2"))
    '{"format":"qwixx-position/1","position":"solo; 1 roll; r2"}'
    """
    return msgspec.json.encode(document_of(value)).decode()


def from_json(text: str | bytes) -> Document:
    """The value that ``to_json`` has written; InputError if the text is something else.

    >>> from_json('{"format": "qwixx-position/1", "position": "solo; 1 roll; r2"}')
    parse_position('solo; 1 roll; r2')
    """
    if not isinstance(text, str | bytes):
        raise InputError(f"JSON is a text, not {text!r}")
    try:
        document: AnyDocument = msgspec.json.decode(text, type=AnyDocument)
    except msgspec.DecodeError as error:
        formats = ", ".join(str(each.__struct_config__.tag) for each in KINDS)
        raise InputError(f"no JSON of a position, a record or a review ({formats}): {error}") from error
    if isinstance(document, PositionDocument):
        return parse_position(document.position)
    if isinstance(document, RecordDocument):
        return parse_record(document.record)
    return Review(**{name: getattr(document, name) for name in Review.__struct_fields__})


KINDS = (PositionDocument, RecordDocument, ReviewDocument)


def document_of(value: Document) -> AnyDocument:
    """The document of a value."""
    if isinstance(value, State):
        return PositionDocument(str(value))
    if isinstance(value, Record):
        return RecordDocument(str(value))
    if isinstance(value, Review):
        return ReviewDocument(**msgspec.structs.asdict(value))
    raise InputError(f"a State, a Record or a Review goes to JSON, not {value!r}")


def schema() -> dict[str, Any]:
    """The JSON schema of all these documents."""
    return msgspec.json.schema(AnyDocument)
