"""One soak test from start to finish."""

import asyncio
import random
import signal
import time
from contextlib import suppress
from itertools import cycle
from pathlib import Path

from tests.soak.audit import Audit
from tests.soak.disk import copied
from tests.soak.figures import Figures
from tests.soak.gathering import Gathering
from tests.soak.memory import JUDGED_SECONDS, Sample, check_memory
from tests.soak.plan import Plan, with_thinking_bot
from tests.soak.server import Server
from tests.soak.sitting import Sitting
from tests.soak.story import Story
from tests.soak.violation import Violation
from tests.soak.world import Web, World

# The time for all clients to notice that the server is gone.
HANGING_UP_SECONDS = 10.0
SAMPLE_SECONDS = 1.0
WARMING = "127.0.0.99"
# The signals that end the server, in rotation.
KILLS = (signal.SIGKILL, signal.SIGKILL, signal.SIGTERM)
# The soak test stops after this many violations.
MOST_VIOLATIONS = 20


class Soak:
    """One run. Results are in ``figures`` and ``samples``."""

    def __init__(self, plan: Plan, folder: Path) -> None:
        self.figures = Figures()
        self.samples: list[Sample] = []
        self._plan = plan
        self._folder = folder
        self._rng = random.Random(plan.seed)
        self._data = folder / "tables.sqlite"
        self._server = Server(folder, str(self._data))
        self._world = World(plan, self._server, self.figures)
        self._sittings = [Sitting(self._world, number) for number in range(plan.tables)]
        self._audit = Audit(self.figures)
        self._checking: asyncio.Task[list[Violation]] | None = None
        self._begun = time.monotonic()

    async def run(self) -> None:
        try:
            await self._run()
        finally:
            self._server.destroy()
        self.figures.violations += check_memory(self.samples)

    async def _run(self) -> None:
        async with asyncio.TaskGroup() as group:
            beside = [group.create_task(sitting.run()) for sitting in self._sittings]
            beside += [group.create_task(self._watch())]
            for length, kill in zip(self._plan.lives(self._rng), cycle(KILLS), strict=False):
                await self._live(length)
                is_last = self._is_done
                if is_last:
                    for task in beside:
                        task.cancel()
                await self._end(signal.SIGTERM if is_last else kill)
                if is_last:
                    break
        await self._finish_check()
        self.figures.violations += self._audit.check_seals(self._data)

    @property
    def _is_done(self) -> bool:
        is_time = self._left() <= 0 and self.figures.ends.total() >= self._plan.least_ends
        return is_time or len(self.figures.violations) >= MOST_VIOLATIONS

    def _left(self) -> float:
        return self._plan.seconds - (time.monotonic() - self._begun)

    # One run of the server process

    async def _live(self, length: float) -> None:
        self._world.in_memory.clear()
        seconds = await self._server.start()
        self.figures.longest_restart = max(self.figures.longest_restart, seconds)
        if length >= JUDGED_SECONDS:
            await self._warm_up()
        is_more_to_come = self.figures.ends.total() < self._plan.least_ends
        end = time.monotonic() + (length if is_more_to_come else min(length, self._left()))
        while time.monotonic() < end and len(self.figures.violations) < MOST_VIOLATIONS:
            await asyncio.sleep(0.1)
            if not self._server.is_running:
                self.figures.violated(f"life {self._server.life} of the server", "it ended by itself")
                return

    async def _warm_up(self) -> None:
        """Load what a server loads once, so that memory can be compared afterwards."""
        web = Web(self._world, WARMING)
        await Gathering.opened(self._world, with_thinking_bot(), web)
        await web.close()

    async def _end(self, by: signal.Signals) -> None:
        """End the server, wait for all clients to disconnect, and check what it left behind."""
        was_running = self._server.is_running
        status = await self._server.end(by)
        self.figures.ends[by.name] += 1
        if was_running and status != (0 if by is signal.SIGTERM else -by):
            self.figures.violated(
                f"life {self._server.life} of the server", f"{by.name} ended it with {status}"
            )
        for sitting in self._sittings:
            if sitting.gathering is not None:
                sitting.gathering.pulse.server_ended()
        await self._everybody_hangs_up()
        self._read_log()
        await self._begin_check()

    async def _everybody_hangs_up(self) -> None:
        try:
            async with asyncio.timeout(HANGING_UP_SECONDS):
                await self._world.silent.wait()
        except TimeoutError:
            self.figures.violated("connections", f"{self._world.connected} outlive the server")

    def _read_log(self) -> None:
        for error in self._server.logged_errors():
            self.figures.violated(f"stderr of life {self._server.life}", "an error was logged", error)

    # The check, concurrent with the next server process

    async def _begin_check(self) -> None:
        """Finish the previous check, then check everything received until now."""
        await self._finish_check()
        visited = {each.gathering.story.table for each in self._sittings if each.gathering is not None}
        stories = [story.taken() for story in self._world.stories.values()]
        left = [table for table in self._world.stories if table not in visited]
        for table in left:
            del self._world.stories[table]
        copy = copied(self._data, self._folder / f"life-{self._server.life}")
        self._checking = asyncio.create_task(asyncio.to_thread(self._check, copy, stories, left))

    def _check(self, copy: Path, stories: list[Story], left: list[str]) -> list[Violation]:
        found = self._audit.check(copy, stories)
        self._audit.seal(left)
        return found

    async def _finish_check(self) -> None:
        if self._checking is not None:
            self.figures.violations += await self._checking
            self._checking = None

    # In the background

    async def _watch(self) -> None:
        """Sample memory, and detect stalled tables."""
        while True:
            await asyncio.sleep(SAMPLE_SECONDS)
            if self._server.is_up.is_set():
                with suppress(OSError):
                    self.samples.append(self._sample())
                self._look_for_silence()

    def _sample(self) -> Sample:
        seconds = time.monotonic() - self._begun
        tables, connections = len(self._world.in_memory), self._world.connected
        return Sample(seconds, self._server.life, tables, connections, self._server.memory_bytes() / 1e6)

    def _look_for_silence(self) -> None:
        for sitting in self._sittings:
            if sitting.gathering is None:
                continue
            pulse = sitting.gathering.pulse
            silence = pulse.silence()
            if silence > self._plan.silence_seconds:
                pulse.is_forgiven()
                self.figures.violated(
                    str(sitting.gathering.story), f"nothing moves for {silence:.1f} s after a restart"
                )
