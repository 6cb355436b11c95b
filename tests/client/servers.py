"""A server that can be killed and started again in the same place, and people who keep nothing on disk."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from qwixx.client import SeatStore, Server
from tests.server.running_server import RunningServer, free_port


class Restartable:
    """``qwixx serve`` on one port, however often it is killed."""

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
