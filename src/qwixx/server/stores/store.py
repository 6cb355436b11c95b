"""The store: an append-only log of facts for each table.

The facts of a table are numbered from 1 without gaps, so the version of a table is the number of its last
fact. The key (table, number) settles every race: of several appends that begin with the same number one
succeeds, whichever process it comes from, and the others raise Conflict.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple, Protocol

from qwixx.rules.errors import OperationalError
from qwixx.server.stores.dice_counts import DiceTotals, GameDice


class StoreError(OperationalError):
    """The store cannot carry out an operation; the message says what is wrong and how to correct it.

    Nothing was written, unless it is ``OutcomeUnknown``.
    """


class Conflict(StoreError):
    """The table already has a fact with this number: another append came first."""


class OutcomeUnknown(StoreError):
    """The connection was lost during an append, which may have succeeded or not: ``load`` the table."""


class StoreFailure(StoreError):
    """The store itself fails, for any operation: the message contains nothing of the request."""


class StoredFact(NamedTuple):
    """A fact, and when it was appended: Unix time by the clock of the store."""

    fact: bytes
    at: float


class TableRow(NamedTuple):
    """A table in the store: the number of its last fact, and when that was appended, in Unix time."""

    table: str
    version: int
    touched: float


class Store(Protocol):
    """Appends and loads facts. All methods may be called concurrently."""

    def now(self) -> float:
        """Unix time by the clock that stamps facts. It does not jump while the process runs."""

    # Writing

    async def append(
        self, table: str, first: int, facts: Sequence[bytes], *, game_starts: Collection[int] = ()
    ) -> float:
        """Append facts, numbered from ``first``: all, or none. Returns their time once they are durable.

        ``game_starts`` are the numbers of those facts with which a game begins. Conflict if ``first`` is
        taken. After a cancelled append the outcome is unknown.
        """

    async def delete(self, tables: Sequence[str], untouched_since: float) -> int:
        """Delete those of these tables that have no connection and no later fact; returns how many."""

    async def save_dice(self, games: Sequence[GameDice]) -> None:
        """Save the dice of games so far. Of each count the larger one is kept, so a process with an older
        state of a game changes nothing. The table may be deleted.
        """

    async def claim_code(self, code: str, table: str) -> bool:
        """Claim a join code for a table that is about to be opened; False if another table has it."""

    async def release_code(self, table: str) -> None:
        """Make the join code of a table available; nothing happens if it has none."""

    # Reading

    async def load(self, table: str, after: int = 0, until: int | None = None) -> list[StoredFact]:
        """The facts of a table in order, with numbers greater than ``after`` and not greater than ``until``.

        Empty for an unknown table.
        """

    async def game_starts(self, table: str) -> list[int]:
        """The numbers of the facts with which the games of a table begin."""

    async def first(self, table: str) -> StoredFact | None:
        """The first fact of a table."""

    async def last_versions(self, tables: Sequence[str]) -> dict[str, int]:
        """The number of the last fact of each of these tables that is in the store."""

    async def tables(self) -> list[TableRow]:
        """All tables, by name."""

    async def newest(self) -> float | None:
        """When the last fact of all tables was appended, in Unix time."""

    async def table_with_code(self, code: str) -> str | None:
        """The table that has claimed a join code; its game may have begun meanwhile."""

    async def dice_totals(self) -> DiceTotals:
        """The dice counts of all games together."""


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
