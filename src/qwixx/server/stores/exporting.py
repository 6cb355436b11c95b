"""Export of tables from one store to another, verified after the import."""

import hashlib
from collections.abc import AsyncIterator, Sequence
from typing import NamedTuple, Protocol

from qwixx.server.logs import reason_of
from qwixx.server.stores.store import StoredFact, StoreError, TableRow
from qwixx.tables.aggregate import FactFormatError
from qwixx.tables.game import facts
from qwixx.tables.game.state import replayed
from qwixx.tables.pad import facts as pad_facts
from qwixx.tables.pad.state import PadState, after_pad, opened_pad


class TableReads(Protocol):
    """The reads of a store that find everything of its tables."""

    async def tables(self) -> list[TableRow]: ...
    async def load(self, table: str) -> list[StoredFact]: ...
    async def game_starts(self, table: str) -> list[int]: ...


class ExportedTable(NamedTuple):
    """Everything that is stored of a table."""

    name: str
    touched: float
    facts: Sequence[StoredFact]
    game_starts: Sequence[int]

    def fingerprint(self) -> bytes:
        """A hash of all of it, including times."""
        digest = hashlib.sha256(repr((self.name, self.touched, self.game_starts)).encode())
        for fact, at in self.facts:
            digest.update(repr((len(fact), at)).encode() + fact)
        return digest.digest()

    @property
    def code(self) -> str | None:
        """The join code of a table that waits for people."""
        if self.game_starts:
            return None
        try:
            opening = facts.decode(self.facts[0].fact)
        except Exception:
            return None  # a pad, or a table that cannot be played
        return opening.code if isinstance(opening, facts.Opened) else None

    def check_playable(self) -> None:
        """Replay the facts; raises the error of the first that cannot be replayed."""
        opening, *others = [fact for fact, _ in self.facts]
        pad = _opened_pad(opening)
        if pad is None:
            replayed([facts.decode(fact) for fact in (opening, *others)])
            return
        for fact in others:
            pad = after_pad(pad, pad_facts.decode(fact))


def _opened_pad(opening: bytes) -> PadState | None:
    """A new pad, if the fact opens one."""
    try:
        fact = pad_facts.decode(opening)
    except FactFormatError:
        return None
    return opened_pad(fact) if isinstance(fact, pad_facts.PadOpened) else None


class TableExport:
    """The export of a store's tables. StoreError if one is not imported, or not unchanged."""

    def __init__(self, source: TableReads, rows: Sequence[TableRow]) -> None:
        self.names: list[str] = [row.table for row in rows]
        # How many facts were imported, and the errors of tables that cannot be replayed in either store.
        self.facts: int = 0
        self.unplayable: list[str] = []
        self._rows = rows
        self._source = source
        # Tables that have been exported and not verified yet.
        self._fingerprints: dict[str, bytes] = {}

    async def export(self) -> AsyncIterator[ExportedTable]:
        for row in self._rows:
            table = await _whole(self._source, row)
            self._fingerprints[table.name] = table.fingerprint()
            yield table
        if await self._source.tables() != self._rows:
            raise StoreError("these tables are in use; stop every server first")

    async def verify(self, imported: TableReads) -> None:
        """Compare all tables as they were imported with their export."""
        for row in await imported.tables():
            if row.table in self._fingerprints:
                self._verify_table(await _whole(imported, row))
        if self._fingerprints:
            raise StoreError(f"{len(self._fingerprints)} tables were not imported; nothing was moved")

    def _verify_table(self, table: ExportedTable) -> None:
        if self._fingerprints.pop(table.name) != table.fingerprint():
            raise StoreError("a table was not imported as it was exported; nothing was moved")
        self.facts += len(table.facts)
        try:
            table.check_playable()
        except Exception as error:
            self.unplayable.append(reason_of(error))


async def _whole(tables: TableReads, row: TableRow) -> ExportedTable:
    return ExportedTable(
        row.table, row.touched, await tables.load(row.table), await tables.game_starts(row.table)
    )


def refuse_to_overwrite(place: object, count: int) -> None:
    """StoreError if ``count`` of the tables exist at the destination."""
    if count:
        raise StoreError(f"{place} already has {count} of these tables; move them to an empty one")
