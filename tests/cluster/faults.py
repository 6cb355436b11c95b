"""Faults to inject into a cluster. Each function returns when its fault is over."""

import asyncio
import random
import signal
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from typing import NamedTuple

from tests.cluster.attendance import NOTICING_SECONDS
from tests.cluster.cluster import Cluster

FROZEN_SECONDS = (2.0, 4.0)
OUTAGE_SECONDS = (10.0, 12.0)
# application_name patterns of the connections to cut: all, or those with one role.
CUT = ("qwixx %", "qwixx writer", "qwixx listener", "qwixx reader")


class Fault(NamedTuple):
    name: str
    strike: Callable[[Cluster], Awaitable[None]]


async def end_server(cluster: Cluster, by: signal.Signals) -> None:
    """Stop a server with a signal, then restart it in the background."""
    server = cluster.victim()
    status = await server.end(by)
    assert status == (0 if by is signal.SIGTERM else -by), f"{by.name} ended a server with {status}"
    cluster.revive(server)


async def freeze_server(cluster: Cluster, seconds: float) -> None:
    """Suspend a server; new connections go to the other one meanwhile."""
    server = cluster.victim()
    server.is_up.clear()
    server.tell(signal.SIGSTOP)
    try:
        await asyncio.sleep(seconds)
    finally:
        server.tell(signal.SIGCONT)
        server.is_up.set()


async def stop_database(cluster: Cluster, seconds: float) -> None:
    """Crash the database and restart it after ``seconds``."""
    async with cluster.without_database():
        await asyncio.to_thread(cluster.database.stop, "immediate")
        await asyncio.sleep(seconds)
        await asyncio.to_thread(cluster.database.start)


async def cut_connections(cluster: Cluster, whose: str) -> None:
    async with cluster.without_database():
        await asyncio.to_thread(cluster.database.cut, cluster.url, whose)


async def let_be(cluster: Cluster) -> None:
    """Do nothing until all clients have noticed earlier faults."""
    await asyncio.sleep(NOTICING_SECONDS + 0.5)


# The control: no fault at all.
CALM = Fault("nothing", let_be)
KILL = Fault("server killed", partial(end_server, by=signal.SIGKILL))
END = Fault("server ended", partial(end_server, by=signal.SIGTERM))
RESTART = Fault("database restarted", partial(stop_database, seconds=0.0))


def outage(seconds: float) -> Fault:
    return Fault("database gone", partial(stop_database, seconds=seconds))


def freeze(seconds: float) -> Fault:
    return Fault("server frozen", partial(freeze_server, seconds=seconds))


def cut(whose: str) -> Fault:
    return Fault("connections cut", partial(cut_connections, whose=whose))


def many(rng: random.Random) -> Iterator[Fault]:
    """An endless sequence of faults: mostly kills, with the others mixed in."""
    while True:
        faults = [KILL] * 8 + [RESTART] * 2 + [END, CALM, CALM, outage(rng.uniform(*OUTAGE_SECONDS))]
        faults += [freeze(rng.uniform(*FROZEN_SECONDS)) for _ in range(3)]
        faults += [cut(whose) for whose in CUT]
        rng.shuffle(faults)
        yield from faults
