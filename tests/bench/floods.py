"""The delays of a normal game under floods of every kind. ``python -m tests.bench.floods``

A real server on loopback has 20 players at ten tables, who make about 85 moves a second in total. Meanwhile
flooders send one kind of request as fast as the server allows, and reconnect immediately when they are
disconnected. Each kind of flood comes from one connection, from 60 connections of one address, and from 60 with
an address each. Every flood uses new addresses, whose rate limits are unused.

Measured is the delay of a player's move from sending it to its acknowledgement as stored, during a flood and
right before it. The ratio of the two carries over to other machines; milliseconds do not. "new" is the delay of
the first answer to a new visitor with an unused address during the flood. Players and flooders are separate
processes. The flooders have a low priority and hardly compute, but they share the processors with the server and
its workers, so the figures include what a flood costs the kernel.

Not measured: effects of a network or a proxy, floods that saturate the bandwidth, and thousands of addresses.
"Sent" counts bytes that the kernel accepted, which may be megabytes more than the server has read.
"""

import argparse
import itertools
import os
import statistics
import time
from collections import deque
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tests.bench.beside import SEATS, TABLES
from tests.bench.flood_kinds import KINDS
from tests.bench.flood_session import Cpu, Session, session
from tests.bench.flooding import Tally
from tests.bench.serving import memory_bytes

FLOODERS = 60
FLOOD_SECONDS = 4.0
# A flood is compared with this many preceding quiet phases together.
QUIET_TIMES = 3

MOST_TIMES_QUIET = 3.0
MOST_SECONDS = 0.050
# With a higher CPU load by other programs, results mean little.
MOST_OTHERS = 0.3


class Case(NamedTuple):
    """A kind of flood, and its source addresses."""

    kind: str
    addresses: tuple[str, ...]

    @property
    def origin(self) -> str:
        return "one" if len(set(self.addresses)) == 1 else "own"

    def __str__(self) -> str:
        return f"{self.kind:10}{len(self.addresses):3} {self.origin}"


def cases(kinds: Sequence[str], counts: Sequence[tuple[int, bool]]) -> Iterator[Case]:
    """Each kind with each number of flooders, who share an address or have their own."""
    networks = itertools.count(10)
    for kind, (count, is_shared) in itertools.product(kinds, counts):
        network = next(networks)
        numbers = [0] * count if is_shared else range(count)
        yield Case(kind, tuple(f"127.{network}.{number // 250}.{1 + number % 250}" for number in numbers))


# Figures


class Delays(NamedTuple):
    """The distribution of delays of moves or answers, in seconds."""

    number: int
    p50: float
    p99: float
    longest: float


def delays(values: Sequence[float]) -> Delays:
    cuts = statistics.quantiles(values, n=100, method="inclusive") if len(values) > 1 else [float("nan")] * 99
    return Delays(len(values), cuts[49], cuts[98], max(values, default=float("nan")))


class Outcome(NamedTuple):
    """The effect of a flood on the game, and the CPU load meanwhile."""

    case: Case
    tally: Tally
    quiet: Delays
    flooded: Delays
    newcomers: Delays
    cpu: Cpu
    memory: int

    @property
    def ratio(self) -> float:
        return self.flooded.p99 / self.quiet.p99

    @property
    def is_bounded(self) -> bool:
        return self.ratio < MOST_TIMES_QUIET and self.flooded.p99 < MOST_SECONDS

    def line(self) -> str:
        tally = self.tally
        rates = (tally.connections, tally.sent, tally.answers, tally.refusals)
        quiet, flooded = self.quiet, self.flooded
        milliseconds = (quiet.p50, quiet.p99, flooded.p50, flooded.p99, flooded.longest)
        return (
            str(self.case)
            + "".join(f"{rate / tally.seconds:11,.0f}" for rate in rates)
            + "".join(f"{seconds * 1e3:8.1f}" for seconds in milliseconds)
            + f"{self.ratio:7.2f}{' ' if self.is_bounded else '!'}{flooded.number:6}"
            + f"{self.newcomers.p50 * 1e3:8.1f}{self.newcomers.longest * 1e3:8.0f}"
            + "".join(f"{share:6.0%}" for share in self.cpu)
            + f"{self.memory / 1e6:6.0f}  {_closings(tally)}"
        )


COLUMNS = (
    f"{'flood':10}{'n':>3} {'from':4}{'come/s':>10}{'sent/s':>11}{'answers/s':>11}{'refused/s':>11}"
    f"{'quiet50':>8}{'quiet99':>8}{'p50':>8}{'p99':>8}{'max ms':>8}{'ratio':>7} {'moves':>6}"
    f"{'new50':>8}{'newmax':>8}"
    f"{'serve':>6}{'think':>6}{'flood':>6}{'game':>6}{'other':>6}{'MB':>6}  closed by the server"
)


