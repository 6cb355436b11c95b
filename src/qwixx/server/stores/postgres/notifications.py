"""Notifications between processes, of appends and of presence, in less than 8,000 bytes each."""

from collections.abc import Sequence

import msgspec

from qwixx.server.stores.store import ClusterSubscriber, StoredFact

FACTS_CHANNEL, PRESENCE_CHANNEL = "qwixx_facts", "qwixx_presence"
# The size of a notification, without the name of its sender and the time.
BATCH_BYTES = 7_500
# The number of tables in one notification of presence.
TABLES_AT_ONCE = 100

# A table, the number of its first new fact, and the facts, unless they are too large.
Appended = tuple[str, int, list[bytes]]

_encode = msgspec.json.Encoder().encode
# The sender, the time of all the facts, and the tables.
_facts = msgspec.json.Decoder(tuple[str, float, list[Appended]])
# The sender and the tables.
_presence = msgspec.json.Decoder(tuple[str, list[str]])


def append_notification(table: str, first: int, facts: Sequence[bytes]) -> str:
    """The part of a notification for one append. Bytes are in base64, for databases of any encoding."""
    text = _encode((table, first, facts))
    if len(text) > BATCH_BYTES:
        text = _encode((table, first, []))
    return text.decode()


def batches(texts: Sequence[str]) -> list[int]:
    """For each text the number of its notification, so that none becomes too long."""
    found, batch, size = [], 0, 0
    for text in texts:
        length = len(text.encode()) + 1
        if size + length > BATCH_BYTES and size > 0:
            batch, size = batch + 1, 0
        size += length
        found.append(batch)
    return found


def presence_notification(process: str, tables: Sequence[str]) -> str:
    return _encode((process, tables)).decode()


class NotificationDecoder:
    """Decodes notifications of other processes, and passes them on to a subscriber."""

    def __init__(self, process: str, subscriber: ClusterSubscriber) -> None:
        self._process = process
        self._subscriber = subscriber

    def decode_appends(self, payload: str) -> None:
        sender, at, tables = _facts.decode(payload)
        if sender != self._process:
            for table, first, facts in tables:
                self._subscriber.on_append(table, first, [StoredFact(fact, at) for fact in facts])

    def decode_presence(self, payload: str) -> None:
        sender, tables = _presence.decode(payload)
        if sender != self._process:
            for table in tables:
                self._subscriber.on_presence_change(table)
