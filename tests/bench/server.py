"""Throughput, delay and memory of the server with 1,000 players at 250 tables. ``python -m tests.bench.server``

Real rules and sockets on loopback; every move is on disk before it is acknowledged. Figures depend on the
machine, so the same run also measures a minimal broadcast (``tests.bench.broadcast``) under the same load: that
ratio carries over. A move is an acknowledged ``choose``; at the broadcast, a message that came back.

``python -m tests.bench.server sqlite sqlite@OLD/src`` compares two checkouts in alternating rounds.
"""

import argparse
import gzip
import os
import resource
import statistics
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import NamedTuple

from qwixx.server.web.static_files import STATIC
from tests.bench.driving import Routes, driving
from tests.bench.load import (
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
from tests.bench.serving import memory_bytes, serving
from tests.bench.setups import SETUPS, Target, running
from tests.server.running_server import free_port

# Throughput


class Round(NamedTuple):
    """The moves of a round at full load, and the CPU seconds of each process."""

    moves: int
    seconds: float
    cpu: tuple[float, ...]
    update_bytes: float

    @property
    def per_cpu_second(self) -> float:
        return self.moves / sum(self.cpu)


def played(target: Target, seconds: float = ROUND_SECONDS) -> Round:
    before = target.cpu()
    answers = target.drivers.tell("play", seconds, ROUND_MOVES // DRIVERS)
    return Round(
        moves=sum(len(answer.delays) for answer in answers),
        seconds=max(answer.seconds for answer in answers),
        cpu=tuple(now - then for now, then in zip(target.cpu(), before, strict=True)),
        update_bytes=statistics.fmean(answer.update_bytes for answer in answers),
    )


HEADINGS = (
    f"{'':20} {'moves':>7} {'moves/s':>8} {'moves/CPU s':>12} {'worst-best':>12} {'x first':>8}"
    f" {'x broadcast':>12} {'bytes':>6}  CPU s, of PostgreSQL last"
)


def told(target: Target, rounds: Sequence[Round], first: float, broadcast: float) -> str:
    """A line of figures: medians of rounds, which tolerate a disturbed one."""
    each = sorted(one.per_cpu_second for one in rounds)
    speed = statistics.median(each)
    moves, seconds = sum(one.moves for one in rounds), sum(one.seconds for one in rounds)
    cpu = [sum(one.cpu[number] for one in rounds) for number in range(len(rounds[0].cpu))]
    return (
        f"{target.name[-20:]:20} {moves:7} {moves / seconds:8.0f} {speed:12.0f}"
        f" {f'{each[0]:.0f}-{each[-1]:.0f}':>12} {speed / first:8.2f} {speed / broadcast:12.3f}"
        f" {statistics.fmean(one.update_bytes for one in rounds):6.0f}  {' + '.join(f'{s:.2f}' for s in cpu)}"
    )


def compared(targets: Sequence[Target], rounds: int) -> Iterator[str]:
    """Moves per CPU second of servers and of the broadcast, in alternating rounds."""
    size = round(max(played(target, WARM_SECONDS).update_bytes for target in targets))
    with broadcasting(size) as room:
        played(room, WARM_SECONDS)
        turns = [[played(target) for target in (*targets, room)] for _ in range(rounds)]
    columns = [[turn[number] for turn in turns] for number in range(len(targets) + 1)]
    medians = [statistics.median(one.per_cpu_second for one in column) for column in columns]
    yield HEADINGS
    for target, column in zip((*targets, room), columns, strict=True):
        yield told(target, column, medians[0], medians[-1])


@contextmanager
def broadcasting(size: int) -> Iterator[Target]:
    port = free_port()
    with (
        serving(port, "tests.bench.broadcast", str(port), str(size)) as pid,
        driving("room", Routes((port,))) as drivers,
    ):
        drivers.tell("open")
        drivers.tell("connect")
        yield Target("bare broadcast", drivers, (pid,))
        drivers.tell("close")


# Delay and memory


def paced(game: Target) -> str:
    before = sum(game.cpu())
    answers = game.drivers.tell("pace", PACED_RATE / DRIVERS, PACED_MOVES // DRIVERS)
    seconds = max(answer.seconds for answer in answers)
    delays = [delay for answer in answers for delay in answer.delays]
    late = [each for answer in answers for each in answer.late]
    return (
        f"{game.name} paced at {PACED_RATE:.0f} moves/s: {len(delays)} moves, {len(delays) / seconds:.0f} a second,"
        f" CPU {(sum(game.cpu()) - before) / seconds:.0%}\n"
        f"  from due to acknowledged: {_percentiles(delays)}\n"
        f"  of that, before it was sent: {_percentiles(late)}"
    )


def _percentiles(values: Sequence[float]) -> str:
    cuts = statistics.quantiles(values, n=100)
    return f"p50 {cuts[49] * 1e3:.1f} ms, p99 {cuts[98] * 1e3:.1f} ms"


def connected(game: Target) -> str:
    """Connect all players; a line with the memory that this takes."""
    time.sleep(SETTLE_SECONDS)
    empty = sum(map(memory_bytes, game.pids))
    game.drivers.tell("connect")
    time.sleep(SETTLE_SECONDS)
    full = sum(map(memory_bytes, game.pids))
    return (
        f"{game.name}: memory with 0 and {CONNECTIONS} idle connections: {empty / 1e6:.1f} MB,"
        f" {full / 1e6:.1f} MB; {(full - empty) / CONNECTIONS / 1e3:.1f} kB for each connection"
    )


def client_size() -> str:
    files = [file for file in sorted((STATIC / "assets").glob("*")) if file.suffix in (".js", ".css")]
    if not files:
        return "client: not built"
    size = sum(len(gzip.compress(file.read_bytes())) for file in files)
    return f"client: {size} bytes of JavaScript and CSS in {len(files)} files, gzipped"


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.server")
    parser.add_argument(
        "setups",
        nargs="*",
        default=list(SETUPS),
        metavar="SETUP",
        help=f"of {', '.join(SETUPS)}; SETUP@FOLDER takes the server's packages from a folder (default: all)",
    )
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"of each setup (default: {ROUNDS})")
    return parser.parse_args()


def main() -> None:
    args = arguments()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(OPEN_FILES, most), most))
    print(f"{CONNECTIONS} connections at {TABLES} tables of {SEATS}, dice game, {DRIVERS} driver processes")
    print(f"{os.cpu_count()} processors, load before: {os.getloadavg()[0]:.1f}")
    with ExitStack() as stack:
        targets = []
        for name in args.setups:
            targets.append(stack.enter_context(running(name)))
            print(connected(targets[-1]), flush=True)
        for line in compared(targets, args.rounds):
            print(line, flush=True)
        for target in targets:
            print(paced(target), flush=True)
    print(client_size())


if __name__ == "__main__":
    main()
