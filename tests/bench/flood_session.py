"""A server under measurement, the game that is played there, and those who flood it."""

import os
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from tests.bench.beside import Measured, NormalGame
from tests.bench.flooding import Flood
from tests.bench.helping import Helper, helping
from tests.bench.serving import children, cpu_seconds, serving
from tests.server.running_server import free_port

# Before each flood it is quiet for so long.
QUIET_SECONDS = 1.0
# A server is ready when its processes have prepared what they need, and calm when the game is all it has to do.
READY_SECONDS, CALM_SECONDS = 300.0, 12.0
READY_CPU, CALM_CPU, THINKING_CPU, CALM_DELAY = 0.05, 0.6, 0.3, 0.1
LOW_PRIORITY = 10


class Cpu(NamedTuple):
    """Seconds of the server, its processes that think, the flooders, the game, and all else on the machine."""

    server: float
    thinking: float
    flooders: float
    game: float
    others: float


def thinking_cpu(pid: int) -> float:
    return sum(map(cpu_seconds, children(pid)))


def _machine_cpu() -> float:
    """Seconds for which any processor was busy, and those for which its host was busy with others."""
    user, nice, system, _idle, _waiting, *rest = map(int, Path("/proc/stat").read_text().split()[1:9])
    return (user + nice + system + sum(rest)) / os.sysconf("SC_CLK_TCK")


@dataclass
class Session:
    """A server under load, those who play there, and those who flood it."""

    server: int
    game: Helper
    flood: Helper

    def cpu(self) -> Cpu:
        ours = (
            cpu_seconds(self.server),
            thinking_cpu(self.server),
            cpu_seconds(self.flood.pid),
            cpu_seconds(self.game.pid),
        )
        return Cpu(*ours, others=_machine_cpu() - sum(ours))

    def quiet(self) -> list[float] | None:
        """Delays while the game is all there is to do, or but for thoughts that take long; None if the server
        does not come to that.
        """
        end = time.monotonic() + CALM_SECONDS
        while True:
            before = self.cpu()
            delays = self.measured(QUIET_SECONDS).moves
            after = self.cpu()
            serving, thinking = after.server - before.server, after.thinking - before.thinking
            is_calm = serving < CALM_CPU and bool(delays) and statistics.median(delays) < CALM_DELAY
            is_late = time.monotonic() > end
            if is_calm and (thinking < THINKING_CPU or is_late):
                return delays
            if is_late:
                return None

    def measured(self, seconds: float) -> Measured:
        found: Measured = self.game.ask("measure", seconds)
        return found


@contextmanager
def session(flooders: int, source: str | None) -> Iterator[Session]:
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        port = free_port()
        options = f"--host 127.0.0.1 --no-browser --port {port} --data {folder}/tables.sqlite".split()
        server = stack.enter_context(serving(port, "qwixx", "serve", *options, source=source))
        _wait_until_ready(server)
        game = stack.enter_context(helping(NormalGame, port))
        tables = game.ask("open_flood_tables", flooders)
        flood = stack.enter_context(helping(Flood, port, tables, niceness=LOW_PRIORITY))
        game.ask("begin")
        yield Session(server, game, flood)


def _wait_until_ready(pid: int) -> None:
    """Bots and coach are prepared in a process of their own, which takes a while on a machine new to them."""
    end = time.monotonic() + READY_SECONDS
    used = 0.0
    while (now := cpu_seconds(pid) + thinking_cpu(pid)) - used > READY_CPU:
        if time.monotonic() > end:
            raise SystemExit("the server does not get ready")
        used = now
        time.sleep(1.0)
