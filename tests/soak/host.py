"""The server side of a soak test: one process, or several that serve the same tables."""

import asyncio
from typing import Protocol


class Process(Protocol):
    """A server process on a local port, across restarts. ``is_up`` is set while it answers."""

    port: int
    life: int
    is_up: asyncio.Event


class Reached:
    """A process as a client reached it; failures are acceptable once that process has ended."""

    def __init__(self, process: Process) -> None:
        self.port = process.port
        self._process = process
        self._life = process.life

    @property
    def is_alive(self) -> bool:
        return self._process.is_up.is_set() and self._process.life == self._life


class Host(Protocol):
    """The process or the cluster that serves the tables."""

    async def reach(self) -> Reached:
        """Wait for a process that accepts connections."""

    def is_well(self) -> bool:
        """Whether the data have been reachable for a while."""
