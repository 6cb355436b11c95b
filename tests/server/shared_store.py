"""Several doors to one store, as several processes have them: news come late, or not at all, as a test says."""

from collections import deque
from collections.abc import Mapping, Sequence

from qwixx.server.stores.sqlite.store import SqliteStore
from qwixx.server.stores.store import Kept, News


class SharedStore:
    """One process's door; everything it writes goes to the same file, and to the others as news."""

    def __init__(self, store: SqliteStore, process: str) -> None:
        self.process = process
        self.others: list[SharedStore] = []
        self.waiting: deque[tuple[str, int, list[Kept]]] = deque()
        self.here: dict[str, frozenset[int]] = {}
        self.listed: set[str] = set()
        self.news: News | None = None
        self._store = store
        self.now, self.down_for, self.end = store.now, store.down_for, store.end
        self.load, self.load_from_last, self.first = store.load, store.load_from_last, store.first
        self.load_part = store.load_part
        self.heads, self.tables, self.newest = store.heads, store.tables, store.newest
        self.count, self.tallied = store.count, store.tallied
        self.forget, self.share_usage = store.forget, store.share_usage

    async def begin(self, news: News) -> None:
        self.news = news

    async def append(self, table: str, first: int, facts: Sequence[bytes]) -> float:
        at = await self._store.append(table, first, facts)
        for other in self.others:
            other.waiting.append((table, first, [Kept(fact, at) for fact in facts]))
        return at

    def say_here(self, table: str, seats: frozenset[int], *, is_listed: bool = False) -> None:
        self.here[table] = seats
        if is_listed:
            self.listed.add(table)
        for other in self.others:
            if other.news is not None:
                other.news.hear_presence(table)

    async def elsewhere(self, table: str) -> Mapping[str, frozenset[int]]:
        found = {other.process: other.here.get(table, frozenset()) for other in self.others}
        return {process: seats for process, seats in found.items() if seats}

    async def listed_elsewhere(self) -> list[str]:
        return [name for other in self.others for name in other.listed if other.here.get(name)]

    def deliver(self) -> None:
        """Tell the oldest of the news that wait."""
        if self.waiting and self.news is not None:
            table, first, facts = self.waiting.popleft()
            self.news.hear_facts(table, first, facts)

    def lose(self) -> None:
        """The connection was cut: what waited is never told, but that something may be missing."""
        self.waiting.clear()
        if self.news is not None:
            self.news.hear_gap()


def doors(store: SqliteStore, *processes: str) -> list[SharedStore]:
    made = [SharedStore(store, process) for process in processes]
    for door in made:
        door.others = [other for other in made if other is not door]
    return made
