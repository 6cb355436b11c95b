"""Ways to serve tables which the server's benchmark compares: engines, processes, and who connects where."""

import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import NamedTuple

from tests.bench.driving import Drivers, Routes, driving
from tests.bench.serving import cpu_seconds, family_cpu_seconds, serving
from tests.postgres import running_postgres
from tests.server.running_server import free_port


class Setup(NamedTuple):
    """Servers of the same tables. ``is_spread``: those of one table connect to different ones."""

    is_postgres: bool = False
    processes: int = 1
    is_spread: bool = False


SETUPS = {
    "sqlite": Setup(),
    "postgres": Setup(is_postgres=True),
    "routed": Setup(is_postgres=True, processes=2),
    "spread": Setup(is_postgres=True, processes=2, is_spread=True),
}


class Target(NamedTuple):
    """Servers under load: those who load them, and the numbers of processes, also of the database's."""

    name: str
    drivers: Drivers
    pids: tuple[int, ...]
    database: int | None = None

    def cpu(self) -> tuple[float, ...]:
        """Seconds of each server, and of the database if it has processes of its own."""
        servers = tuple(map(cpu_seconds, self.pids))
        return servers if self.database is None else (*servers, family_cpu_seconds(self.database))


@contextmanager
def running(name: str) -> Iterator[Target]:
    """The servers of a setup, with open tables. ``NAME@FOLDER`` is served by another checkout's packages."""
    kind, _, source = name.partition("@")
    if kind not in SETUPS:
        raise SystemExit(f"there is no setup {kind!r}, only {', '.join(SETUPS)}")
    setup = SETUPS[kind]
    with ExitStack() as stack:
        data, database = stack.enter_context(_postgres() if setup.is_postgres else _sqlite())
        ports = tuple(free_port() for _ in range(setup.processes))
        pids = [stack.enter_context(_qwixx(port, data, source or None)) for port in ports]
        drivers = stack.enter_context(driving("game", Routes(ports, setup.is_spread)))
        drivers.tell("open")
        yield Target(name, drivers, tuple(pids), database)
        drivers.tell("close")


def _qwixx(port: int, data: str, source: str | None) -> AbstractContextManager[int]:
    options = ("--host", "127.0.0.1", "--no-browser", "--port", str(port), "--data", data)
    return serving(port, "qwixx", "serve", *options, source=source)


@contextmanager
def _sqlite() -> Iterator[tuple[str, None]]:
    with tempfile.TemporaryDirectory() as folder:
        yield f"{folder}/tables.sqlite", None


@contextmanager
def _postgres() -> Iterator[tuple[str, int]]:
    """A server of its own, which keeps as it does without any settings: what it uses is what these tables use."""
    with running_postgres(settings=()) as server:
        yield server.new_database(), server.pid