def _closings(tally: Tally) -> str:
    return ", ".join(f"{code}: {count}" for code, count in sorted(tally.closed.items())) or "-"


def flooded(now: Session, case: Case, seconds: float, quiet: Delays) -> Outcome:
    before, began = now.cpu(), time.perf_counter()
    now.flood.tell("run", case.kind, case.addresses, seconds)
    during = now.measured(seconds)
    memory = memory_bytes(now.server)
    tally: Tally = now.flood.answer()
    elapsed = time.perf_counter() - began
    cpu = Cpu(*((after - was) / elapsed for was, after in zip(before, now.cpu(), strict=True)))
    return Outcome(case, tally, quiet, delays(during.moves), delays(during.newcomers), cpu, memory)


def outcomes(left: "deque[Case]", seconds: float, source: str | None) -> Iterator[Outcome]:
    """Run the floods one after the other, with a new server whenever one does not recover."""
    while left:
        with session(FLOODERS, source) as now:
            lately: deque[list[float]] = deque((now.quiet() or [] for _ in range(QUIET_TIMES)), QUIET_TIMES)
            print(_server_line(now, "before"), flush=True)
            quiet: list[float] | None = now.quiet() or []
            while quiet is not None:
                lately.append(quiet)
                compared = delays([delay for each in lately for delay in each])
                yield flooded(now, left.popleft(), seconds, compared)
                quiet = now.quiet() if left else None
            print(_server_line(now, "after"), flush=True)


def _server_line(now: Session, when: str) -> str:
    cpu, quiet = now.cpu(), now.quiet()
    game = "it has not recovered" if quiet is None else f"quiet p99 {delays(quiet).p99 * 1e3:.1f} ms"
    return (
        f"the server {when}: {cpu.server:.1f} s CPU, {cpu.thinking:.1f} s of processes that think,"
        f" {memory_bytes(now.server) / 1e6:.0f} MB; {game};"
        f" people who only played were cut off {now.game.ask('cut_off')} times"
    )


def summary(all_of_them: Sequence[Outcome]) -> str:
    steepest = max(all_of_them, key=lambda each: each.ratio)
    slowest = max(all_of_them, key=lambda each: each.flooded.p99)
    above = [each for each in all_of_them if not each.is_bounded]
    disturbed = [each for each in above if each.cpu.others > MOST_OTHERS]
    return "\n".join(
        (
            f"worst ratio {steepest.ratio:7.2f}     {steepest.case}",
            f"worst p99   {slowest.flooded.p99 * 1e3:7.1f} ms  {slowest.case}",
            f"{MOST_TIMES_QUIET:.0f} times the quiet p99 or more, or {MOST_SECONDS * 1e3:.0f} ms or more:"
            f" {len(above)} of {len(all_of_them)}",
            *(str(each.case) for each in above),
            f"of these {len(disturbed)} while other programs kept more than {MOST_OTHERS:.0%} of a processor busy",
        )
    )


def _arguments() -> argparse.Namespace:
    names = [kind.name for kind in KINDS]
    listed = "\n".join(f"  {kind.name:10} {kind.meaning}" for kind in KINDS)
    parser = argparse.ArgumentParser(
        description="How a normal game fares beside floods.",
        epilog=f"kinds:\n{listed}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--only", metavar="KIND", action="append", choices=names, help="may be repeated")
    parser.add_argument("--flooders", type=int, metavar="N", help=f"so many instead of 1 and {FLOODERS}")
    parser.add_argument("--seconds", type=float, default=FLOOD_SECONDS, help="how long each flood lasts")
    parser.add_argument("--source", metavar="FOLDER", help="the src folder of another checkout to measure")
    return parser.parse_args()


def main() -> None:
    args = _arguments()
    print(
        f"{TABLES * SEATS} people at {TABLES} tables; {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}"
    )
    counts = [(1, True), (FLOODERS, True), (FLOODERS, False)]
    if args.flooders is not None:
        counts = [(args.flooders, True), (args.flooders, False)]
    print(COLUMNS)
    done = []
    all_cases = cases(args.only or [kind.name for kind in KINDS], counts)
    for outcome in outcomes(deque(all_cases), args.seconds, args.source):
        done.append(outcome)
        print(outcome.line(), flush=True)
    print(summary(done))


if __name__ == "__main__":
    main()
