"""What all SQL engines have in common: the reads, and the check that an append follows the last fact."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TypeVar

from qwixx.server.stores.store import DICE_COLUMNS, Conflict, DiceTotals, StoredFact, StoreError, TableRow

T = TypeVar("T")

LAST_NUMBER = 2**63 - 1

LOAD = """
SELECT fact, at FROM facts WHERE table_name = ?1 AND number > ?2 AND number <= ?3 ORDER BY number"""
GAME_STARTS = "SELECT number FROM games WHERE table_name = ?1 ORDER BY number"
FIRST = "SELECT fact, at FROM facts WHERE table_name = ?1 ORDER BY number LIMIT 1"
TABLES = "SELECT name, version, touched FROM tables ORDER BY name"
NEWEST = "SELECT max(touched) FROM tables"
TABLE_WITH_CODE = "SELECT table_name FROM codes WHERE code = ?1"
DICE_TOTALS = (
    f"SELECT count(*), {', '.join(f'coalesce(sum({each}), 0)' for each in DICE_COLUMNS)} FROM dice_counts"
)


class SqlReads(ABC):
    """Reads of a store, for an engine that fetches rows. Parameters are ``?1``, ``?2`` and so on."""

    @abstractmethod
    async def _fetch(self, make: Callable[..., T], statement: str, *values: object) -> list[T]:
        """The result of ``make`` for the columns of each row."""

    async def load(self, table: str, after: int = 0, until: int | None = None) -> list[StoredFact]:
        last = LAST_NUMBER if until is None else until
        return await self._fetch(StoredFact, LOAD, table, after, last)

    async def game_starts(self, table: str) -> list[int]:
        return await self._fetch(int, GAME_STARTS, table)

    async def first(self, table: str) -> StoredFact | None:
        return next(iter(await self._fetch(StoredFact, FIRST, table)), None)

    async def tables(self) -> list[TableRow]:
        return await self._fetch(TableRow, TABLES)

    async def newest(self) -> float | None:
        (found,) = await self._fetch(_only, NEWEST)
        return found

    async def table_with_code(self, code: str) -> str | None:
        return next(iter(await self._fetch(str, TABLE_WITH_CODE, code)), None)

    async def dice_totals(self) -> DiceTotals:
        (found,) = await self._fetch(_totals, DICE_TOTALS)
        return found


def _only(value: float | None) -> float | None:
    return value


def _totals(games: int, *counts: int) -> DiceTotals:
    return DiceTotals(games, counts)


def check_follows(table: str, version: int | None, first: int) -> None:
    """StoreError unless a fact with number ``first`` is the next of a table at this version."""
    if version is None:
        # With another number the table has been deleted meanwhile.
        if first != 1:
            raise StoreError(f"table {table!r} has no facts, so its next is number 1, not {first}")
    elif first <= version:
        raise Conflict(
            f"table {table!r} already has facts up to number {version}; load it before adding {first}"
        )
    elif first > version + 1:
        raise StoreError(
            f"table {table!r} has facts up to number {version}, so its next is {version + 1}, not {first}"
        )
