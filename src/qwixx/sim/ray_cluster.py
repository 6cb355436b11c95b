"""Simulation on a cluster of machines, through Ray (extra ``cluster``)."""

import logging
import socket
from collections.abc import Callable, Generator
from itertools import islice
from typing import Any

from qwixx.extras import require
from qwixx.rules.errors import OperationalError
from qwixx.sim.tally import Tally

PARTS_FOR_EACH_CORE = 2
SECONDS_TO_ANSWER = 5.0


def tallies_from_cluster(
    address: str, work: Callable[[range], Tally], parts: list[range]
) -> Generator[Tally, None, None]:
    """Tallies in the order they are finished; the machines need this package too."""
    ray = _connect(address)
    try:
        task = ray.remote(lambda part: work(part))
        at_a_time = max(1, int(PARTS_FOR_EACH_CORE * ray.cluster_resources().get("CPU", 1)))
        waiting = iter(parts)
        running: list[Any] = []
        while True:
            running += [task.remote(part) for part in islice(waiting, at_a_time - len(running))]
            if not running:
                return
            done, running = ray.wait(running)
            yield from ray.get(done)
    finally:
        ray.shutdown()


def _connect(address: str) -> Any:
    require("cluster", "a cluster")
    import ray

    try:
        _check_reachable(address)
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    except (OSError, ValueError, RuntimeError) as error:
        reason = next(iter(str(error).strip().splitlines()), type(error).__name__)
        raise OperationalError(
            f"no Ray cluster answers at {address}: {reason}; `ray start --head` begins one"
        ) from error
    return ray


def _check_reachable(address: str) -> None:
    """Fail soon if nothing listens there: Ray itself waits for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon and port.isdecimal():
        socket.create_connection((host, int(port)), timeout=SECONDS_TO_ANSWER).close()
