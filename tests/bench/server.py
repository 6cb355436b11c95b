"""Speed, delay and memory of the server under 1,000 players at 250 tables. ``python -m tests.bench.server``

Real rules, real sockets on loopback, every move on disk before it is acknowledged. Figures depend on the
machine, so the same load also goes to a bare broadcast (``tests.bench.broadcast``) in the same run: that
ratio carries over. A move is one acknowledged ``choose``; at the broadcast, one message that came back.
"""

import gzip
import os
import resource
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Literal, NamedTuple

from qwixx.server.static_files import STATIC
from tests.bench.driving import Drivers, driving
from tests.bench.load import (
    ANSWER_SECONDS,
    CONNECTIONS,
    DRIVERS,
    OPEN_FILES,
    PACED_MOVES,
    PACED_RATE,
    ROUND_MOVES,
    ROUND_SECONDS,
    ROUNDS,
    SEATS,
    SETTLE_SECONDS,
    TABLES,
    WARM_SECONDS,
)
from tests.server.running_server import free_port

# Processes that serve


@contextmanager
def serving(port: int, *command: str) -> Iterator[int]:
    """The number of a process that serves at the port."""
    process = subprocess.Popen([sys.executable, "-m", *command], stdout=subprocess.DEVNULL)
    try:
        _wait_for(port, process)
        yield process.pid
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait_for(port: int, process: "subprocess.Popen[bytes]") -> None:
    end = time.monotonic() + ANSWER_SECONDS
    while process.poll() is None and time.monotonic() < end:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.05)
    raise SystemExit("the server did not start")


def cpu_seconds(pid: int) -> float:
    """User and system time of all threads of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory_bytes(pid: int | str) -> int:
    """What a process has in memory."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


# Figures


class Target(NamedTuple):
    """A server under load: those who load it, and the number of its process."""

    drivers: Drivers
    pid: int


@contextmanager
def target(kind: Literal["game", "room"], port: int, *command: str) -> Iterator[Target]:
    with serving(port, *command) as pid, driving(kind, port) as drivers:
        drivers.tell("open")
        yield Target(drivers, pid)
        drivers.tell("close")


class Throughput(NamedTuple):
    """As many moves as the machine carries."""

    moves: int
    seconds: float
    cpu: float
    update_bytes: float

    @property
    def per_cpu_second(self) -> float:
        return self.moves / self.cpu

    def line(self, name: str) -> str:
        return (
            f"{name:15} {self.moves:8} {self.moves / self.seconds:9.0f} {self.cpu:8.2f}"
            f" {self.cpu / self.seconds:8.0%} {self.per_cpu_second:12.0f} {self.update_bytes:12.0f}"
        )


HEADINGS = (
    f"{'':15} {'moves':>8} {'moves/s':>9} {'CPU s':>8} {'CPU':>8} {'moves/CPU s':>12} {'update bytes':>12}"
)


def throughput(target: Target, seconds: float = ROUND_SECONDS) -> Throughput:
    before = cpu_seconds(target.pid)
    answers = target.drivers.tell("play", seconds, ROUND_MOVES // DRIVERS)
    return Throughput(
        moves=sum(len(answer.delays) for answer in answers),
        seconds=max(answer.seconds for answer in answers),
        cpu=cpu_seconds(target.pid) - before,
        update_bytes=statistics.fmean(answer.update_bytes for answer in answers),
    )


def together(rounds: Sequence[Throughput]) -> Throughput:
    moves, seconds, cpu, update_bytes = zip(*rounds, strict=True)
    return Throughput(sum(moves), sum(seconds), sum(cpu), statistics.fmean(update_bytes))


def compared(game: Target) -> str:
    """Moves per CPU second of the server and of the broadcast, round by round."""
    size = round(throughput(game, WARM_SECONDS).update_bytes)
    port = free_port()
    with target("room", port, "tests.bench.broadcast", str(port), str(size)) as room:
        room.drivers.tell("connect")
        throughput(room, WARM_SECONDS)
        rounds = [(throughput(game), throughput(room)) for _ in range(ROUNDS)]
    ours, theirs = map(together, zip(*rounds, strict=True))
    theirs = theirs._replace(update_bytes=size)
    ratio = ours.per_cpu_second / theirs.per_cpu_second
    lines = (HEADINGS, ours.line("qwixx, on disk"), theirs.line("bare broadcast"))
    return "\n".join((*lines, f"moves per CPU second, qwixx to broadcast: {ratio:.3f}"))


def paced(game: Target) -> str:
    before = cpu_seconds(game.pid)
    answers = game.drivers.tell("pace", PACED_RATE / DRIVERS, PACED_MOVES // DRIVERS)
    seconds = max(answer.seconds for answer in answers)
    delays = [delay for answer in answers for delay in answer.delays]
    late = [each for answer in answers for each in answer.late]
    return (
        f"paced at {PACED_RATE:.0f} moves/s: {len(delays)} moves, {len(delays) / seconds:.0f} a second,"
        f" server CPU {(cpu_seconds(game.pid) - before) / seconds:.0%}\n"
        f"  from due to acknowledged: {_percentiles(delays)}\n"
        f"  of that, before it was sent: {_percentiles(late)}"
    )


def _percentiles(values: Sequence[float]) -> str:
    cuts = statistics.quantiles(values, n=100)
    return f"p50 {cuts[49] * 1e3:.1f} ms, p99 {cuts[98] * 1e3:.1f} ms"


def connected(game: Target) -> str:
    """Connect everybody, and tell what that takes in memory."""
    time.sleep(SETTLE_SECONDS)
    empty = memory_bytes(game.pid)
    game.drivers.tell("connect")
    time.sleep(SETTLE_SECONDS)
    full = memory_bytes(game.pid)
    return (
        f"memory with 0 and {CONNECTIONS} idle connections: {empty / 1e6:.1f} MB, {full / 1e6:.1f} MB;"
        f" {(full - empty) / CONNECTIONS / 1e3:.1f} kB for each connection"
    )


def client_size() -> str:
    files = [file for file in sorted((STATIC / "assets").glob("*")) if file.suffix in (".js", ".css")]
    if not files:
        return "client: not built"
    size = sum(len(gzip.compress(file.read_bytes())) for file in files)
    return f"client: {size} bytes of JavaScript and CSS in {len(files)} files, gzipped"


def main() -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(OPEN_FILES, most), most))
    print(f"{CONNECTIONS} connections at {TABLES} tables of {SEATS}, dice game, {DRIVERS} driver processes")
    print(f"{os.cpu_count()} processors, load before: {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as folder:
        port, data = free_port(), f"{folder}/tables.sqlite"
        command = (
            "qwixx",
            "serve",
            "--host",
            "127.0.0.1",
            "--no-browser",
            "--port",
            str(port),
            "--data",
            data,
        )
        with target("game", port, *command) as game:
            print(connected(game), flush=True)
            print(compared(game), flush=True)
            print(paced(game), flush=True)
    print(client_size())


if __name__ == "__main__":
    main()
