"""What processes tell each other through the database: notifications of less than 8,000 bytes."""

from collections.abc import Sequence

import msgspec

from qwixx.server.stores.store import Kept, News

FACTS_CHANNEL, PRESENCE_CHANNEL = "qwixx_facts", "qwixx_presence"
# What a notification holds at most, beside the name of its sender and the time.
BUNDLE_BYTES = 7_500
# Tables of one notification about presence.
TABLES_AT_ONCE = 100

# A table, the number of the first of its new facts, and the facts, if they are not too many.
Grown = tuple[str, int, list[bytes]]

encoder = msgspec.json.Encoder()
# The sender, the time that all the facts bear, and the tables.
_facts = msgspec.json.Decoder(tuple[str, float, list[Grown]])
# The sender and the tables.
_presence = msgspec.json.Decoder(tuple[str, list[str]])


def grown(table: str, first: int, facts: Sequence[bytes]) -> str:
    """What is told of an append. Bytes are in base64, so that every database takes them."""
    text = encoder.encode((table, first, facts))
    if len(text) > BUNDLE_BYTES:
        text = encoder.encode((table, first, []))
    return text.decode()


def bundled(texts: Sequence[str]) -> list[int]:
    """For each of the texts the notification it goes with, so that none becomes too long."""
    bundles, bundle, size = [], 0, 0
    for text in texts:
        length = len(text.encode()) + 1
        if size + length > BUNDLE_BYTES and size > 0:
            bundle, size = bundle + 1, 0
        size += length
        bundles.append(bundle)
    return bundles


class Ear:
    """Hears notifications, and tells ``news`` what others did."""

    def __init__(self, process: str, news: News) -> None:
        self._process = process
        self._news = news

    def facts(self, payload: str) -> None:
        sender, at, tables = _facts.decode(payload)
        if sender != self._process:
            for table, first, facts in tables:
                self._news.hear_facts(table, first, [Kept(fact, at) for fact in facts])

    def presence(self, payload: str) -> None:
        sender, tables = _presence.decode(payload)
        if sender != self._process:
            for table in tables:
                self._news.hear_presence(table)
