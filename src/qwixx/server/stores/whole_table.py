"""A table on its way from one store to another: all that is kept of it, and whether it arrived as it left."""

import hashlib
from collections.abc import AsyncIterator, Sequence
from typing import NamedTuple

from qwixx.server.stores.store import Kept, Store, StoreError, TableRow
from qwixx.server.tables import facts
from qwixx.server.tables.state import replayed


class WholeTable(NamedTuple):
    """What is kept of a table; its facts are numbered from ``first``."""

    name: str
    touched: float
    first: int
    kept: Sequence[Kept]

    def fingerprint(self) -> bytes:
        """What no other table has, not even one that differs in the time of a fact."""
        digest = hashlib.sha256(repr((self.name, self.touched, self.first)).encode())
        for fact, at in self.kept:
            digest.update(repr((len(fact), at)).encode() + fact)
        return digest.digest()

    def is_playable(self) -> bool:
        try:
            replayed([facts.decode(fact) for fact, _ in self.kept])
        except Exception:
            return False
        return True


class Journey:
    """The tables of a store, as they leave it and as they arrive. Whatever differs is a StoreError."""

    def __init__(self, source: Store, rows: Sequence[TableRow]) -> None:
        # How many facts have arrived, and how many tables cannot be replayed, neither here nor there.
        self.facts = 0
        self.unplayable = 0
        self.names = [row.table for row in rows]
        self._rows = rows
        self._source = source
        # Of those that have left and not arrived yet.
        self._fingerprints: dict[str, bytes] = {}

    async def leaving(self) -> AsyncIterator[WholeTable]:
        heads = await self._source.heads(self.names)
        for name, count, touched in self._rows:
            kept = await self._source.load(name)
            table = WholeTable(name, touched, heads.get(name, 0) - count + 1, kept)
            self._fingerprints[name] = table.fingerprint()
            yield table
        if await self._source.tables() != self._rows:
            raise StoreError("somebody plays at these tables just now; stop every server first")

    def arrived(self, table: WholeTable) -> None:
        if self._fingerprints.pop(table.name, None) != table.fingerprint():
            raise StoreError("a table has not arrived as it left; nothing was moved")
        self.facts += len(table.kept)
        self.unplayable += not table.is_playable()

    def end(self) -> None:
        if self._fingerprints:
            raise StoreError(f"{len(self._fingerprints)} tables have not arrived; nothing was moved")


def refuse_to_overwrite(place: object, count: int) -> None:
    """StoreError if there are such tables at a place."""
    if count:
        raise StoreError(f"{place} already has {count} of these tables; move them to an empty place")
