"""The writer: everything that is asked of it while it commits goes into its next statement."""

import asyncio
from collections.abc import Sequence
from typing import NamedTuple

from qwixx.server.stores.health import Health, Trouble
from qwixx.server.stores.postgres import rows
from qwixx.server.stores.postgres.address import Address
from qwixx.server.stores.postgres.link import Connection, Link
from qwixx.server.stores.postgres.rows import Append
from qwixx.server.stores.postgres.trouble import is_certain, trouble, unsure
from qwixx.server.stores.store import StoreError, Unsure

# What one statement holds at most, unless it is a single append.
GROUP_BYTES = 1_000_000


class _Job(NamedTuple):
    append: Append
    done: asyncio.Future[float]


async def commit_durably(connection: Connection) -> None:
    """Wait for the disk at every commit, even where a database is set up not to."""
    await connection.execute(
        "SELECT set_config('synchronous_commit', 'on', false)"
        " WHERE current_setting('synchronous_commit') = 'off'"
    )


class Writer:
    """One connection and the queue before it. ``run`` has to run beside those who append."""

    def __init__(self, address: Address, process: str) -> None:
        self.commits = 0
        self.link = Link(address, "writer", commit_durably)
        self._address = address
        self._process = process
        self._health = Health("store")
        self._jobs: list[_Job] = []
        self._wanted = asyncio.Event()
        self._is_over = False

    async def append(self, append: Append) -> float:
        if self._is_over:
            raise StoreError(f"{self._address} is closed; begin with it again")
        job = _Job(append, asyncio.get_running_loop().create_future())
        self._jobs.append(job)
        self._wanted.set()
        return await job.done

    def finish(self) -> None:
        """Let ``run`` end when everything queued is done; nothing more is taken."""
        self._is_over = True
        self._wanted.set()

    async def run(self) -> None:
        group: list[_Job] = []
        try:
            while self._jobs or not self._is_over:
                await self._wanted.wait()
                group = self._next_group()
                if group:
                    await self._commit(group)
                elif not self._is_over:
                    self._wanted.clear()
        except BaseException as error:
            self._die(error, group)
            raise

    def _die(self, error: BaseException, group: list[_Job]) -> None:
        """Let nobody wait for a writer that is gone."""
        self._is_over = True
        queued, self._jobs = self._jobs, []
        self._settle(group, [unsure(self._address, error) for _ in group])
        self._settle(queued, [StoreError(f"{self._address} is not written to any more") for _ in queued])

    def _next_group(self) -> list[_Job]:
        """What is queued, one append for each table: a second one follows on the first."""
        group: dict[str, _Job] = {}
        later: list[_Job] = []
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

    async def _commit(self, group: list[_Job], *, is_retry: bool = False) -> None:
        try:
            connection = await self.link.connection()
            outcomes = await rows.append(connection, self._process, [job.append for job in group])
        except Exception as error:
            await self._after_failure(group, error, is_retry=is_retry)
            return
        self.commits += 1
        self._settle(group, outcomes)

    async def _after_failure(self, group: list[_Job], error: Exception, *, is_retry: bool) -> None:
        if not is_certain(error):
            self.link.drop()
            self._settle(group, [unsure(self._address, error) for _ in group])
        elif not is_retry and not isinstance(error, StoreError):
            # One append may be to blame, and the others shall not suffer from it; or the connection was lost
            # before anything was sent.
            for job in group:
                await self._commit([job], is_retry=True)
        else:
            self._settle(group, [trouble(self._address, error) for _ in group])

    def _settle(self, group: list[_Job], outcomes: Sequence[float | StoreError]) -> None:
        for job, outcome in zip(group, outcomes, strict=True):
            if isinstance(outcome, Trouble | Unsure):
                self._health.failed(outcome)
            elif isinstance(outcome, float):
                self._health.worked()
            # Whoever gave up is not told.
            if job.done.done():
                continue
            if isinstance(outcome, StoreError):
                job.done.set_exception(outcome)
            else:
                job.done.set_result(outcome)
