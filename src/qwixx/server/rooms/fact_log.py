"""The facts of one aggregate in the store: appends planned facts, and loads what other processes appended."""

from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any, Generic, TypeVar

from qwixx.server.metrics import METRICS
from qwixx.server.stores.store import Conflict, OutcomeUnknown, Store, StoredFact, StoreError
from qwixx.tables.aggregate import Aggregate

# How often facts are planned again after another process appended first.
ATTEMPTS = 8

Facts = list[Any]
PlanFacts = Callable[[], Facts]
# Called after facts were applied, with the state before, and the facts if this process planned them.
AppliedHook = Callable[[Any, Facts | None], None]
R = TypeVar("R")


class Attempts(Generic[R]):
    """A planner that remembers the result of each plan: an earlier attempt may be the one that was stored."""

    def __init__(self, plan: Callable[[], tuple[Facts, R]]) -> None:
        self._plan = plan
        self._planned: list[tuple[Facts, R]] = []

    def __call__(self) -> Facts:
        self._planned.append(self._plan())
        return self._planned[-1][0]

    def result_of(self, stored: Facts) -> R:
        """The result of the attempt whose facts were stored."""
        return next(result for planned, result in self._planned if planned is stored)


class UnknownAppends:
    """Attempts that may be stored or not, all of them for the same numbers."""

    def __init__(self) -> None:
        self._attempts: list[tuple[Facts, list[bytes]]] = []

    def __bool__(self) -> bool:
        return bool(self._attempts)

    def add(self, planned: Facts, encoded: list[bytes]) -> None:
        self._attempts.append((planned, encoded))

    def resolve(self, newer: Sequence[StoredFact]) -> Facts | None:
        """The attempt with which newer facts begin; where others have the numbers, none was stored."""
        for planned, encoded in self._attempts:
            if [each.fact for each in newer[: len(encoded)]] == encoded:
                return planned
        if newer:
            self._attempts.clear()
        return None


class FactLog:
    """Keeps an aggregate equal to its facts in the store. Not reentrant: its room holds a lock."""

    def __init__(self, aggregate: Aggregate[Any, Any, Any], store: Store, on_applied: AppliedHook) -> None:
        # Whether the store may have facts that are not applied here: missed ones, or own unknown ones.
        self.is_stale: bool = False
        self._aggregate = aggregate
        self._store = store
        self._on_applied = on_applied

    async def append(self, plan: PlanFacts) -> Facts:
        """The planned facts, once they are stored and applied. After a conflict they are planned again.

        OutcomeUnknown if they may be stored or not; any other StoreError if they are not.
        """
        unknown = UnknownAppends()
        for _ in range(ATTEMPTS):
            planned = plan()
            if not planned:
                return planned
            encoded = list(map(self._aggregate.encode, planned))
            try:
                at = await self._append(planned, encoded)
            except Conflict:
                METRICS.conflicts += 1
            except OutcomeUnknown:
                unknown.add(planned, encoded)
            else:
                self._apply_own(planned, at)
                return planned
            found = await self._found(unknown)
            if found is not None:
                return found
        if unknown:
            raise OutcomeUnknown("the store does not say whether facts are there")
        raise StoreError("other processes append to this table all the time; try again")

    async def catch_up(self) -> None:
        """Apply the facts of the store that are not applied here."""
        self.apply_others(await self._load_newer())

    def apply_others(self, new: Sequence[StoredFact]) -> None:
        """Apply the next facts, which another process appended."""
        if not new:
            return
        before = self._aggregate.now
        for stored in new:
            self._aggregate.apply([self._aggregate.decode(stored.fact)], stored.at)
        self._on_applied(before, None)

    def _apply_own(self, planned: Facts, at: float) -> None:
        before = self._aggregate.now
        self._aggregate.apply(planned, at)
        self._on_applied(before, planned)

    async def _append(self, planned: Facts, encoded: list[bytes]) -> float:
        """Append facts; the time they were stored at. If this is cancelled, the outcome is unknown."""
        first, began = self._aggregate.now.version + 1, perf_counter()
        try:
            starts = self._aggregate.game_starts(planned, first)
            at = await self._store.append(self._aggregate.name, first, encoded, game_starts=starts)
        except BaseException as error:
            if isinstance(error, OutcomeUnknown) or not isinstance(error, StoreError):
                self.is_stale = True
            raise
        METRICS.appending.add(perf_counter() - began)
        return at

    async def _found(self, unknown: UnknownAppends) -> Facts | None:
        """Catch up; of the attempts whose outcome is unknown, the one that turns out to be stored."""
        try:
            newer = await self._load_newer()
        except StoreError as error:
            if unknown and not isinstance(error, OutcomeUnknown):
                raise OutcomeUnknown("whether facts are there cannot be looked up") from error
            raise
        own = unknown.resolve(newer)
        if own is not None:
            self._apply_own(own, newer[len(own) - 1].at)
            newer = newer[len(own) :]
        self.apply_others(newer)
        return own

    async def _load_newer(self) -> list[StoredFact]:
        self.is_stale = False
        try:
            return await self._store.load(self._aggregate.name, after=self._aggregate.now.version)
        except BaseException:
            self.is_stale = True
            raise
