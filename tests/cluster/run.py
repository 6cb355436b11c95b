"""One cluster run from start to finish."""

import asyncio
import random
import re
import time
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from tests.cluster.attendance import check_attendance
from tests.cluster.audit import Audit
from tests.cluster.cluster import Cluster
from tests.cluster.faults import CALM, Fault
from tests.cluster.habits import LIVELY, TURNS
from tests.postgres import PostgresServer
from tests.soak.figures import Figures
from tests.soak.gathering import Gathering
from tests.soak.plan import Plan
from tests.soak.server import Server, errors_in
from tests.soak.sitting import Sitting
from tests.soak.story import Story
from tests.soak.world import World

# A table is checked after this time without clients: pending commands are done by then.
LEFT_SECONDS = 1.0
HANGING_UP_SECONDS = 10.0
# A table without progress for this long is stuck.
STUCK_SECONDS = 20.0
# The run stops after this many violations.
MOST_VIOLATIONS = 40
# Errors that a server logs when it loses its database, or stops during a review.
EXPECTED = re.compile(
    r"\b(?:store|store_listening|store_reading)_failed\b|\bstore_unreachable\b|graceful shutdown exceeded"
)


class Run:
    """Clients play while faults happen one after the other. Results are in ``figures``."""

    def __init__(
        self,
        plan: Plan,
        faults: Iterable[Fault],
        folder: Path,
        database: PostgresServer,
        pause: tuple[float, float],
    ) -> None:
        self.figures = Figures()
        self.silences: defaultdict[str, list[float]] = defaultdict(list)
        self.opinions = 0
        self._plan = plan
        self._faults = faults
        self._pause = pause
        self._rng = random.Random(plan.seed)
        self.cluster = Cluster(folder, database, self._rng)
        self._world = World(plan, self.cluster, self.figures)
        self._sittings = [
            Sitting(self._world, number, TURNS[number % len(TURNS)]) for number in range(plan.tables)
        ]
        self.audit = Audit(self.cluster.url, self.figures)
        self._begun = time.monotonic()

    async def run(self) -> None:
        try:
            await self._run()
        finally:
            self.cluster.destroy()

    async def _run(self) -> None:
        await self.cluster.start()
        async with asyncio.TaskGroup() as group:
            beside = [group.create_task(sitting.run()) for sitting in self._sittings]
            await self._go_through_faults()
            for task in beside:
                task.cancel()
        await self._finish()

    async def _go_through_faults(self) -> None:
        for fault in self._faults:
            if time.monotonic() - self._begun > self._plan.seconds:
                break
            if len(self.figures.violations) >= MOST_VIOLATIONS:
                break
            await asyncio.sleep(self._rng.uniform(*self._pause))
            if fault is not CALM:
                await self.cluster.whole()
            await fault.strike(self.cluster)
            self.figures.ends[fault.name] += 1
            if fault is CALM:
                self._check_presence()
            await self._recover(fault)
            await self._check_left()

    async def _recover(self, fault: Fault) -> None:
        """Wait until every table moves again, except tables whose players are slow on purpose."""
        waited_for = [
            each.gathering for each in self._sittings if each.gathering is not None and each.habits is LIVELY
        ]
        for gathering in waited_for:
            gathering.pulse.shaken()
        while any(self._is_waited_for(gathering) for gathering in waited_for):
            await asyncio.sleep(0.02)
        for gathering in waited_for:
            self._judge_silence(gathering, fault)

    def _is_waited_for(self, gathering: Gathering) -> bool:
        longest = max(self._plan.silence_seconds, STUCK_SECONDS)
        return not gathering.is_over and 0 < gathering.pulse.silence() < longest

    def _judge_silence(self, gathering: Gathering, fault: Fault) -> None:
        silence = gathering.pulse.last or (0.0 if gathering.is_over else gathering.pulse.silence())
        gathering.pulse.is_forgiven()
        if silence:
            self.silences[fault.name].append(silence)
        if silence > self._plan.silence_seconds:
            self.figures.violated(str(gathering.story), f"nothing moves for {silence:.1f} s: {fault.name}")

    # Checks

    def _check_presence(self) -> None:
        for story in self._world.stories.values():
            compared, wrong = check_attendance(story, time.monotonic())
            self.opinions += compared
            self.figures.violations += wrong

    async def _check_left(self) -> None:
        """Check tables that all clients have left."""
        visited = {each.gathering.story.table for each in self._sittings if each.gathering is not None}
        left = [
            story
            for table, story in self._world.stories.items()
            if table not in visited and _is_left(story, time.monotonic() - LEFT_SECONDS)
        ]
        await self._check(left)

    async def _check(self, stories: list[Story]) -> None:
        for story in stories:
            del self._world.stories[story.table]
        await self.audit.check(stories)

    # Shutdown

    async def _finish(self) -> None:
        """Check the remaining tables and the server logs."""
        self.figures.longest_restart = self.cluster.slowest_start
        async with asyncio.timeout(HANGING_UP_SECONDS):
            await self._world.silent.wait()
        await asyncio.sleep(LEFT_SECONDS)
        await self._check(list(self._world.stories.values()))
        await self.audit.check_seals()
        await self.audit.check_secrets(self.cluster.servers)
        for server in self.cluster.servers:
            self._read_logs(server)

    def _read_logs(self, server: Server) -> None:
        for log in server.logs():
            for error in errors_in(log):
                if not EXPECTED.search(error.splitlines()[0]):
                    self.figures.violated(log.name, "an error was logged", error)


def _is_left(story: Story, since: float) -> bool:
    return all(each.ended is not None and each.ended < since for each in story.conversations)
