"""One store for several simulated processes: the test controls when notifications arrive or get lost."""

from collections import deque
from collections.abc import Collection, Mapping, Sequence

from qwixx.server.stores.sqlite.store import SqliteStore
from qwixx.server.stores.store import ClusterSubscriber, ListedTable, StoredFact


class SharedStore:
    """One process's view of the store: appends go to the same file and queue for the other processes."""

    def __init__(self, store: SqliteStore, process: str) -> None:
        self.cluster = SharedCluster(process)
        self._store = store
        self.now, self.end = store.now, store.end
        self.load, self.game_starts, self.first = store.load, store.game_starts, store.first
        self.last_versions, self.tables, self.newest = store.last_versions, store.tables, store.newest
        self.save_dice, self.dice_totals = store.save_dice, store.dice_totals
        self.claim_code, self.release_code = store.claim_code, store.release_code
        self.table_with_code, self.delete = store.table_with_code, store.delete

    async def begin(self, subscriber: ClusterSubscriber) -> None:
        self.cluster.subscriber = subscriber

    async def append(
        self, table: str, first: int, facts: Sequence[bytes], *, game_starts: Collection[int] = ()
    ) -> float:
        at = await self._store.append(table, first, facts, game_starts=game_starts)
        for other in self.cluster.others:
            other.waiting.append((table, first, [StoredFact(fact, at) for fact in facts]))
        return at

    def deliver(self) -> None:
        self.cluster.deliver()

    def lose(self) -> None:
        self.cluster.lose()


class SharedCluster:
    """Notifies other processes of presence at once, and of appends when the test delivers them."""

    is_shared = True

    def __init__(self, process: str) -> None:
        self.process = process
        self.others: list[SharedCluster] = []
        self.waiting: deque[tuple[str, int, list[StoredFact]]] = deque()
        self.here: dict[str, frozenset[int]] = {}
        self.listed: dict[str, str] = {}
        self.subscriber: ClusterSubscriber | None = None
        self.seconds_unreachable = 0.0

    def unreachable_for(self) -> float:
        return self.seconds_unreachable

    def publish_presence(self, table: str, seats: frozenset[int], *, listed_for: str | None = None) -> None:
        self.here[table] = seats
        if listed_for is not None:
            self.listed[table] = listed_for
        for other in self.others:
            if other.subscriber is not None:
                other.subscriber.on_presence_change(table)

    async def remote_presence(self, table: str) -> Mapping[str, frozenset[int]]:
        found = {other.process: other.here.get(table, frozenset()) for other in self.others}
        return {process: seats for process, seats in found.items() if seats}

    async def remote_listed(self) -> list[ListedTable]:
        return [
            ListedTable(*listed)
            for other in self.others
            for listed in other.listed.items()
            if other.here.get(listed[0])
        ]

    async def other_processes(self) -> int:
        return len(self.others)

    def deliver(self) -> None:
        """Deliver the oldest queued notification."""
        if self.waiting and self.subscriber is not None:
            self.subscriber.on_append(*self.waiting.popleft())

    def lose(self) -> None:
        """Simulate a cut connection: drop queued notifications and report a gap to the subscriber."""
        self.waiting.clear()
        if self.subscriber is not None:
            self.subscriber.on_gap()


def shared(store: SqliteStore, *processes: str) -> list[SharedStore]:
    """One view of the store for each of these processes."""
    made = [SharedStore(store, process) for process in processes]
    for one in made:
        one.cluster.others = [other.cluster for other in made if other is not one]
    return made
