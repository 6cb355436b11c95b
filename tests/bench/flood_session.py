"""The server under measurement, the normal game on it, and its flooders."""

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

# The duration of the quiet phase before each flood.
QUIET_SECONDS = 1.0
# The timeouts until the server has warmed up, and until it is calm, with only the normal game to serve.
READY_SECONDS, CALM_SECONDS = 300.0, 12.0
READY_CPU, CALM_CPU, THINKING_CPU, CALM_DELAY = 0.05, 0.6, 0.3, 0.1
LOW_PRIORITY = 10


class Cpu(NamedTuple):
    """CPU seconds of the server, its worker processes, the flooders, the game, and all else on the machine."""

    server: float
    thinking: float
    flooders: float
    game: float
    others: float


def thinking_cpu(pid: int) -> float:
    return sum(map(cpu_seconds, children(pid)))


def _machine_cpu() -> float:
    """CPU seconds of all processors, including those that the hypervisor used for others."""
    user, nice, system, _idle, _waiting, *rest = map(int, Path("/proc/stat").read_text().split()[1:9])
    return (user + nice + system + sum(rest)) / os.sysconf("SC_CLK_TCK")


@dataclass
class Session:
    """A server under load, with its normal players and its flooders."""

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
        """The delays of moves while only the normal game runs, apart from long jobs of workers; None if the
        server does not become calm.
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
    """Wait for the workers to load bots and coach, which takes a while if they have to be compiled."""
    end = time.monotonic() + READY_SECONDS
    used = 0.0
    while (now := cpu_seconds(pid) + thinking_cpu(pid)) - used > READY_CPU:
        if time.monotonic() > end:
            raise SystemExit("the server does not get ready")
        used = now
        time.sleep(1.0)
