"""What people talk to: one process, or several that serve the same tables."""

import asyncio
from typing import Protocol


class Process(Protocol):
    """A server on a port of this machine, in one life after the other. ``is_up`` is set while it answers."""

    port: int
    life: int
    is_up: asyncio.Event


class Reached:
    """A process as somebody found it; whatever breaks when it has ended since is no wonder."""

    def __init__(self, process: Process) -> None:
        self.port = process.port
        self._process = process
        self._life = process.life

    @property
    def is_alive(self) -> bool:
        return self._process.is_up.is_set() and self._process.life == self._life


class Host(Protocol):
    """Whoever serves the tables."""

    async def reach(self) -> Reached:
        """A process that takes connections, as soon as there is one."""

    def is_well(self) -> bool:
        """Whether nothing keeps the host from its data, nor did a moment ago."""
