"""The writer: groups the appends that arrive during a commit into its next statement."""

import asyncio
from collections.abc import Sequence
from typing import NamedTuple

from qwixx.server.failures import Health
from qwixx.server.stores.postgres import rows
from qwixx.server.stores.postgres.address import DatabaseAddress
from qwixx.server.stores.postgres.connection import PostgresConnection, ReconnectingConnection
from qwixx.server.stores.postgres.errors import is_outcome_known, outcome_unknown, store_error
from qwixx.server.stores.postgres.rows import Append
from qwixx.server.stores.store import OutcomeUnknown, StoreError, StoreFailure

# The largest group of appends in one statement; a single append may be larger.
GROUP_BYTES = 1_000_000


class _PendingAppend(NamedTuple):
    append: Append
    done: asyncio.Future[float]


async def commit_durably(connection: PostgresConnection) -> None:
    """Wait for the disk at every commit, even if the database is configured not to."""
    await connection.execute(
        "SELECT set_config('synchronous_commit', 'on', false)"
        " WHERE current_setting('synchronous_commit') = 'off'"
    )


class Writer:
    """One connection and its queue, which ``run`` writes."""

    def __init__(self, address: DatabaseAddress, process: str) -> None:
        self.commits: int = 0
        self.connection: ReconnectingConnection = ReconnectingConnection(address, "writer", commit_durably)
        self._address = address
        self._process = process
        self._health = Health("store")
        self._jobs: list[_PendingAppend] = []
        self._wanted = asyncio.Event()
        self._is_over = True

    async def begin(self) -> None:
        await self.connection.get()
        self._is_over = False

    async def append(self, append: Append) -> float:
        if self._is_over:
            raise StoreError(f"{self._address} is closed; open it again")
        job = _PendingAppend(append, asyncio.get_running_loop().create_future())
        self._jobs.append(job)
        self._wanted.set()
        return await job.done

    def finish(self) -> None:
        """Let ``run`` end when the queue is written; no append is accepted any more."""
        self._is_over = True
        self._wanted.set()

    async def run(self) -> None:
        group: list[_PendingAppend] = []
        try:
            while self._jobs or not self._is_over:
                await self._wanted.wait()
                group = self._next_group()
                if group:
                    await self._commit(group)
                elif not self._is_over:
                    self._wanted.clear()
        except BaseException as error:
            self._abort(error, group)
            raise

    def _abort(self, error: BaseException, group: list[_PendingAppend]) -> None:
        """Fail all jobs; the outcome of those that were being written is unknown."""
        self._is_over = True
        queued, self._jobs = self._jobs, []
        self._set_outcomes(group, [outcome_unknown(self._address, error) for _ in group])
        self._set_outcomes(queued, [StoreError(f"writing to {self._address} has stopped") for _ in queued])

    def _next_group(self) -> list[_PendingAppend]:
        """The next appends of the queue, one for each table: a second one depends on the first."""
        group: dict[str, _PendingAppend] = {}
        later: list[_PendingAppend] = []
        size = 0
        for job in self._jobs:
            if job.done.cancelled():
                continue
            size += sum(map(len, job.append.facts))
            is_next = job.append.table not in group and (size <= GROUP_BYTES or not group)
            if is_next:
                group[job.append.table] = job
            else:
                later.append(job)
        self._jobs = later
        return list(group.values())

    async def _commit(self, group: list[_PendingAppend], *, is_retry: bool = False) -> None:
        try:
            connection = await self.connection.get()
            outcomes = await rows.append(connection, self._process, [job.append for job in group])
        except Exception as error:
            await self._after_failure(group, error, is_retry=is_retry)
            return
        self.commits += 1
        self._set_outcomes(group, outcomes)

    async def _after_failure(self, group: list[_PendingAppend], error: Exception, *, is_retry: bool) -> None:
        if not is_outcome_known(error):
            self.connection.drop()
            self._set_outcomes(group, [outcome_unknown(self._address, error) for _ in group])
        elif not is_retry and not isinstance(error, StoreError):
            # One append may be the cause, and must not fail the others; or the connection was lost before
            # anything was sent.
            for job in group:
                await self._commit([job], is_retry=True)
        else:
            self._set_outcomes(group, [store_error(self._address, error) for _ in group])

    def _set_outcomes(self, group: list[_PendingAppend], outcomes: Sequence[float | StoreError]) -> None:
        for job, outcome in zip(group, outcomes, strict=True):
            if isinstance(outcome, StoreFailure | OutcomeUnknown):
                self._health.failed(outcome)
            elif isinstance(outcome, float):
                self._health.succeeded()
            # It may have been cancelled.
            if job.done.done():
                continue
            if isinstance(outcome, StoreError):
                job.done.set_exception(outcome)
            else:
                job.done.set_result(outcome)
