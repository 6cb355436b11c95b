"""A server that tests can kill and restart with the same port and data, and clients that store no seats."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from qwixx.client import SeatStore, Server
from tests.server.running_server import RunningServer, free_port


class Restartable:
    """``qwixx serve`` on one port, which survives kills and restarts."""

    def __init__(self, folder: Path) -> None:
        self._data, self._port = folder / "tables.sqlite", free_port()
        self._running = RunningServer(self._data, self._port)
        self.url = self._running.url

    def person(self) -> Server:
        return Server(self.url, SeatStore(None))

    def kill(self) -> None:
        self._running.kill()

    def start(self) -> None:
        self._running = RunningServer(self._data, self._port)

    def stop(self) -> None:
        self._running.stop()


@contextmanager
def restartable(folder: Path) -> Iterator[Restartable]:
    server = Restartable(folder)
    try:
        yield server
    finally:
        server.stop()
