"""The setups that the server benchmark compares: databases, numbers of processes, and routing."""

import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import NamedTuple

from tests.bench.driving import Drivers, Routes, driving
from tests.bench.serving import cpu_seconds, family_cpu_seconds, serving
from tests.postgres import running_postgres
from tests.server.running_server import free_port


class Setup(NamedTuple):
    """Servers of the same tables. ``is_spread``: the players of a table connect to different servers."""

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
    """Servers under load: their drivers, and the process ids of the servers and the database."""

    name: str
    drivers: Drivers
    pids: tuple[int, ...]
    database: int | None = None

    def cpu(self) -> tuple[float, ...]:
        """CPU seconds of each server, and of the database if it has its own processes."""
        servers = tuple(map(cpu_seconds, self.pids))
        return servers if self.database is None else (*servers, family_cpu_seconds(self.database))


@contextmanager
def running(name: str) -> Iterator[Target]:
    """Run the servers of a setup with open tables. ``NAME@FOLDER`` uses the packages of another checkout."""
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
    """A separate database server with default settings, so that its CPU time is only that of these tables."""
    with running_postgres(settings=()) as server:
        yield server.new_database(), server.pid
