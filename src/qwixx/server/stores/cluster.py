"""The cluster: the processes that share a store, their notifications, and their presence."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from qwixx.server.stores.store import Store, StoredFact


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
