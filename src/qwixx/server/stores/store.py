"""What a storage engine provides: a store, and the cluster of the processes that share it.

The store is an append-only log of facts for each table. The facts of a table are numbered from 1 without
gaps, so the version of a table is the number of its last fact. The key (table, number) settles every race: of
several appends that begin with the same number one succeeds, whichever process it comes from, and the others
raise Conflict.
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import product
from typing import NamedTuple, Protocol

from qwixx.rules.chance import FACES
from qwixx.rules.colours import COLOURS
from qwixx.rules.errors import OperationalError

# The white dice in the order they lie, and each coloured die by itself: one column for each, in this order.
PAIR_COLUMNS = tuple(f"white_{first}{second}" for first, second in product(FACES, FACES))
COLOURED_COLUMNS = tuple(f"{colour}_{face}" for colour in COLOURS for face in FACES)
DICE_COLUMNS = PAIR_COLUMNS + COLOURED_COLUMNS


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


class GameDice(NamedTuple):
    """How often each face was rolled in a game so far, in the order of ``DICE_COLUMNS``; counts only grow.

    ``game`` is a hash that identifies the game and reveals nothing of its table, which the counts outlive.
    """

    game: str
    counts: tuple[int, ...]


class DiceTotals(NamedTuple):
    """The counts of all games together."""

    games: int
    counts: tuple[int, ...]


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


class ListedTable(NamedTuple):
    """A public table, and a hash of the address that it is listed for."""

    table: str
    owner: str


class ClusterSubscriber(Protocol):
    """Callbacks for appends and presence of other processes; delivery is at least once."""

    def on_append(self, table: str, first: int, facts: Sequence[StoredFact]) -> None:
        """Another process appended facts, numbered from ``first``. If ``facts`` is empty, load them."""

    def on_presence_change(self, table: str) -> None:
        """People connected to another process, or left it."""

    def on_gap(self) -> None:
        """Notifications may have been missed, of any table: compare the last versions."""


class NullSubscriber:
    """Ignores every notification."""

    def on_append(self, table: str, first: int, facts: Sequence[StoredFact]) -> None: ...
    def on_presence_change(self, table: str) -> None: ...
    def on_gap(self) -> None: ...


class Cluster(Protocol):
    """The processes that share a store, as one of them sees it."""

    # The name of this process in the cluster.
    process: str
    # Whether other processes can use the same store.
    is_shared: bool

    def unreachable_for(self) -> float:
        """The seconds since the store last answered; 0 while it is reachable."""

    def publish_presence(self, table: str, seats: frozenset[int], *, listed_for: str | None = None) -> None:
        """Publish the seats connected to this process; other processes are notified within a second.

        With ``listed_for`` they list the table as public, for this address, while people are connected.
        """

    async def remote_presence(self, table: str) -> Mapping[str, frozenset[int]]:
        """The seats connected to other processes, by the name of each process that has any."""

    async def remote_listed(self) -> list[ListedTable]:
        """The public tables with people connected to other processes."""

    async def other_processes(self) -> int:
        """The number of other processes that use the store now."""


class LocalCluster:
    """The cluster of a process that does not share its store."""

    process = ""
    is_shared = False

    def unreachable_for(self) -> float:
        return 0.0

    def publish_presence(
        self, table: str, seats: frozenset[int], *, listed_for: str | None = None
    ) -> None: ...

    async def remote_presence(self, table: str) -> Mapping[str, frozenset[int]]:
        return {}

    async def remote_listed(self) -> list[ListedTable]:
        return []

    async def other_processes(self) -> int:
        return 0


class Backend(Store, Protocol):
    """A storage engine: a store with the cluster of its processes."""

    @property
    def cluster(self) -> Cluster: ...

    async def begin(self, subscriber: ClusterSubscriber) -> None:
        """Connect, and notify the subscriber of other processes from now on."""

    async def end(self) -> None:
        """Finish what is queued, and disconnect."""
