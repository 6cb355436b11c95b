"""Where the facts of all tables are kept: what every engine promises.

A table's facts are only ever appended, numbered without gaps. The key (table, number) settles every race:
of several who append the same number one succeeds, wherever they are, and the others are told so.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from qwixx.rules.errors import OperationalError
from qwixx.server.stores.usage import UsedElsewhere, UsedHere
from qwixx.server.tables.tally import Tallied, Tally


class StoreError(OperationalError):
    """Something the store cannot do: the message says what is wrong and what would be right.

    Nothing was written, unless it is ``Unsure``.
    """


class Conflict(StoreError):
    """A number that a table's facts already have: somebody else wrote first."""


class Unsure(StoreError):
    """Nobody knows whether facts were written, since the store was not heard of again: ``load`` tells."""


class Kept(NamedTuple):
    """A fact in the store, and when it was appended: Unix time by the clock of the store."""

    fact: bytes
    at: float


class TableRow(NamedTuple):
    """A table in the store: how many facts it has, and when the last was appended, in Unix time."""

    table: str
    facts: int
    touched: float


class News(Protocol):
    """Whoever is told what other processes do with the same store. What it is told may come twice."""

    def hear_facts(self, table: str, first: int, facts: Sequence[Kept]) -> None:
        """Others appended facts, numbered from ``first``. Without facts they are too many to be told."""

    def hear_presence(self, table: str) -> None:
        """People came to a table or left it elsewhere."""

    def hear_gap(self) -> None:
        """Some news may have been missed, of any table: compare the heads."""


class Store(Protocol):
    """An engine. A process begins with it, asks as much as it likes at the same time, and ends with it."""

    # How this process is called among those that share the store; empty where no other can.
    process: str

    async def begin(self, news: News) -> None:
        """Connect, and tell from now on what others do."""

    async def end(self) -> None:
        """Finish what is queued, and leave."""

    def now(self) -> float:
        """Unix time by the clock that facts are stamped with. It does not jump while the process runs."""

    def down_for(self) -> float:
        """For how many seconds the store has not been heard of; 0 while it is well."""

    # Writing

    async def append(self, table: str, first: int, facts: Sequence[bytes]) -> float:
        """Return when the facts are kept, numbered from ``first``: all of them, or none. The time they bear.

        Numbers of a table begin at 0 or 1 and have no gaps. A number that is taken is a Conflict. Whether
        an append that was cancelled is kept is for ``load`` to tell.
        """

    async def forget(self, tables: Sequence[str], untouched_since: float) -> int:
        """Delete tables wholly, those that nobody is at and nothing was appended to since: how many."""

    async def count(self, tally: Tally) -> None:
        """Keep what a game counted; the same game again changes nothing, and its table may be forgotten."""

    # Reading

    async def tallied(self) -> Tallied:
        """All that was counted so far."""

    async def load(self, table: str, after: int = 0) -> list[Kept]:
        """The facts of a table in order, none for a table that is not known.

        All of them, or those with a number greater than ``after`` where that is not 0.
        """

    async def load_from_last(self, table: str, beginning: bytes) -> list[tuple[int, Kept]]:
        """The facts from the last that begins so to the end, with their numbers; none if there is no such.

        Facts before that one are not read, so it takes no longer for a table with a long past.
        """

    async def load_part(self, table: str, beginning: bytes, number: int) -> list[Kept]:
        """The facts from the so-manieth that begins so, counted from 1, to the one before the next such.

        None if there are fewer. All facts before them are looked at, but not read.
        """

    async def first(self, table: str) -> Kept | None:
        """The fact of a table with the smallest number."""

    async def heads(self, tables: Sequence[str]) -> dict[str, int]:
        """The number of the last fact of each of these tables that is known."""

    async def tables(self) -> list[TableRow]:
        """All tables, by name."""

    async def newest(self) -> float | None:
        """When the last fact of all tables was appended, in Unix time."""

    # Presence

    def say_here(self, table: str, seats: frozenset[int], *, is_listed: bool = False) -> None:
        """The seats whose people are connected to this process; others are told, some time later.

        Of a table that is listed, others are told that anybody may find it while people are there.
        """

    async def elsewhere(self, table: str) -> Mapping[str, frozenset[int]]:
        """By the name of each other process that has people at a table: their seats."""

    async def listed_elsewhere(self) -> list[str]:
        """The listed tables at which other processes have people."""

    # Limits

    def share_usage(self, here: UsedHere) -> UsedElsewhere:
        """Before ``begin``: tell other processes now and then what addresses use here, and learn theirs."""


def check_follows(table: str, last: int | None, first: int) -> None:
    """StoreError unless a fact with number ``first`` may come after the last one that a table has."""
    if last is None:
        # A later one was meant for a table that has been forgotten meanwhile.
        if first not in (0, 1):
            raise StoreError(f"table {table!r} has no facts, so its next is number 0 or 1, not {first}")
    elif first <= last:
        raise Conflict(
            f"table {table!r} already has facts up to number {last}; load it before adding {first}"
        )
    elif first > last + 1:
        raise StoreError(
            f"table {table!r} has facts up to number {last}, so its next is {last + 1}, not {first}"
        )
