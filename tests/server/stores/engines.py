"""The storage engines, for tests of their common contract."""

from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from qwixx.server.stores.postgres.address import DatabaseAddress
from qwixx.server.stores.postgres.schema import prepare_database
from qwixx.server.stores.postgres.store import PostgresStore
from qwixx.server.stores.sqlite.store import SqliteStore
from qwixx.server.stores.store import ClusterSubscriber, StoredFact

AnyStore = SqliteStore | PostgresStore


@dataclass
class Recorder:
    """A subscriber that records its notifications."""

    facts: list[tuple[str, int, list[StoredFact]]] = field(default_factory=list)
    presence: list[str] = field(default_factory=list)
    gaps: int = 0

    def on_append(self, table: str, first: int, facts: Sequence[StoredFact]) -> None:
        self.facts.append((table, first, list(facts)))

    def on_presence_change(self, table: str) -> None:
        self.presence.append(table)

    def on_gap(self) -> None:
        self.gaps += 1


class Engine(Protocol):
    """A storage location that can be opened repeatedly."""

    def opened(
        self, subscriber: ClusterSubscriber | None = None
    ) -> AbstractAsyncContextManager[AnyStore]: ...

    def beside(self, store: AnyStore) -> AbstractAsyncContextManager[AnyStore]:
        """The store that another process uses at the same time: a second one, if the engine allows it."""


class SqliteEngine:
    def __init__(self, path: Path) -> None:
        self._path = path

    @asynccontextmanager
    async def opened(self, subscriber: ClusterSubscriber | None = None) -> AsyncIterator[AnyStore]:
        with closing(SqliteStore.open(self._path)) as store:
            await store.begin(subscriber or Recorder())
            yield store
            await store.end()

    @asynccontextmanager
    async def beside(self, store: AnyStore) -> AsyncIterator[AnyStore]:
        yield store


class PostgresEngine:
    def __init__(self, url: str) -> None:
        self.address = DatabaseAddress(url)
        self._is_prepared = False

    @asynccontextmanager
    async def opened(self, subscriber: ClusterSubscriber | None = None) -> AsyncIterator[PostgresStore]:
        if not self._is_prepared:
            await prepare_database(self.address)
            self._is_prepared = True
        store = PostgresStore(self.address)
        await store.begin(subscriber or Recorder())
        try:
            yield store
        finally:
            await store.end()

    def beside(self, store: AnyStore) -> AbstractAsyncContextManager[AnyStore]:
        return self.opened()
